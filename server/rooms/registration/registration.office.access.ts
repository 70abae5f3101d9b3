import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { isStudentInRegistrationScope } from '../../university/contacts.access.ts';
import { isMemberAt, membershipDayInTermSql } from '../../university/courses.queries.ts';
import type { LanguageAndTimeZone } from './registration.access.ts';
import type { SeatRequest } from './registration.rules.ts';

/** A faculty, stream, window, student or group that the caller's registration permission covers; only this file makes them. */
export type OfficeFaculty = number & { readonly __authorized: 'office faculty' };
export type OfficeStream = {
  readonly id: number;
  readonly taken: number;
  readonly capacity: number;
  readonly discipline: number;
} & { readonly __authorized: 'office stream' };
export type OfficeRegistrationWindow = { readonly id: number } & { readonly __authorized: 'office window' };
export type OfficeStudent = { readonly id: number } & { readonly __authorized: 'office student' };
export type OfficeGroup = { readonly id: number } & { readonly __authorized: 'office group' };

/** SQL: the permission covers faculty `id`; a permission without limits covers all. */
export function isFacultyInRegistrationScope(db: Db, caller: Caller, faculty: ReturnType<Db>) {
  if (!caller.permissions.includes('registration')) return db`false`;
  const limits = caller.limitedTo.registration;
  return limits ? db`${faculty} = any (${limits as number[]}::int[])` : db`true`;
}

/** A faculty whose windows the caller may change; 403 for others. */
export function authorizeOfficeFaculty(caller: Caller, faculty: number): OfficeFaculty {
  const limits = caller.limitedTo.registration;
  if (limits && !limits.includes(faculty))
    throw new Refusal('registration.notYourFaculty', 403, { fields: { id_faculty: 'registration.notYourFaculty' } });
  return faculty as OfficeFaculty;
}

/** What holds for the whole university may be changed by a permission without limits only; 403 for others. */
export function requireUniversityWidePermission(caller: Caller): void {
  if (caller.limitedTo.registration) throw new Refusal('registration.notYourFaculty', 403);
}

/** A stream of a department of the caller's faculties; 404 otherwise. `lock`: before its seats are changed. */
export async function authorizeOfficeStream(
  db: Db,
  caller: Caller,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<OfficeStream> {
  const [row] = await db<OfficeStream[]>`
    select s.id, s.taken, s.capacity, s.discipline_id as discipline
    from stream s join department d on d.id = s.department_id
    where s.id = ${id} and s.closed_at is null and ${isFacultyInRegistrationScope(db, caller, db`d.faculty_id`)} ${lock ? db`for no key update of s` : db``}`;
  if (!row) throw new Refusal('registration.streamNotFound', 404);
  return row;
}

/** A window of the caller's faculties, locked; 404 otherwise. */
export async function authorizeRegistrationWindow(
  db: Db,
  caller: Caller,
  id: number,
): Promise<OfficeRegistrationWindow> {
  const [row] = await db<OfficeRegistrationWindow[]>`
    select w.id from registration_window w
    where w.id = ${id} and ${isFacultyInRegistrationScope(db, caller, db`w.faculty_id`)} for no key update`;
  if (!row) throw new Refusal('registration.windowNotFound', 404);
  return row;
}

/** A student of the caller's faculties; 404 otherwise. */
export async function authorizeOfficeStudent(db: Db, caller: Caller, id: number): Promise<OfficeStudent> {
  const [row] = await db<OfficeStudent[]>`
    select st.id from student st where st.id = ${id} and ${isStudentInRegistrationScope(db, caller)}`;
  if (!row) throw new Refusal('registration.studentNotFound', 404);
  return row;
}

/** A group of the caller's faculties; 404 otherwise. */
export async function authorizeOfficeGroup(db: Db, caller: Caller, id: number): Promise<OfficeGroup> {
  const [row] = await db<OfficeGroup[]>`
    select g.id from study_group g join speciality s on s.id = g.speciality_id
    where g.id = ${id} and ${isFacultyInRegistrationScope(db, caller, db`s.faculty_id`)}`;
  if (!row) throw new Refusal('registration.groupNotFound', 404);
  return row;
}

/** The student of a registration; 404 when it is not there or beyond the permission. */
export async function authorizeRegistrationStudent(
  db: Db,
  caller: Caller,
  registration: number,
): Promise<OfficeStudent> {
  const [row] = await db<OfficeStudent[]>`
    select st.id from registration r join student st on st.id = r.student_id
    where r.id = ${registration} and ${isStudentInRegistrationScope(db, caller)}`;
  if (!row) throw new Refusal('registration.notFound', 404);
  return row;
}

/**
 * The request that registers a student by hand in a stream: in the semester of the student's course, by plan when the plan
 * holds the discipline, else as an extra; a class type that is registered elsewhere is moved.
 */
export async function readOfficeSeatRequest(
  db: Db,
  { timeZone }: LanguageAndTimeZone,
  student: OfficeStudent,
  stream: number,
): Promise<SeatRequest> {
  const [target] = await db<{ year: number; term: number }[]>`
    select year_id as year, term_id as term from stream where id = ${stream}`;
  if (!target) throw new Refusal('registration.streamNotFound', 404);
  const day = membershipDayInTermSql(db, timeZone, target.year, target.term);
  const [seatRequest] = await db<SeatRequest[]>`
    select ${student.id}::bigint as student, s.year_id as year, se.id as semester, s.discipline_id as discipline,
      s.credits, s.class_type_id as "classType", s.teacher_id as teacher, s.id as stream,
      i.id is not null as "byPlan",
      (select r.id from registration r where r.student_id = ${student.id} and r.year_id = s.year_id
        and r.semester_id = se.id and r.discipline_id = s.discipline_id) as registration
    from stream s
    join group_student member on member.student_id = ${student.id} and ${isMemberAt(db, { day })}
    join study_group g on g.id = member.group_id
    join semester se on se.term_id = s.term_id and se.course = s.year_id - g.admission_year + 1
    left join plan_item i on i.speciality_id = g.speciality_id and i.year_id = s.year_id and i.semester_id = se.id
      and i.discipline_id = s.discipline_id and i.credits = s.credits
    where s.id = ${stream}
    order by member.starts_on desc limit 1`;
  if (!seatRequest) throw new Refusal('registration.notInPlan', 422);
  return seatRequest;
}
