import { type LeasedWork, LeaseWorkers } from '../core/leases.ts';
import { notifyAffectedPeople } from '../notices/import-notices.queries.ts';
import type { DeliveryDependencies } from './dependencies.ts';
import { maxMailConnections } from './mail.ts';
import { planMails } from './mail-planning.queries.ts';
import { sendDueMail } from './mail-sender.ts';
import { planMessageNotifications } from './messages.queries.ts';
import { planNotices, postponeForQuietHours, type QuietHoursRow, sweepDeliveries } from './planning.queries.ts';
import { retryWrite } from './retry-writes.ts';
import { renderDeliveries, sendDelivery } from './sender.ts';
import {
  type LeasedDelivery,
  leaseDueDeliveries,
  type PendingWorkKind,
  type SendingPriority,
  type SendOutcome,
  secondsUntilDue,
  storeSendOutcomes,
} from './sending.queries.ts';

/** So many rows are leased, looked up and sent together. */
const inBatch = 64;
/** Batches at the same time; the last worker keeps free for what concerns few while everybody is sent something. */
const workers: readonly SendingPriority[] = ['all', 'all', 'all', 'few'];
const sweepEvery = 3_600_000;

/** Plans what is new and sends what is due, until it is stopped. */
export class NotificationDelivery {
  readonly #dependencies: DeliveryDependencies;
  readonly #sweeper: NodeJS.Timeout;
  readonly #leases: LeaseWorkers;

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies;
    this.#leases = new LeaseWorkers(dependencies.warn);
    this.#sweeper = setInterval(() => void this.#leases.guarded('sweep', () => this.#sweep()), sweepEvery).unref();
  }

  /** Begins; resolves when it listens for what is new. */
  async start(): Promise<void> {
    const { database, mailing } = this.#dependencies;
    const wake = () => this.#leases.wake();
    await database.listen('bilim_delivery', wake, wake);
    const work = (name: PendingWorkKind, run: () => Promise<boolean>): LeasedWork => ({
      name,
      run,
      secondsUntilDue: () => secondsUntilDue(database.autocommit, name),
    });
    this.#leases.start([
      work('plan', () => this.#plan()),
      ...workers.map((priority) => work('push', () => this.#send(priority))),
      // One by one: a mail that the server is slow to take holds up its own connection alone.
      ...(mailing
        ? Array.from({ length: maxMailConnections }, () => work('mail', () => sendDueMail(this.#dependencies, mailing)))
        : []),
    ]);
    void this.#leases.guarded('sweep', () => this.#sweep());
  }

  /** Sends what it has in hand and ends. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    await this.#leases.stop();
  }

  async #sweep(): Promise<boolean> {
    await sweepDeliveries(this.#dependencies.database.autocommit);
    return true;
  }

  async #plan(): Promise<boolean> {
    const { database, timeZone, mailing } = this.#dependencies;
    const affected = await database.transaction((db) => notifyAffectedPeople(db));
    const notices = await database.transaction(async (db) => {
      const ids = await planNotices(db, timeZone);
      if (mailing) await planMails(db, timeZone, ids);
      return ids.length;
    });
    const messages = await database.transaction((db) => planMessageNotifications(db, timeZone, mailing !== null));
    return affected + notices + messages > 0;
  }

  async #send(priority: SendingPriority): Promise<boolean> {
    const { database, timeZone } = this.#dependencies;
    const leased = await database.alone((db) => leaseDueDeliveries(db, priority, inBatch, timeZone));
    if (!leased.length) return false;
    const ready = await renderDeliveries(await this.#loud(leased), this.#dependencies);
    const ends = await Promise.all(
      ready.map((one): Promise<SendOutcome> | SendOutcome => sendDelivery(one, this.#dependencies)),
    );
    await retryWrite(() => database.transaction((db) => storeSendOutcomes(db, ends)));
    return true;
  }

  /** Defers what is due in quiet hours to their end; gives the rest. */
  async #loud(leased: readonly LeasedDelivery[]): Promise<readonly LeasedDelivery[]> {
    const quiet = leased.filter(({ until }) => until !== null);
    const mayBeThere = ({ topic, tries, wasLeased }: LeasedDelivery) => topic === 'digest' || tries > 0 || wasLeased;
    const [own, gathered] = [quiet.filter(mayBeThere), quiet.filter((row) => !mayBeThere(row))];
    if (quiet.length)
      await this.#dependencies.database.transaction(async (db) => {
        if (own.length) await postponeForQuietHours(db, own.map(idAndEnd), false);
        if (gathered.length) await postponeForQuietHours(db, gathered.map(idAndEnd), true);
      });
    return leased.filter(({ until }) => until === null);
  }
}

const idAndEnd = ({ id, until }: LeasedDelivery): QuietHoursRow => ({ id, until });
