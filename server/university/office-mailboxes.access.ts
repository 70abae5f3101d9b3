import type { Fragment } from 'postgres';
import type { Caller } from '../auth/session.ts';
import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { nameColumn, sqlFragment } from './university.queries.ts';

/**
 * An office has a mailbox, to which one writes as to a person: `office.id` is that of a person row without an account. In a
 * conversation with one, the side of the office belongs to whoever holds its permission where the person studies or works, at
 * the moment of a call.
 */

/** SQL `select faculty_id`: where a person studies or works now. */
function facultiesOf(db: Db, person: Fragment) {
  return db`
    select s.faculty_id from group_student gs
    join study_group g on g.id = gs.group_id
    join speciality s on s.id = g.speciality_id
    where gs.student_id = ${person} and gs.is_current
    union all
    select d.faculty_id from employment e join department d on d.id = e.department_id
    where e.teacher_id = ${person} and (e.ends_on is null or e.ends_on >= today())`;
}

/** SQL condition: the right `r` lets its holder answer that person in the name of office `o`. */
function reaches(db: Db, person: Fragment) {
  return db`(r.code = o.permission and (r.faculty_id is null or r.faculty_id = o.faculty_id
    or (o.faculty_id is null and r.faculty_id in (${facultiesOf(db, person)}))))`;
}

/** SQL condition: the caller answers that person in the name of office `o`. */
export function mayAnswerForOffice(db: Db, caller: Caller, person: Fragment) {
  if (!caller.permissions.length) return sqlFragment(db, 'false');
  return db`exists (select from permission_now r where r.person_id = ${caller.uid} and ${reaches(db, person)})`;
}

/** SQL condition: office `o` is there for the caller: of an own faculty, or of the whole university. */
export function isOfficeInScope(db: Db, caller: Caller) {
  return db`(o.faculty_id is null or o.faculty_id = any (${caller.faculties as number[]}::int[]))`;
}

/** SQL condition: the caller belongs to the conversation with an office that person_a and person_b of `k` name. */
export function isMemberOfOfficeConversation(db: Db, caller: Caller) {
  return db`exists (
    select from office o where o.id in (k.person_a, k.person_b) and case
      when ${caller.uid} in (k.person_a, k.person_b) then ${isOfficeInScope(db, caller)} or exists (
        select from conversation x
        where x.person_a = k.person_a and x.person_b = k.person_b and x.discipline_id is null and x.live > 0)
      else ${mayAnswerForOffice(db, caller, sqlFragment(db, 'case when k.person_a = o.id then k.person_b else k.person_a end'))} end)`;
}

/**
 * SQL condition: row `m` of conversation `c` is the caller's place in it: the own one, or that of an office in whose name
 * the caller may answer somebody (whether also this person, `isMemberOfOfficeConversation` asks).
 */
export function isOwnOrOfficeMembership(db: Db, caller: Caller) {
  if (!caller.permissions.length) return db`m.person_id = ${caller.uid}`;
  return db`(m.person_id = any (array(
      select ${caller.uid}::bigint union all select o.id from office o where exists (
        select from permission_now r where r.person_id = ${caller.uid} and r.code = o.permission
          and (r.faculty_id is null or o.faculty_id is null or r.faculty_id = o.faculty_id))))
    and (m.person_id = ${caller.uid} or ${caller.uid} not in (c.person_a, c.person_b)))`;
}

/** SQL: the office of conversation `c`, null for any other conversation. */
export function conversationOfficeSql(db: Db, conversation: 'c' | 'k') {
  return sqlFragment(
    db,
    `case when ${conversation}.discipline_id is null then (
      select id from office where id in (${conversation}.person_a, ${conversation}.person_b)) end`,
  );
}

/** SQL: how the person or office of row `p` is called. */
export function correspondentNameSql(db: Db, person: 'p' | 'a' | 'rp', language: Language) {
  return db`coalesce((select ${nameColumn(db, 'called', language)} from office called where called.id = ${db(`${person}.id`)}),
    ${db(`${person}.full_name`)})`;
}

/** SQL: 1 a teacher, 2 a student, 3 an office, of row `p`. */
export const correspondentTypeSql = (db: Db) =>
  sqlFragment(
    db,
    `case when exists (select from teacher where id = p.id) then 1
      when exists (select from office where id = p.id) then 3 else 2 end`,
  );

/** SQL condition: somebody is there to answer the caller in the name of office `o`. */
function isStaffed(db: Db, caller: Caller) {
  return db`exists (
    select from permission_now r
    join account a on a.person_id = r.person_id and not a.blocked
    where r.person_id <> ${caller.uid} and ${reaches(db, db`${caller.uid}::bigint`)})`;
}

/** SQL condition: office `o` is one to which the caller may write, with somebody to answer. */
export function isOfficeContact(db: Db, caller: Caller) {
  return db`(${isOfficeInScope(db, caller)} and ${isStaffed(db, caller)})`;
}

/** SQL `select person_id`: who answers a person in the name of office `o`. */
export function selectOfficeStaff(db: Db, person: Fragment) {
  return db`select r.person_id from permission_now r where ${reaches(db, person)}`;
}

/** SQL condition: person `w.person_id` belongs to conversation `k`, which is there, with the office that it names. */
export function belongsToConversationOffice(db: Db) {
  return db`exists (
    select from office o where o.id in (k.person_a, k.person_b) and case
      when w.person_id in (k.person_a, k.person_b) then k.live > 0
      else w.person_id in (${selectOfficeStaff(db, sqlFragment(db, 'case when k.person_a = o.id then k.person_b else k.person_a end'))}) end)`;
}

/** Who is to be notified of what happens between each of these offices and a person: the person, and all who answer that person. */
export async function readOfficeNoticeRecipients(
  db: Db,
  offices: readonly number[],
  person: number,
): Promise<{ office: number; people: number[] }[]> {
  if (!offices.length) return [];
  return await db<{ office: number; people: number[] }[]>`
    select o.id as office, ${person}::bigint || array(
      ${selectOfficeStaff(db, db`${person}::bigint`)}) as people
    from office o where o.id = any (${offices as number[]}::bigint[])`;
}
