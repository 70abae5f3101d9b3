import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { Settings } from '../../settings.ts';
import { blockImports } from '../../university/imports.queries.ts';
import { lessonsHeld } from '../../university/lessons.queries.ts';

/** One class of the timetable that the caller may change; only this file makes one. */
export interface OpenClass {
  readonly __open: 'class';
  readonly id: number;
  readonly day: string;
  readonly year: number;
  readonly term: number;
  readonly slot: number;
  readonly room: number | null;
  readonly teacher: number;
  readonly discipline: number;
  readonly credits: number;
  readonly classType: number;
  readonly subgroup: number;
  readonly stream: number | null;
  /** First and last day of its term. */
  readonly startsOn: string;
  readonly endsOn: string;
}

/** A change that the caller may take back. */
export type OpenChange = {
  readonly id: number;
  readonly step: string;
  readonly lesson: number | null;
  readonly day: string;
  readonly made: number | null;
  readonly madeOn: string | null;
} & { readonly __open: 'change' };

/** Who may change classes: the office, or a teacher for the own ones; only this file makes one. */
export interface ClassEditor {
  readonly __open: 'mover';
  readonly uid: number;
  /** Only classes of their own, only to free places. */
  readonly isTeacher: boolean;
  /** Faculties that the permission is limited to; null: none. */
  readonly limits: readonly number[] | null;
}

/** Who asks, as somebody who changes classes; 403 for a teacher where the university leaves it to the office. */
export function openClassEditor({ uid, permissions, limitedTo }: Caller, { teacherMoves }: Settings): ClassEditor {
  const isTeacher = !permissions.includes('timetable');
  if (isTeacher && !teacherMoves) throw new Refusal('call.notAllowed', 403);
  return { uid, isTeacher, limits: limitedTo.timetable ?? null } as ClassEditor;
}

/** Whose timetable the mover may look at: the office anybody's, a teacher the own. */
export function checkMayView({ isTeacher, uid }: ClassEditor, { kind, id }: { kind: string; id: number }): void {
  if (isTeacher && (kind !== 'teacher' || id !== uid)) throw new Refusal('call.notAllowed', 403);
}

/** SQL: the caller's permission covers lesson `l`: all of its groups, or the department of its stream; a teacher's, the own. */
export function coversLesson(db: Db, { isTeacher, uid, limits }: ClassEditor) {
  if (isTeacher) return db`l.teacher_id = ${uid}`;
  if (!limits) return db`true`;
  return db`(case when l.stream_id is null
    then not exists (
      select from lesson_group lg join study_group g on g.id = lg.group_id join speciality sp on sp.id = g.speciality_id
      where lg.lesson_id = l.id and sp.faculty_id <> all (${limits as number[]}::int[]))
    else exists (
      select from stream s join department d on d.id = s.department_id
      where s.id = l.stream_id and d.faculty_id = any (${limits as number[]}::int[])) end)`;
}

/** What holds for the whole university may be changed by a permission without limits only; 403 for others. */
export function openUniversity(caller: Caller): void {
  if (caller.limitedTo.timetable) throw new Refusal('changes.notEverywhere', 403);
}

/** While an import writes the timetable nobody changes it by hand: 409. Before anything else is locked. */
export async function refuseDuringImport(db: Db): Promise<void> {
  if (!(await blockImports(db))) throw new Refusal('changes.importing', 409);
}

/**
 * Locks the term of a lesson: whoever changes one of its classes waits for the other, so that two never take one room.
 * The class is opened after it.
 */
export async function lockTermOfLesson(db: Db, lesson: number): Promise<void> {
  await db`
    select from academic_calendar c join lesson l on l.year_id = c.year_id and l.term_id = c.term_id
    where l.id = ${lesson} for no key update of c`;
}

/** SQL: the columns of a class. */
const columns = (db: Db) => db`
  l.id, l.year_id as year, l.term_id as term, l.slot_id as slot, l.auditorium_id as room, l.teacher_id as teacher,
  l.discipline_id as discipline, l.credits, l.class_type_id as "classType", l.subgroup, l.stream_id as stream,
  cal.starts_on as "startsOn", cal.ends_on as "endsOn"`;

/** A class that is held on the day, within the caller's permission; 404 otherwise. */
export async function openClass(db: Db, mover: ClassEditor, lesson: number, day: string): Promise<OpenClass> {
  const [row] = await db<OpenClass[]>`
    select ${columns(db)}, d.day
    from academic_calendar cal ${lessonsHeld(db, { from: db`${day}::date`, to: db`${day}::date` })}
    where l.id = ${lesson} and ${coversLesson(db, mover)}`;
  if (!row) throw new Refusal('changes.noClass', 404);
  return row;
}

/** A lesson after which another class is added on a day, within the caller's permission; 404 otherwise. */
export async function openTemplateLesson(db: Db, mover: ClassEditor, lesson: number, day: string): Promise<OpenClass> {
  const [row] = await db<OpenClass[]>`
    select ${columns(db)}, ${day}::date as day
    from lesson l join academic_calendar cal on cal.year_id = l.year_id and cal.term_id = l.term_id
    where l.id = ${lesson} and ${coversLesson(db, mover)}`;
  if (!row) throw new Refusal('changes.noClass', 404);
  return row;
}

/** A change that stands, with its term locked; 404 when there is none, or beyond the permission. */
export async function openChange(db: Db, mover: ClassEditor, id: number): Promise<OpenChange> {
  const [known] = await db<{ year: number; term: number }[]>`
    select (detail->>'year')::int as year, (detail->>'term')::int as term from class_change where id = ${id}`;
  if (known)
    await db`select from academic_calendar where year_id = ${known.year} and term_id = ${known.term} for no key update`;
  const [row] = await db<OpenChange[]>`
    select ch.id, ch.step, ch.lesson_id as lesson, ch.day, ch.made_id as made,
      (select only_date from lesson where id = ch.made_id) as "madeOn"
    from class_change ch join lesson l on l.id = coalesce(ch.made_id, ch.lesson_id)
    where ch.id = ${id} and ch.undone_at is null and ${coversLesson(db, mover)}
      and (not ${mover.isTeacher} or ch.by_id = ${mover.uid}) for no key update of ch`;
  if (!row) throw new Refusal('changes.notFound', 404);
  return row;
}
