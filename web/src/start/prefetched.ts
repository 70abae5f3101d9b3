import type { Call } from '@bilim/contract/call.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
}

declare global {
  interface Window {
    /** Replies that the first script has asked for (start.ts), by `callKey`; a promise: it is still on its way. */
    prefetched?: Map<string, Reply | Promise<Reply>> | undefined;
    /** When what stands in the HTML has been painted; never rejects. */
    painted?: Promise<void>;
    /** When what the page begins with has come or failed; never rejects. */
    begun?: Promise<unknown>;
    /** When it was asked for, by `performance.now()`. */
    begunAt: number;
    /** Addresses of files that were asked for as modules and did not come, which this page may never be able to run. */
    lost?: Set<string>;
    /** Asks for what a page begins with to which somebody is led who has signed in. Only what was built has it. */
    begin?: (address: string) => void;
  }
}

type Replies = NonNullable<typeof window.prefetched>;

/** The replies that a page takes, and when it took the first. */
let taken: { readonly replies: Replies; readonly since: number } | null = null;

/**
 * What the first script was answered, while a page begins with it. That lasts from the first reply that is taken: on a slow
 * phone the page itself may come long after the replies, and reads them again when it stands (core/live/live.ts).
 */
export function prefetchedReplies(): Replies | undefined {
  const { prefetched: replies, begunAt } = window;
  if (!replies) return undefined;
  const now = performance.now();
  if (taken?.replies !== replies) taken = { replies, since: now };
  if (now - taken.since <= startLimits.liveRecent && now - begunAt <= startLimits.prefetchedAge) return replies;
  clearPrefetched();
  return undefined;
}

/** When what the page shows of such replies was asked for, by `performance.now()`; null: it shows none. */
let shownFrom: number | null = null;

/** Whether the page shows replies that were asked for before it came. */
export const isShowingPrefetchedReplies = (): boolean => shownFrom !== null && shownFrom === window.begunAt;

/** Takes a reply that has come or is on its way. */
export function takeReplyByKey(replies: Replies, key: string): Reply | Promise<Reply> | undefined {
  const reply = replies.get(key);
  replies.delete(key);
  // On its way is at most who signs in, which no page shows.
  if (reply && !(reply instanceof Promise)) shownFrom = window.begunAt;
  return reply;
}

/**
 * The reply to a call, where the first script has asked for it; each is taken once. What is only read waits until it is
 * known whether it has come.
 */
export async function awaitPrefetchedReply(
  { path, idempotent }: Call,
  input: Readonly<Record<string, unknown>>,
): Promise<Reply | null> {
  const prefetched = prefetchedReplies();
  if (!prefetched) return null;
  const key = prefetched.has(path) ? path : callKey(path, input);
  if (!prefetched.has(key) && !idempotent) await window.begun;
  return takeReplyByKey(prefetched, key) ?? null;
}

/** Forgets the replies: the person or the language has changed. */
export function clearPrefetched(): void {
  window.prefetched = undefined;
}
