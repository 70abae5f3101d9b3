import { Semaphore } from '../core/semaphore.ts';
import type { Db } from './db.ts';
import type { Pool } from './pool.ts';

/** Milliseconds a call waits for a connection; the driver's own queue has no end. */
export const acquireTimeoutMs = 3000;
/**
 * Quick reads share this part of as many connections as write, so many at once on each: statements that are sent
 * together cost one system call, one wake-up and one answer, which is more than many of them take by themselves.
 */
const sharedPart = 0.4;
const quickReadsPerConnection = 8;
/** When every connection is busy with a long read, one more is sent behind it, so that none of them is ever idle. */
const longReadsPerConnection = 2;

/** How a piece of work reads: `quick` beside others, `long` without anybody behind it, `snapshot` with all statements seeing one moment. */
export type ReadMode = 'quick' | 'long' | 'snapshot';

/** The read-only connections to one PostgreSQL. */
export class ReadPools {
  readonly #quick: Pool;
  readonly #long: Pool;
  readonly #quickPlaces: Semaphore;
  readonly #longPlaces: Semaphore;

  /** `open` makes a pool of so many read-only connections. */
  constructor(open: (most: number) => Pool, connections: number) {
    const shared = Math.ceil(connections * sharedPart);
    this.#quick = open(shared);
    this.#long = open(connections);
    this.#quickPlaces = new Semaphore(shared * quickReadsPerConnection, acquireTimeoutMs);
    this.#longPlaces = new Semaphore(connections * longReadsPerConnection, acquireTimeoutMs);
  }

  /** Runs read-only; `quick` and `long` each statement by itself. */
  run<T>(kind: ReadMode, work: (db: Db) => Promise<T>): Promise<T> {
    if (kind === 'quick') return this.#quickPlaces.run(() => work(this.#quick.sql));
    if (kind === 'long') return this.#longPlaces.run(() => work(this.#long.sql));
    return this.#longPlaces.run(() => this.#long.transaction('isolation level repeatable read read only', work));
  }

  /** For a question that takes no time and must not wait for a place. */
  get sql(): Db {
    return this.#quick.sql;
  }

  /** How many calls read, and how many may. */
  get places(): Record<'quick' | 'long', { now: number; most: number }> {
    return { quick: this.#quickPlaces.places, long: this.#longPlaces.places };
  }

  /** How many calls wait for a connection. */
  get waiting(): number {
    return this.#quickPlaces.waiting + this.#longPlaces.waiting;
  }

  /** Throws all connections away and opens others. */
  renew(): void {
    for (const pool of [this.#quick, this.#long]) pool.renew();
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#long.close()]);
  }
}
