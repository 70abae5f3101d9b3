import type { Db } from '../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt } from '../university/courses.queries.ts';
import { joinLessonOccurrences } from '../university/lessons.queries.ts';
import { sqlFragment } from '../university/university.queries.ts';
import { noticeConflictClause } from './writing.queries.ts';

/** The days that a holiday takes classes from, or gives them back to; of what is over before today nobody is notified. */
export interface HolidayDays {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** SQL, parts of a statement: `held`, the classes held on those days, and `affected`, how many each person has of them on each day. */
const affected = (db: Db, { from, to, today }: HolidayDays) => db`
  held as materialized (
    select l.*, d.day from academic_calendar cal
    ${joinLessonOccurrences(db, { from: db`greatest(${from}::date, ${today}::date)`, to: db`${to}::date` })}),
  affected as (
    select person_id, day, count(*)::int as count from (
      select l.id, l.day, member.student_id as person_id
      from held l join lesson_group g on g.lesson_id = l.id
      join group_student member on member.group_id = g.group_id and ${isMemberAt(db, { day: sqlFragment(db, 'l.day') })}
      where l.stream_id is null and ${isLessonForStudentSubgroup(db, sqlFragment(db, 'member.student_id'))}
      union
      select l.id, l.day, seat.student_id from held l join stream_student seat on seat.stream_id = l.stream_id
      where ${isLessonForStudentSubgroup(db, sqlFragment(db, 'seat.student_id'))}
      union
      select l.id, l.day, l.teacher_id from held l) each
    group by person_id, day)`;

/** How many classes are held on some days, and how many people have one. */
export async function countAffectedClasses(
  db: Db,
  days: HolidayDays,
): Promise<{ classes: number; people: number; known: number }> {
  const [row] = await db<{ classes: number; people: number; known: number }[]>`
    with ${affected(db, days)}
    select (select count(*) from held)::int as classes, (select count(distinct person_id) from affected)::int as people,
      (select count(*) from holiday where day between ${days.from}::date and ${days.to}::date)::int as known`;
  return row ?? { classes: 0, people: 0, known: 0 };
}

/** SQL: of days without classes that were given back in part and are taken again, those that stayed are counted too. */
const addedCounts = `excluded.detail || jsonb_build_object(
  'counts', coalesce(notice.detail->'counts', '{}') || (excluded.detail->'counts'))`;

/**
 * Tells everybody who has a class on these days, in one notice each, that none is held, before that is so, or that they
 * are held again, after that. What one notice said before of the very same days is counted on. Gives how many were notified.
 */
export async function notifyHoliday(
  db: Db,
  { step, by, ...days }: HolidayDays & { step: 'set' | 'lifted'; by: number },
): Promise<number> {
  const { from, to, today } = days;
  const notified = await db`
    with ${affected(db, days)}
    insert into notice (person_id, kind, thing, part, step, detail)
    select c.person_id, 'holiday', to_char(${from}::date, 'YYYYMMDD')::bigint,
      case when ${step === 'set'} then to_char(${to}::date, 'YYYYMMDD')::bigint else 0 end, ${step}, jsonb_build_object(
      'from', ${from}::date, 'to', ${to}::date, 'counts', jsonb_object_agg(c.day, c.count),
      'soon', ${from}::date <= ${today}::date + 1)
    from affected c where c.person_id <> ${by}
    group by c.person_id
    order by c.person_id
    ${noticeConflictClause(db, addedCounts)}`;
  return notified.count;
}
