import type { Logger } from 'pino';

const lookEvery = 1_000;

/** The log messages of an outage, and the check that finds its end. */
export interface OutageOptions {
  readonly begun: string;
  readonly over: string;
  /** Asked once a second while it cannot be used. */
  readonly isUsable: () => Promise<boolean>;
  /** Milliseconds for which it has to be usable before it counts as that: what comes and goes is one outage. */
  readonly quietFor?: number;
}

/**
 * Tells the log once that something cannot be used and once that it can again. A line for each refused call would say the
 * same hundreds of times, and hide what else is wrong.
 */
export class OutageLog {
  readonly #log: Pick<Logger, 'error' | 'warn'>;
  readonly #words: OutageOptions;
  #begun: number | null = null;
  /** When it was last found not to be usable. */
  #last = 0;
  #refused = 0;
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(log: Pick<Logger, 'error' | 'warn'>, words: OutageOptions) {
    this.#log = log;
    this.#words = words;
  }

  get isOn(): boolean {
    return this.#begun !== null;
  }

  /** Takes note of a call that was refused for it. */
  count(): void {
    this.#refused++;
  }

  begin(reason: string): void {
    this.#last = performance.now();
    if (this.#begun !== null) return;
    this.#begun = this.#last;
    this.#refused = 0;
    this.#log.error({ reason }, this.#words.begun);
    this.#looking = setInterval(() => void this.#look(), lookEvery).unref();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isUsable = await this.#words.isUsable().finally(() => {
      this.#isLooking = false;
    });
    if (this.#begun === null) return;
    const { quietFor = 0 } = this.#words;
    if (!isUsable) this.#last = performance.now();
    if (!isUsable || performance.now() - this.#last < quietFor) return;
    this.stop();
    const seconds = Math.round((performance.now() - this.#begun - quietFor) / 1000);
    this.#begun = null;
    this.#log.warn({ seconds, refused: this.#refused }, this.#words.over);
  }
}
