import type { Logger } from 'pino';
import { sentenceFor } from '../core/cannot-start.ts';
import { asRefusal, isOutage } from '../core/refusal.ts';

const lookEvery = 1_000;

/**
 * Tells the log once that the database cannot be used and once that it can again. A line for each refused call would say the
 * same hundreds of times, and hide what else is wrong.
 */
export class Outage {
  readonly #log: Pick<Logger, 'error' | 'warn'>;
  readonly #isUsable: () => Promise<boolean>;
  #begun: number | null = null;
  #refused = 0;
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;

  /** @param isUsable whether calls could be served again; asked once a second while they cannot */
  constructor(log: Pick<Logger, 'error' | 'warn'>, isUsable: () => Promise<boolean>) {
    this.#log = log;
    this.#isUsable = isUsable;
  }

  /** Takes note of a call that failed; false: that has nothing to do with an outage, and the log has to be told of it. */
  refuses(failure: unknown): boolean {
    const isPart = this.covers(failure);
    if (isPart) this.#refused++;
    return isPart;
  }

  /** The same for what the portal does by itself. */
  covers(failure: unknown): boolean {
    if (isOutage(failure)) this.#begin(failure);
    // Whoever stands in line behind a lost database is turned away too.
    return this.#begun !== null && asRefusal(failure).code === 'call.unavailable';
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  #begin(failure: unknown): void {
    if (this.#begun !== null) return;
    this.#begun = performance.now();
    this.#refused = 0;
    this.#log.error(
      { reason: sentenceFor((failure as Error).cause ?? failure) },
      'the database cannot be used, calls are refused',
    );
    this.#looking = setInterval(() => void this.#look(), lookEvery).unref();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isUsable = await this.#isUsable().finally(() => {
      this.#isLooking = false;
    });
    if (!isUsable || this.#begun === null) return;
    clearInterval(this.#looking);
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    this.#begun = null;
    this.#log.warn({ seconds, refused: this.#refused }, 'the database can be used again');
  }
}
