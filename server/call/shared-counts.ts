import { RequestBatcher } from '../core/batcher.ts';
import { now } from '../core/clock.ts';
import type { Database, Db } from '../database/database.ts';

/** A question, and the connection of the request that waits: taking a second one from the pool could block both for ever. */
interface CountRequest<Q> {
  readonly db: Db;
  readonly question: Q;
}

/** A count and when it began; `isDone`: nobody has to wait for it. */
interface CachedCount<R> {
  readonly at: number;
  readonly count: Promise<R>;
  isDone: boolean;
}

/** Requests in a batch, batches at a time, requests that may wait, and for how long (ms). */
const batchLimits = { most: 64, concurrency: 1, line: 512, within: 10_000 };
/** A count is up to date for so long (ms). */
const freshForMs = 2000;
/** For so long it is shown while it is counted again (ms). */
const shownForMs = 10_000;

const ageOf = ({ at }: CachedCount<unknown>): number => Math.abs(now().getTime() - at);

/**
 * Counts that look through a whole table and hardly change: the same question is counted once for everybody who asks
 * within two seconds, one count at a time. After that whoever asks gets the last count, at most ten seconds old, while one
 * new count runs; only then, and the first time, does a request wait.
 */
export class SharedCountCache<Q, R> {
  readonly #kept = new Map<string, CachedCount<R>>();
  readonly #batches: RequestBatcher<CountRequest<Q>, R>;
  readonly #database: Pick<Database, 'readAnywhere'>;
  readonly #count: (db: Db, question: Q) => Promise<R>;
  #isRecounting = false;

  constructor(database: Pick<Database, 'readAnywhere'>, count: (db: Db, question: Q) => Promise<R>) {
    this.#database = database;
    this.#count = count;
    this.#batches = new RequestBatcher<CountRequest<Q>, R>(
      batchLimits,
      async (asked: readonly CountRequest<Q>[]) =>
        await Promise.all(asked.map(async ({ db, question }) => await this.#countOnce(db, question))),
    );
  }

  async ask(db: Db, question: Q): Promise<R> {
    const key = JSON.stringify(question);
    const kept = this.#kept.get(key);
    if (!kept?.isDone || ageOf(kept) >= shownForMs) return await this.#batches.ask({ db, question });
    if (ageOf(kept) >= freshForMs && !this.#isRecounting) void this.#recount(key, question, kept);
    return await kept.count;
  }

  /** What was counted is counted again from now on: something of it has just been changed here. */
  forget(): void {
    this.#kept.clear();
  }

  async #countOnce(db: Db, question: Q): Promise<R> {
    for (const [key, kept] of this.#kept) if (ageOf(kept) >= shownForMs) this.#kept.delete(key);
    const key = JSON.stringify(question);
    const one = this.#kept.get(key) ?? { at: now().getTime(), count: this.#count(db, question), isDone: false };
    this.#kept.set(key, one);
    try {
      const counted = await one.count;
      one.isDone = true;
      return counted;
    } catch (failure) {
      if (this.#kept.get(key) === one) this.#kept.delete(key);
      throw failure;
    }
  }

  /** Counts on a connection that no request waits for. */
  async #recount(key: string, question: Q, old: CachedCount<R>): Promise<void> {
    this.#isRecounting = true;
    try {
      const at = now().getTime();
      const counted = await this.#database.readAnywhere('long', (db) => this.#count(db, question));
      // After `forget` it may lack what has just been changed.
      if (this.#kept.get(key) === old) this.#kept.set(key, { at, count: Promise.resolve(counted), isDone: true });
    } catch {
      // Whoever asks when the old count may no longer be shown counts again, and gets the failure.
    } finally {
      this.#isRecounting = false;
    }
  }
}
