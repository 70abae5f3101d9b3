import { Readable } from 'node:stream';
import type { AppContext } from '../../call/room.ts';
import { LeaseWorkers } from '../../core/leases.ts';
import { isDatabaseOutage, toRefusal } from '../../core/refusal.ts';
import { StorageUnavailableError } from '../../files/store.ts';
import { generateArchiveFiles } from './archive.content.ts';
import {
  type ArchiveFailureReason,
  type LeasedArchive,
  leaseArchive,
  markArchiveFailed,
  markArchiveReady,
  readSecondsUntilNextArchive,
  releaseArchiveLease,
  renewArchiveLease,
} from './archive.jobs.queries.ts';
import { writeZip } from './archive.zip.ts';

/** Tries of an archive that failed, or whose node was killed. */
const maxAttempts = 3;
/** A lease lasts two minutes (ms). */
const renewEvery = 30_000;

/**
 * Makes people's archives in this process, one at a time: a ZIP in the folder where files come to be, which the store then takes
 * over whole. One whose node was killed is begun again when its lease ends.
 */
export class ArchiveMaker {
  readonly #app: AppContext;
  readonly #workers: LeaseWorkers;
  readonly #stopping = new AbortController();

  constructor(app: AppContext) {
    this.#app = app;
    this.#workers = new LeaseWorkers((what, failure) => {
      // That the database is away, and is back, is reported once for all of this process (call/outage.ts).
      if (failure && !isDatabaseOutage(failure)) app.log.warn(what, 'an archive waits');
    });
    const { autocommit } = app.database;
    this.#workers.start([
      { name: 'archive', run: () => this.#makeNext(), secondsUntilDue: () => readSecondsUntilNextArchive(autocommit) },
    ]);
  }

  /** Somebody has asked for one. */
  wake(): void {
    this.#workers.wake();
  }

  /** Gives up what is being made, for whoever starts next. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#workers.stop();
  }

  async #makeNext(): Promise<boolean> {
    const leased = await leaseArchive(this.#app.database.autocommit);
    if (!leased) return false;
    if (leased.tries > maxAttempts) await this.#fail(leased, 'failed');
    else await this.#make(leased).catch((error: unknown) => this.#giveUp(leased, error));
    return true;
  }

  async #make(leased: LeasedArchive): Promise<void> {
    const { database, files } = this.#app;
    const unwanted = new AbortController();
    const renewing = setInterval(() => {
      // While the database is away the lease ends, and who comes first then makes it.
      const renewed = renewArchiveLease(database.autocommit, leased).catch(() => true);
      void renewed.then((isOurs) => isOurs || unwanted.abort());
    }, renewEvery);
    const order = { app: this.#app, caller: leased, language: leased.language };
    const zip = writeZip(generateArchiveFiles(order), AbortSignal.any([this.#stopping.signal, unwanted.signal]));
    try {
      const stored = await files.put(Readable.from(zip, { objectMode: false, highWaterMark: 1 }));
      const isWanted = await database.transaction((db) => markArchiveReady(db, leased, stored));
      if (isWanted) this.#publish(leased);
      else await files.remove([stored.key]);
    } catch (error) {
      if (!unwanted.signal.aborted) throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  /** Handles a failure: another try when the lease has ended, unless there were too many or the disk is full. */
  async #giveUp(leased: LeasedArchive, error: unknown): Promise<void> {
    const { database, log } = this.#app;
    if (this.#stopping.signal.aborted) return await releaseArchiveLease(database.autocommit, leased);
    if (isDatabaseOutage(error)) throw error;
    const reason = reasonOf(error);
    log.warn({ err: error, person: leased.uid, tries: leased.tries }, 'an archive was not made');
    if (reason === 'noRoom' || leased.tries >= maxAttempts) await this.#fail(leased, reason);
  }

  async #fail(leased: LeasedArchive, reason: ArchiveFailureReason): Promise<void> {
    if (await this.#app.database.transaction((db) => markArchiveFailed(db, leased, reason))) this.#publish(leased);
  }

  #publish({ uid }: LeasedArchive): void {
    this.#app.live.publish(['archive', 'notices'].map((room) => ({ to: [`u:${uid}`], room, key: null })));
  }
}

function reasonOf(error: unknown): ArchiveFailureReason {
  if (error instanceof StorageUnavailableError) return 'away';
  return toRefusal(error).code === 'file.noRoom' ? 'noRoom' : 'failed';
}
