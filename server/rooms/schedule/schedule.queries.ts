import type { Output } from '@bilim/contract/call.ts';
import type { schedule as calls } from '@bilim/contract/schedule.ts';
import { sha256 } from '../../auth/session.ts';
import { calendarFeedPurpose, type Vault } from '../../auth/vault.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isLessonForStudentSubgroup, isMemberAt, membershipDayInTermSql } from '../../university/courses.queries.ts';
import { nameColumn, streamNameColumn } from '../../university/university.queries.ts';
import type { AuthorizedPersonSchedule, AuthorizedTimetable } from './schedule.access.ts';

export interface LessonRow {
  id: number;
  day_number: number;
  id_time: number;
  startsAt: string;
  endsAt: string;
  week_kind: number;
  week_from: number;
  week_to: number;
  date: string | null;
  id_discipline: number;
  discipline: string;
  kredit: number;
  isSelect: boolean;
  id_vid_zaniatiy: number;
  name_vid_zaniatiy: string;
  short_name: string;
  id_teacher: number;
  t_fio: string;
  groups: { id_group: number; p20: string; id_semester: number | null }[];
  auditorium: string | null;
  building: string | null;
  subgroup: number;
  notHeld?: { day: string; step: string; reason: string | null; now: OnceAt | null }[];
  change?: { step: string; reason: string; was: OnceAt | null };
}

interface OnceAt {
  date: string;
  startsAt: string;
  auditorium: string | null;
}

/** More lessons than anybody has in a term; a broken import must not make an endless reply. */
const most = 500;

/**
 * SQL: `id` of a person's lessons in a term: a teacher's own, or those of a student's group and streams; `via` is the
 * group with which a student registered in the lesson's stream.
 */
function lessonsOf(
  db: Db,
  of: AuthorizedPersonSchedule | AuthorizedTimetable,
  year: number,
  term: number,
  timeZone: string,
) {
  if ('kind' in of) return lessonsOfWhole(db, of, year, term);
  const { uid, role } = of;
  if (role === 1)
    return db`
      select id, null::int as via from lesson
      where teacher_id = ${uid} and year_id = ${year} and term_id = ${term}`;
  return db`
    select id, max(via) as via from (
      select lg.lesson_id as id, null::int as via
      from group_student member
      join lesson_group lg on lg.group_id = member.group_id
      where member.student_id = ${uid} and ${isMemberAt(db, { day: membershipDayInTermSql(db, timeZone, year, term) })}
      union all
      select l.id, x.group_id from stream_student x
      join lesson l on l.stream_id = x.stream_id
      where x.student_id = ${uid} and x.year_id = ${year} and x.term_id = ${term}) found
    group by id`;
}

/** SQL: the same of a whole group, with what its students chose, of a teacher, or of a room. */
function lessonsOfWhole(db: Db, { kind, id }: AuthorizedTimetable, year: number, term: number) {
  const ofTerm = db`l.year_id = ${year} and l.term_id = ${term}`;
  if (kind === 'group')
    return db`
      select l.id, null::int as via from lesson_group lg join lesson l on l.id = lg.lesson_id
      where lg.group_id = ${id} and ${ofTerm}
      union
      select l.id, null from lesson l
      where ${ofTerm} and l.stream_id in (select seat.stream_id from stream_student seat where seat.group_id = ${id})`;
  const whose = kind === 'teacher' ? db`l.teacher_id = ${id}` : db`l.auditorium_id = ${id}`;
  return db`select l.id, null::int as via from lesson l where ${whose} and ${ofTerm}`;
}

/** Whose subgroups and registrations narrow what is shown: a student's own; null: all groups and subgroups are shown. */
const studentOf = (of: AuthorizedPersonSchedule | AuthorizedTimetable): number | null =>
  'kind' in of || of.role === 1 ? null : of.uid;

/** SQL: the semester in which group `g` has the discipline of lesson `l`; where there are several, its teacher's. */
function semesterOf(db: Db) {
  return db`(select t.semester_id from course_teacher t
    where not t.is_select and t.course_id = g.id and t.year_id = l.year_id and t.term_id = l.term_id
      and t.discipline_id = l.discipline_id and t.credits = l.credits
    order by t.teacher_id <> l.teacher_id, t.class_type_id <> l.class_type_id, t.semester_id limit 1)`;
}

/** SQL: the groups of lesson `l`, found as `m`: the student's own where the stream has several. */
function groupsOf(db: Db, of: AuthorizedPersonSchedule | AuthorizedTimetable) {
  const registered =
    studentOf(of) === null
      ? db`select s.group_id from stream_student s where s.stream_id = l.stream_id`
      : db`select m.via where m.via is not null`;
  return db`coalesce((
    select jsonb_agg(
      jsonb_build_object('id_group', g.id, 'p20', g.name, 'id_semester', ${semesterOf(db)}) order by g.name)
    from (select lg.group_id as id from lesson_group lg where lg.lesson_id = l.id union ${registered}) x
    cross join lateral (select id, name from study_group where id = x.id offset 0) g), '[]')`;
}

/** SQL: one place of a hand-made change, of which `detail` holds side `key`. */
const placeOf = (db: Db, key: 'was' | 'now') => db`(
  select jsonb_build_object('date', side.value->'date', 'startsAt', to_char(at.starts_at, 'HH24:MI'), 'auditorium', room.number)
  from (select ch.detail->${key}::text as value) side
  join pair_slot at on at.id = (side.value->>'slot')::int
  left join auditorium room on room.id = (side.value->>'room')::int)`;

/** SQL: the days on which lesson `l` is not held; null: it always is. */
const notHeld = (db: Db, language: Language) => db`(
  select jsonb_agg(jsonb_build_object('day', x.day, 'step', x.step, 'reason', x.reason, 'now', x.now) order by x.day)
  from (
    select ch.day, ch.step, ch.reason, ${placeOf(db, 'now')} as now from class_change ch
    where ch.lesson_id = l.id and ch.undone_at is null and ch.step <> 'added'
    union all
    select h.day, 'holiday', ${nameColumn(db, 'h', language)}, null from holiday h
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and h.day between c.starts_on and c.ends_on
    where case when l.only_date is null then extract(isodow from h.day) = l.day_number else h.day = l.only_date end) x)`;

/** SQL: the change that made lesson `l`; null: the timetable itself did. */
const change = (db: Db) => db`(
  select jsonb_build_object('step', ch.step, 'reason', ch.reason, 'was', ${placeOf(db, 'was')})
  from class_change ch where ch.made_id = l.id)`;

/**
 * A person's lessons of a term by day and beginning, in one statement. The `offset 0` keep it a look-up a lesson: left
 * alone, the database reads all lessons of the term, because it takes a person's few for many.
 */
export async function readLessons(
  db: Db,
  person: AuthorizedPersonSchedule | AuthorizedTimetable,
  where: { year: number; term: number; timeZone: string; language: Language },
): Promise<LessonRow[]> {
  const { year, term, timeZone, language } = where;
  const student = studentOf(person);
  const rows = await db<LessonRow[]>`
    with mine as materialized (${lessonsOf(db, person, year, term, timeZone)})
    select l.id, l.day_number, l.slot_id as id_time, p.starts_at as "startsAt", p.ends_at as "endsAt",
      l.week_kind, l.week_from, l.week_to, l.only_date as date,
      l.discipline_id as id_discipline, ${nameColumn(db, 'd', language)} as discipline, l.credits as kredit,
      coalesce(s.is_chosen, false) as "isSelect", l.class_type_id as id_vid_zaniatiy,
      ${nameColumn(db, 'ct', language)} as name_vid_zaniatiy, ${nameColumn(db, 'ct', language, 'short')} as short_name,
      l.teacher_id as id_teacher, t.full_name as t_fio, a.number as auditorium,
      ${nameColumn(db, 'b', language)} as building, l.subgroup,
      case when s.is_chosen then
        jsonb_build_array(jsonb_build_object(
          'id_group', s.id, 'p20', ${streamNameColumn(db, 's', language)}, 'id_semester', l.term_id))
      else ${groupsOf(db, person)} end as groups,
      ${notHeld(db, language)} as "notHeld", ${change(db)} as change
    from mine m
    cross join lateral (
      select * from lesson where id = m.id and year_id = ${year} and term_id = ${term} offset 0) l
    join pair_slot p on p.id = l.slot_id
    join class_type ct on ct.id = l.class_type_id
    cross join lateral (select * from discipline where id = l.discipline_id offset 0) d
    cross join lateral (select full_name from person where id = l.teacher_id offset 0) t
    left join lateral (select id, name, is_chosen from stream where id = l.stream_id offset 0) s on true
    left join lateral (select number, building_id from auditorium where id = l.auditorium_id offset 0) a on true
    left join building b on b.id = a.building_id
    where ${student === null ? db`true` : isLessonForStudentSubgroup(db, student)}
    order by l.day_number, p.starts_at, l.week_kind, l.subgroup, l.id
    limit ${most}`;
  // A field that says nothing is left out.
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || !optional.has(name))) as never,
  );
}

const optional = new Set(['notHeld', 'change']);

/** When classes were changed last, by the id of the lesson; the times of their bell count too. */
export async function readLessonChanges(db: Db, lessons: readonly LessonRow[]): Promise<ReadonlyMap<number, Date>> {
  const rows = await db<{ id: number; at: string }[]>`
    select l.id, greatest(l.changed_at, p.changed_at) as at from lesson l join pair_slot p on p.id = l.slot_id
    where l.id = any (${lessons.map(({ id }) => id)}::bigint[])`;
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]));
}

/** First and last day of a term, and its neighbours; null when the calendar does not hold it. */
export async function readTermSpan(
  db: Db,
  year: number,
  term: number,
): Promise<Output<typeof calls.term>[number] | null> {
  const asked = db`jsonb_build_object('year', n.year_id, 'ws', n.term_id, 'startsOn', n.starts_on, 'endsOn', n.ends_on)`;
  const [row] = await db<Output<typeof calls.term>>`
    select c.starts_on as "startsOn", c.ends_on as "endsOn",
      (select ${asked} from academic_calendar n where n.ends_on < c.starts_on order by n.ends_on desc limit 1) as previous,
      (select ${asked} from academic_calendar n where n.starts_on > c.ends_on order by n.starts_on limit 1) as next
    from academic_calendar c where c.year_id = ${year} and c.term_id = ${term}`;
  return row ?? null;
}

/** The key of a person's calendar address; null: there is none, or the vault has another key than when it was made. */
export async function readCalendarFeedKey(
  db: Db,
  vault: Vault,
  uid: number,
): Promise<{ key: string; created: string } | null> {
  const [row] = await db<{ sealed: Buffer | null; created: string }[]>`
    select sealed, created_at as created from schedule_feed where person_id = ${uid}`;
  const key = row?.sealed ? vault.open(calendarFeedPurpose, row.sealed) : null;
  return row && key ? { key: key.toString(), created: row.created } : null;
}

/** Gives a person a new calendar address; the old one opens nothing any more. */
export async function storeCalendarFeed(
  db: Db,
  vault: Vault,
  uid: number,
  { key, language }: { key: string; language: Language },
): Promise<{ key: string; created: string }> {
  const sealed = vault.seal(calendarFeedPurpose, Buffer.from(key));
  const [row] = await db<{ created: string }[]>`
    insert into schedule_feed (person_id, hash, sealed, language) values (${uid}, ${sha256(key)}, ${sealed}, ${language})
    on conflict (person_id) do update set key = null, hash = excluded.hash, sealed = excluded.sealed,
      language = excluded.language, created_at = now()
    returning created_at as created`;
  if (!row) throw new Error('a calendar address was not stored');
  return { key, created: row.created };
}

/** Takes a person's calendar address away. */
export async function deleteCalendarFeed(db: Db, uid: number): Promise<void> {
  await db`delete from schedule_feed where person_id = ${uid}`;
}
