import { Refusal } from './refusal.ts';

/**
 * Lets at most `places` run at once; at most `line` others wait, each not longer than `within` milliseconds.
 * Whoever finds no place gets 503 call.unavailable.
 */
export class Semaphore {
  readonly #places: number;
  #free: number;
  readonly #within: number;
  readonly #line: number;
  readonly #waiting: { enter: () => void; timer: NodeJS.Timeout }[] = [];

  constructor(places: number, within: number, line = Number.POSITIVE_INFINITY) {
    this.#places = places;
    this.#free = places;
    this.#within = within;
    this.#line = line;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#enter();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        clearTimeout(next.timer);
        next.enter();
      } else this.#free++;
    }
  }

  /** How many run, and how many may. */
  get places(): { now: number; most: number } {
    return { now: this.#places - this.#free, most: this.#places };
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  #enter(): Promise<void> {
    if (this.#waiting.length >= this.#line) return Promise.reject(new Refusal('call.unavailable', 503));
    return new Promise((enter, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(
          this.#waiting.findIndex((one) => one.timer === timer),
          1,
        );
        refuse(new Refusal('call.unavailable', 503));
      }, this.#within);
      this.#waiting.push({ enter, timer });
    });
  }
}
