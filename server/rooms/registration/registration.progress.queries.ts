import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { office } from '@bilim/contract/registration-office.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { alphabet, named, today } from '../../university/university.queries.ts';
import type { Ways } from './registration.access.ts';
import { covers } from './registration.office.access.ts';

/** How far students are with what their plans want of them, while registration is open. */

/** Windows that are told of at once; a university has a few for each faculty and form. */
const mostWindows = 50;

/** From this share of its seats on a stream is nearly full, below that one it is nearly empty. */
const nearlyFull = 0.8;
const nearlyEmpty = 0.2;

/** Which streams of the office's list: those without seats, nearly without, nearly empty ones, those with a line. */
export type Fill = 'full' | 'almost' | 'empty' | 'waiting';
export const fills: readonly string[] = ['full', 'almost', 'empty', 'waiting'] satisfies Fill[];

/** SQL condition: stream `s` is filled so. */
export function isFilled(db: Db, fill: Fill): Fragment {
  switch (fill) {
    case 'full':
      return db`s.taken >= s.capacity`;
    case 'almost':
      return db`(s.taken < s.capacity and s.taken >= ${nearlyFull}::numeric * s.capacity)`;
    case 'empty':
      return db`s.taken < ${nearlyEmpty}::numeric * s.capacity`;
    case 'waiting':
      return db`exists (select from registration_waiting q where q.stream_id = s.id)`;
  }
}

/** SQL condition: window `w` is open today. */
const isOpen = (db: Db, timeZone: string) =>
  db`w.closed_at is null and ${today(db, timeZone)} between w.starts_on and w.ends_on`;

/**
 * SQL, parts of a statement: `place`, the plans that the windows of part `open` are about, and `wanted`, what is to be
 * chosen there: a row a discipline with the number of its class types that are divided into streams. Disciplines of a
 * block have one `unit`: one of them is enough. `groups`: of which groups `g`.
 */
const wanted = (db: Db, groups: Fragment) => db`
  place as materialized (
    select distinct w.id as window_id, w.year_id, w.term_id, se.id as semester_id, sp.id as speciality_id, g.id as group_id
    from open w
    join speciality sp on sp.faculty_id = w.faculty_id
    join education_form e on e.id = sp.education_form_id and e.part_time = w.part_time
    join study_group g on g.speciality_id = sp.id and ${groups}
    join semester se on se.term_id = w.term_id and se.course = w.year_id - g.admission_year + 1),
  wanted as materialized (
    select p.year_id, p.semester_id, p.speciality_id, i.discipline_id, i.credits,
      coalesce('block ' || i.elective_block, 'alone ' || i.discipline_id) as unit, count(*) as types
    from (select distinct year_id, term_id, semester_id, speciality_id from place) p
    join plan_item i on i.speciality_id = p.speciality_id and i.year_id = p.year_id and i.semester_id = p.semester_id
    join plan_item_class k on k.plan_item_id = i.id
    where exists (select from stream n
      where n.year_id = p.year_id and n.term_id = p.term_id and n.discipline_id = i.discipline_id
        and n.credits = i.credits and n.class_type_id = k.class_type_id and n.is_chosen = (i.elective_block is not null))
    group by 1, 2, 3, 4, 5, 6)`;

/**
 * SQL, a part of a statement after those of `wanted` and part `own` (window_id, student_id, speciality_id, year_id,
 * semester_id): `far`, a row a student and window with the credits of what is registered, those that the plan wants, and
 * whether every class type is chosen. A place in a line is not a seat.
 */
const far = (db: Db) => db`
  held as materialized (
    select r.student_id, r.year_id, r.semester_id, r.discipline_id, r.credits, count(c.class_type_id) as types
    from registration r left join registration_class c on c.registration_id = r.id
    where r.student_id in (select student_id from own)
      and (r.year_id, r.semester_id) in (select year_id, semester_id from place)
    group by r.id),
  units as (
    select o.window_id, o.student_id, w.unit, bool_or(h.types >= w.types) as done,
      coalesce(max(w.credits) filter (where h.types is not null), max(w.credits)) as credits
    from own o
    join wanted w on w.speciality_id = o.speciality_id and w.year_id = o.year_id and w.semester_id = o.semester_id
    left join held h on h.student_id = o.student_id and h.year_id = w.year_id and h.semester_id = w.semester_id
      and h.discipline_id = w.discipline_id and h.credits = w.credits
    group by 1, 2, 3),
  far as (
    select window_id, student_id, sum(credits) as wanted, bool_and(coalesce(done, false)) as complete
    from units group by 1, 2)`;

/** Periods that are open for a student and in which something is left to choose, the one that ends first first. */
export async function unfinishedOf(db: Db, caller: Caller, { language, timeZone }: Ways) {
  return await db<
    { id_a_year: number; id_semester: number; ws: string; endDate: string; credits: number; wanted: number }[]
  >`
    with open as (select w.* from registration_window w where ${isOpen(db, timeZone)}),
    ${wanted(db, db`g.id = ${caller.groupId}`)},
    own as (
      select p.window_id, ${caller.uid}::bigint as student_id, p.speciality_id, p.year_id, p.semester_id from place p),
    ${far(db)}
    select o.year_id as id_a_year, o.semester_id as id_semester, ${named(db, 't', language)} as ws, w.ends_on as "endDate",
      coalesce((select sum(h.credits) from held h
        where h.year_id = o.year_id and h.semester_id = o.semester_id), 0) as credits,
      far.wanted
    from far
    join own o on o.window_id = far.window_id
    join open w on w.id = far.window_id
    join term t on t.id = w.term_id
    where not far.complete
    order by w.ends_on, w.id limit 3`;
}

/** SQL, parts of a statement: the open windows that a permission covers, and how far their students are. */
const covered = (db: Db, caller: Caller, timeZone: string) => db`
  open as (
    select w.* from registration_window w where ${isOpen(db, timeZone)} and ${covers(db, caller, db`w.faculty_id`)}),
  ${wanted(db, db`true`)},
  own as (
    select p.window_id, member.student_id, p.speciality_id, p.year_id, p.semester_id
    from place p join group_student member on member.group_id = p.group_id and member.is_current),
  ${far(db)}`;

type Figures = Output<typeof office.officeFigures>[number];

/**
 * The office's work in numbers: open windows with their students, and the streams of the term whose window ends first,
 * or of the term of today.
 */
export async function figuresOf(
  db: Db,
  caller: Caller,
  { language, timeZone }: Ways,
  present: { year: number; term: number },
): Promise<Figures[]> {
  const count = (fill: Fill) => db`(count(*) filter (where ${isFilled(db, fill)}))::int`;
  return await db<Figures[]>`
    with ${covered(db, caller, timeZone)},
    looked as (
      select year_id, term_id from (
        select w.year_id, w.term_id, w.ends_on from open w
        union all select ${present.year}::smallint, ${present.term}::smallint, null::date) x
      order by ends_on nulls last limit 1),
    windows as (
      select w.id as id_window, w.year_id as id_a_year, w.term_id as id_ws, ${named(db, 't', language)} as ws,
        ${named(db, 'f', language)} as "p23-2", w.part_time as "isPartTime", w.ends_on as "endDate",
        count(o.student_id)::int as students,
        (count(o.student_id) filter (where not coalesce(far.complete, true)))::int as incomplete
      from open w
      join faculty f on f.id = w.faculty_id
      join term t on t.id = w.term_id
      left join own o on o.window_id = w.id
      left join far on far.window_id = w.id and far.student_id = o.student_id
      group by w.id, w.year_id, w.term_id, w.part_time, w.ends_on, f.id, t.id),
    seats as (
      select count(*)::int as streams, coalesce(sum(s.taken), 0)::int as taken, coalesce(sum(s.capacity), 0)::int as capacity,
        ${count('full')} as "full", ${count('almost')} as almost, ${count('empty')} as empty,
        ${count('waiting')} as lines,
        coalesce(sum((select count(*) from registration_waiting q where q.stream_id = s.id)), 0)::int as waiting
      from stream s join department d on d.id = s.department_id
      where (s.year_id, s.term_id) in (select year_id, term_id from looked) and ${covers(db, caller, db`d.faculty_id`)})
    select looked.year_id as id_a_year, looked.term_id as id_ws, seats.*,
      coalesce((select sum(incomplete) from windows), 0)::int as incomplete,
      coalesce((select sum(students) from windows), 0)::int as students,
      (select count(*)::int from windows) as "countWindows",
      coalesce((select jsonb_agg(to_jsonb(x)) from (
        select * from windows order by "endDate", "p23-2" ${alphabet(db, language)}, "isPartTime", id_window
        limit ${mostWindows}) x), '[]') as windows
    from looked, seats`;
}

/** One page of the students of open windows of a term who have not chosen everything, by name. */
export async function incompleteOf(
  db: Db,
  caller: Caller,
  { language, timeZone }: Ways,
  of: { year: number; term: number; skip: number },
) {
  return await db<{ id_student: number; s_fio: string; p20: string; credits: number; wanted: number }[]>`
    with ${covered(db, caller, timeZone)}
    select p.id as id_student, p.full_name as s_fio, g.name as p20, x.credits, x.wanted
    from (
      select far.student_id, max(far.wanted) as wanted, coalesce(max(h.credits), 0) as credits
      from far
      join open w on w.id = far.window_id and w.year_id = ${of.year} and w.term_id = ${of.term}
      join own o on o.window_id = far.window_id and o.student_id = far.student_id
      left join lateral (
        select sum(h.credits) as credits from held h
        where h.student_id = o.student_id and h.year_id = o.year_id and h.semester_id = o.semester_id) h on true
      where not far.complete group by far.student_id) x
    join person p on p.id = x.student_id
    join group_student gs on gs.student_id = p.id and gs.is_current
    join study_group g on g.id = gs.group_id
    order by p.full_name ${alphabet(db, language)}, p.id
    limit ${limits.officePage} offset ${of.skip}`;
}
