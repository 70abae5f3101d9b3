import { RequestBatcher } from '../core/batcher.ts';
import { now } from '../core/clock.ts';
import type { Db } from '../database/database.ts';

/** A question, and the connection of the request that waits: taking a second one from the pool could block both for ever. */
interface Asked<Q> {
  readonly db: Db;
  readonly question: Q;
}

/** Requests in a batch, batches at a time, requests that may wait, and for how long (ms). */
const batchLimits = { most: 64, concurrency: 1, line: 512, within: 10_000 };
/** A count is reused for so long (ms). */
const keptForMs = 2000;

/**
 * Counts that look through a whole table and hardly change: the same question is counted once for everybody who asks
 * within two seconds, one count at a time.
 */
export class SharedCounts<Q, R> {
  readonly #kept = new Map<string, { readonly at: number; readonly count: Promise<R> }>();
  readonly #batches: RequestBatcher<Asked<Q>, R>;

  constructor(count: (db: Db, question: Q) => Promise<R>) {
    this.#batches = new RequestBatcher<Asked<Q>, R>(batchLimits, async (asked: readonly Asked<Q>[]) => {
      for (const [key, { at }] of this.#kept) if (Math.abs(now().getTime() - at) >= keptForMs) this.#kept.delete(key);
      return await Promise.all(
        asked.map(async ({ db, question }) => {
          const key = JSON.stringify(question);
          const one = this.#kept.get(key) ?? { at: now().getTime(), count: count(db, question) };
          this.#kept.set(key, one);
          return await one.count.catch((failure: unknown) => {
            if (this.#kept.get(key) === one) this.#kept.delete(key);
            throw failure;
          });
        }),
      );
    });
  }

  ask(db: Db, question: Q): Promise<R> {
    return this.#batches.ask({ db, question });
  }

  /** What was counted is counted anew from now on: something of it has just been changed here. */
  forget(): void {
    this.#kept.clear();
  }
}
