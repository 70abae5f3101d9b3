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
    /** When it was asked for, as `performance.now()` tells. */
    begunAt: number;
    /** Addresses of files that were asked for as modules and did not come, which this page may never be able to run. */
    lost?: Set<string>;
    /** Asks for what a page begins with to which somebody is led who has signed in. Only what was built has it. */
    begin?: (address: string) => void;
  }
}

/**
 * The reply to a call, where the first script has asked for it; each is taken once, and only while it is new. What is
 * only read waits until it is known whether it has come.
 */
export async function consumePrefetchedReply(
  { path, idempotent }: Call,
  input: Readonly<Record<string, unknown>>,
): Promise<Reply | null> {
  const { prefetched, begun } = window;
  if (!prefetched) return null;
  if (performance.now() - window.begunAt > startLimits.liveRecent) {
    clearPrefetched();
    return null;
  }
  const key = prefetched.has(path) ? path : callKey(path, input);
  if (!prefetched.has(key) && !idempotent) await begun;
  const answer = prefetched.get(key);
  prefetched.delete(key);
  return answer ?? null;
}

/** Forgets the replies: the person or the language has changed. */
export function clearPrefetched(): void {
  window.prefetched = undefined;
}
