import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { startErrorMessage } from '../core/cannot-start.ts';
import type { DatabaseAddress, DatabaseHost } from '../core/database-address.ts';

/** Milliseconds in which a host says whether it takes writes. */
const answersWithin = 3_000;
/** Milliseconds that the others have still when one has said that it takes writes: it may be one that was given up. */
const grace = 250;
/**
 * Milliseconds after which what the others have answered may be true no more: a host that was frozen, and replaced, takes writes until
 * it is told.
 */
const staysTrueFor = 500;
/** Milliseconds for which an answer holds: connections are opened many at once, and seldom. */
const holdsFor = 1_000;

/** Opens connections to the one host of an address. */
type OpenHost = (url: string, options: NonNullable<Parameters<typeof postgres>[1]>) => postgres.Sql;

/** What a host says of itself. */
interface HostState {
  readonly takesWrites: boolean;
  /** Which cluster it is a copy of. */
  readonly cluster: string;
  /** Rises with every promotion. */
  readonly timeline: number;
}

/** The host that takes writes; every search finds a new object, by which one knows which search it came from. */
export interface Primary extends DatabaseHost {
  readonly timeline: number;
}

/**
 * Finds, among the hosts of an address, the one that takes writes. The driver's own `target_session_attrs=read-write` takes a
 * hot standby since PostgreSQL 14, and with several hosts it tries without a pause and never says that none answers
 * (postgres 3.4.9).
 */
export class PrimaryFinder {
  readonly #address: DatabaseAddress;
  readonly #open: OpenHost;
  readonly #moved = new Set<() => void>();
  #known: Primary | null = null;
  #isDoubted = false;
  #knownUntil = 0;
  #last: Primary | null = null;
  #cluster: string | null = null;
  #looking: Promise<Primary> | null = null;

  constructor(address: DatabaseAddress, open: OpenHost) {
    this.#address = address;
    this.#open = open;
  }

  /**
   * The host that takes writes.
   * @throws Error with the code CONNECT_NO_PRIMARY when none says within three seconds that it does
   */
  async find(): Promise<Primary> {
    if (this.#known && performance.now() < this.#knownUntil) return this.#known;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return await this.#looking;
  }

  /** Has the primary searched again. `primary`: only if it is still this one. */
  forget(primary: Primary | null = this.#known): void {
    if (this.#known === primary) this.#known = null;
  }

  /** The same because it gave no answer: it may have been frozen, and replaced, and be the first to answer when it goes on. */
  doubt(): void {
    this.#isDoubted = true;
    this.forget();
  }

  /** Calls the listener when the primary has changed; gives the function that unsubscribes. */
  onMoved(listener: () => void): () => void {
    this.#moved.add(listener);
    return () => this.#moved.delete(listener);
  }

  async #look(): Promise<Primary> {
    const begun = performance.now();
    let found = await this.#askAll(false);
    const isDoubted = this.#isDoubted || performance.now() - begun > staysTrueFor;
    if (isDoubted && !this.#isNewer(found[1])) found = await this.#askAll(true);
    const [{ host, port }, { timeline, cluster }] = found;
    this.#isDoubted = false;
    const primary = { host, port, timeline };
    const before = this.#last;
    this.#last = primary;
    this.#cluster = cluster;
    if (before && (before.host !== host || before.port !== port)) for (const listener of [...this.#moved]) listener();
    // The listeners have cleared what they had cached of the former primary.
    this.#known = primary;
    this.#knownUntil = performance.now() + holdsFor;
    return primary;
  }

  /** Of those that take writes the newest. `waitsForAll`: one that is no newer than before does not do until all have answered. */
  async #askAll(waitsForAll: boolean): Promise<[DatabaseHost, HostState]> {
    const { hosts } = this.#address;
    const states = new Map<DatabaseHost, HostState>();
    const failures: string[] = [];
    const found = Promise.withResolvers<void>();
    const asked = hosts.map(async (place) => {
      try {
        const state = await this.#ask(place);
        if (!this.#isPossible(state)) throw new Error(state.takesWrites ? 'was given up before' : 'takes no writes');
        states.set(place, state);
        if (!waitsForAll || this.#isNewer(state)) found.resolve();
      } catch (failure) {
        failures.push(`${place.host}:${place.port} ${startErrorMessage(failure)}`);
      }
    });
    const all = Promise.all(asked);
    await Promise.race([all, found.promise]);
    if (hosts.length > 1) await Promise.race([all, wait(grace)]);
    const [newest] = [...states].sort(([, one], [, other]) => other.timeline - one.timeline);
    if (newest) return newest;
    throw Object.assign(new Error(`no host of the database takes writes: ${failures.join('; ')}`), {
      code: 'CONNECT_NO_PRIMARY',
    });
  }

  /** A primary that comes back beside the one promoted in its place takes writes too, and nobody will ever see them. */
  #isPossible({ takesWrites, timeline, cluster }: HostState): boolean {
    return takesWrites && (cluster !== this.#cluster || timeline >= (this.#last?.timeline ?? 0));
  }

  #isNewer({ timeline, cluster }: HostState): boolean {
    return cluster === this.#cluster && timeline > (this.#last?.timeline ?? 0);
  }

  async #ask(host: DatabaseHost): Promise<HostState> {
    const sql = this.#open(this.#address.urlOf(host), {
      max: 1,
      connect_timeout: answersWithin / 1000,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: 'bilim looks for the primary' },
    });
    const late = new AbortController();
    try {
      const asked = sql<HostState[]>`
        select current_setting('transaction_read_only') = 'off' as "takesWrites",
          (select system_identifier::text from pg_control_system()) as cluster,
          case when pg_is_in_recovery() then 0
            else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
      const [state] = await Promise.race([asked, wait(answersWithin, [], { signal: late.signal })]);
      if (!state) throw new Error('does not answer');
      return state;
    } finally {
      late.abort();
      void sql.end({ timeout: 0 });
    }
  }
}
