import type { House } from '../../call/mount.ts';
import { type Read, writeReadings } from './journal.writing.queries.ts';

/** Milliseconds that readings are gathered before they are written together. */
const gathering = 2_000;
/** More than this many are not kept waiting. */
const most = 500;

/** What one portal has gathered since it wrote last. */
class Readings {
  readonly #house: House;
  #gathered = new Map<string, Read & { since: number; times: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(house: House) {
    this.#house = house;
  }

  note(read: Read, lost: (error: unknown) => void): void {
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
    await writeReadings(
      this.#house.database.own,
      rows.map(({ since, ...row }) => ({ ...row, ageMs: now - since })),
    );
  }
}

const readings = new WeakMap<House, Readings>();

/** Gathers what is noted from now on; gives the function that writes the rest at the portal's stop. */
export function gatherReadings(house: House): () => Promise<void> {
  const gathered = new Readings(house);
  readings.set(house, gathered);
  return () => gathered.write();
}

/** Notes who read whose marks: together with others, a little later, not in the reader's own call (settled.md 33). */
export function noteReading(house: House, read: Read, lost: (error: unknown) => void): void {
  if (read.students.length) readings.get(house)?.note(read, lost);
}
