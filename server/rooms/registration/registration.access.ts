import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isMemberAt, toMembershipPeriod } from '../../university/courses.queries.ts';
import { nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import { createRuleRefusal, type SeatRequest, toSeatRequestRow } from './registration.rules.ts';

/** How days are counted and names are said. */
export interface LanguageAndTimeZone {
  readonly language: Language;
  readonly timeZone: string;
}

/** A stream whose waiting list the student may join, the student locked; only this file makes one. */
export type AuthorizedWaitlistEntry = {
  readonly seatRequest: SeatRequest;
  readonly term: number;
  readonly registration: number | null;
  readonly free: number;
  /** How many are before the student in the waiting list. */
  readonly ahead: number;
} & { readonly __authorized: 'seat' };

/** A registration that may be removed now, its student locked. */
export type AuthorizedRegistration = { readonly id: number; readonly student: number; readonly discipline: number } & {
  readonly __authorized: 'registration';
};

/** A student's group in one academic year. */
export type GroupInYear = {
  readonly id: number;
  readonly name: string;
  readonly speciality: number;
  readonly admission: number;
} & { readonly __authorized: 'group' };

/** SQL: the window of faculty, form, year and term is open today, first and last day included. */
export function isRegistrationWindowOpen(
  db: Db,
  timeZone: string,
  of: { year: ReturnType<Db>; term: ReturnType<Db>; faculty: ReturnType<Db>; partTime: ReturnType<Db> },
) {
  return db`exists (
    select from registration_window w
    where w.year_id = ${of.year} and w.term_id = ${of.term} and w.faculty_id = ${of.faculty}
      and w.part_time = ${of.partTime} and w.closed_at is null
      and ${universityTodaySql(db, timeZone)} between w.starts_on and w.ends_on)`;
}

/** Locks a student: whatever changes their registrations waits here, streams are locked after it. */
async function lockStudent(db: Db, student: number): Promise<void> {
  await db`select from student where id = ${student} for no key update`;
}

/**
 * Throws the refusal of a rule that the database found broken; the sentence may name the limit or a discipline. `field`:
 * the one that holds the stream.
 */
export async function throwRuleRefusal(
  db: Db,
  language: Language,
  broken: { refusal: string; limit: number | null; requires: number | null },
  field?: string,
): Promise<never> {
  const [required] = broken.requires
    ? await db<
        { name: string }[]
      >`select ${nameColumn(db, 'd', language)} as name from discipline d where id = ${broken.requires}`
    : [];
  throw createRuleRefusal(broken.refusal, { limit: broken.limit ?? 0, discipline: required?.name ?? '' }, field);
}

/** Opens a stream to a student for standing in its line: every rule but the free seat holds; the student is locked. */
export async function authorizeWaitlistEntry(
  db: Db,
  { language, timeZone }: LanguageAndTimeZone,
  seatRequest: SeatRequest,
): Promise<AuthorizedWaitlistEntry> {
  const [row] = await db<
    {
      refusal: string | null;
      isSame: boolean;
      term: number;
      registration: number | null;
      free: number;
      ahead: number;
      limit: number | null;
      requires: number | null;
    }[]
  >`
    select s.refusal, s.term_id as term, s.registration_id as registration, s.free, s.ahead, s.credit_limit as "limit",
      s.requires_id as requires, coalesce(s.old_stream_id = ${seatRequest.stream}, false) as "isSame"
    from open_seat(${JSON.stringify(toSeatRequestRow(seatRequest))}::text::json, ${timeZone}, 'seats') s`;
  if (!row) throw new Error('open_seat gave nothing');
  const { refusal } = row;
  if (refusal !== null) return await throwRuleRefusal(db, language, { ...row, refusal });
  if (row.isSame) throw createRuleRefusal('registration.already');
  return { seatRequest, ...row } as unknown as AuthorizedWaitlistEntry;
}

/** SQL: the most credits of a student in a term of a year: their own limit, else that of all. */
export function creditLimitSql(db: Db, student: ReturnType<Db>, year: ReturnType<Db>, term: ReturnType<Db>) {
  return db`coalesce(
    (select l.credits from credit_exception l
      where l.student_id = ${student} and l.year_id = ${year} and l.term_id = ${term}),
    (select l.credits from credit_limit l where l.term_id = ${term}))`;
}

/** SQL: the journal holds marks of a student in a course. */
export function hasMarksInCourse(
  db: Db,
  of: {
    student: ReturnType<Db>;
    year: ReturnType<Db>;
    term: ReturnType<Db>;
    discipline: ReturnType<Db>;
    credits: ReturnType<Db>;
  },
) {
  return db`exists (select from student_course_mark k
    where k.student_id = ${of.student} and k.year_id = ${of.year} and k.term_id = ${of.term}
      and k.discipline_id = ${of.discipline} and k.credits = ${of.credits})`;
}

/** Opens a registration of a student for removal and locks the student; 404 is the answer for "not there" and "not yours". */
export async function authorizeRegistrationRemoval(
  db: Db,
  { timeZone }: LanguageAndTimeZone,
  id: number,
  of: { student: number; byOffice?: boolean },
): Promise<AuthorizedRegistration> {
  const [, [row]] = await Promise.all([
    lockStudent(db, of.student),
    db<{ id: number; student: number; discipline: number; isOpen: boolean; marks: boolean }[]>`
      select r.id, r.student_id as student, r.discipline_id as discipline,
        ${isRegistrationWindowOpen(db, timeZone, { year: db`r.year_id`, term: db`r.term_id`, faculty: db`sp.faculty_id`, partTime: db`e.part_time` })} as "isOpen",
        ${hasMarksInCourse(db, { student: db`r.student_id`, year: db`r.year_id`, term: db`r.term_id`, discipline: db`r.discipline_id`, credits: db`r.credits` })} as marks
      from registration r
      join study_group g on g.id = r.group_id
      join speciality sp on sp.id = g.speciality_id
      join education_form e on e.id = sp.education_form_id
      where r.id = ${id} and r.student_id = ${of.student}`,
  ]);
  if (!row) throw new Refusal('registration.notFound', 404);
  if (!of.byOffice && !row.isOpen) throw new Refusal('registration.closed', 422);
  if (row.marks) throw new Refusal('registration.marksExist', 409);
  return row as unknown as AuthorizedRegistration;
}

/** The student's own group of an academic year, the latest one or that with the id; null when there is none. */
export async function findStudentGroup(db: Db, caller: Caller, year: number, id?: number): Promise<GroupInYear | null> {
  const [row] = await db<GroupInYear[]>`
    select g.id, g.name, g.speciality_id as speciality, g.admission_year as admission
    from group_student member join study_group g on g.id = member.group_id
    where member.student_id = ${caller.uid} and ${isMemberAt(db, toMembershipPeriod(db, year))}
      and (${id ?? null}::int is null or g.id = ${id ?? null}::int)
    order by member.starts_on desc limit 1`;
  return row ?? null;
}

/** Opens the student's own group of an academic year; without an id the latest one. 403 for any other group. */
export async function authorizeRegistrationGroup(
  db: Db,
  caller: Caller,
  year: number,
  id?: number,
): Promise<GroupInYear> {
  const group = await findStudentGroup(db, caller, year, id);
  if (!group)
    throw new Refusal(
      'registration.notYourGroup',
      403,
      id ? { fields: { id_group: 'registration.notYourGroup' } } : {},
    );
  return group;
}
