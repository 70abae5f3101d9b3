import type { Logger } from 'pino';

/** Milliseconds without another one after which it counts as over. */
const quietFor = 15_000;

/**
 * Tells the log of calls that could not be answered for want of time or of a place, though the database is there: the
 * first with its cause, the others of the same spell as one line with their number and their addresses. A line with a
 * stack for each would say the same over and over.
 */
export class UnansweredCallReporter {
  readonly #log: Pick<Logger, 'error' | 'warn'>;
  readonly #over: NodeJS.Timeout;
  readonly #paths = new Map<string, number>();
  #isOn = false;

  /** @param quiet for tests: see quietFor */
  constructor(log: Pick<Logger, 'error' | 'warn'>, quiet = quietFor) {
    this.#log = log;
    this.#over = setTimeout(() => this.#end(), quiet).unref();
  }

  /** Counts one; `detail`: what is logged of the first. */
  note(path: string, detail: object): void {
    this.#over.refresh();
    if (this.#isOn) this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
    else this.#log.error({ ...detail, path }, 'call not answered in time; more of them are counted');
    this.#isOn = true;
  }

  /** Logs those that were not logged yet, also when the portal stops. */
  stop(): void {
    clearTimeout(this.#over);
    this.#end();
  }

  #end(): void {
    const more = [...this.#paths.values()].reduce((sum, times) => sum + times, 0);
    if (more) this.#log.warn({ more, paths: Object.fromEntries(this.#paths) }, 'calls are answered in time again');
    this.#paths.clear();
    this.#isOn = false;
  }
}
