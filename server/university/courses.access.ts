import type { Db } from '../database/database.ts';
import {
  type CourseKey,
  type CoursePeriod,
  type DisciplineKey,
  inGroup,
  inStream,
  inTerm,
  isCourse,
  type Value,
} from './courses.queries.ts';
import { sqlFragment } from './university.queries.ts';

/**
 * Conditions in SQL by which rooms open what hangs on a course. Each room makes its own marks ("open conversation",
 * "opened journal") in its own access file, with these.
 */

/** SQL condition: the teacher teaches the course; `only`: in that semester of the plan, or that class type of it. */
export function teaches(
  db: Db,
  teacher: Value,
  k: CourseKey<Value>,
  only: { readonly semester?: Value; readonly classType?: Value } = {},
) {
  return db`exists (
    select from course_teacher taught where taught.teacher_id = ${teacher} and ${isCourse(db, k)}
      ${only.semester === undefined ? sqlFragment(db, '') : db`and taught.semester_id = ${only.semester}`}
      ${only.classType === undefined ? sqlFragment(db, '') : db`and taught.class_type_id = ${only.classType}`})`;
}

/**
 * SQL condition: the student belongs to the course's group at the time that counts, or is registered in its stream (which
 * counts at all times). A course that nobody teaches is no course: a made-up discipline beside one's own group opens nothing.
 */
export function studies(db: Db, student: Value, k: CourseKey<Value>, when: CoursePeriod) {
  const belongs = k.isSelect ? inStream(db, student, k.group, k) : inGroup(db, student, k.group, when);
  return db`(exists (select from course_teacher taught where ${isCourse(db, k)}) and ${belongs})`;
}

/**
 * SQL condition: the teacher teaches the student a discipline in a term: the student's group as a whole, or a chosen
 * stream of theirs. Streams of a mandatory discipline do not part them here: whoever teaches the group may be asked.
 */
export function teachesStudent(db: Db, teacher: Value, student: Value, k: DisciplineKey<Value>, when: CoursePeriod) {
  const own = db`taught.teacher_id = ${teacher} and ${inTerm(db, k)}`;
  return db`(exists (
      select from course_teacher taught where not taught.is_select and ${own}
        and ${inGroup(db, student, sqlFragment(db, 'taught.course_id'), when)})
    or exists (
      select from course_teacher taught where taught.is_select and ${own}
        and ${inStream(db, student, sqlFragment(db, 'taught.course_id'), k)}))`;
}

/** SQL condition: the teacher teaches the student something in the default year: a group of the present, or a stream. */
export function areContacts(db: Db, teacher: Value, student: Value) {
  const year = sqlFragment(db, '(select id from academic_year where is_default)');
  return db`(exists (
      select from course_teacher taught where taught.teacher_id = ${teacher} and taught.year_id = ${year} and not taught.is_select
        and ${inGroup(db, student, sqlFragment(db, 'taught.course_id'), 'now')})
    or exists (
      select from stream_student seat where seat.student_id = ${student} and seat.year_id = ${year}
        and seat.teacher_id = ${teacher}))`;
}

/** SQL condition: the teacher teaches or taught a discipline in a semester of the plan (where chosen: in a term). */
export function teachesInSomeYear(
  db: Db,
  teacher: Value,
  set: Pick<CourseKey, 'discipline' | 'credits' | 'isSelect'> & { readonly semester: number },
) {
  return db`exists (
    select from course_teacher taught where taught.teacher_id = ${teacher} and ${sqlFragment(db, set.isSelect ? 'taught.is_select' : 'not taught.is_select')}
      and taught.discipline_id = ${set.discipline} and taught.credits = ${set.credits} and taught.semester_id = ${set.semester})`;
}
