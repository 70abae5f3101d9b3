import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { Settings } from '../../settings.ts';
import { selectTaughtCourses } from '../../university/courses.queries.ts';
import { blockImports } from '../../university/imports.queries.ts';
import { joinLessonOccurrences } from '../../university/lessons.queries.ts';
import { sqlFragment } from '../../university/university.queries.ts';

/** One class of the timetable that the caller may change; only this file makes one. */
export interface AuthorizedClass {
  readonly __authorized: 'class';
  /** 0: the timetable has no lesson of the course. */
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
  readonly groups: readonly number[];
  /** First and last day of its term. */
  readonly startsOn: string;
  readonly endsOn: string;
}

/** A change that the caller may take back. */
export type AuthorizedTimetableChange = {
  readonly id: number;
  readonly step: string;
  readonly lesson: number | null;
  readonly day: string;
  readonly made: number | null;
  readonly madeOn: string | null;
} & { readonly __authorized: 'change' };

/** Who may change classes: the office, or a teacher for the own ones; only this file makes one. */
export interface ClassEditor {
  readonly __authorized: 'mover';
  readonly uid: number;
  /** Only classes of their own, only to free places. */
  readonly isTeacher: boolean;
  /** Faculties that the permission is limited to; null: none. */
  readonly limits: readonly number[] | null;
}

/** Who asks, as somebody who changes classes; 403 for a teacher where the university leaves it to the office. */
export function authorizeClassEditor({ uid, permissions, limitedTo }: Caller, { teacherMoves }: Settings): ClassEditor {
  const isTeacher = !permissions.includes('timetable');
  if (isTeacher && !teacherMoves) throw new Refusal('call.notAllowed', 403);
  return { uid, isTeacher, limits: limitedTo.timetable ?? null } as ClassEditor;
}

/** Whose timetable the mover may look at: the office anybody's, a teacher the own. */
export function authorizeTimetableView(
  { isTeacher, uid }: ClassEditor,
  { kind, id }: { kind: string; id: number },
): void {
  if (isTeacher && (kind !== 'teacher' || id !== uid)) throw new Refusal('call.notAllowed', 403);
}

/** SQL: the caller's permission covers lesson `l`: all of its groups, or the department of its stream; a teacher's, the own. */
export const isLessonInScope = (db: Db, editor: ClassEditor) =>
  isCourseInScope(db, editor, db`select lg.group_id from lesson_group lg where lg.lesson_id = l.id`);

/** SQL: the same for what is taught by `l.teacher_id` to `l.stream_id` or to some groups. */
export function isCourseInScope(db: Db, { isTeacher, uid, limits }: ClassEditor, groups: Fragment) {
  if (isTeacher) return db`l.teacher_id = ${uid}`;
  if (!limits) return db`true`;
  return db`(case when l.stream_id is null
    then not exists (
      select from study_group g join speciality sp on sp.id = g.speciality_id
      where g.id in (${groups}) and sp.faculty_id <> all (${limits as number[]}::int[]))
    else exists (
      select from stream s join department d on d.id = s.department_id
      where s.id = l.stream_id and d.faculty_id = any (${limits as number[]}::int[])) end)`;
}

/** What holds for the whole university may be changed by a permission without limits only; 403 for others. */
export function requireUniversityWidePermission(caller: Caller): void {
  if (caller.limitedTo.timetable) throw new Refusal('changes.notEverywhere', 403);
}

/** While an import writes the timetable nobody changes it by hand: 409. Before anything else is locked. */
export async function refuseDuringImport(db: Db): Promise<void> {
  if (!(await blockImports(db))) throw new Refusal('changes.importing', 409);
}

/** A course of which a class is added: by one of its lessons, or where the timetable has none by its load or stream. */
export interface CourseReference {
  readonly id_lesson?: number;
  readonly id_load?: number;
  readonly id_stream?: number;
}

/**
 * Locks the term of a course: whoever changes one of its classes waits for the other, so that two never take one room.
 * The class is opened after it.
 */
export async function lockTermOfCourse(db: Db, { id_lesson, id_load, id_stream }: CourseReference): Promise<void> {
  await db`
    select from academic_calendar c
    where (c.year_id, c.term_id) in (
      select year_id, term_id from lesson where id = ${id_lesson ?? null}::int
      union all
      select year_id, term_id from (${selectTaughtCourses(db)}) l
      where l.load_id = ${id_load ?? null}::int or l.stream_id = ${id_stream ?? null}::int)
    for no key update of c`;
}

/** SQL: the columns of a class. */
const columns = (db: Db) => db`
  l.id, l.year_id as year, l.term_id as term, l.slot_id as slot, l.auditorium_id as room, l.teacher_id as teacher,
  l.discipline_id as discipline, l.credits, l.class_type_id as "classType", l.subgroup, l.stream_id as stream,
  array(select lg.group_id from lesson_group lg where lg.lesson_id = l.id order by lg.group_id) as groups,
  cal.starts_on as "startsOn", cal.ends_on as "endsOn"`;

/** A class that is held on the day, within the caller's permission; 404 otherwise. */
export async function authorizeClass(
  db: Db,
  mover: ClassEditor,
  lesson: number,
  day: string,
): Promise<AuthorizedClass> {
  const [row] = await db<AuthorizedClass[]>`
    select ${columns(db)}, d.day
    from academic_calendar cal ${joinLessonOccurrences(db, { from: db`${day}::date`, to: db`${day}::date` })}
    where l.id = ${lesson} and ${isLessonInScope(db, mover)}`;
  if (!row) throw new Refusal('changes.noClass', 404);
  return row;
}

/** A lesson after which another class is added on a day, within the caller's permission; 404 otherwise. */
export async function authorizeTemplateLesson(
  db: Db,
  mover: ClassEditor,
  lesson: number,
  day: string,
): Promise<AuthorizedClass> {
  const [row] = await db<AuthorizedClass[]>`
    select ${columns(db)}, ${day}::date as day
    from lesson l join academic_calendar cal on cal.year_id = l.year_id and cal.term_id = l.term_id
    where l.id = ${lesson} and ${isLessonInScope(db, mover)}`;
  if (!row) throw new Refusal('changes.noClass', 404);
  return row;
}

/** The course of which a class is added on a day, within the caller's permission; 404 otherwise, 400 unless exactly one is named. */
export async function authorizeCourse(
  db: Db,
  editor: ClassEditor,
  named: CourseReference,
  day: string,
): Promise<AuthorizedClass> {
  const { id_lesson: lesson, id_load: load, id_stream: stream } = named;
  if ([lesson, load, stream].filter((id) => id !== undefined).length !== 1)
    throw new Refusal('call.invalid', 400, { fields: { id_lesson: 'field.required' } });
  if (lesson !== undefined) return await authorizeTemplateLesson(db, editor, lesson, day);
  const [row] = await db<AuthorizedClass[]>`
    select 0 as id, l.year_id as year, l.term_id as term, (select id from pair_slot order by starts_at, id limit 1) as slot,
      null::int as room, l.teacher_id as teacher, l.discipline_id as discipline, l.credits, l.class_type_id as "classType",
      0 as subgroup, l.stream_id as stream, l.groups, cal.starts_on as "startsOn", cal.ends_on as "endsOn",
      ${day}::date as day
    from (${selectTaughtCourses(db)}) l
    join academic_calendar cal on cal.year_id = l.year_id and cal.term_id = l.term_id
    where (l.load_id = ${load ?? null}::int or l.stream_id = ${stream ?? null}::int)
      and ${isCourseInScope(db, editor, sqlFragment(db, 'select unnest(l.groups)'))}`;
  if (!row) throw new Refusal('changes.noClass', 404);
  return row;
}

/** A change that stands, with its term locked; 404 when there is none, or beyond the permission. */
export async function authorizeTimetableChange(
  db: Db,
  mover: ClassEditor,
  id: number,
): Promise<AuthorizedTimetableChange> {
  const [known] = await db<{ year: number; term: number }[]>`
    select (detail->>'year')::int as year, (detail->>'term')::int as term from class_change where id = ${id}`;
  if (known)
    await db`select from academic_calendar where year_id = ${known.year} and term_id = ${known.term} for no key update`;
  const [row] = await db<AuthorizedTimetableChange[]>`
    select ch.id, ch.step, ch.lesson_id as lesson, ch.day, ch.made_id as made,
      (select only_date from lesson where id = ch.made_id) as "madeOn"
    from class_change ch join lesson l on l.id = coalesce(ch.made_id, ch.lesson_id)
    where ch.id = ${id} and ch.undone_at is null and ${isLessonInScope(db, mover)}
      and (not ${mover.isTeacher} or ch.by_id = ${mover.uid}) for no key update of ch`;
  if (!row) throw new Refusal('changes.notFound', 404);
  return row;
}
