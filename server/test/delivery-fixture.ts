import { after, before } from 'node:test';
import { sha256 } from '../auth/session.ts';
import { setClock } from '../core/clock.ts';
import { callsRole } from '../database/calls-role.ts';
import { DeliverySupervisor } from '../delivery/delivery-supervisor.ts';
import { readPushPublicKey } from '../delivery/push-addresses.ts';
import { notifyRegistrationWindows } from '../notices/writing.queries.ts';
import { setDatabaseClock } from './database.ts';
import { TestMailServer } from './mail-server.ts';
import { type PushDevice, TestPushService } from './push-service.ts';
import { openPortal, type TestClient, type TestPortal } from './test-client.ts';

/** A Monday in the middle of a term, in the afternoon: nobody's quiet hours, and long before the evening. */
export const deliveryTestTime = '2026-11-23T14:00:00+06:00';

/** What was logged of the delivery. */
type LogEntry = Record<string, unknown>;

/** What the tests of the delivery share: a portal that lives on a day of its own, a push service, the real process. */
export class DeliveryFixture {
  portal!: TestPortal;
  service!: TestPushService;
  /** Where the tests want one. */
  mails!: TestMailServer;
  readonly warned: LogEntry[] = [];
  readonly #running = new Set<DeliverySupervisor>();

  constructor({
    at = deliveryTestTime,
    starts = true,
    mails = false,
  }: { at?: string; starts?: boolean; mails?: boolean } = {}) {
    before(async () => {
      this.service = await TestPushService.open();
      if (mails) this.mails = await TestMailServer.open();
      const mailing: Record<string, string> = mails
        ? {
            SMTP_URL: this.mails.url,
            MAIL_FROM: 'University <lms@university.test>',
            PUBLIC_URL: 'http://portal.test',
          }
        : {};
      // Where everybody in tests signs in from.
      const ours = { PUSH_HOSTS: this.service.host, NETWORKS: '127.0.0.0/8=Главный корпус' };
      this.portal = await openPortal({ ...ours, ...mailing }, undefined, 'tiny', at);
      this.service.key = await readPushPublicKey(this.portal.database.autocommit);
      // Of windows of registration that are open at the start the portal itself notifies people.
      await notifyRegistrationWindows(this.portal.database.autocommit, this.portal.settings.timeZone);
      await this.portal.database.autocommit`update notice set planned = true`;
      if (starts) this.start();
    });
    after(async () => {
      await Promise.all([...this.#running].map((one) => one.stop()));
      await this.portal.close();
      await this.service.close();
      if (mails) await this.mails.goAway();
    });
  }

  /** Starts a delivery process; `hosts`: what is set as PUSH_HOSTS. */
  start(hosts = [this.service.host]): DeliverySupervisor {
    const { database, settings } = this.portal;
    const warn = (what: LogEntry) => void this.warned.push(what);
    const process = new DeliverySupervisor(database.url, callsRole, { ...settings, pushHosts: hosts }, {
      warn,
    } as unknown as ConstructorParameters<typeof DeliverySupervisor>[3]);
    process.start();
    this.#running.add(process);
    return process;
  }

  async stop(process: DeliverySupervisor): Promise<void> {
    this.#running.delete(process);
    await process.stop();
  }

  /** A device of a person's session, switched on. */
  async device(person: TestClient, language = 'ru', host?: string): Promise<PushDevice> {
    const device = this.service.device(host);
    // Tests move the clock: the session outlives that.
    await this.portal.database.autocommit`
      with lives as (
        update session set expires_at = now() + interval '60 days', idle = '60 days' where person_id = ${person.uid})
      insert into push_device (session_id, person_id, endpoint, p256dh, auth, language)
      select id, person_id, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${language}
      from session where hash = ${sha256(person.cookies.get('sid') ?? '')}`;
    return device;
  }

  /** What a person chose. */
  async choose(
    person: TestClient,
    choice: { isOff?: boolean; push?: string[]; isQuiet?: boolean; isOpen?: boolean } = {},
  ): Promise<void> {
    const { isOff = false, isQuiet = true, isOpen = false } = choice;
    const push = choice.push ?? ['marks', 'personal', 'groups', 'materials', 'lessons', 'errands', 'news'];
    await this.portal.database.autocommit`
      insert into notification_setting (person_id, is_off, push, mail, is_quiet, is_open)
      values (${person.uid}, ${isOff}, ${push}, '{}', ${isQuiet}, ${isOpen})
      on conflict (person_id) do update set is_off = excluded.is_off, push = excluded.push, is_quiet = excluded.is_quiet,
        is_open = excluded.is_open`;
  }

  /** Sets the clock of the database to a moment, and lets the delivery look at it. */
  async setClock(at: string): Promise<void> {
    await setDatabaseClock(this.portal.ownerSql, at);
    setClock(at);
    await this.wake();
  }

  async wake(): Promise<void> {
    await this.portal.database.autocommit`select pg_notify('bilim_delivery', '')`;
  }

  /** Lets the time pass until everything is due that waits and is leased by nobody. */
  async makeDue(): Promise<void> {
    await this.portal.database.autocommit`
      update notification_outbox set due_at = now() where id in (
        select id from notification_outbox where outcome is null and leased_until is null and due_at > now() for update skip locked)`;
  }

  /** Lets the time pass for which rows belong to a process that was killed. */
  async endLeases(): Promise<void> {
    await this.portal.database
      .autocommit`update notification_outbox set leased_until = now() where outcome is null and leased_until > now()`;
  }

  /** Whether nothing is left to plan or to send. */
  async isDone(): Promise<boolean> {
    const [row] = await this.portal.database.autocommit<{ any: boolean }[]>`
      select exists (select from notice where not planned) or exists (select from notification_outbox where outcome is null) as any`;
    return row?.any === false;
  }

  /** How many rows wait, and how the others ended. */
  async outcomes(): Promise<Record<string, number>> {
    const rows = await this.portal.database.autocommit<{ outcome: string; count: number }[]>`
      select coalesce(outcome, 'waits') as outcome, count(*)::int as count from notification_outbox group by 1`;
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  }
}
