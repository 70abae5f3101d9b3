import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { Db } from './database.ts';
import { asRefusal, Refusal } from './failures.ts';

/** Milliseconds that others still have on connections that are thrown away. */
const finishWithin = 10_000;
/** Milliseconds after which a socket that failed has told so. */
const told = 2;

type Options = NonNullable<Parameters<typeof postgres>[1]>;

/**
 * Connections that are used in turn. The driver takes a connection that broke once more, with what its former life
 * left behind: then a write to the closed socket ends the process, the new session never begins, or what a dead
 * transaction still wanted is done inside another one (porsager/postgres 1133, 1208, 1216). Therefore connections are
 * thrown away together when one of them breaks, and a transaction that lost its own says nothing more.
 */
export class Pool {
  readonly #open: (ears: Options) => postgres.Sql;
  #now: postgres.Sql;
  #isClosed = false;

  constructor(url: string, options: Options) {
    this.#open = (ears) => postgres(url, { ...options, ...ears });
    this.#now = this.#begin();
  }

  /** For statements that commit by themselves; asked for anew by every piece of work. */
  get sql(): Db {
    return this.#now;
  }

  /** Runs in one transaction, `options` as after the word begin. */
  async transaction<T>(options: string, work: (db: Db) => Promise<T>): Promise<T> {
    const sql = this.#now;
    let isOver = false;
    const running = sql.begin(options, async (db) => {
      const [done] = await Promise.allSettled([work(whileOpen(db, () => isOver))]);
      const seemsLost = done.status === 'rejected' && asRefusal(done.reason).status === 503;
      if (sql !== this.#now || seemsLost) await wait(told);
      // Nobody is left to hear commit or rollback, and the driver has refused already.
      if (isOver) await new Promise(() => undefined);
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    }) as Promise<T>;
    try {
      return await running;
    } finally {
      isOver = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#now.end({ timeout: 5 });
  }

  #begin(): postgres.Sql {
    // One that never came through leaves nothing behind; while the database is away, its pauses go on growing.
    let cameThrough = false;
    const sql = this.#open({
      onparameter: () => {
        cameThrough = true;
      },
      onclose: () => {
        if (!cameThrough || sql !== this.#now || this.#isClosed) return;
        this.#now = this.#begin();
        void sql.end({ timeout: finishWithin / 1000 });
      },
    });
    return sql;
  }
}

/** The same, but refuses every statement once its transaction is over. */
function whileOpen(db: Db, isOver: () => boolean): Db {
  const ask = (...words: Parameters<Db>) => {
    if (isOver()) throw new Refusal('call.unavailable', 503);
    return db(...words);
  };
  return Object.assign(ask, db) as unknown as Db;
}
