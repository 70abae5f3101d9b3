import type { Sweep } from '../core/sweep.ts';

const sweepEvery = 10 * 60_000;

/** Has every owner sweep, one after the other; one that fails is reported to `warn` and holds up no other. */
export class Sweeper {
  readonly #sweeps: readonly Sweep[];
  readonly #warn: (error: unknown) => void;
  readonly #timer = setInterval(() => void this.run(), sweepEvery).unref();
  #running: Promise<void> | null = null;

  constructor(sweeps: readonly Sweep[], warn: (error: unknown) => void) {
    this.#sweeps = sweeps;
    this.#warn = warn;
  }

  /** Sweeps once; while it does, another call waits for the same round. */
  run(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Ends when the round that runs has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    for (const sweep of this.#sweeps) await sweep().catch(this.#warn);
  }
}
