import { setTimeout as wait } from 'node:timers/promises';
import { RequestBatcher } from '../core/batcher.ts';
import { isRetryableDatabaseError, toRefusal } from '../core/refusal.ts';
import type { Db } from './db.ts';
import type { ReadMode, ReadPools } from './read-pools.ts';

/** Milliseconds a standby has to say how far it has replayed: a read waits for it. */
const positionTimeoutMs = 250;
/** Milliseconds for which one that was behind, or failed, is not asked again. */
const retryBehindMs = 20;
const retryFailedMs = 1_000;
/** Milliseconds between two looks at each standby while nobody reads, and at one that hangs with reads on it. */
const checkIntervalMs = 1_000;
/** Reads that ask for the primary's position in one statement; more than ever read at once. */
const batching = { most: 10_000, concurrency: 1, line: 10_000, within: 3_000 };

/** Up to where a PostgreSQL has its write-ahead log, and in which history: timelines part with every promotion. */
interface LogPosition {
  /** Bytes from the beginning. */
  readonly lsn: number;
  readonly timeline: number;
  readonly cluster: string;
}

/** Why a standby is left out, as the log says it. */
export type ReplicaFault =
  | 'does not answer'
  | 'takes writes itself'
  | 'is of another cluster'
  | 'follows another primary';

/** The state of a standby. */
export interface ReplicaState {
  readonly host: string;
  readonly fault: ReplicaFault | null;
  /** Reads that it has answered. */
  readonly reads: number;
}

/** One standby: its connections, and what is known of it. */
class Replica {
  readonly host: string;
  readonly pools: ReadPools;
  readonly #onFaultChange: (replica: Replica) => void;
  #fault: ReplicaFault | null = null;
  reads = 0;
  /** Aborted when it fails, for those that read on it. */
  failed = new AbortController();
  #known: LogPosition | null = null;
  #skippedUntil = 0;
  #asking: Promise<void> | null = null;

  constructor(host: string, pools: ReadPools, onFaultChange: (replica: Replica) => void) {
    this.host = host;
    this.pools = pools;
    this.#onFaultChange = onFaultChange;
  }

  get fault(): ReplicaFault | null {
    return this.#fault;
  }

  /** Whether it has everything that the primary had at that position. */
  async hasReplayed(primary: LogPosition): Promise<boolean> {
    if (!this.#includes(primary)) {
      if (performance.now() < this.#skippedUntil) return false;
      await this.refreshPosition();
    }
    this.#judge(primary);
    if (this.#includes(primary)) return true;
    if (this.#fault === null) this.#skippedUntil = performance.now() + retryBehindMs;
    return false;
  }

  /** Asks it how far it has replayed. */
  async refreshPosition(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  /** Skips it for a while; reads that run on it go elsewhere. */
  fail(fault: ReplicaFault): void {
    this.#known = null;
    this.#skippedUntil = performance.now() + retryFailedMs;
    this.failed.abort();
    this.failed = new AbortController();
    this.#setFault(fault);
  }

  #setFault(fault: ReplicaFault | null): void {
    if (this.#fault === fault) return;
    this.#fault = fault;
    this.#onFaultChange(this);
  }

  #includes({ lsn, timeline, cluster }: LogPosition): boolean {
    const known = this.#known;
    return known !== null && known.cluster === cluster && known.timeline === timeline && known.lsn >= lsn;
  }

  #judge(primary: LogPosition): void {
    if (this.#known === null) return;
    const fault = faultOf(this.#known, primary);
    if (fault) this.fail(fault);
    else this.#setFault(null);
  }

  async #ask(): Promise<void> {
    const late = new AbortController();
    try {
      const asked = readReplica(this.pools.sql);
      const position = await Promise.race([asked, wait(positionTimeoutMs, 'late' as const, { signal: late.signal })]);
      if (position === 'late') {
        this.pools.renew();
        this.fail('does not answer');
      } else if (position) this.#known = position;
      else this.fail('takes writes itself');
    } catch {
      this.fail('does not answer');
    } finally {
      late.abort();
    }
  }
}

/**
 * The standbys that take part of the reads (docs/decisions/0072-reads-on-standbys.md). Before each read the primary is asked
 * how far it has written, and only a standby that has as much reads in its place: what anybody was told is done, is there.
 */
export class ReplicaReads {
  readonly #replicas: readonly Replica[];
  readonly #primary: RequestBatcher<null, LogPosition>;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(state: ReplicaState) => void>();
  #turn = 0;

  /** `replicas`: by their hosts, `primary`: gives a connection to the one that takes writes. */
  constructor(replicas: readonly { host: string; pools: ReadPools }[], primary: () => Db) {
    const notifyListeners = (replica: Replica) => {
      for (const listener of this.#listeners) listener(stateOf(replica));
    };
    this.#replicas = replicas.map(({ host, pools }) => new Replica(host, pools, notifyListeners));
    this.#primary = new RequestBatcher(batching, async (all) => {
      const position = await readPosition(primary());
      return all.map(() => position);
    });
    this.#timer = setInterval(() => {
      for (const replica of this.#replicas) void replica.refreshPosition();
    }, checkIntervalMs).unref();
  }

  /** Reads on a standby; null: none can, or it failed meanwhile, and the primary has to. */
  async run<T>(kind: ReadMode, work: (db: Db) => Promise<T>): Promise<{ data: T } | null> {
    const replica = await this.#find();
    if (!replica) return null;
    const { signal } = replica.failed;
    const failed = Promise.withResolvers<null>();
    const giveUp = () => failed.resolve(null);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const read = replica.pools.run(kind, work).then((data) => ({ data }));
      const found = await Promise.race([read, failed.promise]);
      if (found) replica.reads++;
      // Nobody waits for it any more.
      else read.catch(() => undefined);
      return found;
    } catch (failure) {
      // It cannot be reached, or its replay cancelled this read (a recovery conflict).
      if (isRetryableDatabaseError(failure) || toRefusal(failure).status === 503) return null;
      throw failure;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** What is known of each. */
  get states(): readonly ReplicaState[] {
    return this.#replicas.map(stateOf);
  }

  /** Calls back when one is skipped for more than being behind, or is used again. */
  onChange(listener: (state: ReplicaState) => void): void {
    this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map(({ pools }) => pools.close()));
  }

  /** One that has everything that was committed before now, in turn. */
  async #find(): Promise<Replica | null> {
    // The primary itself says what is wrong with it when it is asked for the rows.
    const position = await this.#primary.ask(null).catch(() => null);
    if (position === null) return null;
    for (let tries = this.#replicas.length; tries > 0; tries--) {
      const replica = this.#replicas[this.#turn++ % this.#replicas.length];
      if (replica && (await replica.hasReplayed(position))) return replica;
    }
    return null;
  }
}

const stateOf = ({ host, fault, reads }: Replica): ReplicaState => ({ host, fault, reads });

/** How far a standby has replayed; null: it is none. */
async function readReplica(db: Db): Promise<LogPosition | null> {
  const [row] = await db<(LogPosition & { standby: boolean })[]>`
    select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0')::float8 as lsn,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier::text from pg_control_system()) as cluster`;
  return row?.standby ? row : null;
}

function faultOf(replica: LogPosition, primary: LogPosition): ReplicaFault | null {
  if (replica.cluster !== primary.cluster) return 'is of another cluster';
  return replica.timeline === primary.timeline ? null : 'follows another primary';
}

/** Looks at a standby from outside the portal: why its reads would go to the primary, and how many bytes it is behind. */
export async function inspectReplica(
  replica: Db,
  primary: Db,
): Promise<{ fault: ReplicaFault | null; behind: number }> {
  const position = await readPosition(primary);
  const found = await readReplica(replica).catch(() => undefined);
  if (!found) return { fault: found === null ? 'takes writes itself' : 'does not answer', behind: 0 };
  return { fault: faultOf(found, position), behind: Math.max(0, position.lsn - found.lsn) };
}

/** Whatever was acknowledged is flushed; what is not flushed yet no standby can have. */
async function readPosition(db: Db): Promise<LogPosition> {
  const [row] = await db<LogPosition[]>`
    select (lsn - '0/0')::float8 as lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
      (select system_identifier::text from pg_control_system()) as cluster
    from pg_current_wal_flush_lsn() as lsn`;
  if (!row) throw new Error('the primary did not say how far it is');
  return row;
}
