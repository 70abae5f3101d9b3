import type { Call, Input, Output } from '@bilim/contract/call.ts';
import type { Fault } from '@bilim/contract/fault.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { awaitPrefetchedReply } from '../start/prefetched.ts';
import { classifyStatus, Failure, isUnanswered, toFailure } from './failure.ts';
import { checkReachability, recordNetworkActivity, recordStalledCall } from './isPortalReachable.ts';
import { readCookieValues } from './storage.ts';

export interface CallOptions {
  /** Cancels the call; the failure is a CANCEL_ERROR. */
  signal?: AbortSignal | undefined;
  /** Idempotency-Key of a call that creates something; the same one for every retry. See `randomUuid`. */
  key?: string;
  /** Files of a multipart call. */
  files?: readonly File[];
  /** Bytes sent so far and in all, while files travel. */
  onProgress?: (sent: number, total: number) => void;
  /** The call was done before and this is its kept answer: what it says may be old, so read again before showing it. */
  onReplayed?: () => void;
}

/** Options of a call that may be repeated, which is never sent without its key. */
export type IdempotentCallOptions = CallOptions & { key: string };

interface Envelope {
  result: unknown;
  error: Fault | null;
  data: unknown;
}

/** What came back from the server. */
export interface ServerAnswer {
  status: number;
  body: string;
  /** The kept answer to an earlier try with the same Idempotency-Key. */
  replayed?: boolean;
}

/** Response header of a stored answer to an earlier request with the same key. */
export const replayedHeader = 'Idempotency-Replayed';

/** Calls go below the base path, so that a proxy has to forward nothing else. */
export const apiBase = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Header of an answer that says the anti-forgery value, and of a request that repeats it. */
const guardHeader = 'X-XSRF-TOKEN';
/** As it came with an answer of the portal. */
let answeredToken: string | null = null;

/**
 * The anti-forgery value of this browser: the one that came with an answer, as long as the browser has it. Another site of the
 * same domain can set a cookie of that name, too.
 */
export function readCsrfToken(): string {
  const all = readCookieValues('XSRF-TOKEN');
  return answeredToken !== null && all.includes(answeredToken) ? answeredToken : (all[0] ?? '');
}

let signedOut: (failure: Failure) => void = () => {};

/** Sets what happens when the server says that nobody is signed in (any more). */
export function setSignedOutHandler(then: (failure: Failure) => void): void {
  signedOut = then;
}

/**
 * Makes a call of the contract and gives the `data` of its reply.
 * Throws a Failure: no answer within 30 s, no network, cancelled, or refused by the server.
 */
export async function callServer<C extends Call>(
  call: C,
  input: Input<C>,
  options: CallOptions = {},
): Promise<Output<C>> {
  const once = async () => {
    const answer = await send(call, input, options);
    const data = unwrapEnvelope(answer) as Output<C>;
    if (answer.replayed) options.onReplayed?.();
    return data;
  };
  const before = readCsrfToken();
  const slow = call.files ? undefined : setTimeout(recordStalledCall, startLimits.hanging);
  try {
    return await once().catch(async (error: unknown) => {
      const { code } = toFailure(error);
      // The page's anti-forgery value went stale (another tab signed in or out): fetch one and try once more.
      if (code === 'call.csrf') await request('GET', '/api/config.json', {}, options.signal);
      // Another tab changed the password while this call was on its way, which renewed the session.
      else if (code !== 'call.notSignedIn' || readCsrfToken() === before) throw error;
      return once();
    });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'call.notSignedIn') signedOut(failure);
    if (isUnanswered(failure)) void checkReachability();
    throw failure;
  } finally {
    clearTimeout(slow);
  }
}

async function send(call: Call, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerAnswer> {
  const made = await awaitPrefetchedReply(call, input);
  if (made) return made;
  const headers: Record<string, string> = { 'Cache-Control': 'no-cache' };
  if (options.key) headers['Idempotency-Key'] = options.key;
  if (call.method === 'GET') {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input)) if (value != null) query.set(name, String(value));
    return request('GET', query.size ? `${call.path}?${query}` : call.path, headers, options.signal);
  }
  headers[guardHeader] = readCsrfToken();
  // Files are sent by who is signed in: the sign-in page does not carry how.
  if (call.files)
    return (await import('./upload.ts')).uploadForm(apiBase + call.path, call.files.field, input, headers, options);
  headers['Content-Type'] = 'application/json';
  return request('POST', call.path, headers, options.signal, JSON.stringify(input));
}

async function request(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
  body?: string,
): Promise<ServerAnswer> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new DOMException('', 'TimeoutError')), startLimits.timeout);
  try {
    const answer = await fetch(apiBase + path, {
      method,
      headers,
      body: body ?? null,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal,
    });
    answeredToken = answer.headers.get(guardHeader) ?? answeredToken;
    if (answer.ok) recordNetworkActivity();
    return { status: answer.status, body: await answer.text(), replayed: answer.headers.has(replayedHeader) };
  } finally {
    clearTimeout(timer);
  }
}

/** The data of an enveloped answer; a truthy `result` or a status outside 2xx is a Failure. */
export function unwrapEnvelope({ status, body }: ServerAnswer): unknown {
  let envelope: Envelope | null = null;
  try {
    envelope = JSON.parse(body) as Envelope;
  } catch {
    // A proxy's page instead of an envelope: only the status counts.
  }
  const kind = classifyStatus(status) ?? (envelope === null || envelope.result ? 'UNKNOWN_ERROR' : null);
  if (kind) throw new Failure(kind, status, envelope?.error ?? undefined);
  return envelope?.data;
}
