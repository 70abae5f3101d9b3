import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { alphabetCollationSql, nameColumn } from './university.queries.ts';

/** A group that people may be moved to. */
interface GroupRow {
  id_group: number;
  name: string;
  id_faculty: number;
}

/** Groups are offered for so many years after their students were admitted. */
const yearsOffered = 7;

/** The groups of these faculties (absent: of all), by name. */
export async function readGroups(
  db: Db,
  faculties: readonly number[] | undefined,
  language: Language,
): Promise<GroupRow[]> {
  return await db<GroupRow[]>`
    select g.id as id_group, g.name, s.faculty_id as id_faculty
    from study_group g join speciality s on s.id = g.speciality_id
    where g.admission_year > extract(year from today())::int - 2000 - ${yearsOffered}::int
      and ${faculties ? db`s.faculty_id = any (${faculties as number[]}::int[])` : db`true`}
    order by g.name ${alphabetCollationSql(db, language)}, g.id`;
}

/** A group by its number, of these faculties; null: there is none. */
export async function readGroup(db: Db, id: number, faculties: readonly number[] | undefined) {
  const [row] = await db<{ id: number; name: string }[]>`
    select g.id, g.name from study_group g join speciality s on s.id = g.speciality_id
    where g.id = ${id} and ${faculties ? db`s.faculty_id = any (${faculties as number[]}::int[])` : db`true`}`;
  return row ?? null;
}

/** Where a student is now, and the last day in any other group up to now. */
export interface CurrentMembership {
  readonly group: number | null;
  readonly name: string | null;
  readonly since: string | null;
  readonly before: string | null;
}

/** The present group of a student; null: the person is none. */
export async function readCurrentMembership(db: Db, student: number): Promise<CurrentMembership | null> {
  const [row] = await db<CurrentMembership[]>`
    select gs.group_id as "group", g.name, gs.starts_on as since,
      (select max(o.ends_on) from group_student o
        where o.student_id = s.id and o.starts_on <= today() and not o.is_current) as before
    from student s left join group_student gs on gs.student_id = s.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    where s.id = ${student}`;
  return row ?? null;
}

/** From which group to which, from a day on. */
export interface GroupMove {
  readonly student: number;
  readonly from: CurrentMembership;
  readonly to: number;
  readonly day: string;
}

/**
 * Ends the present group on the day before, whether or not its last day was known, and begins the new one; who came from there
 * comes back to it. The new one has no end, unless another is to follow already: then it lasts until that begins.
 */
export async function moveStudentToGroup(db: Db, { student, from, to, day }: GroupMove): Promise<void> {
  const present = db`student_id = ${student} and group_id = ${from.group} and starts_on = ${from.since}`;
  if (from.since === day) await db`delete from group_membership where ${present}`;
  else await db`update group_membership set ends_on = ${day}::date - 1 where ${present}`;
  const end = db`(select min(next.starts_on) - 1 from group_membership next
    where next.student_id = ${student} and next.starts_on > ${day}::date
      and (next.ends_on is null or next.ends_on > next.starts_on))`;
  const again = await db`
    update group_membership set ends_on = ${end}
    where student_id = ${student} and group_id = ${to} and ends_on = ${day}::date - 1`;
  if (again.count > 0) return;
  await db`
    insert into group_membership (student_id, group_id, starts_on, ends_on) values (${student}, ${to}, ${day}, ${end})
    on conflict on constraint group_membership_unique do update set ends_on = excluded.ends_on`;
}

interface Following {
  /** Entries in the journals of the group that is left, from that day on. */
  marks: number;
  /** Registrations of this term, which stay. */
  registrations: number;
  leaves: string[];
  comes: string[];
  teachersLeft: number;
  teachersNew: number;
  classmates: number;
}

/** What follows from a move. */
export async function readTransferConsequences(
  db: Db,
  { student, from, to, day }: GroupMove,
  language: Language,
): Promise<Following> {
  const [row] = await db<Following[]>`
    with term as (
      select year_id, term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1),
    plan as materialized (
      select distinct p.group_id, p.discipline_id, p.credits from group_plan p join term using (year_id, term_id)
      where p.group_id in (${from.group}::int, ${to}::int)),
    single as (
      select one.group_id, one.discipline_id from plan one
      where not exists (select from plan other where other.group_id <> one.group_id
        and (other.discipline_id, other.credits) = (one.discipline_id, one.credits))),
    named as (
      select o.group_id, coalesce(jsonb_agg(${nameColumn(db, 'd', language)} order by ${nameColumn(db, 'd', language)}), '[]') as names
      from single o join discipline d on d.id = o.discipline_id group by o.group_id),
    taught as (
      select distinct t.course_id, t.teacher_id from course_teacher t join term using (year_id, term_id)
      where not t.is_select and t.course_id in (${from.group}::int, ${to}::int))
    select
      (select count(*)::int from journal_cell c join journal_column k on k.id = c.column_id
        join journal_course j on j.id = k.course_id
        where c.student_id = ${student} and not c.deleted and j.group_id = ${from.group}::int
          and k.visit_date >= ${day}::date) as marks,
      (select count(*)::int from registration r join term using (year_id, term_id) where r.student_id = ${student}) as registrations,
      coalesce((select names from named where group_id = ${from.group}::int), '[]') as leaves,
      coalesce((select names from named where group_id = ${to}::int), '[]') as comes,
      (select count(*)::int from taught l where l.course_id = ${from.group}::int and not exists (
        select from taught n where n.course_id = ${to}::int and n.teacher_id = l.teacher_id)) as "teachersLeft",
      (select count(*)::int from taught n where n.course_id = ${to}::int and not exists (
        select from taught l where l.course_id = ${from.group}::int and l.teacher_id = n.teacher_id)) as "teachersNew",
      (select count(*)::int from group_student m where m.group_id = ${to}::int and m.is_current) as classmates`;
  if (!row) throw new Error('a sum without a row');
  return row;
}
