import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { type CoursePeriod, isMemberAt, isStudentOf } from './courses.queries.ts';
import { joinHeldLessons } from './lessons.queries.ts';
import { sqlFragment } from './university.queries.ts';

/**
 * SQL, parts of a statement: `class`, the classes held between two days, a row a group or stream of each, with its place
 * among those of the same kind on its day, as the journal counts them. `of`: which lessons `l` of calendar `cal`.
 */
export const classOccurrences = (db: Db, { from, to, of }: { from: Fragment; to: Fragment; of: Fragment }) => db`
  held as materialized (
    select l.*, d.day, p.starts_at, p.ends_at, coalesce(s.is_chosen, false) as is_select,
      exists (select from class_change hand where hand.made_id = l.id) as by_change
    from academic_calendar cal ${joinHeldLessons(db, { from, to })}
    join pair_slot p on p.id = l.slot_id
    left join stream s on s.id = l.stream_id
    where ${of}),
  class as materialized (
    select h.*, g.course_id, least(8, dense_rank() over (
      partition by h.teacher_id, h.day, g.course_id, h.is_select, h.discipline_id, h.credits, h.class_type_id
      order by h.starts_at))::smallint as times_count
    from held h
    cross join lateral (
      select h.stream_id as course_id where h.is_select
      union select lg.group_id from lesson_group lg where not h.is_select and lg.lesson_id = h.id
      union select x.group_id from stream_student x where not h.is_select and x.stream_id = h.stream_id) g)`;

/** SQL: the journal `j` of class `c`, joined from the left: none where nothing was ever entered. */
export const journalOfClass = (db: Db) =>
  sqlFragment(
    db,
    `left join journal_course j on j.year_id = c.year_id and j.term_id = c.term_id
      and j.discipline_id = c.discipline_id and j.credits = c.credits
      and (c.is_select and j.stream_id = c.course_id or not c.is_select and j.group_id = c.course_id)`,
  );

/** SQL condition: `col` is the column of class `c` in journal `j`. */
export const isColumnOfClass = (db: Db) =>
  sqlFragment(
    db,
    `col.course_id = j.id and col.class_type_id = c.class_type_id and col.visit_date = c.day
      and col.times_count = c.times_count`,
  );

/** SQL `select student_id, starts_on, ends_on`: whom class `c` is for on some days: of its teacher's subgroup, or not divided yet. */
function studentsOfClass(db: Db, when: CoursePeriod) {
  const column = (name: string) => sqlFragment(db, `c.${name}`);
  return db`
    select seat.student_id, null::date as starts_on, null::date as ends_on
    from stream_student seat where c.is_select and seat.stream_id = c.course_id
    union all
    select member.student_id, member.starts_on, member.ends_on from group_student member
    where not c.is_select and member.group_id = c.course_id and ${isMemberAt(db, when)}
      and ${isStudentOf(db, sqlFragment(db, 'member.student_id'), column('teacher_id'), {
        year: column('year_id'),
        term: column('term_id'),
        discipline: column('discipline_id'),
        credits: column('credits'),
        classType: column('class_type_id'),
      })}`;
}

/** SQL condition: student `own` is in no other subgroup than that of class `c` with journal `j`. */
const isOfSubgroup = (db: Db) =>
  sqlFragment(
    db,
    `(c.subgroup = 0 or not exists (
      select from journal_subgroup other where other.course_id = j.id and other.class_type_id = c.class_type_id
        and other.teacher_id = c.teacher_id and other.student_id = own.student_id
        and other.subgroup not in (0, c.subgroup)))`,
  );

/** SQL join behind `class c` with its journal: of its column `e.entered` and `e.absences`. */
export const joinEntered = (db: Db) => db`
  cross join lateral (
    select count(cell.visited)::int as entered, (count(*) filter (where not cell.visited))::int as absences
    from journal_column col
    join journal_cell cell on cell.column_id = col.id and not cell.deleted
    where ${isColumnOfClass(db)} and (c.subgroup = 0 or cell.subgroup in (0, c.subgroup))) e`;

/**
 * SQL, parts of a statement behind `class`: `audience`, for how many `students` lesson `id` is on a `day` in a course. Whom a
 * lesson is for is read once, not for each of its days: of many weeks that is several times quicker than `joinClassEntries`.
 */
export const audienceByDay = (db: Db, days: { from: Fragment; to: Fragment }) => db`
  attending as materialized (
    select c.id, c.course_id, own.starts_on, own.ends_on
    from (select distinct on (id, course_id) * from class) c
    ${journalOfClass(db)}
    cross join lateral (${studentsOfClass(db, days)}) own
    where ${isOfSubgroup(db)}),
  audience as materialized (
    select c.id, c.course_id, c.day, count(*)::int as students
    from (select distinct id, course_id, day from class) c
    join attending a on a.id = c.id and a.course_id = c.course_id
      and (a.starts_on is null or a.starts_on <= c.day) and (a.ends_on is null or a.ends_on >= c.day)
    group by c.id, c.course_id, c.day)`;

/**
 * SQL joins behind `class c` with its journal: `n.students`, how many it is for, and of its column `e.entered` and
 * `e.absences`.
 */
export const joinClassEntries = (db: Db) => db`
  cross join lateral (
    select count(*)::int as students from (${studentsOfClass(db, { day: sqlFragment(db, 'c.day') })}) own
    where ${isOfSubgroup(db)}) n
  ${joinEntered(db)}`;

/**
 * SQL condition: the teacher of class `c` keeps its journal. Of a class that another teacher gave this once it is kept by
 * whoever teaches the course.
 */
export const isJournalKeptByTeacher = (db: Db) =>
  sqlFragment(
    db,
    `(not c.by_change or exists (select from course_teacher taught where taught.teacher_id = c.teacher_id
      and taught.is_select = c.is_select and taught.course_id = c.course_id and taught.year_id = c.year_id
      and taught.term_id = c.term_id and taught.discipline_id = c.discipline_id and taught.credits = c.credits))`,
  );
