import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

/** Which of these people also study or work at another faculty than these now. */
export async function readPeopleElsewhere(
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

/** SQL: the person that a column names studies or works at one of the faculties now. */
export function isAtFaculties(
  db: Db,
  person: 'o.person_id' | 'a.person_id' | 'm.author_id' | 'w.author_id',
  faculties: readonly number[] | Fragment,
) {
  const these = Array.isArray(faculties) ? db`${faculties as number[]}::int[]` : (faculties as Fragment);
  return db`(exists (
    select from group_student gs
    join study_group g on g.id = gs.group_id
    join speciality s on s.id = g.speciality_id
    where gs.student_id = ${db(person)} and gs.is_current and s.faculty_id = any (${these}))
  or exists (
    select from employment e join department d on d.id = e.department_id
    where e.teacher_id = ${db(person)} and (e.ends_on is null or e.ends_on >= today())
      and d.faculty_id = any (${these})))`;
}
