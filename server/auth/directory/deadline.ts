/** Milliseconds after which a server that says nothing is away. */
export const answerTimeoutMs = 5000;

/** The end of one sign-in at a directory, with all its servers and referrals: what is asked after it fails. */
export class Deadline {
  readonly #at: number;

  constructor(within: number) {
    this.#at = performance.now() + within;
  }

  get isOver(): boolean {
    return performance.now() >= this.#at;
  }

  /** Waits for an answer, not longer than for one server and not beyond the end. The library knows no end to a handshake. */
  async wait<T>(ask: () => Promise<T>): Promise<T> {
    const left = Math.min(answerTimeoutMs, this.#at - performance.now());
    if (left <= 0) throw new Error('the time for the directory is over');
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => refuse(new Error('the directory says nothing')), left);
    });
    try {
      return await Promise.race([ask(), over]);
    } finally {
      clearTimeout(timer);
    }
  }
}
