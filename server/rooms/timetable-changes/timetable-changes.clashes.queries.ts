import type { Output } from '@bilim/contract/call.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import type { timetableChanges as calls } from '@bilim/contract/timetable-changes.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt } from '../../university/courses.queries.ts';
import { joinLessonOccurrences } from '../../university/lessons.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  sqlFragment,
  streamNameColumn,
} from '../../university/university.queries.ts';
import type { AuthorizedClass, ClassEditor } from './timetable-changes.access.ts';

export type ChangeCheckResult = Output<typeof calls.check>[number];
export type LessonClash = ChangeCheckResult['clashes'][number] & { readonly teacher: number };
export type WeekTimeSlots = Output<typeof calls.places>;

/** Where a class is to be held. */
export interface LessonPlacement {
  readonly day: string;
  readonly slot: number;
  readonly room: number | null;
  readonly teacher: number;
}

/** SQL: what is taught in a class, as row `l` with the columns of a lesson; the timetable need not have one. */
export const classCourseSubquery = (db: Db, open: AuthorizedClass) => db`(
  select ${open.year}::int as year_id, ${open.term}::int as term_id, ${open.discipline}::int as discipline_id,
    ${open.credits}::numeric as credits, ${open.classType}::int as class_type_id, ${open.teacher}::bigint as teacher_id,
    ${open.subgroup}::int as subgroup, ${open.stream}::int as stream_id, ${open.groups as number[]}::int[] as groups) l`;

/** SQL `select student_id`: whom a class is for, on a day. */
export function selectStudentsOfClass(db: Db, open: AuthorizedClass, day: string) {
  const isOwn = isLessonForStudentSubgroup(db, sqlFragment(db, 'x.student_id'));
  return db`select x.student_id from ${classCourseSubquery(db, open)}
    cross join lateral (
      select member.student_id from group_student member
      where member.group_id = any (l.groups) and ${isMemberAt(db, { day: db`${day}::date` })}
      union select given.student_id from stream_student given where given.stream_id = l.stream_id) x
    where ${isOwn}`;
}

/** How many students a class has on a day. */
export async function countStudentsOfClass(db: Db, open: AuthorizedClass, day: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (${selectStudentsOfClass(db, open, day)}) own`;
  return row?.count ?? 0;
}

/**
 * SQL: parts of a statement: `own`, the students of a class; `busy`, the lessons that are held from one day to another,
 * without the class itself; `shared`, how many of its students are in each, and which of its groups.
 */
export function busyLessonCtes(
  db: Db,
  open: AuthorizedClass,
  { from, to, except }: { from: string; to: string; except: boolean },
) {
  const withoutItself = except ? db`not (l.id = ${open.id} and d.day = ${open.day}::date)` : db`true`;
  return db`
    own as materialized (${selectStudentsOfClass(db, open, from)}),
    own_group as materialized (select unnest(${open.groups as number[]}::int[]) as group_id),
    busy as materialized (
      select l.*, d.day, at.starts_at, at.ends_at
      from academic_calendar cal ${joinLessonOccurrences(db, { from: db`${from}::date`, to: db`${to}::date` })}
      join pair_slot at on at.id = l.slot_id
      where ${withoutItself}),
    here as (select distinct id, day, subgroup, stream_id from busy),
    meeting as (
      select l.id, l.day, x.student_id from busy l
      cross join lateral (
        select member.student_id from lesson_group lg join group_student member on member.group_id = lg.group_id
        where lg.lesson_id = l.id and ${isMemberAt(db, { day: sqlFragment(db, 'l.day') })}
        union select given.student_id from stream_student given where given.stream_id = l.stream_id) x
      where x.student_id in (select student_id from own) and ${isLessonForStudentSubgroup(db, sqlFragment(db, 'x.student_id'))}),
    shared as materialized (
      select h.id, h.day, coalesce(m.students, 0) as students
      from here h
      left join (select id, day, count(*)::int as students from meeting group by id, day) m on m.id = h.id and m.day = h.day
      where m.students > 0 or (${open.subgroup} * h.subgroup = 0 or ${open.subgroup} = h.subgroup)
        and exists (select from lesson_group lg where lg.lesson_id = h.id and lg.group_id in (select group_id from own_group)))`;
}

/** What else is held at a place: in the room, with the teacher, for students of the class. */
export async function findLessonClashes(
  db: Db,
  open: AuthorizedClass,
  place: LessonPlacement,
  { language, isAdded }: { language: Language; isAdded: boolean },
): Promise<LessonClash[]> {
  return await db<LessonClash[]>`
    with ${busyLessonCtes(db, open, { from: place.day, to: place.day, except: !isAdded })},
    meanwhile as (
      select b.* from busy b join pair_slot target on target.id = ${place.slot}
      where b.starts_at < target.ends_at and target.starts_at < b.ends_at)
    select x.kind, x.name, ${nameColumn(db, 'd', language)} as discipline, to_char(x.starts_at, 'HH24:MI') as "startsAt", x.students,
      x.teacher_id as teacher
    from (
      select 1 as place, 'room' as kind, a.number as name, t.discipline_id, t.starts_at, 0 as students, t.teacher_id
      from meanwhile t join auditorium a on a.id = t.auditorium_id where a.id = ${place.room}
      union all
      select 2, 'teacher', p.full_name, t.discipline_id, t.starts_at, 0, t.teacher_id
      from meanwhile t join person p on p.id = t.teacher_id where p.id = ${place.teacher}
      union all
      select 3, 'group', coalesce(
          (select string_agg(g.name, ', ' order by g.name) from lesson_group lg join study_group g on g.id = lg.group_id
            where lg.lesson_id = t.id),
          (select ${streamNameColumn(db, 's', language)} from stream s join class_type ct on ct.id = s.class_type_id
            where s.id = t.stream_id), ''), t.discipline_id, t.starts_at, s.students, t.teacher_id
      from meanwhile t join shared s on s.id = t.id and s.day = t.day) x
    join discipline d on d.id = x.discipline_id
    order by x.place, x.name limit 50`;
}

/**
 * Clashes as whoever changes a class may read them: a teacher learns nothing of other teachers' classes but that the
 * room, or somebody of the own class, is taken then.
 */
export function filterVisibleClashes(
  { isTeacher, uid }: ClassEditor,
  clashes: readonly LessonClash[],
): ChangeCheckResult['clashes'] {
  if (!isTeacher) return [...clashes];
  const visible = clashes.map((one) =>
    one.teacher === uid
      ? one
      : { kind: one.kind, name: one.kind === 'room' ? one.name : '', discipline: '', startsAt: '', students: 0 },
  );
  return [...new Map(visible.map((one) => [JSON.stringify(one), one])).values()];
}

/** Rooms that are free at a time and large enough, the smallest first. */
export async function findFreeRooms(
  db: Db,
  open: AuthorizedClass,
  place: LessonPlacement,
  language: Language,
): Promise<ChangeCheckResult['rooms']> {
  return await db<ChangeCheckResult['rooms']>`
    select a.id as id_auditorium, a.number as auditorium, ${nameColumn(db, 'b', language)} as building, a.seats
    from auditorium a join building b on b.id = a.building_id
    where a.seats >= (select count(*) from (${selectStudentsOfClass(db, open, place.day)}) own)
      and not exists (
        select from academic_calendar cal ${joinLessonOccurrences(db, { from: db`${place.day}::date`, to: db`${place.day}::date` })}
        join pair_slot at on at.id = l.slot_id join pair_slot target on target.id = ${place.slot}
        where l.auditorium_id = a.id and at.starts_at < target.ends_at and target.starts_at < at.ends_at
          and not (l.id = ${open.id} and d.day = ${open.day}::date))
    order by a.seats, b.id, a.number ${alphabetCollationSql(db, language)} limit 100`;
}

/**
 * Whether the journal has entries of a class, or of one after it on that day: their columns are numbered by their order,
 * so none may come or go before them.
 */
export async function hasJournalEntries(db: Db, open: AuthorizedClass, day: string, slot: number): Promise<boolean> {
  const same = db`l.teacher_id = ${open.teacher} and l.discipline_id = ${open.discipline} and l.credits = ${open.credits}
    and l.class_type_id = ${open.classType}`;
  const [row] = await db<{ has: boolean }[]>`
    with courses as (
      select j.id, j.group_id, j.stream_id from journal_course j
      where j.year_id = ${open.year} and j.term_id = ${open.term} and j.discipline_id = ${open.discipline}
        and j.credits = ${open.credits}
        and (j.stream_id = ${open.stream} or j.group_id in (
          select unnest(${open.groups as number[]}::int[])
          union select seat.group_id from stream_student seat where seat.stream_id = ${open.stream})))
    select exists (
      select from courses j
      join journal_column k on k.course_id = j.id and k.class_type_id = ${open.classType} and k.visit_date = ${day}
      join journal_cell c on c.column_id = k.id and not c.deleted and (c.visited is not null or c.mark_id is not null)
      where (${open.subgroup} = 0 or c.subgroup in (0, ${open.subgroup})) and k.times_count > (
        select count(distinct at.starts_at)
        from academic_calendar cal ${joinLessonOccurrences(db, { from: db`${day}::date`, to: db`${day}::date` })}
        join pair_slot at on at.id = l.slot_id join pair_slot own on own.id = ${slot}
        where ${same} and at.starts_at < own.starts_at
          and (l.stream_id = ${open.stream} or exists (
            select from lesson_group lg where lg.lesson_id = l.id and lg.group_id = j.group_id)))) as has`;
  return row?.has ?? false;
}

/** Which week is looked at, from when, and whether for one more class. */
interface ViewedWeek {
  readonly monday: string;
  readonly today: string;
  readonly time: string;
  readonly language: Language;
  readonly isAdded: boolean;
}

/** Every place of six days, from a Monday on, as it is for a class. */
export async function readLessonTimeSlots(
  db: Db,
  open: AuthorizedClass,
  { monday, today, time, language, isAdded }: ViewedWeek,
  mover: ClassEditor,
): Promise<WeekTimeSlots> {
  const [from, to] = [db`${monday}::date`, db`${monday}::date + 5`];
  return await db<WeekTimeSlots>`
    with ${busyLessonCtes(db, open, { from: monday, to: addDays(monday, 5), except: !isAdded })},
    room as materialized (
      select a.id from auditorium a where a.seats >= (select count(*) from own)),
    taken as materialized (
      select distinct s.day::date as day, p.id as slot, b.auditorium_id as room
      from generate_series(${from}, ${to}, interval '1 day') s (day) cross join pair_slot p
      join busy b on b.day = s.day::date and b.starts_at < p.ends_at and p.starts_at < b.ends_at
      where b.auditorium_id in (select id from room)),
    place as (
      select s.day::date as day, p.* from generate_series(${from}, ${to}, interval '1 day') s (day) cross join pair_slot p),
    met as (
      select distinct on (x.day, x.id) x.day, x.id, case when b.teacher_id = ${open.teacher} then 'teacher' else 'group' end as state,
        case when ${!mover.isTeacher} or b.teacher_id = ${mover.uid} then b.discipline_id end as discipline_id
      from place x
      join busy b on b.day = x.day and b.starts_at < x.ends_at and x.starts_at < b.ends_at
      where b.teacher_id = ${open.teacher} or exists (select from shared s where s.id = b.id and s.day = b.day)
      order by x.day, x.id, b.teacher_id <> ${open.teacher}, b.id)
    select x.day, x.id as id_time, to_char(x.starts_at, 'HH24:MI') as "startsAt", to_char(x.ends_at, 'HH24:MI') as "endsAt",
      case when ${!isAdded} and x.day = ${open.day}::date and x.id = ${open.slot} then 'here' when x.day < ${today}::date or (x.day = ${today}::date and x.starts_at <= ${time}::time) then 'past'
        when x.day not between ${open.startsOn}::date and ${open.endsOn}::date then 'outside'
        when h.day is not null then 'holiday' when m.state is not null then m.state
        when r.rooms = 0 then 'room' else 'free' end as state,
      coalesce(${nameColumn(db, 'h', language)}, ${nameColumn(db, 'd', language)}) as what, r.rooms
    from place x
    left join holiday h on h.day = x.day
    left join met m on m.day = x.day and m.id = x.id
    left join discipline d on d.id = m.discipline_id
    cross join lateral (
      select ((select count(*) from room) - (select count(*) from taken t where t.day = x.day and t.slot = x.id))::int as rooms) r
    order by x.day, x.starts_at`;
}
