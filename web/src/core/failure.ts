import type { Fault, ProofOfWorkChallenge } from '@bilim/contract/fault.ts';

/** The classes of failure that the whole portal knows (BASE-10). */
export type FailureKind =
  | 'CLIENT_ERROR'
  | 'SERVER_ERROR'
  | 'TIMEOUT_ERROR'
  | 'CONNECTION_ERROR'
  | 'NETWORK_ERROR'
  | 'CANCEL_ERROR'
  | 'UNKNOWN_ERROR';

/** A call that did not succeed, classed, with what the server said about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** The server's code, such as `login.wrong`, or ''. */
  readonly code: string;
  /** Sentences for single fields of a form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The work that the server asks for before it looks at a password. */
  readonly proof: ProofOfWorkChallenge | undefined;

  constructor(kind: FailureKind, status = 0, fault?: Partial<Fault>) {
    super(fault?.message ?? '');
    this.kind = kind;
    this.status = status;
    this.code = fault?.code ?? '';
    this.fields = fault?.fields ?? {};
    this.proof = fault?.proof;
  }
}

/** Code of the browser's own failure that a file has changed on the disk since it was chosen. */
export const changedFileCode = 'file.changed';

/** The class of an answer by its HTTP status; null for 200 to 299. */
export function classifyStatus(status: number): FailureKind | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 400 && status <= 499) return 'CLIENT_ERROR';
  if (status >= 500 && status <= 599) return 'SERVER_ERROR';
  return 'UNKNOWN_ERROR';
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET']);

/** The class of what was thrown while no answer came. */
export function classifyError(error: unknown): FailureKind {
  if (typeof error !== 'object' || error === null) return 'UNKNOWN_ERROR';
  const { name, message, code } = error as { name?: unknown; message?: unknown; code?: unknown };
  if (name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'ECONNABORTED') return 'TIMEOUT_ERROR';
  if (name === 'AbortError') return 'CANCEL_ERROR';
  if (typeof code === 'string' && connectionCodes.has(code)) return 'CONNECTION_ERROR';
  // A browser says TypeError for every answer that never came, whatever the reason.
  if (message === 'Network Error' || name === 'TypeError') return 'NETWORK_ERROR';
  return 'UNKNOWN_ERROR';
}

/** Turns anything thrown into a Failure; a Failure stays as it is. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(classifyError(error));
}

/**
 * Whether the portal was not reached at all, so that nothing is known about what it would have said. A 5xx without a
 * code of ours comes from a proxy before it.
 */
export function isUnanswered({ kind, code }: Failure): boolean {
  if (kind === 'SERVER_ERROR') return code === '';
  return kind === 'TIMEOUT_ERROR' || kind === 'CONNECTION_ERROR' || kind === 'NETWORK_ERROR';
}

/** The shortest and longest pause (ms) before a busy portal is asked again. */
const shortest = 800;
const longest = 6000;

/** Milliseconds until a busy portal is asked again after so many tries: longer each time, and not the same for all. */
export function busyRetryDelayMs(tries: number): number {
  return Math.min(longest, shortest * 1.5 ** tries) * (0.5 + Math.random() / 2);
}
