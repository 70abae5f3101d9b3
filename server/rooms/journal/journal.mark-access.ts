import type { Database } from '../../database/database.ts';
import { insertMarkAccesses, type MarkAccess } from './journal.writing.queries.ts';

/** Readings are collected for so many milliseconds and written in one statement. */
const gathering = 2_000;
/** When more than this many are collected, they are written at once. */
const most = 500;

/** Records who read whose marks: collected in each process and written in batches, not in the call that reads. */
export class MarkAccessLog {
  readonly #database: Pick<Database, 'autocommit'>;
  #gathered = new Map<string, MarkAccess & { since: number; times: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'autocommit'>) {
    this.#database = database;
  }

  note(read: MarkAccess, lost: (error: unknown) => void): void {
    if (!read.students.length) return;
    const key = JSON.stringify(read);
    const same = this.#gathered.get(key);
    if (same) same.times++;
    else this.#gathered.set(key, { ...read, since: performance.now(), times: 1 });
    const write = () => void this.write().catch(lost);
    if (this.#gathered.size >= most) write();
    else this.#timer ??= setTimeout(write, gathering);
  }

  /** Writes what was gathered until now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#gathered.values()];
    this.#gathered = new Map();
    const now = performance.now();
    await insertMarkAccesses(
      this.#database.autocommit,
      rows.map(({ since, ...row }) => ({ ...row, ageMs: now - since })),
    );
  }
}
