import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { blockImports } from '../../university/imports.queries.ts';
import { isFacultyInRegistrationScope } from './registration.office.access.ts';

/** What a stream is of, within the caller's permission; only this file makes one. */
export type AuthorizedCourse = {
  readonly year: number;
  readonly term: number;
  readonly discipline: number;
  readonly credits: number;
  readonly isChosen: boolean;
  readonly classType: number;
  readonly department: number;
  readonly controlForm: number;
} & { readonly __authorized: 'office course' };

/** A stream with what it is of, within the caller's permission; only this file makes one. */
export type AuthorizedStream = AuthorizedCourse & {
  readonly id: number;
  readonly teacher: number;
  readonly capacity: number;
  readonly taken: number;
  readonly name: string;
};

/** One time of the week at which a stream is held; weeks: 0 every, 1 odd, 2 even. */
export interface StreamHour {
  readonly day: number;
  readonly slot: number;
  readonly weeks: number;
}

/** A stream is not held more often in a week. */
const maxHours = 14;

/** Reads hours as the wire has them; 400 for what is none, or for the same time twice. */
export function parseStreamHours(text: string): StreamHour[] {
  const parts = text.split(',').filter(Boolean);
  const hours = parts.map((part) => {
    const [, day, slot, weeks] = /^([1-7])-(\d{1,2})-([012])$/.exec(part.trim()) ?? [];
    return day && slot && weeks ? { day: Number(day), slot: Number(slot), weeks: Number(weeks) } : null;
  });
  const there = hours.filter((hour) => hour !== null);
  const times = new Set(there.map(({ day, slot }) => `${day} ${slot}`));
  if (there.length < parts.length || times.size < there.length || there.length > maxHours)
    throw new Refusal('call.invalid', 400, { fields: { hours: 'field.range' } });
  return there;
}

/**
 * Keeps imports away, and other offices and changes of the timetable from this term: two never take one room. Before
 * students and streams are locked.
 */
export async function lockTerm(db: Db, { year, term }: { year: number; term: number }): Promise<void> {
  if (!(await blockImports(db))) throw new Refusal('registration.importing', 409);
  await db`select from academic_calendar where year_id = ${year} and term_id = ${term} for no key update`;
}

/** A course of the plans or streams of a term, of a department of the caller's faculties; 404 otherwise. */
export async function authorizeStreamCourse(
  db: Db,
  caller: Caller,
  k: {
    id_a_year: number;
    id_ws: number;
    id_discipline: number;
    kredits: number;
    isSelect: boolean;
    id_vid_zaniatiy: number;
  },
): Promise<AuthorizedCourse> {
  const [row] = await db<{ department: number; controlForm: number }[]>`
    select x.department_id as department, x.control_form_id as "controlForm"
    from (
      select s.department_id, s.control_form_id, 1 as place from stream s
      where s.year_id = ${k.id_a_year} and s.term_id = ${k.id_ws} and s.discipline_id = ${k.id_discipline}
        and s.credits = ${k.kredits} and s.is_chosen = ${k.isSelect} and s.class_type_id = ${k.id_vid_zaniatiy}
      union all
      select i.department_id, i.control_form_id, 2 from plan_item i
      join semester se on se.id = i.semester_id and se.term_id = ${k.id_ws}
      join plan_item_class c on c.plan_item_id = i.id and c.class_type_id = ${k.id_vid_zaniatiy}
      where i.year_id = ${k.id_a_year} and i.discipline_id = ${k.id_discipline} and i.credits = ${k.kredits}
        and (i.elective_block is not null) = ${k.isSelect}) x
    join department d on d.id = x.department_id and ${isFacultyInRegistrationScope(db, caller, db`d.faculty_id`)}
    order by x.place limit 1`;
  if (!row) throw new Refusal('registration.courseNotFound', 404);
  return {
    year: k.id_a_year,
    term: k.id_ws,
    discipline: k.id_discipline,
    credits: k.kredits,
    isChosen: k.isSelect,
    classType: k.id_vid_zaniatiy,
    ...row,
  } as AuthorizedCourse;
}

/** A stream that is not closed, of a department of the caller's faculties; 404 otherwise. `lock`: before it is changed. */
export async function authorizeDepartmentStream(
  db: Db,
  caller: Caller,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<AuthorizedStream> {
  const [row] = await db<AuthorizedStream[]>`
    select s.id, s.year_id as year, s.term_id as term, s.discipline_id as discipline, s.credits,
      s.is_chosen as "isChosen", s.class_type_id as "classType", s.department_id as department,
      s.control_form_id as "controlForm", s.teacher_id as teacher, s.capacity, s.taken, s.name
    from stream s join department d on d.id = s.department_id
    where s.id = ${id} and s.closed_at is null and ${isFacultyInRegistrationScope(db, caller, db`d.faculty_id`)}
    ${lock ? db`for no key update of s` : db``}`;
  if (!row) throw new Refusal('registration.streamNotFound', 404);
  return row;
}

/** The same course: one stream may take the place of the other. */
export function isSameCourse(one: AuthorizedCourse, other: AuthorizedCourse): boolean {
  const keyOf = (k: AuthorizedCourse) => [k.year, k.term, k.discipline, k.credits, k.isChosen, k.classType].join(' ');
  return keyOf(one) === keyOf(other);
}

/** SQL: person `id` teaches, or has taught: a group by the load, or a stream. */
const hasTaught = (db: Db, id: ReturnType<Db>) =>
  db`exists (select from course_teacher taught where taught.teacher_id = ${id})`;

/**
 * SQL: who may have a stream of a course. Of a chosen one whoever teaches, or has a post that somebody who teaches has:
 * table `teacher` holds the rest of the staff, too. Of the plan's those whose load it is.
 */
export function isEligibleTeacher(db: Db, k: AuthorizedCourse, teacher: ReturnType<Db>) {
  if (k.isChosen)
    return db`exists (select from person p where p.id = ${teacher} and p.closed_on is null and (
      ${hasTaught(db, db`p.id`)} or exists (
        select from employment e where e.teacher_id = p.id and e.ends_on is null and e.post_id in (
          select of.post_id from employment of where ${hasTaught(db, db`of.teacher_id`)}))))`;
  return db`exists (
    select from course_teacher taught where not taught.is_select and taught.teacher_id = ${teacher}
      and taught.year_id = ${k.year} and taught.term_id = ${k.term} and taught.discipline_id = ${k.discipline}
      and taught.credits = ${k.credits} and taught.class_type_id = ${k.classType})`;
}

/** Refuses hours, rooms and teachers that are not there, and teachers who do not teach the course. */
export async function checkStreamHoursRoomAndTeacher(
  db: Db,
  k: AuthorizedCourse,
  { hours, room, teacher }: { hours: readonly StreamHour[]; room: number | null; teacher: number },
): Promise<void> {
  const [row] = await db<{ slots: number; room: boolean; teacher: boolean }[]>`
    select (select count(*)::int from pair_slot where id = any (${hours.map(({ slot }) => slot)}::smallint[])) as slots,
      ${room}::int is null or exists (select from auditorium where id = ${room}::int) as room,
      ${isEligibleTeacher(db, k, db`${teacher}::bigint`)} as teacher`;
  const slots = new Set(hours.map(({ slot }) => slot)).size;
  if (row?.slots !== slots) throw new Refusal('call.invalid', 400, { fields: { hours: 'field.range' } });
  if (!row.room) throw new Refusal('call.invalid', 400, { fields: { id_auditorium: 'field.range' } });
  if (!row.teacher)
    throw new Refusal('registration.notTheirCourse', 422, { fields: { id_teacher: 'registration.notTheirCourse' } });
}
