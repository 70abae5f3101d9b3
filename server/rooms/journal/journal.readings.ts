import type { Database } from '../../database/database.ts';
import { type MarkReading, writeMarkReadings } from './journal.writing.queries.ts';

/** Milliseconds that readings are gathered before they are written together. */
const gathering = 2_000;
/** More than this many are not kept waiting. */
const most = 500;

/** Notes who read whose marks: gathered in each process, and written a little later, not in the reader's own call. */
export class MarkReadingLog {
  readonly #database: Pick<Database, 'own'>;
  #gathered = new Map<string, MarkReading & { since: number; times: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'own'>) {
    this.#database = database;
  }

  note(read: MarkReading, lost: (error: unknown) => void): void {
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
    await writeMarkReadings(
      this.#database.own,
      rows.map(({ since, ...row }) => ({ ...row, ageMs: now - since })),
    );
  }
}
