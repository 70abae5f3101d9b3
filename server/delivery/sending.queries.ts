import { selectCallers } from '../auth/memberships.ts';
import { isSessionLive } from '../auth/session.ts';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { selectNoticeContent } from '../notices/kinds.queries.ts';
import { emptyNoticeDetails } from '../notices/notices.queries.ts';
import { selectTeachersOfStudent } from '../university/courses.queries.ts';
import { sqlFragment, universityTodaySql } from '../university/university.queries.ts';
import { defaultNotificationChoices, urgentTopic } from './choices.ts';
import type { Notice } from './notification-texts.ts';
import { universityTimestampSql } from './planning.queries.ts';

/** Seconds for which a row belongs to whoever took it: more than the sending of one batch can take. */
const leaseSeconds = 30;
/** A repeat of what was gathered covers what the message before said too, which it takes the place of. */
const repeatedFor = '3 days';
/** So many notifications that are over are closed by a message. */
const maxClosedNotifications = 20;
const maxAttempts = 8;
const triedFor = '2 days';

/** A row that was taken, with its device and the person's choice of this moment. */
export interface LeasedDelivery {
  readonly id: number;
  readonly person: number;
  readonly device: number;
  readonly topic: string;
  readonly thing: number;
  readonly notices: readonly number[];
  /** Of what was gathered before and shown by the same tag. */
  readonly before: readonly number[];
  /** Tags of what was shown there and has been seen since, or was taken back. */
  readonly over: readonly string[];
  readonly talks: readonly string[];
  readonly tries: number;
  readonly due: string;
  readonly isTeacher: boolean;
  readonly isLive: boolean;
  readonly isOff: boolean;
  /** What the person has chosen to come to devices. */
  readonly chosen: readonly string[];
  readonly isOpen: boolean;
  readonly language: Language;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly today: string;
  /** When the person's quiet hours end, which hold now; of a class that begins before they are notified all the same. */
  readonly until: string | null;
  /** Somebody took it before and did not come back. */
  readonly wasLeased: boolean;
}

/** What concerns a whole university has other workers than what concerns one person, so that it delays nobody. */
export type SendingPriority = 'all' | 'few';

/** Leases up to a number of rows that are due. */
export async function leaseDueDeliveries(
  db: Db,
  priority: SendingPriority,
  most: number,
  timeZone: string,
): Promise<LeasedDelivery[]> {
  return await db<LeasedDelivery[]>`
    with due as (
      select d.id, d.leased_until is not null as was_leased from notification_outbox d
      where d.outcome is null and d.due_at <= now() and d.device_id is not null
        and (d.leased_until is null or d.leased_until < now())
        ${sqlFragment(db, priority === 'few' ? "and d.topic not in ('news', 'digest')" : '')}
      order by d.due_at, d.id limit ${most} for update skip locked),
    leased as (
      update notification_outbox d set leased_until = now() + ${leaseSeconds} * interval '1 second' from due where d.id = due.id
      returning d.*, due.was_leased)
    select t.id, t.person_id as person, t.device_id as device, t.topic, t.thing, t.notices, t.talks, t.tries,
      t.due_at as due, a.role = 1 as "isTeacher", ${isSessionLive(db, sqlFragment(db, 'd.session_id'))} as "isLive",
      coalesce(c.is_off, ${defaultNotificationChoices.isOff}) as "isOff", coalesce(c.push, ${defaultNotificationChoices.push}::text[]) as chosen,
      coalesce(c.is_open, ${defaultNotificationChoices.isOpen}) as "isOpen", d.language, d.endpoint, d.p256dh, d.auth,
      ${universityTodaySql(db, timeZone)} as today, q.until at time zone ${timeZone} as until, t.was_leased as "wasLeased",
      array(select distinct n from notification_outbox b, unnest(b.notices) n
        where t.thing = 0 and b.device_id = t.device_id and b.topic = t.topic and b.thing = 0 and b.outcome = 'sent'
          and b.sent_at > now() - ${repeatedFor}::interval) as before,
      array(select 'n' || b.thing from notification_outbox b
        where b.device_id = t.device_id and b.outcome = 'sent' and b.thing > 0 and b.notices <> '{}'
          and b.sent_at > now() - ${repeatedFor}::interval
          and not exists (select from notice n where n.id = any (b.notices) and n.seen_at is null)
        order by b.id desc limit ${maxClosedNotifications}) as over
    from leased t
    join push_device d on d.id = t.device_id
    join account a on a.person_id = t.person_id
    left join notification_setting c on c.person_id = t.person_id
    cross join (select ${universityTimestampSql(db, timeZone)} as now) local
    left join lateral (select quiet_until(local.now, coalesce(c.quiet_from, ${defaultNotificationChoices.quietFrom}),
      coalesce(c.quiet_to, ${defaultNotificationChoices.quietTo})) as until) q
      on coalesce(c.is_quiet, ${defaultNotificationChoices.isQuiet}) and t.topic <> ${urgentTopic} and not (t.topic = 'lessons' and exists (
        select from notice n cross join lateral classes_of_timetable_change(n.detail, local.now::date, local.now::date + 1) k
        where n.id = any (t.notices) and k.starts_at between local.now and q.until))`;
}

/** For whom notices are asked about: people of one role, in one language. */
export interface NoticeAudience {
  readonly isTeacher: boolean;
  readonly language: Language;
  readonly timeZone: string;
}

type Row = Pick<Notice, 'id' | 'kind' | 'thing' | 'at'> & { about: Partial<Notice> };

/**
 * What notices say to their people at this moment: none that was seen, whose thing is gone, or whose person may not see it
 * or sign in any more. One statement for all of them.
 */
export async function readCurrentNotices(
  db: Db,
  ids: readonly number[],
  to: NoticeAudience,
): Promise<Map<number, Notice>> {
  const { isTeacher, language, timeZone } = to;
  const column = (name: string) => sqlFragment(db, `who.${name}`);
  const caller = {
    uid: column('id'),
    role: isTeacher ? (1 as const) : (2 as const),
    groupId: column('group_id'),
    faculties: column('faculties'),
  };
  const people = db`select person_id from notice where id = any (${ids as number[]}::bigint[])`;
  const rows = await db<Row[]>`
    with who as materialized (${selectCallers(db, people)})
    select notice.id, notice.kind, notice.thing, notice.at, x.about
    from notice
    join who on who.id = notice.person_id and who.is_teacher = ${isTeacher}
    cross join lateral (
      with own_teachers as (${selectTeachersOfStudent(db, caller.uid)})
      ${selectNoticeContent(db, { caller, language, timeZone })}) x
    where notice.id = any (${ids as number[]}::bigint[]) and notice.seen_at is null and not x.known`;
  return new Map(
    rows.map(({ about, ...row }): [number, Notice] => [
      row.id,
      { isNew: true, ...row, ...emptyNoticeDetails, ...about },
    ]),
  );
}

/** How the sending of a row ended. `again`: after a pause; `gone`: its device is not there any more. */
export interface SendOutcome {
  readonly id: number;
  readonly device: number;
  readonly outcome: 'sent' | 'withdrawn' | 'failed' | 'again' | 'gone';
  /** As they were when the row was leased. */
  readonly notices: readonly number[];
  readonly talks: readonly string[];
  readonly due: string;
  /** Seconds until the next try. */
  readonly pause: number;
}

/**
 * Stores how the sending of rows ended. Notices that were added to a row while it was leased are sent later, in a row of
 * their own; a conversation whose row was postponed meanwhile keeps that row.
 */
export async function storeSendOutcomes(db: Db, ends: readonly SendOutcome[]): Promise<void> {
  const gone = ends.filter(({ outcome }) => outcome === 'gone').map(({ device }) => device);
  if (gone.length) await db`delete from push_device where id = any (${gone}::int[])`;
  const [again, over] = [
    ends.filter(({ outcome }) => outcome === 'again'),
    ends.filter(({ outcome }) => outcome !== 'again' && outcome !== 'gone'),
  ];
  if (over.length) await writeOver(db, over);
  if (again.length)
    await db`
      update notification_outbox d set tries = d.tries + 1, leased_until = null, due_at = now() + e.pause * interval '1 second',
        outcome = case when d.tries + 1 >= ${maxAttempts} or d.created_at < now() - ${triedFor}::interval then 'failed' end
      from jsonb_to_recordset(${JSON.stringify(again)}::text::jsonb) as e (id bigint, pause int)
      where d.id = e.id and d.outcome is null`;
}

async function writeOver(db: Db, over: readonly SendOutcome[]): Promise<void> {
  const sent = over.filter(({ outcome }) => outcome === 'sent').map(({ device }) => device);
  if (sent.length) await db`update push_device set notified_at = now() where id = any (${[...new Set(sent)]}::int[])`;
  const grown = await db<{ id: number; rest: number[]; talks: string[] }[]>`
    with ended as (
      select d.id, d.topic, e.outcome, e.notices, e.talks as notified_conversations, d.thing > 0 and date_trunc('milliseconds', d.due_at) <> e.due as is_later,
        array(select unnest(d.notices) except select unnest(e.notices)) as rest,
        array(select unnest(d.talks) except select unnest(e.talks)) as talks
      from notification_outbox d
      join jsonb_to_recordset(${JSON.stringify(over)}::text::jsonb)
        as e (id bigint, outcome text, notices bigint[], talks text[], due timestamptz) on e.id = d.id
      where d.outcome is null order by d.id for update of d),
    written as (
      update notification_outbox d set leased_until = null, notices = e.notices, talks = e.notified_conversations,
        outcome = case when not e.is_later then e.outcome end,
        sent_at = case when e.outcome = 'sent' then now() end
      from ended e where d.id = e.id)
    select id, rest, talks from ended where rest <> '{}' or talks <> '{}'`;
  for (const { id, rest, talks } of grown)
    await db`
      insert into notification_outbox (person_id, device_id, topic, thing, notices, talks, due_at)
      select person_id, device_id, topic, thing, ${rest}::bigint[], ${talks}::text[], now() + interval '1 minute'
      from notification_outbox where id = ${id}
      on conflict (person_id, coalesce(device_id, 0), topic, thing) where outcome is null do update set
        notices = notification_outbox.notices || excluded.notices, talks = notification_outbox.talks || excluded.talks`;
}

/** What somebody waits for: messages whose moment comes, what goes to devices, or what goes by mail. */
export type PendingWorkKind = 'plan' | 'push' | 'mail';

/** Seconds until something is due, or a lease of somebody who did not come back ends; null: nothing waits. */
export async function secondsUntilDue(db: Db, work: PendingWorkKind): Promise<number | null> {
  const first =
    work === 'plan'
      ? db`select min(notify_at) from message where notify_at is not null`
      : db`select min(greatest(due_at, coalesce(leased_until, due_at))) from notification_outbox
          where outcome is null and (device_id is null) = ${work === 'mail'}`;
  const [row] = await db<{ seconds: number | null }[]>`
    select extract(epoch from (${first}) - now())::float8 as seconds`;
  return row?.seconds ?? null;
}
