import type { Output } from '@bilim/contract/call.ts';
import type { TimetableOwnerKind } from '@bilim/contract/page-options.ts';
import type { timetableChanges as calls } from '@bilim/contract/timetable-changes.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { latestPageClause } from '../../database/pages.queries.ts';
import { selectTaughtCourses } from '../../university/courses.queries.ts';
import { joinPlannedLessons } from '../../university/lessons.queries.ts';
import { anyWordStartsWith, nameContainsWords } from '../../university/names.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  sqlFragment,
  streamNameColumn,
} from '../../university/university.queries.ts';
import { type ClassEditor, isCourseInScope, isLessonInScope } from './timetable-changes.access.ts';

/** Whose timetable is looked at. */
export interface TimetableOwner {
  readonly kind: TimetableOwnerKind;
  readonly id: number;
}

/** So many of each kind are found. */
const maxFound = 10;
/** Changes a page. */
export const timetableChangesPageSize = 30;

/** Groups, teachers and rooms by the beginnings of their names. */
export async function findTimetableOwners(db: Db, search: string, language: Language) {
  return await db<Output<typeof calls.find>>`
    (select 'group' as kind, g.id, g.name from study_group g where ${anyWordStartsWith(db, db`fold_text(g.name)`, search)}
      order by g.name ${alphabetCollationSql(db, language)} limit ${maxFound})
    union all
    (select 'teacher', p.id, p.full_name from teacher t join person p on p.id = t.id and p.closed_on is null
      where ${nameContainsWords(db, db`p.folded`, search)} order by p.full_name ${alphabetCollationSql(db, language)} limit ${maxFound})
    union all
    (select 'room', a.id, a.number || ', ' || ${nameColumn(db, 'b', language)} from auditorium a
      join building b on b.id = a.building_id
      where ${anyWordStartsWith(db, db`fold_text(a.number)`, search)} order by a.number, a.id limit ${maxFound})`;
}

/** The first groups that have lessons, of the faculties that the caller's permission is limited to. */
export async function readFirstGroups(db: Db, { limits }: ClassEditor, language: Language) {
  const ofLimits = limits
    ? db`exists (select from speciality sp where sp.id = g.speciality_id and sp.faculty_id = any (${limits as number[]}::int[]))`
    : db`true`;
  return await db<Output<typeof calls.firstGroups>>`
    select g.id, g.name from study_group g
    where ${ofLimits} and exists (select from lesson_group lg where lg.group_id = g.id)
    order by g.name ${alphabetCollationSql(db, language)} limit ${maxFound}`;
}

/** Teachers by name. */
export async function findTeachers(db: Db, search: string, language: Language) {
  return await db<Output<typeof calls.teachers>>`
    select p.id as id_teacher, p.full_name as t_fio from teacher t join person p on p.id = t.id and p.closed_on is null
    where ${nameContainsWords(db, db`p.folded`, search)} order by p.full_name ${alphabetCollationSql(db, language)}, p.id limit 20`;
}

/** SQL condition: lesson `l` is of a group, teacher or room. */
const isOf = (db: Db, { kind, id }: TimetableOwner) =>
  ({
    group: db`(exists (select from lesson_group lg where lg.lesson_id = l.id and lg.group_id = ${id})
      or exists (select from stream_student seat where seat.stream_id = l.stream_id and seat.group_id = ${id}))`,
    teacher: db`l.teacher_id = ${id}`,
    room: db`l.auditorium_id = ${id}`,
  })[kind];

/** SQL condition: a course `l` that no lesson places is of a group or teacher; it has no room. */
const isUnplacedOf = (db: Db, { kind, id }: TimetableOwner) =>
  ({
    group: db`(${id}::bigint = any (l.groups) or exists (
      select from stream_student seat where seat.stream_id = l.stream_id and seat.group_id = ${id}))`,
    teacher: db`l.teacher_id = ${id}`,
    room: db`false`,
  })[kind];

/** SQL: names of the groups of lesson `l`, or of its stream `s`. */
const groupsOf = (db: Db, language: Language) => db`
  case when s.id is not null then jsonb_build_array(${streamNameColumn(db, 's', language)}) else coalesce((
    select jsonb_agg(g.name order by g.name) from lesson_group lg join study_group g on g.id = lg.group_id
    where lg.lesson_id = l.id), '[]') end`;

/**
 * SQL, part of a statement: `taught`, the courses of a term in the timetable of a group, a teacher or a room, each with one
 * of its lessons; and those of a group or teacher of which the timetable has no lesson, by load and stream.
 */
const taughtCourses = (db: Db, editor: ClassEditor, whose: TimetableOwner, day: string) => db`
  viewed as materialized (
    select year_id, term_id from academic_calendar where ${day}::date between starts_on and ends_on),
  unplaced as (
    select l.* from viewed join (${selectTaughtCourses(db)}) l on l.year_id = viewed.year_id and l.term_id = viewed.term_id
    where not exists (
      select from lesson o
      where o.only_date is null and o.stream_id = l.stream_id and l.load_id is null)
    and not exists (
      select from lesson o
      where l.load_id is not null and o.teacher_id = l.teacher_id and o.year_id = l.year_id and o.term_id = l.term_id
        and o.discipline_id = l.discipline_id and o.credits = l.credits and o.class_type_id = l.class_type_id
        and o.only_date is null and (o.stream_id is not null or exists (
          select from lesson_group lg where lg.lesson_id = o.id and lg.group_id = any (l.groups))))),
  taught as (
    (select distinct on (l.discipline_id, l.credits, l.class_type_id, l.teacher_id, l.stream_id, l.subgroup, own.groups)
      l.id, null::int as load_id, l.stream_id, l.slot_id, l.auditorium_id, l.subgroup, l.discipline_id, l.class_type_id,
      l.teacher_id, own.groups
    from viewed join lesson l on l.year_id = viewed.year_id and l.term_id = viewed.term_id and l.only_date is null
    cross join lateral (
      select array(select lg.group_id from lesson_group lg where lg.lesson_id = l.id order by lg.group_id) as groups) own
    where ${isOf(db, whose)} and ${isLessonInScope(db, editor)}
    order by l.discipline_id, l.credits, l.class_type_id, l.teacher_id, l.stream_id, l.subgroup, own.groups, l.week_to desc, l.id)
    union all
    select null, l.load_id, l.stream_id, (select id from pair_slot order by starts_at, id limit 1), null, 0, l.discipline_id,
      l.class_type_id, l.teacher_id, l.groups
    from unplaced l
    where ${isUnplacedOf(db, whose)} and ${isCourseInScope(db, editor, sqlFragment(db, 'select unnest(l.groups)'))})`;

/** The columns with which a class `l` is shown: when, what, by whom and where; `joinClassNames` brings their tables. */
const classColumns = (db: Db, language: Language) => db`
  l.slot_id as id_time, to_char(at.starts_at, 'HH24:MI') as "startsAt", to_char(at.ends_at, 'HH24:MI') as "endsAt",
  ${nameColumn(db, 'dis', language)} as discipline, l.class_type_id as id_vid_zaniatiy,
  ${nameColumn(db, 'ct', language)} as name_vid_zaniatiy, l.teacher_id as id_teacher, t.full_name as t_fio,
  l.auditorium_id as id_auditorium, a.number as auditorium, l.subgroup`;

/** SQL joins: the tables that name what a class `l` is. */
const joinClassNames = (db: Db) => db`
  join pair_slot at on at.id = l.slot_id
  join discipline dis on dis.id = l.discipline_id
  join class_type ct on ct.id = l.class_type_id
  join person t on t.id = l.teacher_id
  left join auditorium a on a.id = l.auditorium_id
  left join stream s on s.id = l.stream_id`;

/** What is taught in the term of a day to a group, by a teacher or in a room, whether or not the timetable has a lesson of it. */
export async function readTaughtCourses(
  db: Db,
  editor: ClassEditor,
  whose: TimetableOwner,
  { day, language }: { day: string; language: Language },
): Promise<Output<typeof calls.courses>> {
  return await db<Output<typeof calls.courses>>`
    with ${taughtCourses(db, editor, whose, day)}
    select l.id as id_lesson, l.load_id as id_load, case when l.id is null then l.stream_id end as id_stream,
      ${classColumns(db, language)},
      case when s.id is not null then jsonb_build_array(${streamNameColumn(db, 's', language)}) else coalesce((
        select jsonb_agg(g.name order by g.name) from study_group g where g.id = any (l.groups)), '[]') end as groups
    from taught l
    ${joinClassNames(db)}
    order by ${nameColumn(db, 'dis', language)} ${alphabetCollationSql(db, language)}, l.class_type_id, t.full_name, l.id, l.load_id, l.stream_id
    limit 100`;
}

/** The classes of a week of a group, teacher or room, with those that are not held and why. */
export async function readTimetableWeek(
  db: Db,
  mover: ClassEditor,
  { kind, id }: TimetableOwner,
  { monday, language }: { monday: string; language: Language },
): Promise<Output<typeof calls.week>> {
  const name = {
    group: db`(select name from study_group where id = ${id})`,
    teacher: db`(select p.full_name from teacher t join person p on p.id = t.id where t.id = ${id})`,
    room: db`(select number from auditorium where id = ${id})`,
  }[kind];
  const rows = await db<(Output<typeof calls.week>[number]['classes'][number] & { name: string })[]>`
    select ${name} as name, l.id as id_lesson, d.day, ${classColumns(db, language)},
      ${groupsOf(db, language)} as groups,
      coalesce(gone.step, case when h.day is not null then 'holiday' end, 'held') as state,
      coalesce(gone.step, came.step) as step,
      coalesce(gone.reason, ${nameColumn(db, 'h', language)}, came.reason) as reason,
      gone.step is null and h.day is null and ${isLessonInScope(db, mover)} as "mayChange"
    from academic_calendar cal ${joinPlannedLessons(db, { from: db`${monday}::date`, to: db`${monday}::date + 6` })}
    ${joinClassNames(db)}
    left join holiday h on h.day = d.day
    left join class_change gone on gone.lesson_id = l.id and gone.day = d.day and gone.undone_at is null
      and gone.step <> 'added'
    left join class_change came on came.made_id = l.id
    where ${isOf(db, { kind, id })}
    order by d.day, at.starts_at, l.subgroup, l.id limit 300`;
  const [first] = rows;
  const [known] = first ? [first] : await db<{ name: string | null }[]>`select ${name} as name`;
  if (!known?.name) return [];
  const times = await db<Output<typeof calls.week>[number]['times']>`
    select id as id_time, to_char(starts_at, 'HH24:MI') as "startsAt", to_char(ends_at, 'HH24:MI') as "endsAt"
    from pair_slot order by starts_at, id`;
  return [{ name: known.name, classes: rows, times }];
}

/** Changes within the caller's permission, newest first: all before one. */
export async function readTimetableChanges(
  db: Db,
  mover: ClassEditor,
  { before, language }: { before: number | null; language: Language },
) {
  const side = (key: 'was' | 'now') => db`(
    select jsonb_build_object('date', v.value->'date', 'startsAt', to_char(at.starts_at, 'HH24:MI'), 'auditorium', a.number)
    from (select ch.detail->${key}::text as value) v
    join pair_slot at on at.id = (v.value->>'slot')::int
    left join auditorium a on a.id = (v.value->>'room')::int)`;
  return await db<(Output<typeof calls.list>[number] & { by_id: number })[]>`
    select ch.id as id_change, ch.step, ch.day, ${nameColumn(db, 'dis', language)} as discipline,
      ${nameColumn(db, 'ct', language)} as name_vid_zaniatiy,
      coalesce(
        (select jsonb_agg(g.name order by g.name) from study_group g where ch.detail->'groups' @> to_jsonb(g.id)),
        (select jsonb_build_array(${streamNameColumn(db, 's', language)}) from stream s where s.id = (ch.detail->>'stream')::int),
        '[]') as groups,
      ${side('was')} as was, ${side('now')} as now, ch.reason, ch.forced as "isForced", p.full_name as by, p.id as by_id, ch.at,
      ch.undone_at as undone, n.told, n.seen,
      ch.undone_at is null and l.id is not null
        and not exists (select from class_change b where b.lesson_id = ch.made_id and b.undone_at is null) as "canUndo"
    from class_change ch
    join discipline dis on dis.id = (ch.detail->>'discipline')::int
    join class_type ct on ct.id = (ch.detail->>'type')::int
    join person p on p.id = ch.by_id
    left join lesson l on l.id = coalesce(ch.made_id, ch.lesson_id)
    cross join lateral (
      select count(*)::int as told, count(seen_at)::int as seen from notice
      where kind = 'lesson' and part = ch.id and part > 0) n
    where (l.id is null or ${isLessonInScope(db, mover)}) and (not ${mover.isTeacher} or ch.by_id = ${mover.uid})
      and ${latestPageClause(db, 'ch.id', before, timetableChangesPageSize)}`;
}

/** Days without classes since the beginning of a day's calendar year, and how many lessons the timetable has on each. */
export async function readHolidays(db: Db, day: string, language: Language): Promise<Output<typeof calls.holidays>> {
  return await db<Output<typeof calls.holidays>>`
    select h.day, ${nameColumn(db, 'h', language)} as name, (
      select count(*)::int from academic_calendar cal ${joinPlannedLessons(db, { from: db`h.day`, to: db`h.day` })}
      where cal.starts_on <= h.day and cal.ends_on >= h.day) as classes
    from holiday h where h.day >= date_trunc('year', ${day}::date) order by h.day limit 200`;
}
