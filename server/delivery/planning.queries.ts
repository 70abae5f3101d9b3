import type { Db } from '../database/database.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { defaultNotificationChoices, topicByNoticeKind } from './choices.ts';

/** So many notices are planned in one transaction. */
const planBatchSize = 5000;
const retention = '7 days';
const sweepBatchSize = 10_000;

/** SQL: the present by the clock of the university. */
export const universityTimestampSql = (db: Db, timeZone: string) => db`(now() at time zone ${timeZone})`;

/** SQL: the evening of today, or of tomorrow when that is over. */
export const nextEveningSql = (db: Db, timeZone: string) => {
  const now = universityTimestampSql(db, timeZone);
  return db`((${now}::date + time '19:00' + case when ${now}::time < '19:00' then interval '0' else interval '1 day' end)
    at time zone ${timeZone})`;
};

/** SQL condition: a change of the timetable (`detail` of a notice), or one of several, is about a class of today or tomorrow. */
export const isClassTodayOrTomorrow = (db: Db, timeZone: string, detail: string) => {
  const now = universityTimestampSql(db, timeZone);
  return db`(coalesce(${sqlFragment(db, `(${detail}->>'soon')::boolean`)}, false) or exists (select from classes_of_timetable_change(${sqlFragment(db, detail)}, ${now}::date, ${now}::date + 1)))`;
};

/** SQL: rows of one insert join those that wait for the same. */
const joined = (db: Db) =>
  sqlFragment(
    db,
    `on conflict (person_id, coalesce(device_id, 0), topic, thing) where outcome is null do update set
      notices = array(select distinct n from unnest(notification_outbox.notices || excluded.notices) n order by n),
      talks = array(select distinct t from unnest(notification_outbox.talks || excluded.talks) t order by t)`,
  );

/**
 * Plans the delivery of unseen notices: what goes to which device, and when. Marks and materials gather for ten
 * minutes; classes of today and tomorrow, urgent news and what concerns one person alone go at once; other classes
 * and news gather until the evening. Gives the notices that it planned.
 */
export async function planNotices(db: Db, timeZone: string): Promise<number[]> {
  const kinds = Object.keys(topicByNoticeKind);
  const [row] = await db<{ ids: number[] }[]>`
    with unplanned as materialized (
      select * from notice where not planned order by id limit ${planBatchSize} for update skip locked),
    done as (update notice set planned = true from unplanned where notice.id = unplanned.id),
    evening as (select ${nextEveningSql(db, timeZone)} as at),
    wanted as (
      select t.id, t.person_id, k.topic,
        case when k.topic in ('marks', 'materials') then now() + interval '10 minutes'
          -- Whoever has its page open has seen it by then.
          when t.kind = 'load' then now() + interval '1 minute'
          when t.kind in ('lesson', 'holiday') then (select evening.at from evening
            where not ${isClassTodayOrTomorrow(db, timeZone, 't.detail')})
          when t.kind = 'news' and t.detail->'urgent' is distinct from 'true'::jsonb then (select evening.at from evening)
        end as gathered_until
      from unplanned t
      join unnest(${kinds}::text[], ${Object.values(topicByNoticeKind)}::text[]) k (kind, topic) on k.kind = t.kind
      left join notification_setting c on c.person_id = t.person_id
      where t.seen_at is null and not coalesce(c.is_off, false)
        and (k.topic = 'account' or k.topic = any (coalesce(c.push, ${defaultNotificationChoices.push}::text[])))),
    written as (
      insert into notification_outbox (person_id, device_id, topic, thing, notices, due_at)
      select w.person_id, d.id, w.topic, case when w.gathered_until is null then w.id else 0 end,
        array_agg(w.id order by w.id), coalesce(min(w.gathered_until), now())
      from wanted w join push_device d on d.person_id = w.person_id
      group by 1, 2, 3, 4
      -- In one order always: two nodes may plan at the same time.
      order by 1, 2, 3, 4
      ${joined(db)})
    select array(select id from unplanned) as ids`;
  return row?.ids ?? [];
}

/** A row that is due while its person's quiet hours hold, and when they end. */
export interface QuietHoursRow {
  readonly id: number;
  readonly until: string | null;
}

/**
 * Puts off what is due in its person's quiet hours until they end. `isGathered`: into one message for each device; what
 * may have reached the device already keeps its own row, and so the tag by which a repeat is not shown again.
 */
export async function postponeForQuietHours(
  db: Db,
  rows: readonly QuietHoursRow[],
  isGathered: boolean,
): Promise<void> {
  const asked = db`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id bigint, until timestamptz)`;
  if (!isGathered)
    await db`
      update notification_outbox d set due_at = r.until, leased_until = null from ${asked}
      where d.id = r.id and d.outcome is null`;
  else
    await db`
      with gone as (
        delete from notification_outbox d using ${asked} where d.id = r.id and d.outcome is null returning d.*, r.until)
      insert into notification_outbox (person_id, device_id, topic, thing, notices, talks, due_at)
      select g.person_id, g.device_id, 'digest', 0,
        array(select distinct n from gone o, unnest(o.notices) n
          where o.person_id = g.person_id and o.device_id is not distinct from g.device_id order by n),
        coalesce(array_agg(distinct g.topic || ':' || g.thing) filter (where g.notices = '{}'), '{}'), min(g.until)
      from gone g group by g.person_id, g.device_id order by g.person_id, g.device_id
      ${joined(db)}`;
}

/** Removes deliveries that ended a week ago, a limited number of rows at once; called again and again. */
export async function sweepDeliveries(db: Db): Promise<void> {
  await db`
    delete from notification_outbox where id in (
      select id from notification_outbox where outcome is not null and created_at < now() - ${retention}::interval
      order by created_at limit ${sweepBatchSize})`;
}
