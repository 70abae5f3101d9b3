/** Work under one key runs one after another, in the order in which it came; under other keys it goes on beside it. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all that came before it under `key` has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const quiet = turn.catch(() => undefined);
    this.#last.set(key, quiet);
    void quiet.then(() => {
      if (this.#last.get(key) === quiet) this.#last.delete(key);
    });
    return turn;
  }
}
