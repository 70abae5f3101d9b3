import type postgres from 'postgres';
import { parseDatabaseAddress } from '../core/database-address.ts';
import { isRetryableDatabaseError } from '../core/refusal.ts';
import { Semaphore } from '../core/semaphore.ts';
import type { Settings } from '../settings.ts';
import type { Db } from './db.ts';
import { Pool } from './pool.ts';
import { createPostgresClient, getPrimaryFinder } from './postgres-client.ts';
import { acquireTimeoutMs, type ReadMode, ReadPools } from './read-pools.ts';
import { ReplicaReads, type ReplicaState } from './replica-reads.ts';
import { ResponseWatchdog } from './response-watchdog.ts';
import { maxTimeoutMs, unlimitedTimeouts } from './time-limits.ts';

export type { Db };

/** Name of the connection that listens: each running node has one. */
export const listenerConnectionName = 'bilim listens';
/** With these PostgreSQL sees within a minute that the machine of a node is gone. */
const keepAliveSettings = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 };
/** Seconds of silence after which we ask whether the machine of PostgreSQL is there; ten more without an answer end it. */
const keepAliveSeconds = 5;

/** What holds for every session of the database: limits, and how it plans. */
export const sessionParameters = {
  TimeZone: 'UTC',
  // Statements are prepared once a connection; left to choose, the planner plans many of them again at every call, which
  // takes longer than to run them.
  plan_cache_mode: 'force_generic_plan',
  // Shorter than we wait for an answer: what merely takes long is ended in order.
  statement_timeout: 6000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
  // Connections stay open while no call uses them, and one of them waits for notifications (LISTEN).
  idle_session_timeout: maxTimeoutMs,
} as const;

/** Sets the zone in which the university counts its days (functions/clock.sql). */
export const sessionTimeZoneParameter = (timeZone: string) => ({ 'bilim.zone': timeZone });

/** What a process has to know of the settings to open its connections. */
export type ConnectionSettings = Pick<Settings, 'databaseConnections' | 'timeZone'> &
  Partial<Pick<Settings, 'databaseReadUrl'>>;

/** Options of a process that opens connections. */
interface ConnectionOptions {
  /** Sees every statement with its values: for tests and benchmarks that count or repeat them. */
  readonly watch?: ((text: string, values: readonly unknown[]) => void) | undefined;
  /** The role that statements run as, which whoever connects may take (calls-role.ts). */
  readonly role?: string | undefined;
  /** Where statements run as a role that signs in by itself, and cannot become the owner: its address. */
  readonly callsUrl?: string | undefined;
  /** What the connection that listens is called, in a process that is no node. */
  readonly listener?: string;
}

/** The connections of one process to its database. */
export class Database {
  /** The owner's address, for processes that do an owner's work. */
  readonly url: string;
  readonly #write: Pool;
  readonly #reads: ReadPools;
  readonly #replicas: ReplicaReads | null;
  readonly #autocommit: Pool;
  readonly #openListener: () => postgres.Sql;
  readonly #openAnother: () => postgres.Sql;
  #listener: postgres.Sql;
  readonly #subscriptions: { channel: string; listener: (payload: string) => void; again: () => void }[] = [];
  readonly #forgetMoves: () => void;
  readonly #moved = new Set<() => void>();
  readonly #watchdog = new ResponseWatchdog();
  readonly #writePlaces: Semaphore;

  constructor(
    url: string,
    { databaseConnections: connections, timeZone, databaseReadUrl = null }: ConnectionSettings,
    { watch, role, callsUrl, listener = listenerConnectionName }: ConnectionOptions,
  ) {
    this.url = url;
    const address = callsUrl ?? url;
    const options = (max: number, connection: Record<string, string | number>) => ({
      max,
      connect_timeout: 5,
      // A connection that ends by itself could not be distinguished from one that broke.
      idle_timeout: undefined,
      max_lifetime: null,
      backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
      onnotice: () => undefined,
      types,
      ...(watch && { debug: (_: number, text: string, values: unknown[]) => watch(text, values) }),
      transform: { undefined: null },
      connection: {
        application_name: 'bilim',
        ...sessionParameters,
        ...sessionTimeZoneParameter(timeZone),
        ...(role && { role }),
        ...connection,
      },
    });
    // A host that was frozen may have been replaced when it goes on: nobody asks it on a connection of before.
    const onHang = () => {
      for (const pool of this.#pools) pool.renew();
    };
    this.#write = new Pool(address, options(connections, {}), this.#watchdog, onHang);
    const readPools = (place: string, watchdog: ResponseWatchdog, onHang?: () => void) =>
      new ReadPools(
        (most) => new Pool(place, options(most, { default_transaction_read_only: 'on' }), watchdog, onHang),
        connections,
      );
    this.#reads = readPools(address, this.#watchdog, onHang);
    const replicas = parseDatabaseAddress(databaseReadUrl ?? '');
    this.#replicas =
      replicas &&
      new ReplicaReads(
        replicas.hosts.map((one) => ({
          host: `${one.host}:${one.port}`,
          // An outstanding statement of one of them says nothing of the primary.
          pools: readPools(replicas.urlOf(one), new ResponseWatchdog()),
        })),
        () => this.#reads.sql,
      );
    this.#autocommit = new Pool(address, options(3, {}), this.#watchdog, onHang);
    const listening = {
      ...options(1, { application_name: listener, ...keepAliveSettings }),
      keep_alive: keepAliveSeconds,
    };
    this.#openListener = () => createPostgresClient(address, listening);
    this.#listener = this.#openListener();
    this.#openAnother = () => createPostgresClient(address, options(1, {}));
    this.#forgetMoves = getPrimaryFinder(address)?.onMoved(() => this.#follow()) ?? (() => undefined);
    this.#writePlaces = new Semaphore(connections, acquireTimeoutMs);
  }

  /** Runs in one transaction that may write; again when PostgreSQL asks for it. */
  async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    for (let left = 3; ; left--)
      try {
        return await this.#writePlaces.run(() => this.#write.transaction('', work));
      } catch (error) {
        if (!left || !isRetryableDatabaseError(error)) throw error;
        await new Promise((again) => setTimeout(again, 5 + Math.random() * 20));
      }
  }

  /** Runs a statement that writes and commits by itself. */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#writePlaces.run(() => this.#write.alone(work));
  }

  /** Runs read-only, each statement by itself, on connections that others use at the same time: for what is quick. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#reads.run('quick', work);
  }

  /** The same for what may take its time: nobody waits behind it. */
  readLong<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#reads.run('long', work);
  }

  /**
   * The same for a call that does nothing but read, on which no write depends: on a standby that has all that was committed
   * before, where there is one. What has failed there runs again on the primary.
   */
  async readAnywhere<T>(kind: ReadMode, work: (db: Db) => Promise<T>): Promise<T> {
    const read = await this.#replicas?.run(kind, work);
    return read ? read.data : await this.#reads.run(kind, work);
  }

  /**
   * Each statement commits by itself, on connections of their own: for what must survive a refusal
   * (sign-in counters, audit) and for notifications.
   */
  get autocommit(): Db {
    return this.#autocommit.sql;
  }

  /**
   * Whether calls may write. Connections to a database that has become a standby, or read-only, are thrown away: new ones may
   * lead to its successor, or to one that may be written to again.
   */
  async mayWrite(): Promise<boolean> {
    const [row] = await this.autocommit<{ writes: boolean }[]>`
      select current_setting('transaction_read_only') = 'off' as writes`;
    if (!row?.writes) for (const pool of [this.#write, this.#autocommit]) pool.renew();
    return row?.writes ?? false;
  }

  /** Whether one more connection can be had: those that are open may go on when PostgreSQL gives no other. */
  async takesConnections(): Promise<boolean> {
    const another = this.#openAnother();
    try {
      await another`select`;
      return true;
    } catch {
      return false;
    } finally {
      void another.end({ timeout: 0 });
    }
  }

  /** Milliseconds for which the database has said nothing at all though it was asked; 0 when nothing is asked. */
  get silence(): number {
    return this.#watchdog.silence;
  }

  /** How many calls use the database, and how many may, by what they do. */
  get places(): Record<'write' | 'quick' | 'long', { now: number; most: number }> {
    return { write: this.#writePlaces.places, ...this.#reads.places };
  }

  /** How many calls wait for a connection. */
  get waiting(): number {
    return this.#writePlaces.waiting + this.#reads.waiting;
  }

  /** What is known of each standby of `DATABASE_READ_URL`. */
  get replicas(): readonly ReplicaState[] {
    return this.#replicas?.states ?? [];
  }

  /** Listens on a channel; `again` is called on every connection after the first. */
  async listen(channel: string, listener: (payload: string) => void, again: () => void): Promise<void> {
    let first = true;
    const afterFirst = () => {
      if (!first) again();
      first = false;
    };
    this.#subscriptions.push({ channel, listener, again: afterFirst });
    await this.#listener.listen(channel, listener, afterFirst);
  }

  /** Calls back when one of them is left out, for more than being behind, or takes part again. */
  onReplicaChange(listener: (state: ReplicaState) => void): void {
    this.#replicas?.onChange(listener);
  }

  get #pools(): readonly (Pool | ReadPools)[] {
    return [this.#write, this.#reads, this.#autocommit];
  }

  /** Calls back when another host takes the writes than before. */
  onMoved(listener: () => void): void {
    this.#moved.add(listener);
  }

  /** Connections that ask for nothing, first of all the listening one, would not notice that their host hangs. */
  #follow(): void {
    for (const pool of this.#pools) pool.renew();
    void this.#listener.end({ timeout: 0 });
    this.#listener = this.#openListener();
    // Whatever fails here the driver tries again.
    for (const { channel, listener, again } of this.#subscriptions)
      void this.#listener.listen(channel, listener, again).catch(() => undefined);
    for (const listener of this.#moved) listener();
  }

  async close(): Promise<void> {
    this.#forgetMoves();
    await Promise.all([
      ...this.#pools.map((pool) => pool.close()),
      this.#replicas?.close(),
      this.#listener.end({ timeout: 5 }),
    ]);
  }
}

/**
 * Decided once: numbers of any width are numbers (ids stay below 2^53), days are text, moments are ISO text.
 * As JavaScript dates, days would shift by the zone: 1 September becomes 31 August in Bishkek.
 */
const types = {
  bigint: { to: 20, from: [20], parse: Number, serialize: String },
  numeric: { to: 1700, from: [1700], parse: Number, serialize: String },
  day: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (text: string) => text },
  time: { to: 1083, from: [1083], parse: (text: string) => text.slice(0, 5), serialize: (text: string) => text },
  date: {
    to: 1184,
    from: [1114, 1184],
    parse: toIsoTimestamp,
    serialize: (moment: Date | string) => (moment instanceof Date ? moment.toISOString() : moment),
  },
};

/**
 * ISO text of a moment as PostgreSQL writes it in a UTC session, in a column or inside JSON; by hand, for `Date` takes a
 * slow way with these forms.
 */
export function toIsoTimestamp(text: string): string {
  const end = text.endsWith('+00') ? -3 : text.endsWith('+00:00') ? -6 : 0;
  if (!end || text[4] !== '-') return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, end).padEnd(3, '0').slice(0, 3)}Z`;
}

/** Opens the connections; nothing is sent before the first statement. */
export function openDatabase(url: string, settings: ConnectionSettings, options: ConnectionOptions = {}): Database {
  return new Database(url, settings, options);
}

/** Connections for long work of the portal itself, as whoever owns the tables: nothing limits their time. */
export function connectWithoutTimeouts(url: string, max: number, timeZone: string): postgres.Sql {
  return createPostgresClient(url, {
    max,
    max_lifetime: null,
    onnotice: () => undefined,
    types,
    transform: { undefined: null },
    connection: { ...sessionParameters, ...unlimitedTimeouts, ...sessionTimeZoneParameter(timeZone) },
  });
}
