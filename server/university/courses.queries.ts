import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { today } from './university.queries.ts';

/**
 * Who teaches and who studies what, and when: pieces of SQL over the views course_teacher, group_student,
 * stream_student and group_plan. What opens something to somebody stands in courses.access.ts.
 */

/** A value, or the column that holds it. */
export type Value = number | Fragment;

/** What names one taught discipline everywhere: term, discipline, credits, and the group or stream that has it. */
export interface CourseKey<V extends Value = number> {
  readonly year: V;
  readonly term: V;
  readonly discipline: V;
  readonly credits: V;
  /** True: chosen, taught to the stream `group`; false: of the plan, taught to the group `group`. */
  readonly isSelect: boolean;
  readonly group: V;
}

/** A discipline in a term, whoever has it. */
export type DisciplineKey<V extends Value = number> = Omit<CourseKey<V>, 'isSelect' | 'group'>;

/**
 * The time in which belonging to a group counts.
 * - `day`: that day. Who talks, is listed or has a class: whoever has left is out with the next call.
 * - `from`, `to`: any day between them. What was written or handed out in a term stays with those who were there.
 * - `now`: as long as no end is known. What tells of the present, without a term.
 * - `ever`: at any time. Only where what is looked at is narrowed down to a term by itself.
 */
export type When = { readonly day: Fragment } | { readonly from: Fragment; readonly to: Fragment } | 'now' | 'ever';

/** SQL condition: membership `g` (a row of group_student) counts. */
export function counts(db: Db, when: When) {
  if (when === 'ever') return db`true`;
  if (when === 'now') return db`g.is_current`;
  return 'day' in when ? db`g.days @> ${when.day}` : db`g.days && daterange(${when.from}, ${when.to}, '[]')`;
}

/**
 * The day on which membership in a term is judged: today, or the nearest day of the term when it is past or to come.
 */
export function dayOfTerm(db: Db, timeZone: string, year: Value, term: Value) {
  return db`coalesce((select greatest(c.starts_on, least(c.ends_on, ${today(db, timeZone)}))
    from academic_calendar c where c.year_id = ${year} and c.term_id = ${term}), ${today(db, timeZone)})`;
}

/** SQL condition: the student belongs to the group. */
export function inGroup(db: Db, student: Value, group: Value, when: When) {
  return db`exists (
    select from group_student g where g.student_id = ${student} and g.group_id = ${group} and ${counts(db, when)})`;
}

/** SQL condition: the student is registered in the stream. `of`, where known, spares the database the other years. */
export function inStream(
  db: Db,
  student: Value,
  stream: Value,
  of?: Pick<DisciplineKey<Value>, 'year' | 'discipline'>,
) {
  return db`exists (
    select from stream_student x where x.student_id = ${student} and x.stream_id = ${stream}
      ${of ? db`and x.year_id = ${of.year} and x.discipline_id = ${of.discipline}` : db``})`;
}

/** SQL condition: row `t` of course_teacher is about this course. */
export function isCourse(db: Db, k: CourseKey<Value>) {
  return db`${k.isSelect ? db`t.is_select` : db`not t.is_select`} and t.course_id = ${k.group} and ${inTerm(db, k)}`;
}

/** SQL condition: row `t` of course_teacher is about this discipline in this term. */
export function inTerm(db: Db, k: DisciplineKey<Value>) {
  return db`t.year_id = ${k.year} and t.term_id = ${k.term} and t.discipline_id = ${k.discipline}
    and t.credits = ${k.credits}`;
}

/** SQL `select teacher_id`: who teaches a course to its group or stream. */
export function teachersOf(db: Db, k: CourseKey) {
  return db`select distinct t.teacher_id from course_teacher t where ${isCourse(db, k)}`;
}

/** SQL `select student_id`: the students of a course's group or stream, on the day on which the term is judged. */
export function studentsOf(db: Db, timeZone: string, k: CourseKey) {
  if (k.isSelect) return db`select x.student_id from stream_student x where x.stream_id = ${k.group}`;
  return db`select g.student_id from group_student g
    where g.group_id = ${k.group} and ${counts(db, { day: dayOfTerm(db, timeZone, k.year, k.term) })}`;
}

/**
 * SQL condition: the student of a group is one of this teacher's in a mandatory discipline. Where it has streams, those
 * who registered in a stream of that teacher; where it has none, all. `classType`: the streams of
 * that class type alone, as the journal has one for each; contacts and materials are the discipline's.
 */
export function isStudentOf(
  db: Db,
  student: Value,
  teacher: Value,
  k: DisciplineKey<Value> & { readonly classType?: Value },
) {
  const ofType = (row: Fragment) => (k.classType === undefined ? db`` : db`and ${row}.class_type_id = ${k.classType}`);
  return db`(not exists (
      select from stream s where s.year_id = ${k.year} and s.term_id = ${k.term} and s.discipline_id = ${k.discipline}
        and s.credits = ${k.credits} and not s.is_chosen ${ofType(db`s`)})
    or exists (
      select from stream_student x where x.student_id = ${student} and x.year_id = ${k.year} and x.term_id = ${k.term}
        and x.discipline_id = ${k.discipline} and x.credits = ${k.credits} and x.teacher_id = ${teacher}
        ${ofType(db`x`)}))`;
}

/** SQL `select student_id`: of a course's students the ones that one teacher has (see isStudentOf). */
export function studentsOfTeacher(db: Db, timeZone: string, k: CourseKey, teacher: number) {
  if (k.isSelect) return studentsOf(db, timeZone, k);
  return db`select m.student_id from (${studentsOf(db, timeZone, k)}) m
    where ${isStudentOf(db, db`m.student_id`, teacher, k)}`;
}

/**
 * SQL `select student_id, days`: who was a teacher's student in a course on some day since `from`, and on which days.
 * What was entered of whoever has left the group stays in the journal. A registration counts for all days.
 */
export function studentsSince(
  db: Db,
  k: CourseKey,
  { from, teacher, classTypes }: { from: string; teacher: number; classTypes: readonly number[] },
) {
  if (k.isSelect)
    return db`select x.student_id, datemultirange(daterange(null, null)) as days
      from stream_student x where x.stream_id = ${k.group}`;
  return db`select g.student_id, range_agg(g.days) as days
    from group_student g
    where g.group_id = ${k.group} and ${counts(db, { from: db`${from}::date`, to: db`null` })}
      and exists (
        select from unnest(${classTypes as number[]}::smallint[]) l (class_type_id)
        where ${isStudentOf(db, db`g.student_id`, teacher, { ...k, classType: db`l.class_type_id` })})
    group by g.student_id`;
}

/** SQL `group_id`: the group that a student belongs to on the day on which a term is judged. */
export function groupInTerm(db: Db, timeZone: string, student: number, { year, term }: { year: number; term: number }) {
  return db`(select g.group_id from group_student g
    where g.student_id = ${student} and ${counts(db, { day: dayOfTerm(db, timeZone, year, term) })}
    order by lower(g.days) desc limit 1)`;
}

/**
 * SQL `select teacher_id, discipline_id, credits, semester_id, is_select, year_id, term_id`: who teaches or taught a
 * student what, in every term in which they belonged to the group for some day. A term without a calendar counts whole.
 */
export function teachersOfStudent(db: Db, student: number) {
  return db`
    select t.teacher_id, t.discipline_id, t.credits, t.semester_id, false as is_select, t.year_id, t.term_id
    from group_student g
    join course_teacher t on t.course_id = g.group_id and not t.is_select
    left join academic_calendar c on c.year_id = t.year_id and c.term_id = t.term_id
    where g.student_id = ${student}
      and (c.year_id is null or ${counts(db, { from: db`c.starts_on`, to: db`c.ends_on` })})
      and ${isStudentOf(db, student, db`t.teacher_id`, {
        year: db`t.year_id`,
        term: db`t.term_id`,
        discipline: db`t.discipline_id`,
        credits: db`t.credits`,
      })}
    union
    select x.teacher_id, x.discipline_id, x.credits, x.term_id, true, x.year_id, x.term_id
    from stream_student x
    where x.student_id = ${student} and x.is_chosen`;
}

/** SQL `select ...`: what a student registered for, whether of the plan, chosen or extra. */
export function registeredBy(db: Db, student: Value) {
  return db`select r.discipline_id, r.semester_id, r.credits, r.control_form_id, r.year_id, r.term_id, r.group_id,
      r.is_chosen
    from registration r where r.student_id = ${student}`;
}

/**
 * SQL `select discipline_id, credits, semester_id, is_select, control_form_id, year_id, group_id`: what stands in the
 * plans of the groups that a student was ever in (a group comes to each semester once), and what they chose.
 */
export function studiedBy(db: Db, student: number) {
  return db`
    select p.discipline_id, p.credits, p.semester_id, false as is_select, p.control_form_id, p.year_id, p.group_id
    from group_student g
    join group_plan p on p.group_id = g.group_id
    where g.student_id = ${student}
    union
    select r.discipline_id, r.credits, r.term_id, true, r.control_form_id, r.year_id, r.group_id
    from (${registeredBy(db, student)}) r where r.is_chosen`;
}

/**
 * SQL condition: lesson `l` is not one of another subgroup: whom the teacher has put into a subgroup does not see the
 * others' lessons; who is in none yet sees all.
 */
export function isForSubgroup(db: Db, student: number) {
  return db`(l.subgroup = 0 or coalesce((
    select g.subgroup in (0, l.subgroup) from journal_subgroup g
    join journal_course c on c.id = g.course_id
    where g.student_id = ${student} and g.class_type_id = l.class_type_id and g.teacher_id = l.teacher_id
      and c.year_id = l.year_id and c.term_id = l.term_id and c.discipline_id = l.discipline_id
      and c.credits = l.credits limit 1), true))`;
}
