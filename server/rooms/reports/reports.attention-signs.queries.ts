import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Fragment } from 'postgres';
import type { Db } from '../../database/database.ts';
import { sqlFragment } from '../../university/university.queries.ts';
import { arePeopleInScope } from './reports.access.ts';
import { type AttentionSignKind, attentionSignThresholds } from './reports.attention-signs.ts';
import type { ReportQuery } from './reports.queries.ts';
import {
  attentionSignContextColumns,
  attentionSignContextJoins,
  changedMarksCtes,
  journalColumnCte,
  scopeJournalCtes,
  teacherSignInCtes,
} from './reports.signs.queries.ts';

type Sign = Output<typeof calls.worth>[number]['rows'][number];

/** A card, with what the server knows of it besides: its journal, and how many there are in all. */
export type AttentionSignRow = Sign & { readonly course: number | null; readonly by: number[]; readonly all: number };

/** The columns that every kind gives. */
const columns = 'kind, course_id, people, day, count, students, first_day, last_day, begins, ends, was, now, usual';

/** SQL: marks of one journal that one person changed in one night. */
const night = (db: Db) => db`
  select 'night', x.course_id, array[x.by_id], x.local::date, count(distinct x.cell_id)::int,
    count(distinct x.student_id)::int, min(x.visit_date), max(x.visit_date), min(x.made_at), max(x.made_at),
    (mode() within group (order by array[x.former_id, x.mark_id]))[1],
    (mode() within group (order by array[x.former_id, x.mark_id]))[2],
    (select (100 * count(*) filter (where is_night) / nullif(count(*), 0))::int from entry)
  from changed x where x.is_night
  group by x.course_id, x.by_id, x.local::date having count(distinct x.cell_id) >= ${attentionSignThresholds.nightMarks}`;

/** SQL: marks of one journal that one person raised in the last days of the term, against the days before those. */
function raised(db: Db) {
  const late = db`x.local::date > x.ends_on - ${attentionSignThresholds.closingDays}::int`;
  const count = (when: Fragment) => db`count(distinct x.cell_id) filter (where ${when})`;
  return db`
    select 'raised', x.course_id, array[x.by_id], x.ends_on, ${count(late)}::int,
      (count(distinct x.student_id) filter (where ${late}))::int, min(x.visit_date) filter (where ${late}),
      max(x.visit_date) filter (where ${late}), min(x.made_at) filter (where ${late}),
      max(x.made_at) filter (where ${late}),
      (mode() within group (order by array[x.former_id, x.mark_id]) filter (where ${late}))[1],
      (mode() within group (order by array[x.former_id, x.mark_id]) filter (where ${late}))[2],
      ${count(db`not ${late}`)}::int
    from changed x where x.is_closing and x.is_raised
    group by x.course_id, x.by_id, x.ends_on
    having ${count(late)} >= ${attentionSignThresholds.raisedMarks} and ${count(late)} > 2 * ${count(db`not ${late}`)}`;
}

/** SQL: classes of one teacher and group from which nobody was absent, against the group's other classes. */
const present = (db: Db) => db`
  select 'present', sheet.course_id, array[sheet.teacher_id], null::date, count(*)::int, max(sheet.entered),
    min(sheet.visit_date), max(sheet.visit_date), min(sheet.filled_at), max(sheet.filled_at), null::int, null::int,
    (100 * whole.absences / (whole.entered - sum(sheet.entered)))::int
  from sheet join (
    select group_id, sum(entered) as entered, sum(absences) as absences from sheet
    where group_id is not null group by group_id) whole on whole.group_id = sheet.group_id
  group by sheet.course_id, sheet.teacher_id, whole.group_id, whole.entered, whole.absences
  having sum(sheet.absences) = 0 and sum(sheet.entered) >= ${attentionSignThresholds.presentEntries}
    and max(sheet.visit_date) - min(sheet.visit_date) >= ${attentionSignThresholds.presentDays}
    and whole.entered > sum(sheet.entered)
    and 100 * whole.absences >= ${attentionSignThresholds.absentElsewhere} * (whole.entered - sum(sheet.entered))`;

/** SQL: days of a teacher's classes in one journal that were filled at one sitting, all of them later than on their day. */
const atOnce = (db: Db, { timeZone }: ReportQuery) => db`
  select distinct on (s.course_id, s.teacher_id, s.day) 'atOnce', s.course_id, array[s.teacher_id], s.day, s.days, null::int,
    s.first_day, s.last_day, s.begins, s.filled_at, null::int, null::int,
    (select (100 * count(*) filter (where (filled_at at time zone ${timeZone})::date = visit_date)
      / nullif(count(*), 0))::int from sheet where entered >= ${attentionSignThresholds.sheetEntries})
  from (
    select d.*, count(*) over sitting::int as days, min(d.visit_date) over sitting as first_day,
      max(d.visit_date) over sitting as last_day, min(d.filled_at) over sitting as begins
    from (
      select course_id, teacher_id, visit_date, min(filled_at) as filled_at,
        (min(filled_at) at time zone ${timeZone})::date as day
      from sheet where entered >= ${attentionSignThresholds.sheetEntries} group by course_id, teacher_id, visit_date) d
    where d.day > d.visit_date
    window sitting as (partition by d.course_id, d.teacher_id order by d.filled_at
      range between ${attentionSignThresholds.sitting}::interval preceding and current row)) s
  where s.days >= ${attentionSignThresholds.sittingDays}
  order by s.course_id, s.teacher_id, s.day, s.days desc, s.filled_at`;

/** SQL: browsers, that nobody calls shared, on which two teachers took turns; of such of few teachers. */
const device = (db: Db, { scope }: ReportQuery) => db`
  select 'device', null::int, t.people, null::date, count(*)::int, null::int, null::date, null::date, min(t.begins),
    max(t.ends), null::int, null::int,
    (select (100 * count(*) filter (where teachers = 1) / nullif(count(*), 0))::int from browser)
  from (
    select array[least(s.person_id, s.former), greatest(s.person_id, s.former)] as people, s.former_at as begins, s.at as ends
    from (
      select signin.*, lag(person_id) over w as former, lag(at) over w as former_at from signin
      where device in (select device from browser where teachers between 2 and ${attentionSignThresholds.deviceTeachers})
      window w as (partition by device order by at)) s
    where s.former <> s.person_id and s.at - s.former_at <= ${attentionSignThresholds.turn}::interval) t
  group by t.people
  having count(*) >= ${attentionSignThresholds.deviceTurns} and ${arePeopleInScope(db, scope, db`t.people`)}`;

const kinds: Readonly<Record<AttentionSignKind, (db: Db, query: ReportQuery) => Fragment>> = {
  night,
  present,
  atOnce,
  raised,
  device,
};

/**
 * What is worth a look and was not explained, the latest first. Only what the kinds need is read; `subject`: that one alone.
 */
export async function readAttentionSigns(
  db: Db,
  query: ReportQuery,
  { of, subject = null }: { of: readonly AttentionSignKind[]; subject?: string | null },
): Promise<AttentionSignRow[]> {
  const { language, most } = query;
  const found = of
    .map((kind) => db`(${kinds[kind](db, query)})`)
    .reduce((left, right) => db`${left} union all ${right}`);
  return await db<AttentionSignRow[]>`
    with ${scopeJournalCtes(db, query)}, ${journalColumnCte(db, query)}, ${changedMarksCtes(db, query)}, ${teacherSignInCtes(db, query)},
    found (${sqlFragment(db, columns)}) as (${found}),
    named as (
      select found.*, concat_ws('.', kind, course_id, array_to_string(people, '-'), day) as subject from found),
    open as (
      select named.*, count(*) over ()::int as "all" from named
      where (${subject}::text is null or named.subject = ${subject}::text)
        and not exists (select from report_explanation told where told.subject = named.subject)
      order by ends desc, subject limit ${most})
    select x.kind, x.subject, x.count, x.students, x.day, x.first_day as "firstDay", x.last_day as "lastDay", x.begins,
      x.ends, x.usual, x.course_id as course, x.people as by, x."all", ${attentionSignContextColumns(db, language)},
      (select m.label from journal_mark m where m.id = x.was) as was,
      (select m.label from journal_mark m where m.id = x.now) as now
    from open x ${attentionSignContextJoins(db)}
    order by x.ends desc, x.subject`;
}
