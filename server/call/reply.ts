import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { DeferredReply, RawReply } from '../core/raw-reply.ts';
import type { RouteConfig } from './route-config.ts';

/** The last step: the data in the envelope, from which the route's schema takes what is not declared; or a body as it is. */
export function createReplyStep({ downloads, call }: RouteConfig) {
  return async (reply: FastifyReply, data: unknown): Promise<unknown> => {
    if (!call.raw) return { result: 0, error: null, data };
    const raw = typeof data === 'function' ? await (data as DeferredReply)() : (data as RawReply | undefined);
    // The handler has taken the connection over.
    if (!raw) return reply;
    const reader = raw.reader ?? reply.request.caller;
    if (reader && raw.body instanceof Readable) downloads.watch(reader, reply.raw);
    return reply
      .code(raw.status ?? 200)
      .headers(raw.headers)
      .send(raw.body ?? '');
  };
}
