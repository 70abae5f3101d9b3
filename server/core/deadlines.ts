/** One running period; `end` calls it off. */
export interface Deadline {
  end(): void;
}

interface Open extends Deadline {
  readonly until: number;
  readonly late: () => void;
}

/**
 * Periods that all last equally long, so that the oldest is always the next to run out and one timer serves them all.
 * A timer and an abort signal for each call cost more than many a call itself.
 */
export class Deadlines {
  readonly #within: number;
  /** In the order in which they began, which is the order in which they run out. */
  readonly #open = new Set<Open>();
  #timer: NodeJS.Timeout | null = null;

  /** `within`: milliseconds. */
  constructor(within: number) {
    this.#within = within;
  }

  /** Begins a period; `late` is called when it runs out before it was ended. */
  begin(late: () => void): Deadline {
    const all = this.#open;
    const one: Open = {
      until: performance.now() + this.#within,
      late,
      end() {
        all.delete(one);
      },
    };
    all.add(one);
    if (!this.#timer) this.#wait(this.#within);
    return one;
  }

  #wait(time: number): void {
    this.#timer = setTimeout(() => this.#look(), time);
    this.#timer.unref();
  }

  #look(): void {
    const now = performance.now();
    // One that begins meanwhile comes last here, and is waited for.
    for (const one of this.#open) {
      if (one.until > now) {
        this.#wait(one.until - now);
        return;
      }
      this.#open.delete(one);
      one.late();
    }
    this.#timer = null;
  }
}
