import type { Db } from '../../database/database.ts';
import type { RoomActivity } from '../activity.ts';

/** Days of which the invented people still find notices, and how long ago the new ones begin. */
const days = 14;
const newDays = 2;

/**
 * Brings notices that were made while the others lived to the days of what it tells, the newest with the highest numbers; of what is
 * long past nothing is left.
 */
export async function backdateNotices(db: Db): Promise<void> {
  await db`
    with past as (
      select n.id, coalesce(case n.kind
        when 'mark' then (select c.made_at from journal_cell c
          where c.column_id = n.thing and c.student_id = n.person_id)
        when 'absences' then (select max(c.made_at) from journal_cell c join journal_column k on k.id = c.column_id
          where c.student_id = n.part and c.visited is false and k.course_id = n.thing)
        when 'material' then (select m.created_at from material m where m.id = n.thing)
        when 'news' then (select w.created_at from news w where w.id = n.thing)
        when 'order' then (select o.changed_at from document_order o where o.id = n.thing) end, n.at) as at
      from notice n),
    gone as (
      delete from notice n using past p where p.id = n.id and p.at < now() - ${days} * interval '1 day'),
    numbered as (
      select id, at, nextval('notice_number') as next from (
        select * from past where at >= now() - ${days} * interval '1 day' order by at, id) o)
    update notice n set id = p.next, at = p.at,
      seen_at = coalesce(n.seen_at, case when p.at < now() - ${newDays} * interval '1 day' then p.at end)
    from numbered p where p.id = n.id`;
  // Who looks at them already has them under their old numbers.
  await db`select pg_notify('bilim_live', '[{"to":["all"],"room":"notices","key":null}]')`;
}

/** After everybody who is soon done; those who bring files settle theirs again. */
export const noticesActivity: RoomActivity = ({ db }) => backdateNotices(db);
