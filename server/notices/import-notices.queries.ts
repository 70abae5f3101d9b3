import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { noticeConflictClause } from './writing.queries.ts';

/** So many people are in one event of the live line, which has to stay small. */
const peoplePerEvent = 200;
/** People notified in one transaction. */
const peoplePerTransaction = 5000;

/** SQL `select pg_notify`: has the pages of the people whom `people` selects read a room again. */
const wake = (db: Db, room: 'notices' | 'schedule', people: Fragment) => db`
  select pg_notify('bilim_live', '[{"to":["u:' || string_agg(person_id::text, '","u:') || '"],"room":"' || ${room}::text
    || '","key":null}]')
  from (select person_id, row_number() over () / ${peoplePerEvent} as part from (${people}) p) listed group by part`;

/**
 * Stores whom the import `run` affects (the table of `collectAffectedPeople`); they are notified after its transaction, nobody
 * of a `silent` one. Open timetables are read again in any case. An import that undoes another one (`undoes`)
 * withdraws notices of it that were neither seen nor sent to a device: who was not notified of the change is not notified of
 * its end.
 */
export async function storeImportNotices(
  db: Db,
  { run, undoes, silent }: { run: number; undoes: number | null; silent: boolean },
): Promise<void> {
  await wake(db, 'schedule', db`select distinct person_id from affected`);
  if (undoes !== null) await withdrawNotices(db, undoes);
  if (!silent)
    await db`
      insert into import_notice (run_id, person_id, kind, thing, step, detail)
      select ${run}::bigint, person_id, kind, thing, step, detail || jsonb_build_object('run', ${run}::bigint) from affected`;
}

/** Takes back notices of an import that nobody has seen; where less is put back than was changed they stay, and more are made. */
async function withdrawNotices(db: Db, run: number): Promise<void> {
  await db`
    create temp table unnotified on commit drop as
    with waiting as (
      delete from import_notice t using affected c
      where t.run_id = ${run}::bigint and t.person_id = c.person_id and t.kind = c.kind
        and coalesce((t.detail->>'count')::int, 1) = c.count
      returning t.person_id, t.kind),
    unseen as (
      delete from notice n using affected c
      where n.kind = c.kind and n.kind in ('lesson', 'group', 'stream') and n.detail->>'run' = ${String(run)}::text and n.person_id = c.person_id
        and n.seen_at is null and coalesce((n.detail->>'count')::int, 1) = c.count
        and not exists (select from notification_outbox d where d.person_id = n.person_id and n.id = any (d.notices)
          and (d.outcome in ('sent', 'failed') or (d.outcome is null and (d.tries > 0 or d.leased_until is not null))))
      returning n.person_id, n.kind)
    select person_id, kind from waiting union select person_id, kind from unseen`;
  await db`delete from affected c using unnotified u where u.person_id = c.person_id and u.kind = c.kind`;
  await wake(db, 'notices', db`select distinct person_id from unnotified`);
}

/**
 * Tells some of those whom stored imports concern; gives how many. The importer calls it behind its transaction, and the
 * delivery for what an importer left that was ended there.
 */
export async function notifyAffectedPeople(db: Db): Promise<number> {
  const rows = await db<{ taken: number }[]>`
    with first as (
      select run_id, person_id, kind from import_notice order by run_id, person_id, kind limit ${peoplePerTransaction} for update),
    taken as (
      delete from import_notice t using first f where t.run_id = f.run_id and t.person_id = f.person_id and t.kind = f.kind
      returning t.*),
    notified as (
      insert into notice (person_id, kind, thing, step, detail)
      select distinct on (person_id, kind, thing) person_id, kind, thing, step, detail from taken
      order by person_id, kind, thing, run_id desc
      ${noticeConflictClause(db)}
      returning person_id),
    heard as (${wake(db, 'notices', db`select distinct person_id from notified`)})
    select (select count(*) from taken)::int as taken, (select count(*) from heard)::int as heard`;
  return rows[0]?.taken ?? 0;
}
