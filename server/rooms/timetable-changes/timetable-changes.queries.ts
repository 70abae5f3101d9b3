import type { Db } from '../../database/database.ts';
import { sqlFragment } from '../../university/university.queries.ts';
import type { AuthorizedClass, AuthorizedTimetableChange } from './timetable-changes.access.ts';
import { classCourseSubquery, type LessonPlacement } from './timetable-changes.clashes.queries.ts';

export type TimetableChangeKind = 'moved' | 'replaced' | 'cancelled' | 'added';

/** SQL: one day's place as notices know it. */
const placeOf = (db: Db, place: { day: string; slot: number; room: number | null } | null) =>
  place
    ? db`jsonb_build_object('day', extract(isodow from ${place.day}::date), 'slot', ${place.slot}::int,
        'date', ${place.day}::date, 'room', ${place.room}::int, 'weeks', 0, 'from', null, 'to', null)`
    : db`null::jsonb`;

/** SQL: what an import is compared with later: how the timetable holds `lesson`; null where it has none. */
const stateBefore = (db: Db) =>
  sqlFragment(
    db,
    `case when lesson.id is not null then jsonb_build_object('code', lesson.code, 'held', row(lesson.day_number, lesson.slot_id,
      lesson.week_kind, lesson.week_from, lesson.week_to, lesson.only_date, lesson.auditorium_id, lesson.teacher_id)::text) end`,
  );

/** Puts a lesson of one day into the timetable: of the same course as a class, at a place and by a teacher of its own. */
export async function insertOneDayLesson(db: Db, open: AuthorizedClass, to: LessonPlacement): Promise<number> {
  const [made] = await db<{ id: number }[]>`
    with made as (
      insert into lesson (code, year_id, term_id, day_number, slot_id, week_kind, week_from, week_to, only_date,
        class_type_id, discipline_id, credits, teacher_id, auditorium_id, subgroup, stream_id)
      select 'hand ' || gen_random_uuid(), l.year_id, l.term_id, extract(isodow from ${to.day}::date), ${to.slot}, 0, 1, 30,
        ${to.day}::date, l.class_type_id, l.discipline_id, l.credits, ${to.teacher}, ${to.room}, l.subgroup, l.stream_id
      from ${classCourseSubquery(db, open)} returning id),
    groups as (
      insert into lesson_group (lesson_id, group_id)
      select made.id, x.group_id from made cross join unnest(${open.groups as number[]}::int[]) x (group_id))
    select id from made`;
  if (!made) throw new Error('a class was not added');
  return made.id;
}

/** Keeps a change with who made it and why; gives its number. */
export async function storeTimetableChange(
  db: Db,
  open: AuthorizedClass,
  change: {
    step: TimetableChangeKind;
    to: LessonPlacement | null;
    made: number | null;
    reason: string;
    by: number;
    isForced: boolean;
  },
): Promise<number> {
  const { step, to, made, reason, by, isForced } = change;
  const [row] = await db<{ id: number }[]>`
    insert into class_change (step, lesson_id, day, made_id, detail, state_before, forced, reason, by_id)
    select ${step}, lesson.id, ${open.day}, ${made},
      jsonb_build_object('was', ${placeOf(db, step === 'added' ? null : open)}, 'now', ${placeOf(db, to)},
        'year', l.year_id, 'term', l.term_id, 'discipline', l.discipline_id, 'credits', l.credits,
        'type', l.class_type_id, 'teacher', ${to?.teacher ?? open.teacher}::bigint, 'former', ${step === 'added' && to ? to.teacher : open.teacher}::bigint,
        'stream', l.stream_id, 'subgroup', l.subgroup,
        'groups', to_jsonb(l.groups)),
      coalesce(${stateBefore(db)}, '{}'), ${isForced}, ${reason}, ${by}
    from ${classCourseSubquery(db, open)} left join lesson on lesson.id = ${open.id} returning id`;
  if (!row) throw new Error('a change was not kept');
  return row.id;
}

/** Whether the class that a change made was itself changed since. */
export async function hasLaterChange(db: Db, { made }: AuthorizedTimetableChange): Promise<boolean> {
  if (made === null) return false;
  const [row] = await db`select from class_change where lesson_id = ${made} and undone_at is null`;
  return row !== undefined;
}

/** Takes a change back: its class of one day goes, the timetable holds again. */
export async function undoTimetableChange(db: Db, change: AuthorizedTimetableChange, by: number): Promise<void> {
  await db`update class_change set undone_by = ${by}, undone_at = now(), made_id = null where id = ${change.id}`;
  if (change.made !== null) await db`delete from lesson where id = ${change.made}`;
}

/** What the university's clock shows. */
export async function readUniversityTime(db: Db, timeZone: string): Promise<{ day: string; time: string }> {
  const [row] = await db<{ day: string; time: string }[]>`
    select (now() at time zone ${timeZone})::date as day, to_char(now() at time zone ${timeZone}, 'HH24:MI') as time`;
  return row ?? { day: '', time: '' };
}

/** Whether a slot, a room and a teacher are there. */
export async function lessonPlacementExists(db: Db, { slot, room, teacher }: LessonPlacement): Promise<boolean> {
  const [row] = await db`
    select from pair_slot where id = ${slot} and exists (select from teacher where id = ${teacher})
      and (${room}::int is null or exists (select from auditorium where id = ${room}::int))`;
  return row !== undefined;
}

/** Name of a day without classes; null: it has classes. */
export async function findHoliday(db: Db, day: string): Promise<string | null> {
  const [row] = await db<{ name: string }[]>`select name_ru as name from holiday where day = ${day}`;
  return row?.name ?? null;
}

/**
 * Locks the terms of some days: whoever changes one of their classes waits, and of two who take the same classes from their
 * days the second finds that nobody has them any more.
 */
export async function lockTermsOfDays(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db`
    select from academic_calendar where starts_on <= ${to} and ends_on >= ${from}
    order by year_id, term_id for no key update`;
}

/** The first and the last of some days that have their classes still; null: none has. */
export async function findClassDayRange(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ from: string; to: string } | null> {
  const [row] = await db<{ from: string | null; to: string | null }[]>`
    select min(x)::date::text as "from", max(x)::date::text as "to"
    from generate_series(${from}::date, ${to}::date, interval '1 day') x
    where not exists (select from holiday where day = x::date)`;
  return row?.from && row.to ? { from: row.from, to: row.to } : null;
}

/** The first name besides this one that some days without classes have; null: none has another. */
export async function findOtherHolidayName(
  db: Db,
  { from, to, name }: { from: string; to: string; name: string },
): Promise<string | null> {
  const [row] = await db<{ name: string }[]>`
    select name_ru as name from holiday where day between ${from} and ${to} and name_ru <> ${name} order by day limit 1`;
  return row?.name ?? null;
}

/** Makes days free of classes; those that are known get the new name. */
export async function storeHolidays(
  db: Db,
  { from, to, names, by }: { from: string; to: string; names: { ru: string; kg: string; en: string }; by: number },
): Promise<void> {
  await db`
    insert into holiday (day, name_ru, name_kg, name_en, by_id)
    select x::date, ${names.ru}, ${names.kg}, ${names.en}, ${by}
    from generate_series(${from}::date, ${to}::date, interval '1 day') x
    on conflict on constraint holiday_pkey do update
      set name_ru = excluded.name_ru, name_kg = excluded.name_kg, name_en = excluded.name_en, by_id = excluded.by_id, at = now()`;
}

/** Gives a day its classes back; false: it was no holiday. */
export async function deleteHoliday(db: Db, day: string): Promise<boolean> {
  const gone = await db`delete from holiday where day = ${day}`;
  return gone.count > 0;
}
