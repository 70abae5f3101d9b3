import type { Db } from '../database/database.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { noticeConflictClause } from './writing.queries.ts';

/** Limit of the groups that are named in one notice about several students. */
const maxNamed = 3;

/** SQL: the last group of each student in a table of memberships. */
const lastGroups = (db: Db, table: string) =>
  sqlFragment(
    db,
    `select distinct on (student_id) student_id, group_id, starts_on, ends_on from ${table}
      order by student_id, starts_on desc, ends_on desc nulls first, id desc`,
  );

/**
 * Adds to `affected` the students whom this transaction moved to another group (tables group_membership and
 * before_group_membership), and the teachers of the groups that they left or joined: one row for a teacher of several
 * such students. Joining a first group is no change, and memberships that have ended notify nobody. Who returns to the
 * former group, because the move was undone, counts as there since this day: the membership itself is older.
 */
export async function collectGroupMoves(db: Db, day: string): Promise<void> {
  await db`
    insert into affected (kind, person_id, count, thing, step, detail)
    with was as (${lastGroups(db, 'before_group_membership')}),
    present as (${lastGroups(db, 'group_membership')}),
    moved as materialized (
      select n.student_id, w.group_id as left_id, n.group_id as joined_id, jsonb_build_object('student', n.student_id,
        'left', w.group_id, 'joined', n.group_id,
        'since', case when n.starts_on > w.starts_on then n.starts_on else ${day}::date end) as detail
      from was w join present n on n.student_id = w.student_id
      where n.group_id <> w.group_id and coalesce(n.ends_on, ${day}::date) >= ${day}::date),
    taught as (
      select distinct t.teacher_id, t.course_id
      from course_teacher t
      join academic_calendar c on c.year_id = t.year_id and c.term_id = t.term_id and c.ends_on >= ${day}::date
      where not t.is_select and t.course_id in (select unnest(array[left_id, joined_id]) from moved)),
    pairs as (
      select distinct t.teacher_id, m.student_id, m.left_id, m.joined_id, m.detail
      from moved m join taught t on t.course_id in (m.left_id, m.joined_id))
    select 'group', m.student_id, 1, m.student_id, 'own', m.detail from moved m
    union all
    select 'group', p.teacher_id, count(*)::int, case when count(*) = 1 then min(p.student_id) else 0 end,
      case when count(*) = 1 then 'student' else 'several' end,
      case when count(*) = 1 then (array_agg(p.detail))[1] else jsonb_build_object('count', count(*),
        'groups', (array_agg(distinct p.joined_id))[1:${maxNamed}::int]) end
    from pairs p group by p.teacher_id`;
}

/**
 * Tells a student who was moved by hand, and the teachers of both groups in this term, as an import does; gives whom.
 */
export async function notifyGroupChange(
  db: Db,
  { student, left, to, day }: { student: number; left: number; to: number; day: string },
): Promise<number[]> {
  const rows = await db<{ person_id: number }[]>`
    with detail as (select jsonb_build_object('student', ${student}::bigint, 'left', ${left}::int, 'joined', ${to}::int,
      'since', ${day}::date) as value)
    insert into notice (person_id, kind, thing, step, detail)
    select ${student}::bigint, 'group', ${student}::bigint, 'own', d.value from detail d
    union all
    select distinct t.teacher_id, 'group', ${student}::bigint, 'student', d.value
    from detail d cross join course_teacher t
    join academic_calendar c on c.year_id = t.year_id and c.term_id = t.term_id
      and c.starts_on <= today() and c.ends_on >= today()
    where not t.is_select and t.course_id in (${left}::int, ${to}::int)
    ${noticeConflictClause(db)}
    returning person_id`;
  return rows.map(({ person_id: id }) => id);
}
