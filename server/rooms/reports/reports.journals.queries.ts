import type { Output } from '@bilim/contract/call.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Db } from '../../database/database.ts';
import { classEntryCtes, classOccurrenceCtes, isJournalKeptByTeacher } from '../../university/filled.queries.ts';
import { nameColumn, streamNameColumn, universityTodaySql } from '../../university/university.queries.ts';
import { isFacultyInScope } from './reports.access.ts';
import {
  personNameSubquery,
  type ReportQuery,
  reportPageCte,
  scopeGroupsCte,
  selectReportPage,
} from './reports.queries.ts';

type Journals = Output<typeof calls.journals>[number];

/**
 * SQL, parts of a statement: `seen`, the classes of the days that are over, each with its teacher and how far its journal is.
 * A class of a chosen stream belongs to the faculty of its department, and to no course or group.
 */
function seen(db: Db, query: ReportQuery, teacher: number | null) {
  const { scope, days, timeZone } = query;
  const dates = { from: db`${days.from}::date`, to: db`${days.until}::date` };
  const isChosen =
    scope.course === null && scope.group === null
      ? db`exists (select from stream s join department k on k.id = s.department_id
          where s.id = l.stream_id and s.is_chosen and ${isFacultyInScope(db, scope, db`k.faculty_id`)})`
      : db`false`;
  const of = db`
    ${teacher === null ? db`true` : db`l.teacher_id = ${teacher}`}
    and (exists (select from lesson_group lg join place on place.id = lg.group_id where lg.lesson_id = l.id)
      or exists (select from stream s where s.id = l.stream_id and not s.is_chosen) or ${isChosen})`;
  return db`
    ${scopeGroupsCte(db, query)},
    ${classOccurrenceCtes(db, { ...dates, of })},
    ${classEntryCtes(db, dates)},
    seen as materialized (
      select c.*, case when c.entered = 0 then 'none' when c.entered < c.students then 'part' else 'done' end as state
      from class_entries c
      where (c.is_select or c.course_id in (select id from place)) and ${isJournalKeptByTeacher(db)}
        and c.day + c.ends_at <= now() at time zone ${timeZone})`;
}

/** Days for which every class is listed, not only those whose journals are not filled. */
const daysWithAll = 7;

/** Teachers with classes whose journals are not filled, the most of them first, each with classes of the days. */
export async function readTeachersWithUnfilledJournals(db: Db, query: ReportQuery): Promise<Journals[]> {
  const { days, language } = query;
  return await db<Journals[]>`
    with ${seen(db, query, query.scope.teacher)},
    teachers as (
      select teacher_id, (count(*) filter (where state <> 'done'))::int as unfilled
      from seen group by teacher_id having count(*) filter (where state <> 'done') > 0),
    found as (
      select t.unfilled as number, p.full_name as name, p.id, p.id as id_teacher, p.full_name as fio, t.unfilled,
        exists (select from journal_reminder r
          where r.teacher_id = p.id and r.day = ${days.until}::date) as "isReminded"
      from teachers t join person p on p.id = t.teacher_id),
    ${reportPageCte(db, query, personNameSubquery(db))},
    listed as materialized (
      select x.teacher_id as id, jsonb_agg(jsonb_build_object('visitDate', x.day, 'startsAt', to_char(x.starts_at, 'HH24:MI'),
          'discipline', ${nameColumn(db, 'd', language)}, 'group', o.name, 'students', x.students, 'entered', x.entered,
          'state', x.state) order by x.day desc, x.starts_at desc, o.name) as list
      from seen x
      join discipline d on d.id = x.discipline_id join class_type ct on ct.id = x.class_type_id
      left join stream s on x.is_select and s.id = x.course_id
      left join study_group g on not x.is_select and g.id = x.course_id
      cross join lateral (select case when x.is_select then ${streamNameColumn(db, 's', language)} else g.name end as name) o
      where x.teacher_id in (select id from page)
        and (x.state <> 'done' or ${days.until}::date - ${days.from}::date < ${daysWithAll})
      group by x.teacher_id)
    select ${days.from}::text as from, ${days.until}::text as until,
      coalesce((select sum(unfilled) from teachers), 0)::int as classes, (select count(*)::int from teachers) as teachers,
      ${selectReportPage(db, query, 'classes')} as rows`;
}

/** How many classes of a teacher have journals that are not filled. */
export async function countUnfilledClasses(db: Db, query: ReportQuery, teacher: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    with ${seen(db, query, teacher)} select count(*)::int as count from seen where state <> 'done'`;
  return row?.count ?? 0;
}

/** Records that a teacher is reminded today; false: that was done today already. */
export async function recordReminder(
  db: Db,
  { teacher, by, timeZone }: { teacher: number; by: number; timeZone: string },
): Promise<boolean> {
  const noted = await db`
    insert into journal_reminder (teacher_id, day, by_id) values (${teacher}, ${universityTodaySql(db, timeZone)}, ${by})
    on conflict on constraint journal_reminder_pkey do nothing`;
  return noted.count > 0;
}
