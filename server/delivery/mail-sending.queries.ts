import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { liveChannel } from '../live/live.ts';
import { universityTodaySql } from '../university/university.queries.ts';
import { defaultNotificationChoices, urgentTopic } from './choices.ts';
import { universityTimestampSql } from './planning.queries.ts';

/** Seconds for which a row belongs to whoever took it: more than the longest sending of a mail takes. */
const leaseSeconds = 120;
const triedFor = '2 days';
/** What could not be looked at for so long, as no mails were sent then, is old. */
const holdsFor = '3 days';
/** The link that confirms an address holds for a day: a mail with an older one is not sent. */
export const confirmationLifetime = '24 hours';
/** The code of a forgotten password holds so long. */
export const passwordCodeLifetime = '15 minutes';
/** So many mails in a row that were refused, and nothing more is sent to that address. */
const maxFailures = 3;

/** A row that was taken, with its person's address and choice of this moment. */
export interface LeasedMail {
  readonly id: number;
  readonly person: number;
  readonly topic: string;
  readonly thing: number;
  readonly notices: readonly number[];
  readonly talks: readonly string[];
  readonly tries: number;
  readonly isOld: boolean;
  /** When it was written, in microseconds: with its number it names the mail, at every repeat alike. */
  readonly written: number;
  /** For a mail about an address itself: where it goes. */
  readonly mailTo: string | null;
  /** The person's address; null: there is none any more. */
  readonly address: string | null;
  readonly asked: number | null;
  readonly isConfirmed: boolean;
  readonly isDead: boolean;
  readonly language: Language;
  readonly isTeacher: boolean;
  readonly isOff: boolean;
  /** What the person has chosen to come by mail. */
  readonly chosen: readonly string[];
  readonly isOpen: boolean;
  readonly today: string;
  /** When the person's quiet hours end, which hold now and let nothing through. */
  readonly until: string | null;
}

/** Takes the row that is due first: for a while nobody else does. Null: none is due. */
export async function leaseMail(db: Db, timeZone: string): Promise<LeasedMail | null> {
  const [row] = await db<LeasedMail[]>`
    with due as (
      select d.id, q.until from notification_outbox d
      left join notification_setting c on c.person_id = d.person_id
      cross join (select ${universityTimestampSql(db, timeZone)} as now) local
      left join lateral (select quiet_until(local.now, coalesce(c.quiet_from, ${defaultNotificationChoices.quietFrom}),
        coalesce(c.quiet_to, ${defaultNotificationChoices.quietTo})) as until) q
        on coalesce(c.is_quiet, ${defaultNotificationChoices.isQuiet}) and d.address is null and d.topic <> ${urgentTopic} and not exists (
          select from notice n cross join lateral classes_of_timetable_change(n.detail, local.now::date, local.now::date + 1) k
          where n.id = any (d.notices) and n.kind = 'lesson' and k.starts_at between local.now and q.until)
      where d.outcome is null and d.due_at <= now() and d.device_id is null
        and (d.leased_until is null or d.leased_until < now())
      order by d.due_at, d.id limit 1 for update of d skip locked),
    leased as (
      update notification_outbox d set leased_until = now() + ${leaseSeconds} * interval '1 second',
        thing = case when d.topic = 'mail' and due.until is null then d.id else d.thing end
      from due where d.id = due.id
      returning d.*, due.until)
    select t.id, t.person_id as person, t.topic, t.thing, t.notices, t.talks, t.tries,
      t.created_at < now() - case t.topic when 'confirm' then ${confirmationLifetime} when 'forgotten' then ${passwordCodeLifetime} else ${holdsFor} end::interval as "isOld",
      (extract(epoch from t.created_at) * 1000000)::bigint as written, t.address as "mailTo", m.address,
      (extract(epoch from m.asked_at) * 1000000)::bigint as asked, m.confirmed_at is not null as "isConfirmed",
      m.dead_at is not null as "isDead", coalesce(t.language, m.language, 'ru') as language, a.role = 1 as "isTeacher",
      coalesce(c.is_off, ${defaultNotificationChoices.isOff}) as "isOff", coalesce(c.mail, ${[...defaultNotificationChoices.mail]}::text[]) as chosen,
      coalesce(c.is_open, ${defaultNotificationChoices.isOpen}) as "isOpen", ${universityTodaySql(db, timeZone)} as today,
      t.until at time zone ${timeZone} as until
    from leased t
    join account a on a.person_id = t.person_id
    left join mail_address m on m.person_id = t.person_id
    left join notification_setting c on c.person_id = t.person_id`;
  return row ?? null;
}

/** Puts off what is due in its person's quiet hours until they end. */
export async function postponeMail(db: Db, { id, until }: LeasedMail): Promise<void> {
  await db`update notification_outbox set due_at = ${until}, leased_until = null where id = ${id} and outcome is null`;
}

/**
 * How the sending of a mail ended. `again`: after a pause, nobody at this address is to blame; `refused`: the server did
 * not take the mail; `dead`: it knows no such recipient.
 */
export interface MailOutcome {
  readonly id: number;
  readonly person: number;
  readonly outcome: 'sent' | 'withdrawn' | 'again' | 'refused' | 'dead';
  /** Where it went. */
  readonly to: string;
  readonly pause: number;
}

/** Writes how the sending of a mail ended; returns whether its address takes no more mails because of it. */
export async function storeMailOutcome(db: Db, { id, person, outcome, to, pause }: MailOutcome): Promise<boolean> {
  if (outcome === 'again') {
    await db`
      update notification_outbox set tries = tries + 1, leased_until = null, due_at = now() + ${pause} * interval '1 second',
        outcome = case when created_at < now() - ${triedFor}::interval then 'failed' end
      where id = ${id} and outcome is null`;
    return false;
  }
  await db`
    update notification_outbox set leased_until = null, sent_at = case when ${outcome === 'sent'} then now() end,
      outcome = ${outcome === 'sent' || outcome === 'withdrawn' ? outcome : 'failed'}
    where id = ${id} and outcome is null`;
  if (outcome === 'sent')
    await db`update mail_address set failures = 0 where person_id = ${person} and address = ${to} and failures > 0`;
  if (outcome !== 'refused' && outcome !== 'dead') return false;
  const ended = await db<{ is_dead: boolean }[]>`
    update mail_address set failures = failures + 1,
      dead_at = case when ${outcome === 'dead'} or failures + 1 >= ${maxFailures} then now() end
    where person_id = ${person} and address = ${to} and dead_at is null
    returning dead_at is not null as is_dead`;
  return ended[0]?.is_dead === true;
}

/** The person's open pages read their notification settings again. */
export async function publishNotificationSettingsChange(db: Db, person: number): Promise<void> {
  const event = JSON.stringify([{ to: [`u:${person}`], room: 'notification-settings', key: null }]);
  await db`select pg_notify(${liveChannel}, ${event})`;
}
