import { today } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { type PageVisit, writePageVisits } from './registration.visits.queries.ts';

/** Milliseconds in which visits are collected before they are written in one statement. */
const gathering = 1_000;
/** How many visits are remembered as written, so that opening the page again writes nothing. */
const remembered = 50_000;

/** Records who opened the page of registration: not in the call's transaction, but many in one statement. */
export class PageVisitLog {
  readonly #database: Pick<Database, 'autocommit'>;
  readonly #timeZone: string;
  readonly #known = new Set<string>();
  #gathered: PageVisit[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'autocommit'>, timeZone: string) {
    this.#database = database;
    this.#timeZone = timeZone;
  }

  note(visit: PageVisit, lost: (error: unknown) => void): void {
    // By the day: a window that opens tomorrow is another one.
    const key = `${visit.student} ${visit.year} ${visit.semester} ${today(this.#timeZone)}`;
    if (this.#known.has(key)) return;
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.add(key);
    this.#gathered.push(visit);
    this.#timer ??= setTimeout(() => {
      void this.write().catch((error: unknown) => {
        this.#known.clear();
        lost(error);
      });
    }, gathering);
  }

  /** Writes what was gathered until now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const visits = this.#gathered;
    this.#gathered = [];
    if (visits.length > 0) await writePageVisits(this.#database.autocommit, this.#timeZone, visits);
  }
}
