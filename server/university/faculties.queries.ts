import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

/** Which of these people also study or work at another faculty than these now. */
export async function findPeopleAtOtherFaculties(
  db: Db,
  people: readonly number[],
  faculties: readonly number[],
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select gs.student_id as id
    from group_student gs join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
    where gs.student_id = any (${people as number[]}::bigint[]) and gs.is_current
      and s.faculty_id <> all (${faculties as number[]}::int[])
    union
    select e.teacher_id
    from employment e join department d on d.id = e.department_id
    where e.teacher_id = any (${people as number[]}::bigint[]) and (e.ends_on is null or e.ends_on >= today())
      and d.faculty_id <> all (${faculties as number[]}::int[])`;
  return rows.map(({ id }) => id);
}

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
