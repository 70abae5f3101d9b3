import type { FastifyRequest } from 'fastify';

/** A named part of a call's path as it came; empty where the path has none of this name. */
export function readPathParameter({ params }: Pick<FastifyRequest, 'params'>, name: string): string {
  const value: unknown = Reflect.get(Object(params), name);
  return typeof value === 'string' ? value : '';
}
