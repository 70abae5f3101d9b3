import type { Db } from '../../database/database.ts';
import { universityTodaySql } from '../../university/university.queries.ts';
import type { AuthorizedWaitlistEntry } from './registration.access.ts';
import type { SeatRequest } from './registration.rules.ts';

/** Puts the student at the end of a stream's line, or leaves them where they stand; gives the place. */
export async function joinWaitlist(
  db: Db,
  { seatRequest: w, term, registration }: AuthorizedWaitlistEntry,
): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    with joined as (
      insert into registration_waiting (student_id, stream_id, semester_id, is_by_plan)
      values (${w.student}, ${w.stream}, ${w.semester}, ${w.byPlan})
      on conflict on constraint registration_waiting_once do nothing returning id),
    event as (
      insert into registration_event (by_person_id, student_id, kind, registration_id, year_id, term_id,
        discipline_id, credits, class_type_id, stream_id)
      select ${w.student}, ${w.student}, 'waiting', ${registration}::int, ${w.year}, ${term},
        ${w.discipline}, ${w.credits}, ${w.classType}, ${w.stream} from joined)
    select id from joined
    union all
    select id from registration_waiting where student_id = ${w.student} and stream_id = ${w.stream}`;
  const [line] = await db<{ place: number }[]>`
    select count(*)::int as place from registration_waiting where stream_id = ${w.stream} and id <= ${row?.id ?? 0}`;
  return line?.place ?? 1;
}

/** Takes a student out of a stream's line; `dropped`: the code of the rule that would refuse them now. False: not in it. */
export async function leaveWaitlist(
  db: Db,
  student: number,
  stream: number,
  by: number,
  dropped?: string,
): Promise<boolean> {
  const rows = await db<object[]>`
    with gone as (
      delete from registration_waiting where student_id = ${student} and stream_id = ${stream} returning stream_id)
    insert into registration_event (by_person_id, student_id, kind, year_id, term_id, discipline_id, credits,
      class_type_id, stream_id, reason)
    select ${by}, ${student}, ${dropped === undefined ? 'left' : 'dropped'}, s.year_id, s.term_id, s.discipline_id,
      s.credits, s.class_type_id, s.id, ${dropped ?? null}
    from gone join stream s on s.id = gone.stream_id returning id`;
  return rows.length > 0;
}

/**
 * The next request that a free seat can answer, with its place: the first in line of a stream, those left out who are
 * `resting`. The student is locked; whoever is just doing something else is left for the next round.
 */
export async function lockNextWaitlistRequest(
  db: Db,
  resting: readonly number[],
): Promise<(SeatRequest & { place: number }) | null> {
  const [row] = await db<(SeatRequest & { place: number })[]>`
    select w.id as place, w.student_id as student, s.year_id as year, w.semester_id as semester,
      s.discipline_id as discipline, s.credits, s.class_type_id as "classType", s.teacher_id as teacher, s.id as stream,
      w.is_by_plan as "byPlan",
      (select r.id from registration r where r.student_id = w.student_id and r.year_id = s.year_id
        and r.semester_id = w.semester_id and r.discipline_id = s.discipline_id) as registration
    from registration_waiting w
    join stream s on s.id = w.stream_id and s.taken < s.capacity
    join student st on st.id = w.student_id
    where w.id <> all (${resting as number[]}::bigint[]) and ${isFirst(db, resting)}
    order by w.id limit 1
    for no key update of st skip locked`;
  return row ?? null;
}

/** SQL: no earlier request than `w` waits, those that are `resting` left out. */
function isFirst(db: Db, resting: readonly number[]) {
  return db`not exists (select from registration_waiting o
    where o.stream_id = w.stream_id and o.id < w.id and o.id <> all (${resting as number[]}::bigint[]))`;
}

/** Whether somebody who is not resting waits for a free seat. */
export async function hasWaitlistRequestWithFreeSeat(db: Db, resting: readonly number[]): Promise<boolean> {
  const rows = await db`
    select from registration_waiting w join stream s on s.id = w.stream_id and s.taken < s.capacity
    where w.id <> all (${resting as number[]}::bigint[]) limit 1`;
  return rows.length > 0;
}

/** Which windows are open today; two answers differ when one was opened or closed in between. */
export async function readOpenWindowIds(db: Db, timeZone: string): Promise<string> {
  const [row] = await db<{ ids: string }[]>`
    select coalesce(string_agg(w.id::text, ',' order by w.id), '') as ids from registration_window w
    where w.closed_at is null and ${universityTodaySql(db, timeZone)} between w.starts_on and w.ends_on`;
  return row?.ids ?? '';
}

/** Whether a student is on a stream's waitlist. */
export async function isOnWaitlist(db: Db, student: number, stream: number): Promise<boolean> {
  const rows = await db`
    select from registration_waiting where student_id = ${student} and stream_id = ${stream}`;
  return rows.length > 0;
}
