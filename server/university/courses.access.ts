import type { Db } from '../database/database.ts';
import {
  type CourseKey,
  type CoursePeriod,
  type DisciplineKey,
  isInGroup,
  isInStream,
  isTaughtCourse,
  isTaughtInTerm,
  type ValueOrColumn,
} from './courses.queries.ts';
import { sqlFragment } from './university.queries.ts';

/**
 * Conditions in SQL by which rooms open what hangs on a course. Each room makes its own marks ("open conversation",
 * "opened journal") in its own access file, with these.
 */

/** SQL condition: the teacher teaches the course; `only`: in that semester of the plan, or that class type of it. */
export function teachesCourse(
  db: Db,
  teacher: ValueOrColumn,
  k: CourseKey<ValueOrColumn>,
  only: { readonly semester?: ValueOrColumn; readonly classType?: ValueOrColumn } = {},
) {
  return db`exists (
    select from course_teacher taught where taught.teacher_id = ${teacher} and ${isTaughtCourse(db, k)}
      ${only.semester === undefined ? sqlFragment(db, '') : db`and taught.semester_id = ${only.semester}`}
      ${only.classType === undefined ? sqlFragment(db, '') : db`and taught.class_type_id = ${only.classType}`})`;
}

/**
 * SQL condition: the student belongs to the course's group at the time that counts, or is registered in its stream (which
 * counts at all times). A course that nobody teaches is no course: a made-up discipline beside one's own group opens nothing.
 */
export function studiesCourse(db: Db, student: ValueOrColumn, k: CourseKey<ValueOrColumn>, when: CoursePeriod) {
  const belongs = k.isSelect ? isInStream(db, student, k.group, k) : isInGroup(db, student, k.group, when);
  return db`(exists (select from course_teacher taught where ${isTaughtCourse(db, k)}) and ${belongs})`;
}

/**
 * SQL condition: the teacher teaches the student a discipline in a term: the student's group as a whole, or a chosen
 * stream of theirs. Streams of a mandatory discipline make no difference here: a student may ask any teacher of the
 * group.
 */
export function teachesStudent(
  db: Db,
  teacher: ValueOrColumn,
  student: ValueOrColumn,
  k: DisciplineKey<ValueOrColumn>,
  when: CoursePeriod,
) {
  const own = db`taught.teacher_id = ${teacher} and ${isTaughtInTerm(db, k)}`;
  return db`(exists (
      select from course_teacher taught where not taught.is_select and ${own}
        and ${isInGroup(db, student, sqlFragment(db, 'taught.course_id'), when)})
    or exists (
      select from course_teacher taught where taught.is_select and ${own}
        and ${isInStream(db, student, sqlFragment(db, 'taught.course_id'), k)}))`;
}

/** SQL condition: the teacher teaches the student something in the default year: a group of the present, or a stream. */
export function isTeacherOfStudentInDefaultYear(db: Db, teacher: ValueOrColumn, student: ValueOrColumn) {
  const year = sqlFragment(db, '(select id from academic_year where is_default)');
  return db`(exists (
      select from course_teacher taught where taught.teacher_id = ${teacher} and taught.year_id = ${year} and not taught.is_select
        and ${isInGroup(db, student, sqlFragment(db, 'taught.course_id'), 'now')})
    or exists (
      select from stream_student seat where seat.student_id = ${student} and seat.year_id = ${year}
        and seat.teacher_id = ${teacher}))`;
}

/** SQL condition: the teacher teaches or taught a discipline in a semester of the plan (where chosen: in a term). */
export function teachesCourseInAnyYear(
  db: Db,
  teacher: ValueOrColumn,
  set: Pick<CourseKey, 'discipline' | 'credits' | 'isSelect'> & { readonly semester: number },
) {
  return db`exists (
    select from course_teacher taught where taught.teacher_id = ${teacher} and ${sqlFragment(db, set.isSelect ? 'taught.is_select' : 'not taught.is_select')}
      and taught.discipline_id = ${set.discipline} and taught.credits = ${set.credits} and taught.semester_id = ${set.semester})`;
}
