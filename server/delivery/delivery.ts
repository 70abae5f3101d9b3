import type { Networks } from '../core/networks.ts';
import { asRefusal } from '../core/refusal.ts';
import type { Translations } from '../core/translations.ts';
import type { Database } from '../database/database.ts';
import { tellConcerned } from '../notices/import-notices.queries.ts';
import { connections } from './mail.ts';
import { planMails } from './mail-planning.queries.ts';
import { type Mailing, sendMail } from './mail-sender.ts';
import { planMessages } from './messages.queries.ts';
import { keepQuiet, planNotices, type Quiet, sweepDeliveries } from './planning.queries.ts';
import type { Push } from './push.ts';
import type { Renderers } from './rendered.ts';
import { retryWrite } from './retry-writes.ts';
import { compose, sendOne } from './sender.ts';
import { type Ended, type Leased, leaseDue, nextDue, type Priority, type Work, writeEnds } from './sending.queries.ts';

/** So many rows are taken, asked about and sent together. */
const inBatch = 64;
/** Batches at the same time; the last hands keep free for what concerns few while all are told something. */
const workers: readonly Priority[] = ['all', 'all', 'all', 'few'];
/** Milliseconds after which somebody looks though nothing called; and the shortest pause. */
const longestRest = 15_000;
const shortestRest = 100;
const sweepEvery = 3_600_000;

/** What the delivery of one process is made of. */
export interface Dependencies {
  readonly database: Database;
  readonly texts: Translations;
  readonly networks: Networks;
  readonly push: Push;
  /** Null: no mails are sent. */
  readonly mailing: Mailing | null;
  readonly renderers: Renderers;
  readonly timeZone: string;
  /** Is told of what did not work: ids, hosts and codes alone. */
  readonly warn: (what: Record<string, unknown>) => void;
}

/** Plans what is new and sends what is due, until it is stopped. */
export class Delivery {
  readonly #means: Dependencies;
  readonly #sweeper: NodeJS.Timeout;
  readonly #sleepers = new Set<() => void>();
  #running: Promise<unknown> = Promise.resolve();
  #stops = false;
  /** Whether it was told that the database is away. */
  #isAway = false;

  constructor(dependencies: Dependencies) {
    this.#means = dependencies;
    this.#sweeper = setInterval(() => void this.#guarded('sweep', () => this.#sweep()), sweepEvery).unref();
  }

  /** Begins; resolves when it listens for what is new. */
  async start(): Promise<void> {
    const wake = () => this.#wake();
    await this.#means.database.listen('bilim_delivery', wake, wake);
    const working = workers.map((priority) => this.#repeat('push', () => this.#send(priority)));
    const { mailing } = this.#means;
    // One by one: a mail that the server is slow to take holds up its own connection alone.
    for (let lane = 0; mailing && lane < connections; lane++)
      working.push(this.#repeat('mail', () => sendMail(this.#means, mailing)));
    this.#running = Promise.all([this.#repeat('plan', () => this.#plan()), ...working]);
    void this.#guarded('sweep', () => this.#sweep());
  }

  /** Sends what it has in hand and ends. */
  async stop(): Promise<void> {
    this.#stops = true;
    clearInterval(this.#sweeper);
    this.#wake();
    await this.#running;
  }

  #wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Works as long as there is something to do, then rests until it is called or something is due. */
  async #repeat(name: Work, work: () => Promise<boolean>): Promise<void> {
    while (!this.#stops) {
      // Whoever calls while this works is heard.
      const rest = this.#rest();
      if (await this.#guarded(name, work)) rest.end();
      else void this.#guarded('next', () => this.#setAlarm(name, rest.end));
      await rest.done;
    }
  }

  #rest(): { done: Promise<void>; end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => end(), longestRest);
    const end = () => {
      clearTimeout(timer);
      this.#sleepers.delete(end);
      resolve();
    };
    this.#sleepers.add(end);
    return { done: promise, end };
  }

  async #setAlarm(work: Work, end: () => void): Promise<boolean> {
    const seconds = await nextDue(this.#means.database.own, work);
    if (seconds !== null && seconds * 1000 < longestRest)
      setTimeout(end, Math.max(shortestRest, seconds * 1000)).unref();
    return true;
  }

  /** A database that is away for a while ends nothing, and is told once. */
  async #guarded(name: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      const isDone = await work();
      this.#isAway = false;
      return isDone;
    } catch (error) {
      const isAway = asRefusal(error).status === 503;
      if (isAway && this.#isAway) return false;
      this.#isAway = isAway;
      const { code, name: kind } = error as { code?: string; name?: string };
      this.#means.warn({ work: name, failed: code ?? kind ?? 'unknown' });
      return false;
    }
  }

  async #sweep(): Promise<boolean> {
    await sweepDeliveries(this.#means.database.own);
    return true;
  }

  async #plan(): Promise<boolean> {
    const { database, timeZone, mailing } = this.#means;
    const concerned = await database.transaction((db) => tellConcerned(db));
    const notices = await database.transaction(async (db) => {
      const ids = await planNotices(db, timeZone);
      if (mailing) await planMails(db, timeZone, ids);
      return ids.length;
    });
    const messages = await database.transaction((db) => planMessages(db, timeZone, mailing !== null));
    return concerned + notices + messages > 0;
  }

  async #send(priority: Priority): Promise<boolean> {
    const { database, timeZone } = this.#means;
    const leased = await database.alone((db) => leaseDue(db, priority, inBatch, timeZone));
    if (!leased.length) return false;
    const ready = await compose(await this.#loud(leased), this.#means);
    const ends = await Promise.all(ready.map((one): Promise<Ended> | Ended => sendOne(one, this.#means)));
    await retryWrite(() => database.transaction((db) => writeEnds(db, ends)));
    return true;
  }

  /** Puts off what would disturb now; gives the rest. */
  async #loud(leased: readonly Leased[]): Promise<readonly Leased[]> {
    const quiet = leased.filter(({ until }) => until !== null);
    const mayBeThere = ({ topic, tries, wasLeased }: Leased) => topic === 'digest' || tries > 0 || wasLeased;
    const [own, gathered] = [quiet.filter(mayBeThere), quiet.filter((row) => !mayBeThere(row))];
    if (quiet.length)
      await this.#means.database.transaction(async (db) => {
        if (own.length) await keepQuiet(db, own.map(idAndEnd), false);
        if (gathered.length) await keepQuiet(db, gathered.map(idAndEnd), true);
      });
    return leased.filter(({ until }) => until === null);
  }
}

const idAndEnd = ({ id, until }: Leased): Quiet => ({ id, until });
