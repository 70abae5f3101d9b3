import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { Refusal, toRefusal } from '../core/refusal.ts';
import type { Db } from './db.ts';
import { type ClientOptions, createPostgresClient, getPrimaryFinder } from './postgres-client.ts';
import { createDatabaseTimeoutRefusal, type ResponseWatchdog } from './response-watchdog.ts';

/** Milliseconds that others still have on connections that are thrown away. */
const finishWithin = 10_000;
/** Milliseconds within which a socket that failed has emitted its error. */
const failureReportMs = 2;

/**
 * A pool that throws all of its connections away when one of them breaks. The driver would use a broken connection
 * again, with what is left of its former life: a write to the closed socket ends the process, the new session never
 * begins, or statements of a dead transaction run inside another one (porsager/postgres 1133, 1208, 1216). A
 * transaction that lost its connection sends nothing more. A connection without an answer for too long counts as
 * broken, too: a network may drop packets silently.
 */
export class Pool {
  readonly #url: string;
  readonly #open: (listener: ClientOptions) => postgres.Sql;
  readonly #watchdog: ResponseWatchdog;
  readonly #onHang: () => void;
  #now: postgres.Sql;
  #limited: Db;
  #isClosed = false;
  /** How many commits were acknowledged although no standby has them. */
  #unreplicated = 0;

  /** `onHang` is called when no answer came in time, once for the connections of that moment. */
  constructor(url: string, options: ClientOptions, watchdog: ResponseWatchdog, onHang: () => void = () => undefined) {
    this.#url = url;
    this.#onHang = onHang;
    this.#open = (listener) => createPostgresClient(url, { ...options, ...listener });
    this.#watchdog = watchdog;
    this.#now = this.#begin();
    this.#limited = this.#limit(this.#now);
  }

  /** For statements that commit by themselves; asked for again by every piece of work. */
  get sql(): Db {
    return this.#limited;
  }

  /** Runs a statement that commits by itself. */
  async alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const unreplicated = this.#unreplicated;
    const done = await work(this.#limited);
    this.#checkReplicated(unreplicated);
    return done;
  }

  /** Runs in one transaction, `options` as after the word begin. */
  async transaction<T>(options: string, work: (db: Db) => Promise<T>): Promise<T> {
    const sql = this.#now;
    const timeout = Promise.withResolvers<never>();
    const late = () => {
      this.#leave(sql);
      timeout.reject(createDatabaseTimeoutRefusal());
    };
    let isOver = false;
    let hasEnded = false;
    let unreplicated = this.#unreplicated;
    // Begin and commit are the driver's own statements.
    let waiting = this.#watchdog.wait(late);
    const running = sql.begin(options, async (db) => {
      waiting.end();
      if (isOver) throw new Refusal('call.unavailable', 503);
      const limited = this.#watchdog.limit(
        whileOpen(db, () => isOver),
        late,
      );
      const [done] = await Promise.allSettled([work(limited)]);
      const seemsLost = done.status === 'rejected' && toRefusal(done.reason).status === 503;
      if (sql !== this.#now || seemsLost) await wait(failureReportMs);
      // The connection is gone for commit or rollback, and the driver has refused already.
      if (hasEnded) await new Promise(() => undefined);
      if (done.status === 'rejected') throw done.reason;
      // The caller was informed that nothing was done.
      if (isOver) throw new Refusal('call.unavailable', 503);
      waiting = this.#watchdog.wait(late);
      unreplicated = this.#unreplicated;
      return done.value;
    }) as Promise<T>;
    const end = () => {
      hasEnded = true;
      waiting.end();
    };
    running.then(end, end);
    try {
      const done = await Promise.race([running, timeout.promise]);
      this.#checkReplicated(unreplicated);
      return done;
    } finally {
      isOver = true;
    }
  }

  /** It may have been this one: whoever repeats it with its key finds it done, or does it where it was lost. */
  #checkReplicated(before: number): void {
    if (before !== this.#unreplicated) throw new Refusal('call.unavailable', 503);
  }

  /** Throws all connections away and opens others. */
  renew(): void {
    this.#renew(this.#now);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#now.end({ timeout: 5 });
  }

  #begin(): postgres.Sql {
    // One that never came through leaves nothing behind; while the database is away, its pauses go on growing.
    let cameThrough = false;
    const sql = this.#open({
      onnotice: ({ routine }) => {
        // Somebody ended the wait for the standby, and PostgreSQL says that it is committed all the same.
        if (routine === 'SyncRepWaitForLSN') this.#unreplicated++;
      },
      onparameter: () => {
        cameThrough = true;
      },
      onclose: () => {
        if (cameThrough) this.#renew(sql);
      },
    });
    return sql;
  }

  /** Throws these connections away, if they are still those of now. */
  #renew(sql: postgres.Sql): void {
    if (sql !== this.#now || this.#isClosed) return;
    // The host that they led to may be frozen, or no longer the one that takes writes.
    getPrimaryFinder(this.#url)?.forget();
    this.#now = this.#begin();
    this.#limited = this.#limit(this.#now);
    void sql.end({ timeout: finishWithin / 1000 });
  }

  /** Throws these connections away because one of them gives no answer. */
  #leave(sql: postgres.Sql): void {
    if (sql !== this.#now) return;
    this.#renew(sql);
    // One host has nobody who could take its place.
    const finder = getPrimaryFinder(this.#url);
    if (!finder) return;
    finder.doubt();
    this.#onHang();
  }

  #limit(sql: postgres.Sql): Db {
    return this.#watchdog.limit(sql, () => this.#leave(sql));
  }
}

/** The same, but refuses every statement once its transaction is over. */
function whileOpen(db: Db, isOver: () => boolean): Db {
  const check = () => {
    if (isOver()) throw new Refusal('call.unavailable', 503);
  };
  const ask = (...words: Parameters<Db>) => {
    check();
    return db(...words);
  };
  const unsafe = (...words: Parameters<Db['unsafe']>) => {
    check();
    return db.unsafe(...words);
  };
  return Object.assign(ask, db, { unsafe }) as unknown as Db;
}
