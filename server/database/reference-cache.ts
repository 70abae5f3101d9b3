import type { Database } from './database.ts';

/** What was read holds for this many milliseconds: at midnight another term may begin. */
const holds = 20_000;
/** Some names hold what a client sent. */
const most = 1000;

/**
 * What is the same for everybody and is asked at every opening of the portal: years, terms, links. Read once, and again
 * as soon as an import writes one of these tables.
 */
export class ReferenceCache {
  readonly #database: Database;
  readonly #known = new Map<string, { answer: Promise<unknown>; until: number }>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Empties the cache on any node's notification of a change, and after a lost connection, which may have missed one. */
  async watch(): Promise<void> {
    const forget = () => this.#known.clear();
    await this.#database.listen('bilim_reference', forget, forget);
  }

  /** The answer under a name, which says all that it depends on; `read` finds it when it is not known. */
  get<T>(name: string, read: () => Promise<T>): Promise<T> {
    const now = performance.now();
    const known = this.#known.get(name);
    if (known && known.until > now) return known.answer as Promise<T>;
    if (this.#known.size > most) this.#known.clear();
    const answer = read();
    this.#known.set(name, { answer, until: now + holds });
    answer.catch(() => {
      if (this.#known.get(name)?.answer === answer) this.#known.delete(name);
    });
    return answer;
  }
}
