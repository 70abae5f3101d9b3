import { isLockTimeout, Refusal, toRefusal } from './refusal.ts';
import { Semaphore } from './semaphore.ts';

/** How many are done alone at once, after those they came with could not be done together. */
const maxConcurrentSingles = 3;

type Work<I, O> = (items: readonly I[], isAlone: boolean) => Promise<readonly (O | undefined)[]>;

interface Waiting<I, O> {
  readonly item: I;
  readonly done: (answer: O) => void;
  readonly failed: (reason: unknown) => void;
  /** The time limit of the line. */
  readonly limit: NodeJS.Timeout;
}

/**
 * Does together what many ask for at the same time. Whoever comes first goes at once; who comes while that is done
 * waits and goes with all the others: the more requests, the less each of them costs.
 */
export class RequestBatcher<I, O> {
  readonly #work: Work<I, O>;
  readonly #most: number;
  readonly #line: number;
  readonly #alone: Semaphore;
  readonly #within: number;
  readonly #waiting = new Set<Waiting<I, O>>();
  #free: number;

  /**
   * `work` handles a batch: a result for each item, in order, without waiting for locks of others; undefined: this
   * one has to be handled alone. When a batch fails, its items are handled alone, unless the outcome is unknown
   * (503). `isAlone`: nobody else is waiting for it. A batch has at most `most` items, and `concurrency` batches run
   * at once. Items beyond `line` waiting ones, and those that waited `within` milliseconds, get 503.
   */
  constructor(
    { most, concurrency, line, within }: { most: number; concurrency: number; line: number; within: number },
    work: Work<I, O>,
  ) {
    this.#work = work;
    this.#most = most;
    this.#free = concurrency;
    this.#line = line;
    this.#within = within;
    this.#alone = new Semaphore(maxConcurrentSingles, within);
  }

  ask(item: I): Promise<O> {
    if (!this.#free && this.#waiting.size >= this.#line) return Promise.reject(new Refusal('call.unavailable', 503));
    return new Promise((done, failed) => {
      const limit = setTimeout(() => {
        this.#waiting.delete(one);
        failed(new Refusal('call.unavailable', 503));
      }, this.#within);
      const one: Waiting<I, O> = { item, done, failed, limit };
      this.#waiting.add(one);
      if (this.#free) void this.#go();
    });
  }

  /** Runs batches until nobody waits. */
  async #go(): Promise<void> {
    this.#free--;
    while (this.#waiting.size) {
      const some = this.#next();
      const items = some.map(({ item }) => item);
      await this.#work(items, false).then(
        (answers) => this.#settle(some, answers),
        (error: unknown) => this.#fail(some, error),
      );
    }
    this.#free++;
  }

  #next(): Waiting<I, O>[] {
    const some: Waiting<I, O>[] = [];
    for (const one of this.#waiting) {
      this.#waiting.delete(one);
      clearTimeout(one.limit);
      if (some.push(one) === this.#most) break;
    }
    return some;
  }

  #settle(some: readonly Waiting<I, O>[], answers: readonly (O | undefined)[]): void {
    for (const [index, one] of some.entries()) {
      const answer = answers[index];
      if (answer !== undefined) one.done(answer);
      else void this.#doAlone(one);
    }
  }

  #fail(some: readonly Waiting<I, O>[], error: unknown): void {
    const isUnknown = toRefusal(error).status === 503 && !isLockTimeout(error);
    for (const one of some)
      if (isUnknown) one.failed(error);
      else void this.#doAlone(one);
  }

  async #doAlone({ item, done, failed }: Waiting<I, O>): Promise<void> {
    try {
      const [answer] = await this.#alone.run(() => this.#work([item], true));
      if (answer === undefined) throw new Error('alone, and yet not done');
      done(answer);
    } catch (error) {
      failed(error);
    }
  }
}
