import type { Output } from '@bilim/contract/call.ts';
import type { registrationBoard } from '@bilim/contract/registration-board.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn, universityTodaySql } from '../../university/university.queries.ts';
import { isFacultyInRegistrationScope } from './registration.office.access.ts';

/** The steps with which an academic year begins, each as the tables show it. */

type Year = Output<typeof registrationBoard.officeYear>[number];

/** The first term of a year: what is ready for it is looked at. */
const firstTerm = 1;
/** So many days later the same term of the next year begins: on the same weekday. */
const yearLater = 364;
/** So many of the groups that lack something are named. */
const groupsNamed = 6;

/** A term of a year that is to be made. */
export interface NewTerm {
  readonly term: number;
  readonly startsOn: string;
  readonly endsOn: string;
}

/** A year with its terms; of a term that is not there the dates of the year before, 52 weeks later. */
export async function readYear(db: Db, language: Language, year: number): Promise<Omit<Year, 'steps'> | null> {
  const [row] = await db<Omit<Year, 'steps'>[]>`
    select ${year}::int as id_a_year, '20' || lpad(${year}::text, 2, '0') || '-20' || lpad(${(year + 1) % 100}::text, 2, '0') as label,
      exists (select from academic_year where id = ${year}) as "isThere",
      coalesce((select jsonb_agg(jsonb_build_object('id_ws', t.id, 'ws', ${nameColumn(db, 't', language)},
          'startDate', coalesce(c.starts_on, p.starts_on + ${yearLater}::int),
          'endDate', coalesce(c.ends_on, p.ends_on + ${yearLater}::int), 'isThere', c.year_id is not null) order by t.id)
        from term t
        left join academic_calendar c on c.year_id = ${year} and c.term_id = t.id
        left join academic_calendar p on p.year_id = ${year - 1} and p.term_id = t.id
        where c.year_id is not null or p.year_id is not null), '[]') as terms
    where exists (select from academic_year where id in (${year}, ${year - 1}))`;
  return row ?? null;
}

interface NamedGroup {
  id_group: number;
  name: string;
}

interface YearCounts {
  terms: number;
  termsBefore: number;
  groups: number;
  intake: number;
  left: number;
  specialities: number;
  planned: number;
  loaded: number;
  withoutLoad: NamedGroup[];
  courses: number;
  streams: number;
  timetabled: number;
  withoutTimetable: NamedGroup[];
  holidays: number;
  places: number;
  windows: number;
  isStandard: boolean;
  journalsClose: string | null;
  journalsClosed: boolean;
}

/** How far a year is prepared, within the caller's faculties; `journalDays`: how long a journal stays open. */
export async function readYearPreparation(
  db: Db,
  caller: Caller,
  timeZone: string,
  { year, journalDays }: { year: number; journalDays: number | null },
) {
  const [row] = await db<YearCounts[]>`
    -- Who is in a group when the year begins; once it has begun, today.
    with first_day as materialized (
      select greatest(${universityTodaySql(db, timeZone)}, min(starts_on + case when year_id = ${year} then 0 else ${yearLater}::int end)) as day
      from academic_calendar where year_id = ${year}
        or year_id = ${year - 1} and not exists (select from academic_calendar where year_id = ${year})),
    own as materialized (
      select g.id, g.name, g.speciality_id, sp.faculty_id, e.part_time, g.admission_year, sp.years, ${year}::int - g.admission_year + 1 as course,
        (select count(distinct member.student_id) from group_student member
          where member.group_id = g.id and member.days @> (select day from first_day)) as students
      from study_group g
      join speciality sp on sp.id = g.speciality_id and ${isFacultyInRegistrationScope(db, caller, db`sp.faculty_id`)}
      join education_form e on e.id = sp.education_form_id),
    live as materialized (select * from own where course between 1 and years and (students > 0 or course = 1)),
    offered as materialized (
      select distinct i.discipline_id, i.credits, k.class_type_id from live g
      join semester se on se.course = g.course and se.term_id = ${firstTerm}
      join plan_item i on i.speciality_id = g.speciality_id and i.year_id = ${year} and i.semester_id = se.id
        and i.elective_block is not null
      join plan_item_class k on k.plan_item_id = i.id),
    state as materialized (
      select g.id, g.name,
        exists (select from course_teacher taught where not taught.is_select and taught.course_id = g.id
          and taught.year_id = ${year} and taught.term_id = ${firstTerm}) as has_load,
        exists (select from lesson_group lg join lesson l on l.id = lg.lesson_id
          where lg.group_id = g.id and l.year_id = ${year} and l.term_id = ${firstTerm}) as has_timetable
      from live g),
    place as (select distinct faculty_id, part_time from live),
    ending as (
      select case when ${journalDays}::int is not null then max(c.ends_on) + ${journalDays}::int + 1
        else (select min(n.starts_on) from academic_calendar n where n.year_id = ${year}) end as day
      from academic_calendar c where c.year_id = ${year - 1})
    select (select count(*)::int from academic_calendar where year_id = ${year}) as terms,
      (select count(*)::int from academic_calendar where year_id = ${year - 1}) as "termsBefore",
      (select count(*)::int from live) as groups,
      (select count(*)::int from live where course = 1) as intake,
      (select coalesce(sum(students), 0)::int from own where course > years) as left,
      (select count(distinct speciality_id)::int from live) as specialities,
      (select count(distinct g.speciality_id)::int from live g where exists (
        select from plan_item i where i.speciality_id = g.speciality_id and i.year_id = ${year})) as planned,
      (select count(*)::int from state where has_load) as loaded,
      (select coalesce(jsonb_agg(jsonb_build_object('id_group', id, 'name', name) order by name, id), '[]')
        from (select id, name from state where not has_load order by name, id limit ${groupsNamed}) one) as "withoutLoad",
      (select count(*)::int from offered) as courses,
      (select count(*)::int from offered o where exists (
        select from stream s where s.year_id = ${year} and s.term_id = ${firstTerm} and s.discipline_id = o.discipline_id
          and s.credits = o.credits and s.class_type_id = o.class_type_id and s.is_chosen and s.closed_at is null)) as streams,
      (select count(*)::int from state where has_timetable) as timetabled,
      (select coalesce(jsonb_agg(jsonb_build_object('id_group', id, 'name', name) order by name, id), '[]')
        from (select id, name from state where not has_timetable order by name, id limit ${groupsNamed}) one) as "withoutTimetable",
      (select count(*)::int from holiday h where exists (
        select from academic_calendar c where c.year_id = ${year} and h.day between c.starts_on and c.ends_on)) as holidays,
      (select count(*)::int from place) as places,
      (select count(*)::int from place p where exists (
        select from registration_window w where w.year_id = ${year} and w.term_id = ${firstTerm}
          and w.faculty_id = p.faculty_id and w.part_time = p.part_time)) as windows,
      exists (select from academic_year where id = ${year} and is_default) as "isStandard",
      ending.day as "journalsClose", coalesce(ending.day <= ${universityTodaySql(db, timeZone)}, false) as "journalsClosed"
    from ending`;
  if (!row) throw new Error('a year has no counts');
  return row;
}

/** Makes a year with its terms; what is there stays. Gives how many terms were added. */
export async function createYear(
  db: Db,
  w: { year: number; terms: readonly NewTerm[]; by: number; reason: string },
): Promise<number> {
  const label = `20${String(w.year).padStart(2, '0')}-20${String((w.year + 1) % 100).padStart(2, '0')}`;
  await db`
    insert into academic_year (id, label, by_hand) values (${w.year}, ${label}, true) on conflict do nothing`;
  const added = await db`
    with added as (
      insert into academic_calendar (year_id, term_id, starts_on, ends_on, by_hand)
      select ${w.year}, t.term, t.starts_on, t.ends_on, true
      from unnest(${w.terms.map(({ term }) => term)}::int[], ${w.terms.map(({ startsOn }) => startsOn)}::date[],
        ${w.terms.map(({ endsOn }) => endsOn)}::date[]) t (term, starts_on, ends_on)
      on conflict do nothing returning *),
    kept as (
      insert into registration_change (by_person_id, kind, year_id, after, reason)
      select ${w.by}, 'year', ${w.year}, jsonb_agg(to_jsonb(added) order by added.term_id), ${w.reason} from added
      having count(*) > 0)
    select from added`;
  return added.count;
}

/** Makes a year the one that the portal opens with, and keeps which one it was before. */
export async function setDefaultYear(db: Db, w: { year: number; by: number; reason: string }): Promise<void> {
  await db`select from academic_year order by id for no key update`;
  const [former] = await db<{ id: number }[]>`
    update academic_year set is_default = false where is_default and id <> ${w.year} returning id`;
  const opened = await db`update academic_year set is_default = true where id = ${w.year} and not is_default`;
  if (opened.count === 0) return;
  await db`
    insert into registration_change (by_person_id, kind, year_id, before, after, reason)
    values (${w.by}, 'year', ${w.year}, jsonb_build_object('default', ${former?.id ?? null}::int),
      jsonb_build_object('default', ${w.year}::int), ${w.reason})`;
}

/** Opens a window for each of the caller's faculties and forms that has none in a term; gives how many. */
export async function createMissingRegistrationWindows(
  db: Db,
  caller: Caller,
  w: { year: number; term: number; startsOn: string; endsOn: string; by: number; reason: string },
): Promise<number> {
  const rows = await db`
    with place as (
      select distinct sp.faculty_id, e.part_time
      from study_group g
      join speciality sp on sp.id = g.speciality_id and ${isFacultyInRegistrationScope(db, caller, db`sp.faculty_id`)}
      join education_form e on e.id = sp.education_form_id
      where ${w.year}::int - g.admission_year + 1 between 1 and sp.years),
    opened as (
      insert into registration_window (year_id, term_id, faculty_id, part_time, starts_on, ends_on)
      select ${w.year}, ${w.term}, p.faculty_id, p.part_time, ${w.startsOn}::date, ${w.endsOn}::date from place p
      where not exists (select from registration_window o where o.year_id = ${w.year} and o.term_id = ${w.term}
        and o.faculty_id = p.faculty_id and o.part_time = p.part_time)
      returning id),
    kept as (
      insert into registration_change (by_person_id, kind, term_id, after, reason)
      select ${w.by}, 'openedAll', ${w.term}, jsonb_build_object('year', ${w.year}::int, 'starts_on', ${w.startsOn}::date,
        'ends_on', ${w.endsOn}::date, 'windows', (select count(*) from opened)), ${w.reason}
      where exists (select from opened))
    select from opened`;
  return rows.count;
}
