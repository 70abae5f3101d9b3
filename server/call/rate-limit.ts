import { Refusal } from '../core/refusal.ts';

/** Counts calls a person and minute or hour; replays are taken back. */
export class CallRateLimiter {
  readonly #counts = new Map<string, { until: number; count: number }>();

  /** Counts one more; 429 call.tooOften when these were too many. */
  count(key: string, most: number, span: number): void {
    if (this.takes(key, most, span)) return;
    const until = this.#counts.get(key)?.until ?? 0;
    throw new Refusal('call.tooOften', 429, { values: { seconds: Math.ceil((until - performance.now()) / 1000) } });
  }

  /** Counts one more, if `most` in `span` milliseconds allow it. */
  takes(key: string, most: number, span: number): boolean {
    const now = performance.now();
    const entry = this.#counts.get(key);
    if (entry && entry.until > now) return entry.count < most && Boolean(++entry.count);
    if (this.#counts.size > 50_000) this.#counts.clear();
    this.#counts.set(key, { until: now + span, count: 1 });
    return true;
  }

  refund(key: string): void {
    const entry = this.#counts.get(key);
    if (entry) entry.count--;
  }

  /** Forgets what one person did: the invented people live a term in a minute. */
  forget(uid: number): void {
    for (const key of this.#counts.keys()) if (key.endsWith(`|${uid}`)) this.#counts.delete(key);
  }
}
