import type { AppContext } from '../../call/room.ts';
import { notifyRegistrationWindows } from '../../notices/writing.queries.ts';

/** Registration opens and closes by its dates: looked at this often (ms). */
const lookEvery = 60_000;

/** What happens to notices without anybody's act, in one process. */
export class NoticeScheduler {
  readonly #app: AppContext;
  readonly #looking = setInterval(() => this.#look(), lookEvery).unref();

  constructor(app: AppContext) {
    this.#app = app;
    this.#look();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  /** A look that fails is made up for by the next one. */
  #look(): void {
    const { database, live, settings } = this.#app;
    const looking = async () => {
      const faculties = await database.alone((db) => notifyRegistrationWindows(db, settings.timeZone));
      live.publish(faculties.map((faculty) => ({ to: [`f:${faculty}:2`], room: 'notices', key: null })));
    };
    void looking().catch(() => undefined);
  }
}
