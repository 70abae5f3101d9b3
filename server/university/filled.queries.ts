import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { type CoursePeriod, hasRegistrationStreams, isMemberAt } from './courses.queries.ts';
import { joinLessonOccurrences } from './lessons.queries.ts';
import { sqlFragment } from './university.queries.ts';

/**
 * SQL, parts of a statement: `class`, the classes held between two days, a row a group or stream of each, with its place
 * among those of the same kind on its day, as the journal counts them. `of`: which lessons `l` of calendar `cal`.
 */
export const classOccurrenceCtes = (db: Db, { from, to, of }: { from: Fragment; to: Fragment; of: Fragment }) => db`
  held as materialized (
    select l.id, l.year_id, l.term_id, l.discipline_id, l.credits, l.class_type_id, l.teacher_id, l.subgroup, l.stream_id,
      d.day, p.starts_at, p.ends_at
    from academic_calendar cal ${joinLessonOccurrences(db, { from, to })}
    join pair_slot p on p.id = l.slot_id
    where ${of}),
  course_lesson as materialized (
    select h.*, o.is_select, g.course_id, exists (select from class_change hand where hand.made_id = h.id) as by_change
    from (
      select distinct id, year_id, term_id, discipline_id, credits, class_type_id, teacher_id, subgroup, stream_id
      from held) h
    left join stream s on s.id = h.stream_id
    cross join lateral (select coalesce(s.is_chosen, false) as is_select) o
    cross join lateral (
      select h.stream_id as course_id where o.is_select
      union select lg.group_id from lesson_group lg where not o.is_select and lg.lesson_id = h.id
      union select x.group_id from stream_student x where not o.is_select and x.stream_id = h.stream_id) g),
  class as materialized (
    select l.*, h.day, h.starts_at, h.ends_at, least(8, dense_rank() over (
      partition by l.teacher_id, h.day, l.course_id, l.is_select, l.discipline_id, l.credits, l.class_type_id
      order by h.starts_at))::smallint as times_count
    from held h
    join course_lesson l on l.id = h.id)`;

/** SQL: the journal `j` of class `c`, joined from the left: none where nothing was ever entered. Each is found by an index. */
export function joinJournalOfClass(db: Db) {
  const isOfDiscipline = sqlFragment(
    db,
    `o.year_id = c.year_id and o.term_id = c.term_id and o.discipline_id = c.discipline_id and o.credits = c.credits`,
  );
  return db`left join lateral (
    select o.id from journal_course o where not c.is_select and o.group_id = c.course_id and ${isOfDiscipline}
    union all
    select o.id from journal_course o where c.is_select and o.stream_id = c.course_id and ${isOfDiscipline}) j on true`;
}

/** SQL condition: `col` is the column of class `c` in journal `j`. */
export const isColumnOfClass = (db: Db) =>
  sqlFragment(
    db,
    `col.course_id = j.id and col.class_type_id = c.class_type_id and col.visit_date = c.day
      and col.times_count = c.times_count`,
  );

/** SQL `select student_id, days`: whom class `c` is for on some days: of its teacher's subgroup, or not divided yet. */
function studentsOfClass(db: Db, when: CoursePeriod) {
  const column = (name: string) => sqlFragment(db, `c.${name}`);
  const discipline = {
    year: column('year_id'),
    term: column('term_id'),
    discipline: column('discipline_id'),
    credits: column('credits'),
    classType: column('class_type_id'),
  };
  const members = db`
    select member.student_id, member.days from group_student member
    where not c.is_select and member.group_id = c.course_id and ${isMemberAt(db, when)}`;
  // As `isStudentOfTeacher`, but whether the discipline is divided is asked once, and the teacher's streams name their students.
  return db`
    select seat.student_id, daterange(null, null) as days
    from stream_student seat where c.is_select and seat.stream_id = c.course_id
    union all
    ${members} and not ${hasRegistrationStreams(db, discipline)}
    union all
    ${members} and ${hasRegistrationStreams(db, discipline)} and member.student_id in (
      select seat.student_id from stream own join stream_student seat on seat.stream_id = own.id
      where own.teacher_id = c.teacher_id and own.year_id = c.year_id and own.term_id = c.term_id
        and own.discipline_id = c.discipline_id and own.credits = c.credits and seat.class_type_id = c.class_type_id)`;
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

/**
 * SQL joins behind `class c` with its journal: `n.students`, how many it is for, and of its column `e.entered` and
 * `e.absences`. For classes of one person; of many weeks of a university `classEntryCtes` is many times quicker.
 */
export const joinClassEntries = (db: Db) => db`
  cross join lateral (
    select count(*)::int as students from (${studentsOfClass(db, { day: sqlFragment(db, 'c.day') })}) own
    where ${isOfSubgroup(db)}) n
  cross join lateral (
    select count(cell.visited)::int as entered, (count(*) filter (where not cell.visited))::int as absences
    from journal_column col
    join journal_cell cell on cell.column_id = col.id and not cell.deleted
    where ${isColumnOfClass(db)} and (c.subgroup = 0 or cell.subgroup in (0, c.subgroup))) e`;

/**
 * SQL, parts of a statement behind `class`: `class_entries`, the classes that are for anybody, each with its `students` and how
 * many of them are `entered`. Whom a lesson is for is read once, not for each of its days: whoever is in the group all
 * the time is a number, the others are days. What was entered is counted in one pass over the columns of the days.
 */
export const classEntryCtes = (db: Db, days: { from: Fragment; to: Fragment }) => db`
  audience as materialized (
    select c.id, c.course_id, j.id as journal_id, count(*) filter (where own.days @> whole.days)::int as always,
      array_agg(own.days) filter (where not own.days @> whole.days) as sometimes
    from course_lesson c
    ${joinJournalOfClass(db)}
    cross join (select daterange(${days.from}, ${days.to}, '[]') as days) whole
    cross join lateral (${studentsOfClass(db, days)}) own
    where ${isOfSubgroup(db)}
    group by c.id, c.course_id, j.id),
  entries as materialized (
    select col.course_id, col.class_type_id, col.visit_date, col.times_count, count(cell.visited)::int as entered,
      array_agg(cell.subgroup) filter (where cell.subgroup <> 0 and cell.visited is not null) as subgroups
    from journal_column col
    join journal_cell cell on cell.column_id = col.id and not cell.deleted
    where col.visit_date between ${days.from} and ${days.to} and col.course_id in (select journal_id from audience)
    group by col.id),
  class_entries as (
    select c.*, n.students, coalesce(col.entered - other.entered, 0) as entered
    from class c
    join audience a on a.id = c.id and a.course_id = c.course_id
    cross join lateral (
      select a.always + (select count(*)::int from unnest(a.sometimes) x where x @> c.day) as students) n
    left join entries col on col.course_id = a.journal_id and col.class_type_id = c.class_type_id
      and col.visit_date = c.day and col.times_count = c.times_count
    cross join lateral (
      select count(*)::int as entered from unnest(col.subgroups) x where c.subgroup <> 0 and x <> c.subgroup) other
    where n.students > 0)`;

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
