import type { Db } from '../database/database.ts';

/** SQL: `p` studies or works at one of these faculties, or did so last. */
export const isOrWasAtFaculties = (db: Db, faculties: readonly number[]) => db`(exists (
    select from group_student gs join study_group g on g.id = gs.group_id join speciality s on s.id = g.speciality_id
    where gs.student_id = p.id and s.faculty_id = any (${faculties as number[]}::int[]) and (gs.is_current or p.closed_on is not null))
  or exists (
    select from employment e join department d on d.id = e.department_id
    where e.teacher_id = p.id and d.faculty_id = any (${faculties as number[]}::int[])
      and (e.ends_on is null or e.ends_on >= today() or p.closed_on is not null)))`;

/** SQL: joins to `p` the group `gm` in which the person studies now, if any. */
export const joinCurrentGroup = (db: Db) => db`left join group_student gm on gm.student_id = p.id and gm.is_current`;
