/** One running period; `end` calls it off. */
export interface Deadline {
  end(): void;
}

/** A period in a ring of them. One that is over points at none, and none at it: see `Deadlines`. */
class Period implements Deadline {
  readonly until: number;
  late: (() => void) | null;
  before: Period = this;
  after: Period = this;

  constructor(until: number, late: (() => void) | null) {
    this.until = until;
    this.late = late;
  }

  /** Puts it before another one of a ring. */
  join(next: Period): void {
    this.before = next.before;
    this.after = next;
    next.before.after = this;
    next.before = this;
  }

  end(): void {
    this.before.after = this.after;
    this.after.before = this.before;
    this.before = this;
    this.after = this;
    this.late = null;
  }
}

/**
 * Periods that all last equally long, so that the oldest is always the next to run out and one timer serves them all.
 * A timer and an abort signal for each call cost more than many a call itself. They are no `Set`: its table is made anew
 * every few calls, each points at the next, and an old one that waits to be cleaned up would keep alive every call
 * that ran while one of its heirs was made, which was half of all that calls left behind.
 */
export class Deadlines {
  readonly #within: number;
  /** In the order in which they began, which is the order in which they run out; this one itself never does. */
  readonly #ring = new Period(Number.POSITIVE_INFINITY, null);
  #timer: NodeJS.Timeout | null = null;

  /** `within`: milliseconds. */
  constructor(within: number) {
    this.#within = within;
  }

  /** Begins a period; `late` is called when it runs out before it was ended. */
  begin(late: () => void): Deadline {
    const one = new Period(performance.now() + this.#within, late);
    one.join(this.#ring);
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
    for (let one = this.#ring.after; one !== this.#ring; one = this.#ring.after) {
      if (one.until > now) {
        this.#wait(one.until - now);
        return;
      }
      const { late } = one;
      one.end();
      late?.();
    }
    this.#timer = null;
  }
}
