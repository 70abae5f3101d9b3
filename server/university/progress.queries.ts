import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { universityTodaySql } from './university.queries.ts';

/** How far students are with what their plans want of them in registration. */

/** SQL condition: registration window `w` is open today. */
export const isWindowOpenToday = (db: Db, timeZone: string) =>
  db`w.closed_at is null and ${universityTodaySql(db, timeZone)} between w.starts_on and w.ends_on`;

/**
 * SQL, parts of a statement: `place`, the plans that the windows of part `open` are about, and `wanted`, what is to be
 * chosen there: a row a discipline with the number of its class types that are divided into streams. Disciplines of a
 * block have one `unit`: one of them is enough. `groups`: of which groups `g`.
 */
export const requiredChoiceCtes = (db: Db, groups: Fragment) => db`
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
        and n.credits = i.credits and n.class_type_id = k.class_type_id and n.is_chosen = (i.elective_block is not null)
        and n.closed_at is null)
    group by 1, 2, 3, 4, 5, 6)`;

/**
 * SQL, a part of a statement after those of `requiredChoiceCtes` and part `own` (window_id, student_id, speciality_id, year_id,
 * semester_id): `far`, a row a student and window with the credits that are held and those that the plan wants, those of the
 * latter without a missing class, and whether every class type is chosen, or nothing is. A place in a line is not a seat.
 *
 * What is wanted and what is held are one list, grouped: the planner takes the parts for a few rows, and would join twenty
 * thousand students by looking through all that is held for each.
 */
export const studentProgressCtes = (db: Db) => db`
  held as (
    select o.window_id, o.student_id, o.year_id, o.semester_id, r.discipline_id, r.credits, count(c.class_type_id) as types
    from own o
    join registration r on r.student_id = o.student_id and r.year_id = o.year_id and r.semester_id = o.semester_id
    left join registration_class c on c.registration_id = r.id
    group by o.window_id, o.student_id, o.year_id, o.semester_id, r.id),
  choices as (
    select window_id, student_id, year_id, semester_id, credits, max(unit) as unit, max(required) as required,
      max(types) as types
    from (
      select o.window_id, o.student_id, o.year_id, o.semester_id, w.discipline_id, w.credits, w.unit, w.types as required,
        null::bigint as types
      from own o
      join wanted w on w.speciality_id = o.speciality_id and w.year_id = o.year_id and w.semester_id = o.semester_id
      union all
      select window_id, student_id, year_id, semester_id, discipline_id, credits, null, null, types from held) x
    group by window_id, student_id, year_id, semester_id, discipline_id, credits),
  units as (
    select window_id, student_id, year_id, semester_id, unit, bool_or(types >= required) as done,
      coalesce(bool_or(types > 0), false) as begun,
      coalesce(max(credits) filter (where types is not null), max(credits)) as credits,
      coalesce(sum(credits) filter (where types is not null), 0) as held
    from choices group by window_id, student_id, year_id, semester_id, unit),
  far as materialized (
    select window_id, student_id, year_id, semester_id, sum(held) as credits,
      sum(credits) filter (where unit is not null) as wanted,
      coalesce(sum(credits) filter (where unit is not null and done), 0) as done_credits,
      bool_and(coalesce(done, false)) filter (where unit is not null) as complete,
      not bool_or(begun) filter (where unit is not null) as nothing
    from units group by window_id, student_id, year_id, semester_id having bool_or(unit is not null))`;
