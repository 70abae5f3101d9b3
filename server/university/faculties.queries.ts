import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

/**
 * SQL: the person that a column names studies or works at one of the faculties now. The column stands with the alias of its
 * table, and no alias here is one that a caller would choose.
 */
export function isAtFaculties(db: Db, person: `${string}.${string}`, faculties: readonly number[] | Fragment) {
  const these = Array.isArray(faculties) ? db`${faculties as number[]}::int[]` : (faculties as Fragment);
  return db`(exists (
    select from group_student faculty_student
    join study_group faculty_group on faculty_group.id = faculty_student.group_id
    join speciality faculty_speciality on faculty_speciality.id = faculty_group.speciality_id
    where faculty_student.student_id = ${db(person)} and faculty_student.is_current
      and faculty_speciality.faculty_id = any (${these}))
  or exists (
    select from employment faculty_employment
    join department faculty_department on faculty_department.id = faculty_employment.department_id
    where faculty_employment.teacher_id = ${db(person)}
      and (faculty_employment.ends_on is null or faculty_employment.ends_on >= today())
      and faculty_department.faculty_id = any (${these})))`;
}
