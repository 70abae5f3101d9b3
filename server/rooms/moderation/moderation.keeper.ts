import type { AppContext } from '../../call/room.ts';
import { forgetRemoved } from './moderation.acts.queries.ts';

/** What was removed long ago is looked for this often (ms). */
const lookEvery = 10 * 60_000;

/** Lets go of what moderators removed, when its time is over. */
export class RemovedKeeper {
  readonly #house: AppContext;
  readonly #looking = setInterval(() => this.look(), lookEvery).unref();

  constructor(app: AppContext) {
    this.#house = app;
    void this.look();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  /** A look that fails is made up for by the next one. */
  async look(): Promise<void> {
    const { database, files } = this.#house;
    await database
      .alone(forgetRemoved)
      .then((keys) => files.remove(keys))
      .catch(() => undefined);
  }
}
