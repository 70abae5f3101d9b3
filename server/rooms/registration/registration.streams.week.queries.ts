import type { Output } from '@bilim/contract/call.ts';
import type { registrationStreams } from '@bilim/contract/registration-streams.ts';
import type { Fragment } from 'postgres';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { alphabetCollationSql, nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import type { AuthorizedCourse, AuthorizedStream, StreamHour } from './registration.streams.access.ts';

/** When a stream is, or could be, held: what else teacher, rooms and students have in a week of its term. */

type Checked = Output<typeof registrationStreams.officeCheck>[number];

/** Whom the hours of a stream concern: who is in its waiting list, or registered in it. */
export interface AffectedStudents {
  readonly stream: number | null;
  readonly as: 'waiting' | 'registered';
}

/** The first week of the term that is still to come; null: the term is over. */
export async function findNextWeek(
  db: Db,
  timeZone: string,
  { year, term }: Pick<AuthorizedCourse, 'year' | 'term'>,
): Promise<number | null> {
  const [row] = await db<{ week: number | null }[]>`
    select case when d.today < c.starts_on then 1
      when d.today <= c.ends_on then (d.today - date_trunc('week', c.starts_on)::date) / 7 + 2 end as week
    from academic_calendar c cross join (select ${universityTodaySql(db, timeZone)} as today) d
    where c.year_id = ${year} and c.term_id = ${term}`;
  return row ? row.week : 1;
}

/** SQL `select student_id`. */
const affectedBy = (db: Db, { stream, as }: AffectedStudents): Fragment =>
  as === 'waiting'
    ? db`select q.student_id from registration_waiting q where q.stream_id = ${stream}`
    : db`select seat.student_id from stream_student seat where seat.stream_id = ${stream}`;

/**
 * SQL, parts of a statement: `busy`, the weekly lessons of a term that go on, without those of stream `except`; `theirs`, those of
 * the students `affected`, without their own class of this course.
 */
const weekParts = (
  db: Db,
  k: AuthorizedCourse,
  { affected, except, week }: { affected: Fragment; except: number | null; week: number },
) => db`
  affected as materialized (${affected}),
  busy as materialized (
    select l.id, l.day_number, l.week_kind, l.teacher_id, l.auditorium_id, l.stream_id, l.discipline_id,
      l.discipline_id = ${k.discipline} and l.class_type_id = ${k.classType} as is_own, at.starts_at, at.ends_at
    from lesson l join pair_slot at on at.id = l.slot_id
    where l.year_id = ${k.year} and l.term_id = ${k.term} and l.only_date is null and l.week_to >= ${week}
      -- The lessons of groups belong to no stream: they count whether one is left out or not.
      and (l.stream_id is null or l.stream_id is distinct from ${except}::int)),
  theirs as materialized (
    select c.student_id, b.* from affected c
    join stream_student seat on seat.student_id = c.student_id and seat.year_id = ${k.year} and seat.term_id = ${k.term}
    join busy b on b.stream_id = seat.stream_id and not b.is_own
    union all
    select c.student_id, b.* from affected c
    join group_student member on member.student_id = c.student_id and member.is_current
    join lesson_group lg on lg.group_id = member.group_id
    join busy b on b.id = lg.lesson_id and b.stream_id is null and not b.is_own)`;

/** SQL, a part of a statement: `hour`, the times that are looked at. */
const hourPart = (db: Db, hours: readonly StreamHour[]) => db`
  hour as materialized (
    select h.day, h.slot, h.weeks, at.starts_at, at.ends_at
    from unnest(${hours.map(({ day }) => day)}::int[], ${hours.map(({ slot }) => slot)}::int[],
      ${hours.map(({ weeks }) => weeks)}::int[]) h (day, slot, weeks)
    join pair_slot at on at.id = h.slot)`;

/** SQL condition: lesson `row` is held while hour `h` is. */
const meets = (db: Db, row: string) => {
  const b = db(row);
  return db`${b}.day_number = h.day and (0 in (h.weeks, ${b}.week_kind) or h.weeks = ${b}.week_kind)
    and ${b}.starts_at < h.ends_at and h.starts_at < ${b}.ends_at`;
};

/** Every place of six days as it is for a teacher, for rooms of that size, and for those whom it concerns. */
export async function readWeekTimeSlots(
  db: Db,
  k: AuthorizedCourse,
  w: { teacher: number; capacity: number; affected: AffectedStudents; except: number | null; week: number },
) {
  return await db<
    { day_number: number; id_time: number; startsAt: string; taken: number; rooms: number; busy: number }[]
  >`
    with ${weekParts(db, k, { ...w, affected: affectedBy(db, w.affected) })},
    place as materialized (
      select d.day, p.id as slot, p.starts_at, p.ends_at from generate_series(1, 6) d (day) cross join pair_slot p),
    room as materialized (select a.id from auditorium a where a.seats >= ${w.capacity}),
    full_rooms as (
      select x.day, x.slot, count(distinct b.auditorium_id) as taken from place x
      join busy b on b.day_number = x.day and b.starts_at < x.ends_at and x.starts_at < b.ends_at
      where b.auditorium_id in (select id from room) group by 1, 2),
    teaching as (
      select x.day, x.slot, bit_or(case b.week_kind when 0 then 3 else b.week_kind end) as weeks from place x
      join busy b on b.day_number = x.day and b.starts_at < x.ends_at and x.starts_at < b.ends_at
      where b.teacher_id = ${w.teacher} group by 1, 2),
    elsewhere as (
      select x.day, x.slot, count(distinct t.student_id) as students from place x
      join theirs t on t.day_number = x.day and t.starts_at < x.ends_at and x.starts_at < t.ends_at group by 1, 2)
    select x.day as day_number, x.slot as id_time, to_char(x.starts_at, 'HH24:MI') as "startsAt",
      coalesce(g.weeks, 0)::int as taken, ((select count(*) from room) - coalesce(f.taken, 0))::int as rooms,
      coalesce(e.students, 0)::int as busy
    from place x
    left join full_rooms f on f.day = x.day and f.slot = x.slot
    left join teaching g on g.day = x.day and g.slot = x.slot
    left join elsewhere e on e.day = x.day and e.slot = x.slot
    order by x.starts_at, x.day`;
}

/** What teacher and room have at these hours besides stream `except`. */
export async function findStreamClashes(
  db: Db,
  k: AuthorizedCourse,
  w: { hours: readonly StreamHour[]; teacher: number; room: number | null; except: number | null; week: number },
  language: Language,
): Promise<Checked['clashes']> {
  return await db<Checked['clashes']>`
    with ${weekParts(db, k, { ...w, affected: db`select null::bigint as student_id where false` })}, ${hourPart(db, w.hours)}
    select x.kind, x.name, ${nameColumn(db, 'd', language)} as discipline, x.day as day_number,
      to_char(x.starts_at, 'HH24:MI') as "startsAt"
    from (
      select 'room' as kind, a.number as name, b.discipline_id, h.day, h.starts_at
      from busy b join hour h on ${meets(db, 'b')} join auditorium a on a.id = b.auditorium_id where a.id = ${w.room}::int
      union
      select 'teacher', p.full_name, b.discipline_id, h.day, h.starts_at
      from busy b join hour h on ${meets(db, 'b')} join person p on p.id = b.teacher_id where p.id = ${w.teacher}) x
    join discipline d on d.id = x.discipline_id
    order by x.day, x.starts_at, x.kind limit 50`;
}

/** Rooms that are large enough and free at all of these hours, the smallest first. */
export async function findFreeRooms(
  db: Db,
  k: AuthorizedCourse,
  w: { hours: readonly StreamHour[]; capacity: number; except: number | null; week: number },
  language: Language,
): Promise<Checked['rooms']> {
  return await db<Checked['rooms']>`
    with ${weekParts(db, k, { ...w, affected: db`select null::bigint as student_id where false` })}, ${hourPart(db, w.hours)},
    taken as (select distinct b.auditorium_id from busy b join hour h on ${meets(db, 'b')} where b.auditorium_id is not null)
    select a.id as id_auditorium, a.number as auditorium, ${nameColumn(db, 'o', language)} as building, a.seats
    from auditorium a join building o on o.id = a.building_id
    where a.seats >= ${w.capacity} and a.id not in (select auditorium_id from taken)
    order by a.seats, o.id, a.number ${alphabetCollationSql(db, language)} limit 100`;
}

/** Students whom it concerns, and who of them has something else at these hours. */
export async function findBusyStudents(
  db: Db,
  k: AuthorizedCourse,
  w: { hours: readonly StreamHour[]; affected: AffectedStudents; except: number | null; week: number },
): Promise<{ students: number[]; busy: number[] }> {
  const [row] = await db<{ students: number[]; busy: number[] }[]>`
    with ${weekParts(db, k, { ...w, affected: affectedBy(db, w.affected) })}, ${hourPart(db, w.hours)}
    select array(select student_id from affected) as students,
      array(select distinct t.student_id from theirs t join hour h on ${meets(db, 't')}) as busy`;
  return row ?? { students: [], busy: [] };
}

/** A stream that takes the students of another one, with those of them who have something else at its hours. */
interface MergeTarget
  extends Omit<Output<typeof registrationStreams.officeMergeInto>[number], 'busy' | 'names' | 'apart'> {
  readonly students: readonly { readonly id: number; readonly name: string }[];
}

/** Streams of the same course with seats for all of one, and who of its students has something else at their hours. */
export async function findMergeTargets(db: Db, stream: AuthorizedStream, week: number) {
  return await db<MergeTarget[]>`
    with ${weekParts(db, stream, { affected: affectedBy(db, { stream: stream.id, as: 'registered' }), except: stream.id, week })},
    other as materialized (
      select s.* from stream s
      where s.year_id = ${stream.year} and s.term_id = ${stream.term} and s.discipline_id = ${stream.discipline}
        and s.credits = ${stream.credits} and s.class_type_id = ${stream.classType} and s.is_chosen = ${stream.isChosen}
        and s.id <> ${stream.id} and s.closed_at is null and s.capacity - s.taken >= ${stream.taken}),
    hour as (
      select b.stream_id, b.day_number as day, b.week_kind as weeks, b.starts_at, b.ends_at
      from busy b where b.stream_id in (select id from other)),
    met as (
      select x.stream_id, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.full_name) order by p.full_name, p.id) as students
      from (
        select distinct h.stream_id, t.student_id
        from hour h join theirs t on ${meets(db, 't')} and t.stream_id is distinct from h.stream_id) x
      join person p on p.id = x.student_id group by 1)
    select s.id as subgroup, s.name, p.id as id_teacher, p.full_name as t_fio, s.taken as kol_st, s.capacity, ${streamHoursColumn(db, week)} as hours,
      coalesce(m.students, '[]') as students
    from other s
    join person p on p.id = s.teacher_id
    left join met m on m.stream_id = s.id
    order by jsonb_array_length(coalesce(m.students, '[]')), s.taken desc, s.number, s.id limit 20`;
}

/** SQL: when stream `s` is held every week from week `week` on, as the wire has it. */
export const streamHoursColumn = (db: Db, week: number) => db`
  coalesce((select jsonb_agg(jsonb_build_object('day_number', l.day_number, 'id_time', l.slot_id, 'week_kind', l.week_kind,
      'startsAt', to_char(at.starts_at, 'HH24:MI'), 'auditorium', a.number) order by l.day_number, at.starts_at, l.week_kind)
    from lesson l join pair_slot at on at.id = l.slot_id left join auditorium a on a.id = l.auditorium_id
    where l.stream_id = s.id and l.only_date is null and l.week_to >= ${week}), '[]')`;
