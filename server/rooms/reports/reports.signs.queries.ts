import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn, sqlFragment, streamNameColumn } from '../../university/university.queries.ts';
import { isStreamInScope } from './reports.access.ts';
import { attentionSignThresholds } from './reports.attention-signs.ts';
import { type ReportQuery, scopeGroupsCte } from './reports.queries.ts';

/** What the kinds of signs and the rows behind them are made of. */

/** SQL: the first moment of the days that are looked at. */
const since = (db: Db, { days, timeZone }: ReportQuery) => db`(${days.from}::date::timestamp at time zone ${timeZone})`;

/** SQL, parts of a statement: `kept`, the journals of the scope, each with the last day of its term. */
export const scopeJournalCtes = (db: Db, query: ReportQuery) => db`
  ${scopeGroupsCte(db, query)},
  kept as materialized (
    select j.id, j.group_id, cal.ends_on from journal_course j
    join academic_calendar cal on cal.year_id = j.year_id and cal.term_id = j.term_id
    where j.year_id = ${query.days.year}
      and (j.group_id in (select id from place) or ${isStreamInScope(db, query.scope, db`j.stream_id`)}))`;

/** SQL, part: `sheet`, what is in the columns of the days: entries, absences, since when, and who entered most of them. */
export const journalColumnCte = (db: Db, { days }: ReportQuery) => db`
  sheet as materialized (
    select k.id, k.course_id, k.visit_date, kept.group_id, count(*)::int as entered,
      (count(*) filter (where not c.visited))::int as absences, min(c.made_at) as filled_at,
      mode() within group (order by c.teacher_id) as teacher_id
    from kept
    join journal_column k on k.course_id = kept.id and k.visit_date between ${days.from}::date and ${days.until}::date
    join journal_cell c on c.column_id = k.id and c.visited is not null
    group by k.id, kept.group_id)`;

/**
 * SQL, parts: `entry`, the marks given in the days, and `changed`, those of them at night or near the term's end that are in
 * the place of another mark, also of one that was taken away first.
 */
export const changedMarksCtes = (db: Db, query: ReportQuery) => db`
  entry as materialized (
    select e.*, extract(hour from e.local) < ${attentionSignThresholds.nightUntil} as is_night,
      e.local::date > e.ends_on - 2 * ${attentionSignThresholds.closingDays}::int and e.local::date <= e.ends_on as is_closing
    from (
      select e.id, e.cell_id, e.mark_id, e.by_id, e.made_at, e.made_at at time zone ${query.timeZone} as local,
        k.course_id, k.visit_date, c.student_id, kept.ends_on
      from journal_event e
      join journal_cell c on c.id = e.cell_id
      join journal_column k on k.id = c.column_id
      join kept on kept.id = k.course_id
      where e.mark_id is not null and e.held
        and e.at >= ${since(db, query)} and e.made_at >= ${since(db, query)}) e),
  changed as materialized (
    select x.*, former.mark_id as former_id, coalesce(given.ball, 0) > coalesce(gone.ball, 0) as is_raised
    from entry x
    cross join lateral (
      select f.mark_id from journal_event f where f.cell_id = x.cell_id and f.id < x.id and f.mark_id is not null
      order by f.id desc limit 1) former
    join journal_mark given on given.id = x.mark_id
    join journal_mark gone on gone.id = former.mark_id
    where (x.is_night or x.is_closing) and former.mark_id <> x.mark_id)`;

/** SQL, parts: `signin`, sign-ins of teachers on browsers that are known, and `browser`, how many teachers each has. */
export const teacherSignInCtes = (db: Db, query: ReportQuery) => db`
  signin as materialized (
    select u.person_id, u.at, u.detail->>'device' as device from audit u join teacher t on t.id = u.person_id
    where u.action = 'login.in' and u.detail ? 'device' and u.at >= ${since(db, query)}),
  browser as materialized (
    select device, count(distinct person_id)::int as teachers from signin group by device)`;

/** SQL: columns that name what `x` is about, by `x.course_id` and `x.people`. Needs `subjectJoins`. */
export const attentionSignContextColumns = (db: Db, language: Language) => db`
  ${nameColumn(db, 'd', language)} as discipline, coalesce(g.name, ${streamNameColumn(db, 's', language)}) as "group",
  coalesce((select jsonb_agg(jsonb_build_object('uid', p.id, 'fio', p.full_name) order by p.full_name, p.id)
    from person p where p.id = any (x.people)), '[]') as people`;

export const attentionSignContextJoins = (db: Db) =>
  sqlFragment(
    db,
    `left join journal_course j on j.id = x.course_id
    left join discipline d on d.id = j.discipline_id
    left join study_group g on g.id = j.group_id
    left join stream s on s.id = j.stream_id
    left join class_type ct on ct.id = s.class_type_id`,
  );
