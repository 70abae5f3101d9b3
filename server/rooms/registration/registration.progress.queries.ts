import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { StreamFillLevel } from '@bilim/contract/page-options.ts';
import type { registration } from '@bilim/contract/registration.ts';
import type { registrationOffice } from '@bilim/contract/registration-office.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { isWindowOpenToday, requiredChoiceCtes, studentProgressCtes } from '../../university/progress.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import type { LanguageAndTimeZone } from './registration.access.ts';
import { isFacultyInRegistrationScope } from './registration.office.access.ts';

/** How far students are with what their plans want of them, while registration is open. */

/** Windows of which people are notified at once; a university has a few for each faculty and form. */
const maxWindows = 50;

const { nearlyFullShare: nearlyFull, nearlyEmptyShare: nearlyEmpty } = limits;

/** SQL condition: stream `s` has this fill level. */
export function hasFillLevel(db: Db, fill: StreamFillLevel): Fragment {
  switch (fill) {
    case 'full':
      return db`s.taken >= s.capacity`;
    case 'almost':
      return db`(s.taken < s.capacity and s.taken >= ${nearlyFull}::numeric * s.capacity)`;
    case 'room':
      return db`(s.taken < ${nearlyFull}::numeric * s.capacity and s.taken >= ${nearlyEmpty}::numeric * s.capacity)`;
    case 'empty':
      return db`s.taken < ${nearlyEmpty}::numeric * s.capacity`;
    case 'waiting':
      return db`exists (select from registration_waiting q where q.stream_id = s.id)`;
  }
}

/** Periods that are open for a student and in which something is left to choose, the one that ends first first. */
export async function readUnfinishedWindows(db: Db, caller: Caller, { language, timeZone }: LanguageAndTimeZone) {
  return await db<Output<typeof registration.unfinished>[number][]>`
    with open as (select w.* from registration_window w where ${isWindowOpenToday(db, timeZone)}),
    ${requiredChoiceCtes(db, db`g.id = ${caller.groupId}`)},
    own as (
      select p.window_id, ${caller.uid}::bigint as student_id, p.speciality_id, p.year_id, p.semester_id from place p),
    ${studentProgressCtes(db)}
    select far.year_id as id_a_year, far.semester_id as id_semester, ${nameColumn(db, 't', language)} as ws, w.ends_on as "endDate",
      far.credits, far.done_credits as done, far.wanted
    from far
    join open w on w.id = far.window_id
    join term t on t.id = w.term_id
    where not far.complete
    order by w.ends_on, w.id limit 3`;
}

/** SQL, parts of a statement: the open windows that a permission covers, and how far their students are. */
export const coveredWindowCtes = (db: Db, caller: Caller, timeZone: string) => db`
  open as (
    select w.* from registration_window w where ${isWindowOpenToday(db, timeZone)} and ${isFacultyInRegistrationScope(db, caller, db`w.faculty_id`)}),
  ${requiredChoiceCtes(db, db`true`)},
  own as (
    select p.window_id, member.student_id, p.speciality_id, p.year_id, p.semester_id
    from place p join group_student member on member.group_id = p.group_id and member.is_current),
  ${studentProgressCtes(db)}`;

type Figures = Output<typeof registrationOffice.officeFigures>[number];

/**
 * The office's work in numbers: open windows with their students, and the streams of the term whose window ends first,
 * or of the term of today.
 */
export async function readRegistrationOverview(
  db: Db,
  caller: Caller,
  { language, timeZone }: LanguageAndTimeZone,
  present: { year: number; term: number },
): Promise<Figures[]> {
  const count = (fill: StreamFillLevel) => db`(count(*) filter (where ${hasFillLevel(db, fill)}))::int`;
  return await db<Figures[]>`
    with ${coveredWindowCtes(db, caller, timeZone)},
    looked as (
      select year_id, term_id from (
        select w.year_id, w.term_id, w.ends_on from open w
        union all select ${present.year}::smallint, ${present.term}::smallint, null::date) x
      order by ends_on nulls last limit 1),
    windows as (
      select w.id as id_window, w.year_id as id_a_year, w.term_id as id_ws, ${nameColumn(db, 't', language)} as ws,
        ${nameColumn(db, 'f', language)} as "p23-2", w.part_time as "isPartTime", w.ends_on as "endDate",
        (select count(*) from own where window_id = w.id)::int as students,
        (select count(*) from far where window_id = w.id and not complete)::int as incomplete
      from open w
      join faculty f on f.id = w.faculty_id
      join term t on t.id = w.term_id),
    seats as (
      select count(*)::int as streams, coalesce(sum(s.taken), 0)::int as taken, coalesce(sum(s.capacity), 0)::int as capacity,
        ${count('full')} as "full", ${count('almost')} as almost, ${count('empty')} as empty,
        ${count('waiting')} as lines,
        coalesce(sum((select count(*) from registration_waiting q where q.stream_id = s.id)), 0)::int as waiting
      from stream s join department d on d.id = s.department_id
      where s.closed_at is null and (s.year_id, s.term_id) in (select year_id, term_id from looked) and ${isFacultyInRegistrationScope(db, caller, db`d.faculty_id`)})
    select looked.year_id as id_a_year, looked.term_id as id_ws, seats.*,
      coalesce((select sum(incomplete) from windows), 0)::int as incomplete,
      coalesce((select sum(students) from windows), 0)::int as students,
      (select count(*)::int from windows) as "countWindows",
      coalesce((select jsonb_agg(to_jsonb(x)) from (
        select * from windows order by "endDate", "p23-2" ${alphabetCollationSql(db, language)}, "isPartTime", id_window
        limit ${maxWindows}) x), '[]') as windows
    from looked, seats`;
}
