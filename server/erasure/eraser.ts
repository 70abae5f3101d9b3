import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../files/store.ts';
import type { Settings } from '../settings.ts';
import { readPeopleDueForErasure } from './erasure.queries.ts';
import { erasePeople } from './erasure.ts';

const lookEvery = 6 * 60 * 60_000;
/** People who are erased in one run; the next run takes the others. */
const atOnce = 200;

/** Erases, a few times a day, what need not be kept of people who left long enough ago. Several nodes may look at once. */
export class DataEraser {
  readonly #database: Database;
  readonly #store: FileStore;
  readonly #settings: Pick<Settings, 'eraseAfterDays' | 'dataDir'>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  #looking: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(
    database: Database,
    store: FileStore,
    settings: Pick<Settings, 'eraseAfterDays' | 'dataDir'>,
    log: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.#database = database;
    this.#store = store;
    this.#settings = settings;
    this.#log = log;
  }

  start(): void {
    if (this.#settings.eraseAfterDays === 0) return;
    const look = () => {
      this.#working = this.#working
        .then(() => this.look())
        .catch((err: unknown) => this.#log.warn({ err }, 'erasing did not come to its end'));
    };
    this.#looking = setInterval(look, lookEvery).unref();
    look();
  }

  /** Erases those who are due; gives how many. */
  async look(): Promise<void> {
    const { eraseAfterDays, dataDir } = this.#settings;
    const due = await readPeopleDueForErasure(this.#database.autocommit, eraseAfterDays, atOnce);
    if (!due.length) return;
    const erased = await erasePeople((work) => this.#database.transaction(work), { store: this.#store, dataDir }, due);
    if (erased.length) this.#log.info({ people: erased.length }, 'data of people who left were erased');
  }

  async stop(): Promise<void> {
    if (this.#looking) clearInterval(this.#looking);
    await this.#working;
  }
}
