import type { Caller } from '../auth/session.ts';
import type { Db } from '../database/database.ts';

/**
 * SQL `select person_id, year_id, term_id, discipline_id, credits, is_select, semester_id, course_id`: everybody whom the
 * caller may write to in the default year, and in which courses: of a student the teachers, of a teacher the students
 * (`isTeacherOfStudentInDefaultYear` is the same of two people).
 */
export function selectContacts(db: Db, caller: Caller) {
  const course = (row: string) =>
    db.unsafe(
      `${row}.year_id, ${row}.term_id, ${row}.discipline_id, ${row}.credits, ${row}.is_select, ${row}.semester_id, ${row}.course_id`,
    );
  const [person, whose] =
    caller.role === 1
      ? [db.unsafe('member.student_id'), db`taught.teacher_id = ${caller.uid}`]
      : [db.unsafe('taught.teacher_id'), db`member.student_id = ${caller.uid}`];
  return db`
    select ${person} as person_id, ${course('taught')}
    from course_teacher taught
    join group_student member on member.group_id = taught.course_id and member.is_current
    where not taught.is_select and taught.year_id = (select id from academic_year where is_default) and ${whose}
    union
    select ${person}, ${course('taught')}
    from course_teacher taught
    join stream_student member on member.stream_id = taught.course_id and member.is_chosen
    where taught.is_select and taught.year_id = (select id from academic_year where is_default) and ${whose}`;
}

/** SQL: student `st` belongs to a faculty that the caller's registration permission covers. */
export function isStudentInRegistrationScope(db: Db, caller: Caller) {
  if (!caller.permissions.includes('registration')) return db`false`;
  const limits = caller.limitedTo.registration;
  return db`exists (
    select from group_student gs
    join study_group g on g.id = gs.group_id
    join speciality sp on sp.id = g.speciality_id
    where gs.student_id = st.id and gs.is_current
      ${limits ? db`and sp.faculty_id = any (${limits as number[]}::int[])` : db``})`;
}
