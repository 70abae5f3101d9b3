import { maxPhotosAtOnce } from '@bilim/contract/limits.ts';
import { hasExternalPasswordSql } from '../../auth/external-password.queries.ts';
import type { Caller } from '../../auth/session.ts';
import { setSessionEndReasonSql } from '../../auth/session-end.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isTeacherOfStudentInDefaultYear } from '../../university/courses.access.ts';
import { nameColumn, sqlFragment } from '../../university/university.queries.ts';

interface ProfileRow {
  kafedra: string | null;
  course: number | null;
  speciality: string | null;
  facultyName: string | null;
  studentNumber: string | null;
  email: string | null;
  passwordElsewhere: boolean;
}

/** What the profile page shows beyond the session: department, course, speciality, numbers. */
export async function readProfile(db: Db, caller: Caller, language: Language): Promise<ProfileRow | null> {
  const [row] = await db<ProfileRow[]>`
    select w.department as kafedra,
      (select y.id - g.admission_year + 1 from academic_year y where y.is_default) as course,
      ${nameColumn(db, 'sp', language)} as speciality,
      coalesce(${nameColumn(db, 'f', language)}, w.faculty) as "facultyName",
      st.number as "studentNumber", p.email,
      (select ${hasExternalPasswordSql(db)} from account a where a.person_id = p.id) as "passwordElsewhere"
    from person p
    left join student st on st.id = p.id
    left join study_group g on g.id = ${caller.groupId}
    left join speciality sp on sp.id = g.speciality_id
    left join faculty f on f.id = sp.faculty_id
    left join lateral (
      select ${nameColumn(db, 'd', language)} as department, ${nameColumn(db, 'wf', language)} as faculty
      from employment e
      join department d on d.id = e.department_id
      join faculty wf on wf.id = d.faculty_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    where p.id = ${caller.uid}`;
  return row ?? null;
}

/** Stores a new password, unless it was changed since `old` was read. */
export async function storePassword(db: Db, uid: number, old: string, hash: string): Promise<boolean> {
  const changed = await db`
    with changed as (
      update account set password_hash = ${hash}, must_change = false, slip_until = null,
        password_version = password_version + 1
      where person_id = ${uid} and password_hash = ${old} returning person_id),
    remembered as (delete from forgotten_password f using changed where f.person_id = changed.person_id)
    select from changed`;
  return changed.count === 1;
}

/**
 * The photos of those among some people who are the caller or a contact: one teaches the other in the default year.
 * All others are left out, without telling why.
 */
export async function readPhotos(
  db: Db,
  caller: Caller,
  people: readonly number[],
): Promise<{ uid: number; photo: Buffer }[]> {
  const self = db`${caller.uid}::bigint`;
  const contact =
    caller.role === 1
      ? isTeacherOfStudentInDefaultYear(db, self, sqlFragment(db, 'p.id'))
      : isTeacherOfStudentInDefaultYear(db, sqlFragment(db, 'p.id'), self);
  return await db<{ uid: number; photo: Buffer }[]>`
    select p.id as uid, p.photo from person p
    where p.id = any (${people as number[]}::bigint[]) and p.photo is not null and (p.id = ${caller.uid} or ${contact})
    limit ${maxPhotosAtOnce}`;
}

/** Stores a person's photo. */
export async function storePhoto(db: Db, uid: number, photo: Buffer): Promise<void> {
  await db`update person set photo = ${photo} where id = ${uid}`;
}

/** The caller's live sessions, the one seen last first. */
export async function readSessions(db: Db, caller: Caller) {
  return await db<
    { id_session: number; begun: string; seen: string; address: string | null; agent: string | null; isThis: boolean }[]
  >`
    select id as id_session, created_at as begun, last_seen_at as seen, host(address) as address, agent,
      id = ${caller.sessionId} as "isThis"
    from session where person_id = ${caller.uid} and expires_at > now() and invented is null
    order by id = ${caller.sessionId} desc, last_seen_at desc limit 20`;
}

/** Ends another session of the caller; false when there is none of that number. */
export async function endSession(db: Db, caller: Caller, id: number): Promise<boolean> {
  const ended = await db`
    delete from session where id = ${id} and person_id = ${caller.uid} and id <> ${caller.sessionId}
      and ${setSessionEndReasonSql(db, 'elsewhere')}`;
  return ended.count === 1;
}
