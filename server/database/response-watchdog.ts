import { Refusal } from '../core/refusal.ts';
import type { Db } from './db.ts';

/**
 * Milliseconds within which the database answers a statement. Its own limit for a statement is shorter, so that only a
 * database that hangs, or a network that swallows what is sent, is ever this late.
 */
export const databaseAnswerTimeoutMs = 7000;

/** The refusal when a database does not answer. */
export const createDatabaseTimeoutRefusal = (): Refusal =>
  new Refusal('call.unavailable', 503, {
    cause: Object.assign(new Error('the database does not answer'), { code: 'CONNECT_TIMEOUT' }),
  });

/** A wait for one answer; `end` says that it came. */
interface Wait {
  end(): void;
}

/** How many statements of one process are outstanding, and since when the database has sent nothing. */
export class ResponseWatchdog {
  readonly #within: number;
  #outstanding = 0;
  /** Since when statements are outstanding and nothing was received; null when none is. */
  #silentSince: number | null = null;

  constructor(within = databaseAnswerTimeoutMs) {
    this.#within = within;
  }

  /** Begins to wait for an answer; `late` is called when it does not come in time, unless the wait was ended. */
  wait(late: () => void): Wait {
    let isOver = false;
    this.#outstanding++;
    this.#silentSince ??= performance.now();
    const limit = setTimeout(() => {
      isOver = true;
      this.#outstanding--;
      late();
    }, this.#within).unref();
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(limit);
        this.#outstanding--;
        this.#silentSince = this.#outstanding ? performance.now() : null;
      },
    };
  }

  /** Milliseconds without any data received while statements are outstanding. */
  get silence(): number {
    return this.#silentSince === null ? 0 : performance.now() - this.#silentSince;
  }

  /** The same connections, whose statements are rejected with 503 when no answer comes in time; `late` is called then. */
  limit(db: Db, late: () => void): Db {
    const ask = (...words: Parameters<Db>) => this.#limited(db(...words), late);
    const unsafe = (...words: Parameters<Db['unsafe']>) => this.#limited(db.unsafe(...words), late);
    return Object.assign(ask, db, { unsafe }) as unknown as Db;
  }

  /** A statement begins when somebody waits for it; what is only a part of another one never does. */
  #limited<Q extends object>(query: Q, late: () => void): Q {
    if (!(query instanceof Promise)) return query;
    const { then } = query;
    let answered: Promise<unknown> | null = null;
    const begin = () =>
      new Promise((done, failed) => {
        const waiting = this.wait(() => {
          failed(createDatabaseTimeoutRefusal());
          late();
        });
        then.call(
          query,
          (rows) => {
            waiting.end();
            done(rows);
          },
          (failure) => {
            waiting.end();
            failed(failure);
          },
        );
      });
    return Object.assign(query, {
      // biome-ignore lint/suspicious/noThenProperty: the driver's statements are promises that begin when they are awaited
      then: (...heirs: Parameters<Promise<unknown>['then']>) => {
        answered ??= begin();
        return answered.then(...heirs);
      },
    });
  }
}
