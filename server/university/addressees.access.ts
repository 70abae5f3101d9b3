import type { Role } from '@bilim/contract/access.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../auth/session.ts';
import type { Db } from '../database/database.ts';

/** Whom an announcement is for; no role: both, no faculties: all. */
export interface NewsAudience {
  readonly role: number | null;
  readonly faculties: readonly number[];
}

/**
 * SQL condition: announcement `n` is addressed to this person. A scalar subquery, because `exists` is planned as a scan of
 * all items ever written for these faculties.
 */
export function isAnnouncementAddressed(
  db: Db,
  { role, faculties }: { readonly role: Role; readonly faculties: readonly number[] | Fragment },
) {
  return db`((n.for_role is null or n.for_role = ${role})
    and (n.for_all_faculties or (
      select true from news_faculty x
      where x.news_id = n.id and x.faculty_id = any (${faculties as number[]}::int[]) limit 1)))`;
}

/**
 * The faculties that the caller's news permission is limited to. Null is no limit, also for whoever has no such permission: ask
 * `caller.permissions` first.
 */
export function permittedNewsFaculties(caller: Caller): readonly number[] | null {
  return caller.limitedTo.news ?? null;
}

/** SQL: the caller's news permission covers the whole audience of item `n`. */
export function isInNewsScope(db: Db, caller: Caller) {
  if (!caller.permissions.includes('news')) return db`false`;
  const limits = permittedNewsFaculties(caller);
  if (!limits) return db`true`;
  return db`(not n.for_all_faculties and not exists (
    select from news_faculty x where x.news_id = n.id and x.faculty_id <> all (${limits as number[]}::int[])))`;
}

/** SQL: item `n` is not removed, and addressed to the caller or one that the caller may delete (NEWS-04). */
export function mayReadAnnouncement(db: Db, caller: Caller) {
  return db`(n.deleted_at is null and (${isAnnouncementAddressed(db, caller)} or ${isInNewsScope(db, caller)}))`;
}

/** SQL `select person_id`: everybody with an open account whom an audience holds. */
export function selectAddressees(db: Db, { role, faculties }: NewsAudience) {
  const all = !faculties.length;
  return db`
    select a.person_id from account a join person p on p.id = a.person_id
    where not a.blocked and p.closed_on is null and a.role in (1, 2) and (${role}::int is null or a.role = ${role}::int)
      and (${all} or exists (
        select from group_student gs
        join study_group g on g.id = gs.group_id
        join speciality s on s.id = g.speciality_id
        where gs.student_id = a.person_id and gs.is_current and s.faculty_id = any (${faculties as number[]}::int[]))
      or exists (
        select from employment e join department d on d.id = e.department_id
        where e.teacher_id = a.person_id and (e.ends_on is null or e.ends_on >= today())
          and d.faculty_id = any (${faculties as number[]}::int[])))`;
}
