import { now } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Language } from '../core/translations.ts';
import type { Database } from '../database/database.ts';

/** Work on the server: from when on nobody changes anything, until when at the earliest, and why. */
interface Work {
  /** ISO 8601. */
  readonly begins: string;
  /** When it is expected to end; null: nobody has said. It goes on until the command ends it. */
  readonly ends: string | null;
  readonly reason: Readonly<Record<Language, string>> | null;
}

/** Seconds after which whoever was refused asks again, where nobody knows when the work ends. */
const askAgain = 60;
const longestWait = 600;

/**
 * The work on the server that is announced or goes on, as this node knows it. It is kept in the process, so that no call
 * waits for the database to know it; the database notifies of each change.
 */
export class MaintenanceState {
  readonly #database: Database;
  #work: Work | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Reads what is announced, and again whenever that changes or the connection to the database was lost.
   * @param onRead called when it has been read again
   */
  async watch(onRead: () => void): Promise<void> {
    const readAgain = () => void this.#read().then(onRead, () => undefined);
    await this.#database.listen('bilim_maintenance', readAgain, readAgain);
    await this.#read();
  }

  /** The maintenance that is announced or goes on; null: none. */
  get work(): Work | null {
    return this.#work;
  }

  /** @throws Refusal 503 call.maintenance while the work goes on */
  refuse(): void {
    if (!this.#work || now().toISOString() < this.#work.begins) return;
    const { ends } = this.#work;
    const left = ends === null ? askAgain : Math.ceil((Date.parse(ends) - now().getTime()) / 1000);
    throw new Refusal('call.maintenance', 503, {
      values: { seconds: Math.min(Math.max(left, askAgain), longestWait) },
    });
  }

  async #read(): Promise<void> {
    const [row] = await this.#database.autocommit<Work[]>`
      select begins_at as begins, ends_at as ends, reason from maintenance`;
    this.#work = row ?? null;
  }
}
