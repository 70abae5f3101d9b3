import { toRefusal } from './refusal.ts';

/** The longest time between two polls when nothing wakes the worker, and the shortest (ms). */
const longestRest = 15_000;
const shortestRest = 100;

/**
 * Work that waits in rows of a table. `run` leases the rows that are due, so that nobody else takes them, works on them and
 * says whether there were any; `secondsUntilDue` gives the seconds until a row is due or a lease ends, null when nothing waits.
 */
export interface LeasedWork {
  readonly name: string;
  readonly run: () => Promise<boolean>;
  readonly secondsUntilDue: () => Promise<number | null>;
}

/**
 * Works on leased rows in one process until it is stopped: at once when notified, when a row is due, and at the
 * latest after fifteen seconds. Each kind of work runs independently; a kind that is listed twice runs twice in
 * parallel.
 */
export class LeaseWorkers {
  readonly #warn: (what: Record<string, unknown>, failure?: unknown) => void;
  readonly #sleepers = new Set<() => void>();
  #running: Promise<unknown> = Promise.resolve();
  #stops = false;
  /** The works for which the database is away. One that can be read and takes no writes fails some of them. */
  readonly #away = new Set<string>();

  /** @param warn gets what did not work, by ids, hosts and codes alone; `failure` left out: that the database is back */
  constructor(warn: (what: Record<string, unknown>, failure?: unknown) => void) {
    this.#warn = warn;
  }

  start(works: readonly LeasedWork[]): void {
    this.#running = Promise.all(works.map((work) => this.#repeat(work)));
  }

  /** There may be something new to do. */
  wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Ends when the works have ended what they have in hand. */
  async stop(): Promise<void> {
    this.#stops = true;
    this.wake();
    await this.#running;
  }

  /**
   * Tries work; gives what it says, false when it failed. A database that is away for a while ends nothing, and is reported once
   * when it goes and once when it is back.
   */
  async guarded(name: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      const isDone = await work();
      if (this.#away.delete(name) && this.#away.size === 0) this.#warn({ work: name, isOver: true });
      return isDone;
    } catch (error) {
      const isUnavailable = toRefusal(error).status === 503;
      const isLogged = this.#away.size > 0;
      if (isUnavailable) this.#away.add(name);
      if (isUnavailable && isLogged) return false;
      const { code, name: kind } = error as { code?: string; name?: string };
      this.#warn({ work: name, failed: code ?? kind ?? 'unknown' }, error);
      return false;
    }
  }

  /** Works as long as there is something to do, then sleeps until it is woken or something is due. */
  async #repeat({ name, run, secondsUntilDue }: LeasedWork): Promise<void> {
    while (!this.#stops) {
      // A wake-up during the work is not lost.
      const rest = this.#rest();
      if (await this.guarded(name, run)) rest.end();
      else void this.guarded('next', () => setAlarm(secondsUntilDue, rest.end));
      await rest.done;
    }
  }

  #rest(): { done: Promise<void>; end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => end(), longestRest);
    const end = () => {
      clearTimeout(timer);
      this.#sleepers.delete(end);
      resolve();
    };
    this.#sleepers.add(end);
    return { done: promise, end };
  }
}

async function setAlarm(secondsUntilDue: LeasedWork['secondsUntilDue'], end: () => void): Promise<boolean> {
  const seconds = await secondsUntilDue();
  if (seconds !== null && seconds * 1000 < longestRest) setTimeout(end, Math.max(shortestRest, seconds * 1000)).unref();
  return true;
}
