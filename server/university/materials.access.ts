import type { Fragment } from 'postgres';
import type { Caller } from '../auth/session.ts';
import type { Db } from '../database/database.ts';
import { selectTeachersOfStudent } from './courses.queries.ts';
import { sqlFragment } from './university.queries.ts';

/** Conditions and pieces of SQL by which the materials of teachers are opened to their students and named in notices. */

/** SQL condition: row `t` of `teachersOfStudent` names teacher and set of material `m`. */
export const isMaterialOfTeacherRow = (db: Db) =>
  sqlFragment(
    db,
    `t.teacher_id = m.teacher_id and t.discipline_id = m.discipline_id and t.credits = m.credits
      and t.semester_id = m.semester_id and t.is_select = m.is_select`,
  );

/** SQL condition: material `m` is meant for the kind of student that the group has. */
export function isMaterialForStudentKind(db: Db, group: Fragment | number | null) {
  return db`(m.student_kind = 0 or exists (
    select from study_group g
    join speciality s on s.id = g.speciality_id
    join education_form e on e.id = s.education_form_id
    where g.id = ${group} and e.part_time = (m.student_kind = 2)))`;
}

/** SQL: the content of material `m` as file `f`, whether its own, another material's or a library book's. */
export function joinMaterialFile(db: Db) {
  return sqlFragment(
    db,
    `left join material origin on origin.id = m.of_material_id
    left join ebook book on book.id = m.of_ebook_id
    join file f on f.id = coalesce(m.file_id, origin.file_id, book.file_id)`,
  );
}

/** SQL: the umk permission covers the teacher `teacher` (a column). */
export function isTeacherInUmkScope(db: Db, caller: Caller, teacher: string) {
  if (!caller.permissions.includes('umk')) return db`false`;
  const limits = caller.limitedTo.umk;
  if (!limits) return db`true`;
  return db`exists (
    select from employment works join department d on d.id = works.department_id
    where works.teacher_id = ${db(teacher)} and d.faculty_id = any (${limits as number[]}::int[]))`;
}

/** SQL: the teacher in a column works in a department of the caller. */
export function isTeacherInCallersDepartment(db: Db, caller: Caller, teacher: string) {
  return db`exists (
    select from employment mine
    join employment theirs on theirs.department_id = mine.department_id
    where mine.teacher_id = ${caller.uid} and (mine.ends_on is null or mine.ends_on >= today())
      and theirs.teacher_id = ${db(teacher)} and (theirs.ends_on is null or theirs.ends_on >= today()))`;
}

/** SQL: material `m` is not removed, and is in the library or is one that the caller may list. */
export function mayOpenMaterial(db: Db, caller: Caller) {
  return db`(m.deleted_at is null and (m.in_library or ${mayListMaterial(db, caller)}))`;
}

/** SQL: the caller may list material `m`. */
export function mayListMaterial(db: Db, caller: Caller) {
  if (caller.role === 1)
    return db`(m.teacher_id = ${caller.uid} or ${isTeacherInUmkScope(db, caller, 'm.teacher_id')}
      or ${isTeacherInCallersDepartment(db, caller, 'm.teacher_id')})`;
  return db`(exists (select from (${selectTeachersOfStudent(db, caller.uid)}) t where ${isMaterialOfTeacherRow(db)})
    and ${isMaterialForStudentKind(db, caller.groupId)})`;
}
