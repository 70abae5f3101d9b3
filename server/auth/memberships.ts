import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

/** SQL: a student's group of today and its faculty, joined to person `p`. */
export function joinStudentGroup(db: Db) {
  return db`left join group_student gs on gs.student_id = p.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    left join speciality sp on sp.id = g.speciality_id
    left join faculty gf on gf.id = sp.faculty_id`;
}

/** SQL: the faculties of person `p`, by the group that `joinStudentGroup` joins or by employment. */
export function personFacultiesSql(db: Db) {
  return db`array(select gf.id where gf.id is not null
    union select d.faculty_id from employment e join department d on d.id = e.department_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today()))`;
}

/**
 * SQL `select id, is_teacher, group_id, faculties`: people as a session of theirs would have them, without one. Who may
 * not sign in is not among them. `people`: SQL that selects their ids.
 */
export function selectCallers(db: Db, people: Fragment) {
  return db`select p.id, a.role = 1 as is_teacher, gs.group_id, ${personFacultiesSql(db)} as faculties
    from account a
    join person p on p.id = a.person_id and p.closed_on is null
    ${joinStudentGroup(db)}
    where a.person_id in (${people}) and not a.blocked`;
}
