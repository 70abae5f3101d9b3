import type { ProofOfWorkChallenge } from '@bilim/contract/fault.ts';
import { isDiskFull } from './disk-full.ts';

/** A failure that is shown to a person: the code is a phrase key, the status the HTTP class. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** Values that the sentence names, such as a limit. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Fields to blame: field name to phrase code. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Headers that go with the status. */
  readonly headers: Readonly<Record<string, string>>;
  /** The work that the browser shall do first. */
  readonly proof: ProofOfWorkChallenge | undefined;

  constructor(
    code: string,
    status: number,
    more: {
      values?: Record<string, string | number>;
      fields?: Record<string, string>;
      headers?: Record<string, string>;
      proof?: ProofOfWorkChallenge;
      /** What went wrong, for the log alone. */
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: more.cause });
    this.code = code;
    this.status = status;
    this.values = more.values ?? {};
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.proof = more.proof;
  }
}

/** SQLSTATEs of a database that is gone, shutting down or starting, gives no connection, or was made a standby or read-only. */
const connectionLost = /^(08|57P0|25006|53300)/;
/**
 * SQLSTATE classes that mean "not now": a database that is gone, no resources, a system call that failed, cancelled by a
 * time limit.
 */
const unavailable = /^(08|57P0|25006|53|58|57014|55P03|25P0[34])/;
/**
 * SQLSTATE of a value that no row can hold: an id beyond its column's range, a NUL in an address. The contract lets ids
 * through up to 2^53 - 1, whatever their column.
 */
const impossible = new Set(['22003', '22021']);
/** Where PostgreSQL says 55000 because a process that worked for this one has gone, as when it is being shut down. */
const lostWorkers = new Set([
  'ProcessParallelMessages',
  'HandleParallelMessages',
  'WaitForParallelWorkersToAttach',
  'WaitForParallelWorkersToFinish',
]);
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'CONNECT_NO_PRIMARY',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);

/** What any error means to the person: refusals as they are, a lost database as 503, all else as 500. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode, routine } = error as { code?: unknown; statusCode?: unknown; routine?: unknown };
  if (typeof code === 'string') {
    if (code === '55000' && lostWorkers.has(String(routine))) return new Refusal('call.unavailable', 503);
    if (code === 'FST_ERR_BAD_URL') return new Refusal('call.notFound', 404);
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('call.notJson', 415);
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('call.tooLarge', 413);
    if (isDiskFull(error)) return new Refusal('file.noRoom', 503);
    if (impossible.has(code)) return new Refusal('call.invalid', 400);
    if (unavailable.test(code) || connectionCodes.has(code)) return new Refusal('call.unavailable', 503);
  }
  if (statusCode === 400) return new Refusal('call.invalid', 400);
  // What may not be named, such as a path that leads out of its folder, counts as not there.
  if (statusCode === 403 || statusCode === 404) return new Refusal('call.notFound', 404);
  if (statusCode === 413) return new Refusal('call.tooLarge', 413);
  if (statusCode === 415) return new Refusal('call.notJson', 415);
  return new Refusal('call.failed', 500);
}

/** Whether a failure indicates an outage of the database, and not only of this statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof Refusal) return isDatabaseOutage(error.cause);
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return false;
  // What files and other sockets fail with has the same codes; the driver says which statement it was.
  return connectionLost.test(code) || code.startsWith('CONNECT') || (connectionCodes.has(code) && 'query' in error);
}

/** Whether a failure came from the database or from the way to it. */
export function isDatabaseFailure(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'PostgresError' || toRefusal(error).status === 503;
}

/** Whether PostgreSQL asks for the same transaction once more (serialisation failure, deadlock). */
export function isRetryableDatabaseError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === '40001' || code === '40P01';
}

/** Whether a statement gave up waiting for what another transaction holds; nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03';
}

/** The name of the constraint that refused a write, or null. */
export function findViolatedConstraint(error: unknown): string | null {
  const { code, constraint_name } = error as { code?: unknown; constraint_name?: unknown };
  return typeof code === 'string' && code.startsWith('23') && typeof constraint_name === 'string'
    ? constraint_name
    : null;
}
