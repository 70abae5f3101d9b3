import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Where a request belongs in somebody's trace. */
export interface TraceContext {
  readonly trace: string;
  /** The id of our own part of it. */
  readonly span: string;
  /** Whether it is recorded, as whoever called decided. */
  readonly flags: string;
}

const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-.*)?$/;
/** Flags that are known: sampled and random. */
const knownFlags = 0b11;

/**
 * Reads the header `traceparent` (W3C Trace Context); null: there is none, or not one that can be read, which the standard
 * wants to be passed over.
 */
export function parseTraceparent(header: string | string[] | undefined): TraceContext | null {
  const [, version, trace, flags = '00', more] = (typeof header === 'string' && form.exec(header)) || [];
  // A later version may say more behind what is known.
  if (trace === undefined || (version === '00' && more !== undefined)) return null;
  const known = (Number.parseInt(flags, 16) & knownFlags).toString(16).padStart(2, '0');
  return { trace, span: randomBytes(8).toString('hex'), flags: known };
}

/** What a response says of it: the header `traceresponse` of the same standard's draft. */
export const traceResponseHeader = ({ trace, span, flags }: TraceContext): string => `00-${trace}-${span}-${flags}`;

/** What a line of the log says of a request: its id, and the trace that it belongs to. */
export function requestLogFields(request: FastifyRequest): Record<string, string> {
  const { id, trace } = request;
  return { reqId: id, ...(trace && { trace: trace.trace, span: trace.span }) };
}
