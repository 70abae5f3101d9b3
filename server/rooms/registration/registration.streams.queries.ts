import type { Output } from '@bilim/contract/call.ts';
import type { registrationStreams } from '@bilim/contract/registration-streams.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameContainsWords } from '../../university/names.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import { hasMarksInCourse } from './registration.access.ts';
import { isFacultyInRegistrationScope } from './registration.office.access.ts';
import type { SeatRequest } from './registration.rules.ts';
import {
  type AuthorizedCourse,
  type AuthorizedStream,
  isEligibleTeacher,
  type StreamHour,
} from './registration.streams.access.ts';
import { streamHoursColumn } from './registration.streams.week.queries.ts';

/** Two academic hours make one class. */
const hoursOfClass = 2;
/** So many weeks has the longest term. */
const lastWeek = 30;

/** Disciplines of a term of which the caller may make a stream, with their class types. */
export async function readStreamCourses(
  db: Db,
  caller: Caller,
  language: Language,
  { year, term, search }: { year: number; term: number; search: string },
) {
  return await db<Output<typeof registrationStreams.officeCourses>>`
    with found as materialized (
      select d.* from discipline d where ${nameContainsWords(db, db`fold_text(${nameColumn(db, 'd', language)})`, search)}),
    offered as (
      select s.discipline_id, s.credits, s.is_chosen, s.class_type_id, s.department_id from stream s
      where s.year_id = ${year} and s.term_id = ${term} and s.discipline_id in (select id from found)
      union
      select i.discipline_id, i.credits, i.elective_block is not null, k.class_type_id, i.department_id
      from plan_item i
      join semester se on se.id = i.semester_id and se.term_id = ${term}
      join plan_item_class k on k.plan_item_id = i.id
      where i.year_id = ${year} and i.discipline_id in (select id from found))
    select d.id as id_discipline, ${nameColumn(db, 'd', language)} as discipline, x.credits as kredits,
      x.is_chosen as "isSelect",
      jsonb_agg(distinct jsonb_build_object('id_vid_zaniatiy', t.id, 'name_vid_zaniatiy', ${nameColumn(db, 't', language)})) as types
    from offered x
    join department o on o.id = x.department_id and ${isFacultyInRegistrationScope(db, caller, db`o.faculty_id`)}
    join found d on d.id = x.discipline_id
    join class_type t on t.id = x.class_type_id
    group by d.id, ${nameColumn(db, 'd', language)}, x.credits, x.is_chosen
    order by ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)}, d.id, x.credits, x.is_chosen limit 30`;
}

/** Who may have a stream of a course, with the hours of a week that they have in its term; those who have one first. */
export async function readPossibleTeachers(db: Db, k: AuthorizedCourse, language: Language, search: string) {
  return await db<{ id_teacher: number; t_fio: string; hours: number }[]>`
    select p.id as id_teacher, p.full_name as t_fio, coalesce(l.hours, 0) as hours
    from teacher t
    join person p on p.id = t.id
    left join lateral (
      select (sum(case when l.week_kind = 0 then 1 else 0.5 end) * ${hoursOfClass})::float as hours from lesson l
      where l.teacher_id = t.id and l.year_id = ${k.year} and l.term_id = ${k.term} and l.only_date is null) l on true
    where ${isEligibleTeacher(db, k, db`t.id`)} and ${nameContainsWords(db, db`p.folded`, search)}
    order by not exists (select from stream s where s.teacher_id = t.id and s.year_id = ${k.year}
        and s.term_id = ${k.term} and s.discipline_id = ${k.discipline}),
      p.full_name ${alphabetCollationSql(db, language)}, p.id limit 50`;
}

/** A stream as it is held from a week on. */
export async function readStreamFromWeek(db: Db, stream: AuthorizedStream, week: number) {
  return await db<Output<typeof registrationStreams.officeStream>>`
    select s.id as subgroup, p.id as id_teacher, p.full_name as t_fio, s.capacity, s.taken as kol_st,
      (select count(*)::int from registration_waiting q where q.stream_id = s.id) as waiting,
      (select l.auditorium_id from lesson l where l.stream_id = s.id and l.only_date is null and l.auditorium_id is not null
        order by l.id desc limit 1) as id_auditorium, ${streamHoursColumn(db, week)} as hours
    from stream s join person p on p.id = s.teacher_id where s.id = ${stream.id}`;
}

/** Whether a stream is held at these hours already, and in that room. */
export async function hasSameHoursAndRoom(
  db: Db,
  stream: AuthorizedStream,
  { hours, room, week }: { hours: readonly StreamHour[]; room: number | null; week: number },
): Promise<boolean> {
  const rows = await db<(StreamHour & { room: number | null })[]>`
    select l.day_number as day, l.slot_id as slot, l.week_kind as weeks, l.auditorium_id as room from lesson l
    where l.stream_id = ${stream.id} and l.only_date is null and l.week_to >= ${week}`;
  const keyOf = (list: readonly StreamHour[]) => list.map(({ day, slot, weeks }) => `${day} ${slot} ${weeks}`).sort();
  return keyOf(rows).join() === keyOf(hours).join() && rows.every((lesson) => room === null || lesson.room === room);
}

/** SQL: the next number of a teacher's streams of a course. */
const nextNumber = (db: Db, k: AuthorizedCourse, teacher: number) => db`(
  select coalesce(max(number), 0) + 1 from stream
  where year_id = ${k.year} and term_id = ${k.term} and teacher_id = ${teacher} and discipline_id = ${k.discipline}
    and credits = ${k.credits} and class_type_id = ${k.classType})`;

/** Makes a stream; gives its id. Its number is the next of its teacher, its name that of the course's streams. */
export async function createStream(
  db: Db,
  k: AuthorizedCourse,
  w: { teacher: number; capacity: number; by: number; reason: string },
): Promise<number> {
  const [made] = await db<{ id: number }[]>`
    with number as (select ${nextNumber(db, k, w.teacher)} as number),
    named as (
      select count(*) + 1 as place from stream
      where year_id = ${k.year} and term_id = ${k.term} and discipline_id = ${k.discipline} and credits = ${k.credits}
        and class_type_id = ${k.classType} and is_chosen = ${k.isChosen}),
    made as (
      insert into stream (code, year_id, term_id, department_id, teacher_id, discipline_id, credits, control_form_id,
        class_type_id, number, name, is_chosen, capacity, by_hand, hours_by_hand)
      select 'hand ' || gen_random_uuid(), ${k.year}, ${k.term}, ${k.department}, ${w.teacher}, ${k.discipline}, ${k.credits},
        ${k.controlForm}, ${k.classType}, number.number, 'Поток ' || named.place, ${k.isChosen}, ${w.capacity}, true, true
      from number, named returning *),
    kept as (
      insert into registration_change (by_person_id, kind, stream_id, after, reason)
      select ${w.by}, 'made', made.id, jsonb_build_object('teacher', made.teacher_id, 'capacity', made.capacity), ${w.reason}
      from made)
    select id from made`;
  if (!made) throw new Error('a stream was not made');
  return made.id;
}

/** Puts the weekly lessons of a stream into the timetable, from a week on. */
export async function insertLessons(
  db: Db,
  k: AuthorizedCourse,
  w: { stream: number; hours: readonly StreamHour[]; room: number | null; teacher: number; week: number },
): Promise<void> {
  await db`
    insert into lesson (code, year_id, term_id, day_number, slot_id, week_kind, week_from, week_to, class_type_id,
      discipline_id, credits, teacher_id, auditorium_id, stream_id, by_hand)
    select 'hand ' || gen_random_uuid(), ${k.year}, ${k.term}, h.day, h.slot, h.weeks, ${w.week}, ${lastWeek},
      ${k.classType}, ${k.discipline}, ${k.credits}, ${w.teacher}, ${w.room}, ${w.stream}, true
    from unnest(${w.hours.map(({ day }) => day)}::int[], ${w.hours.map(({ slot }) => slot)}::int[],
      ${w.hours.map(({ weeks }) => weeks)}::int[]) h (day, slot, weeks)`;
}

/** Ends the weekly lessons of a stream before a week; those that have not begun go. Classes of one day stay as they are. */
export async function endWeeklyLessons(db: Db, stream: number, week: number): Promise<void> {
  await db`
    delete from lesson where stream_id = ${stream} and only_date is null and week_from >= ${week}`;
  await db`
    update lesson set week_to = least(week_to, ${week - 1}), by_hand = true
    where stream_id = ${stream} and only_date is null`;
}

/** Gives a stream other seats, and another teacher, whose number it gets; from then on its hours are the office's. */
export async function changeStream(
  db: Db,
  stream: AuthorizedStream,
  w: { teacher: number; capacity: number; hours: boolean; by: number; reason: string },
): Promise<void> {
  const isOther = w.teacher !== stream.teacher;
  await db`
    with changed as (
      update stream set capacity = ${w.capacity}, teacher_id = ${w.teacher},
        number = ${isOther ? nextNumber(db, stream, w.teacher) : db`number`},
        hours_by_hand = hours_by_hand or ${w.hours || isOther}
      where id = ${stream.id} returning *)
    insert into registration_change (by_person_id, kind, stream_id, before, after, reason)
    select ${w.by}, 'remade', changed.id,
      jsonb_build_object('teacher', ${stream.teacher}::bigint, 'capacity', ${stream.capacity}::int),
      jsonb_build_object('teacher', changed.teacher_id, 'capacity', changed.capacity, 'hours', ${w.hours}::boolean), ${w.reason}
    from changed`;
}

/** SQL columns of a request for stream `target`, of a row `s` of stream and `student_id`. */
const seatRequestOf = (db: Db, k: AuthorizedCourse, target: number, teacher: number) => db`
  ${k.year}::int as year, ${k.discipline}::int as discipline, ${k.credits}::float as credits, ${k.classType}::int as "classType",
  ${teacher}::bigint as teacher, ${target}::int as stream`;

/** The requests of those who are in a stream's waiting list for another stream of its course, in their order. */
export async function readWaitlistRequests(
  db: Db,
  k: AuthorizedCourse,
  { line, target, teacher }: { line: number; target: number; teacher: number },
): Promise<SeatRequest[]> {
  return await db<SeatRequest[]>`
    select q.student_id as student, q.semester_id as semester, q.is_by_plan as "byPlan", ${seatRequestOf(db, k, target, teacher)},
      (select r.id from registration r where r.student_id = q.student_id and r.year_id = ${k.year}
        and r.semester_id = q.semester_id and r.discipline_id = ${k.discipline}) as registration
    from registration_waiting q where q.stream_id = ${line} order by q.id`;
}

/** The requests of those who are registered in a stream for another stream of its course. */
export async function readStreamSeatRequests(
  db: Db,
  k: AuthorizedCourse,
  { from, target, teacher }: { from: number; target: number; teacher: number },
): Promise<SeatRequest[]> {
  return await db<SeatRequest[]>`
    select r.student_id as student, r.semester_id as semester, r.is_by_plan as "byPlan", ${seatRequestOf(db, k, target, teacher)},
      r.id as registration
    from registration_class c join registration r on r.id = c.registration_id
    where c.stream_id = ${from} order by r.student_id`;
}

/** How many of the line would get a seat by the rules, if there were enough of them; `busy`: those who are left out. */
export async function countEligibleWaitlistStudents(
  db: Db,
  timeZone: string,
  line: number,
  busy: readonly number[],
): Promise<number> {
  const [row] = await db<{ able: number }[]>`
    with asked as materialized (
      select array_agg(row(q.student_id, s.year_id, q.semester_id, s.discipline_id, s.credits, s.class_type_id,
        s.teacher_id, s.id, q.is_by_plan,
        (select r.id from registration r where r.student_id = q.student_id and r.year_id = s.year_id
          and r.semester_id = q.semester_id and r.discipline_id = s.discipline_id))::seat_request order by q.id) as wishes
      from registration_waiting q join stream s on s.id = q.stream_id
      where q.stream_id = ${line} and q.student_id <> all (${busy as number[]}::bigint[]))
    select count(*)::int as able from asked cross join lateral judge_seats(asked.wishes, ${timeZone}, 'line') j
    where coalesce(j.refusal, 'registration.full') = 'registration.full'`;
  return row?.able ?? 0;
}

/** Closes a stream in which nobody is left, with its line and its hours; gives who waited in it, null: somebody is registered in it. */
export async function closeStream(
  db: Db,
  stream: AuthorizedStream,
  w: { into: number | null; by: number; reason: string; week: number },
): Promise<number[] | null> {
  const closed = await db`
    with closed as (update stream set closed_at = now() where id = ${stream.id} and taken = 0 returning id)
    insert into registration_change (by_person_id, kind, stream_id, before, after, reason)
    select ${w.by}, ${w.into === null ? 'ended' : 'merged'}, closed.id, jsonb_build_object('taken', ${stream.taken}::int),
      jsonb_build_object('into', ${w.into}::int), ${w.reason} from closed`;
  if (!closed.count) return null;
  const dropped = await db<{ id: number }[]>`
    with gone as (delete from registration_waiting where stream_id = ${stream.id} returning student_id)
    insert into registration_event (by_person_id, student_id, kind, year_id, term_id, discipline_id, credits,
      class_type_id, stream_id, reason)
    select ${w.by}, gone.student_id, 'dropped', ${stream.year}, ${stream.term}, ${stream.discipline}, ${stream.credits},
      ${stream.classType}, ${stream.id}, 'registration.wrongSubgroup' from gone
    returning student_id as id`;
  await endWeeklyLessons(db, stream.id, w.week);
  return dropped.map(({ id }) => id);
}

/** Whether somebody registered in a stream has marks in its course, so that their registration may not change any more. */
export async function hasStudentMarks(db: Db, stream: AuthorizedStream): Promise<boolean> {
  const marks = hasMarksInCourse(db, {
    student: db`r.student_id`,
    year: db`r.year_id`,
    term: db`${stream.term}`,
    discipline: db`r.discipline_id`,
    credits: db`r.credits`,
  });
  const [row] = await db<object[]>`
    select from registration_class c join registration r on r.id = c.registration_id
    where c.stream_id = ${stream.id} and ${marks} limit 1`;
  return row !== undefined;
}

/** Whether the journal of a chosen stream has entries. */
export async function hasStreamJournalEntries(db: Db, stream: AuthorizedStream): Promise<boolean> {
  const [row] = await db`
    select from journal_course j join journal_column k on k.course_id = j.id
    join journal_cell c on c.column_id = k.id and not c.deleted and (c.visited is not null or c.mark_id is not null)
    where j.stream_id = ${stream.id} limit 1`;
  return row !== undefined;
}
