import { sweepHints } from '../auth/hint.ts';
import { sweepSecondSteps } from '../auth/second-step.ts';
import { sweepSessions } from '../auth/session-end.ts';
import { sweepPages } from '../converting/converting.queries.ts';
import type { Sweep } from '../core/sweep.ts';
import { sweepAnswers } from './idempotency.ts';
import type { AppContext } from './room.ts';

const sweepEvery = 10 * 60_000;

/** What the parts below the rooms remove, each its own rows and files. */
const sharedSweeps = (app: AppContext): Sweep[] => {
  const { own } = app.database;
  return [
    () => sweepAnswers(own),
    () => sweepSessions(own),
    () => app.throttle.sweep(),
    () => sweepSecondSteps(own),
    () => sweepHints(own),
    () => app.files.sweep(own),
    () => sweepPages(own, app.files),
  ];
};

/** Has every owner sweep, one after the other; one that fails is told to `warn` and holds up no other. */
export class Sweeper {
  readonly #sweeps: readonly Sweep[];
  readonly #warn: (error: unknown) => void;
  readonly #timer = setInterval(() => void this.run(), sweepEvery).unref();
  #running: Promise<void> | null = null;

  constructor(app: AppContext, ofRooms: readonly Sweep[], warn: (error: unknown) => void) {
    this.#sweeps = [...sharedSweeps(app), ...ofRooms];
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
