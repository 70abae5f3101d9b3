import type { Output } from '@bilim/contract/call.ts';
import { minReportedAbsences } from '@bilim/contract/limits.ts';
import type { reports as calls } from '@bilim/contract/reports.ts';
import type { Db } from '../../database/database.ts';
import { classOccurrenceCtes, isColumnOfClass, isJournalKeptByTeacher } from '../../university/filled.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import { type AuthorizedGroup, type AuthorizedStudent, isStreamInScope, isTeacherInScope } from './reports.access.ts';
import {
  groupNameSubquery,
  personNameSubquery,
  type ReportQuery,
  reportPageCte,
  scopeGroupsCte,
  selectReportPage,
} from './reports.queries.ts';

type Attendance = Output<typeof calls.attendance>[number];
type Absences = Output<typeof calls.absences>[number];

/** SQL joins: what was entered in the journals `j` of a year in columns `k` of some days, as cells `c`, by whom it is about. */
const entries = (db: Db, { days: { from, until, year }, scope }: ReportQuery) => db`
  from journal_course j
  join journal_column k on k.course_id = j.id and k.visit_date between ${from}::date and ${until}::date
  join journal_cell c on c.column_id = k.id and c.visited is not null
  where j.year_id = ${year} and ${isTeacherInScope(db, scope, db`c.teacher_id`)}`;

/**
 * Groups by the share of entries that say "present", the best first, those without an entry last; and how many of the classes
 * held for each have an entry at all. Of classes of the group: chosen streams have students of several.
 */
export async function readGroupAttendance(db: Db, query: ReportQuery): Promise<Attendance[]> {
  const { days, timeZone, scope } = query;
  const of = db`
    exists (select from lesson_group lg join place on place.id = lg.group_id where lg.lesson_id = l.id)
    or exists (select from stream s where s.id = l.stream_id and not s.is_chosen)`;
  return await db<Attendance[]>`
    with ${scopeGroupsCte(db, query)},
    ${classOccurrenceCtes(db, { from: db`${days.from}::date`, to: db`${days.until}::date`, of: db`(${of})` })},
    held_for as (
      select c.course_id as group_id, count(*)::int as classes, (count(*) filter (where exists (
          select from journal_column col join journal_cell cell on cell.column_id = col.id and cell.visited is not null
          where ${isColumnOfClass(db)})))::int as marked
      from class c
      left join journal_course j on j.year_id = c.year_id and j.term_id = c.term_id and j.discipline_id = c.discipline_id
        and j.credits = c.credits and j.group_id = c.course_id
      where not c.is_select and ${isTeacherInScope(db, scope, db`c.teacher_id`)} and ${isJournalKeptByTeacher(db)} and c.day + c.ends_at <= now() at time zone ${timeZone}
      group by c.course_id),
    entered as (
      select j.group_id, count(*)::int as entered, (count(*) filter (where c.visited))::int as present
      ${entries(db, query)} and j.group_id in (select id from place) group by j.group_id),
    found as (
      select coalesce(e.present * 10000 / e.entered, -1) as number, place.name, place.id, place.id as id_group,
        place.name as "group", coalesce(e.present, 0) as present, coalesce(e.entered, 0) as entered,
        coalesce(h.classes, 0) as classes, coalesce(h.marked, 0) as marked
      from place left join entered e on e.group_id = place.id left join held_for h on h.group_id = place.id
      where e.entered > 0 or h.classes > 0),
    ${reportPageCte(db, query, groupNameSubquery(db))}
    select ${days.from}::text as from, ${days.until}::text as until, count(*)::int as groups,
      coalesce(sum(present), 0)::int as present, coalesce(sum(entered), 0)::int as entered,
      coalesce(sum(classes), 0)::int as classes, coalesce(sum(marked), 0)::int as marked,
      ${selectReportPage(db, query)} as rows
    from found`;
}

/** The students behind a group's share, the most absent first. */
export async function readAbsentStudents(db: Db, group: AuthorizedGroup, query: ReportQuery) {
  const { language } = query;
  return await db<Output<typeof calls.students>>`
    select p.id as id_student, p.full_name as fio, e.present, e.entered
    from (
      select c.student_id, count(*)::int as entered, (count(*) filter (where c.visited))::int as present
      ${entries(db, query)} and j.group_id = ${group.id} group by c.student_id) e
    join person p on p.id = e.student_id
    order by e.entered - e.present desc, p.full_name ${alphabetCollationSql(db, language)}, p.id`;
}

/** Students of today who were absent often, whatever the journal. */
export async function readFrequentAbsentees(db: Db, query: ReportQuery): Promise<Absences[]> {
  const { days, scope } = query;
  return await db<Absences[]>`
    with ${scopeGroupsCte(db, query)},
    found as (
      select count(*)::int as number, p.full_name as name, p.id, p.id as id_student, p.full_name as fio,
        place.name as "group", count(*)::int as absences
      from journal_course j
      join journal_column k on k.course_id = j.id and k.visit_date between ${days.from}::date and ${days.until}::date
      join journal_cell c on c.column_id = k.id and c.visited is false
      join group_student member on member.student_id = c.student_id and member.is_current
      join place on place.id = member.group_id
      join person p on p.id = c.student_id
      where j.year_id = ${days.year} and ${isTeacherInScope(db, scope, db`c.teacher_id`)}
      group by p.id, p.full_name, place.name having count(*) >= ${minReportedAbsences}),
    ${reportPageCte(db, query, personNameSubquery(db))}
    select ${days.from}::text as from, ${days.until}::text as until, count(*)::int as students,
      ${selectReportPage(db, query)} as rows
    from found`;
}

/** The classes from which a student was absent, the newest first. */
export async function readAbsences(db: Db, student: AuthorizedStudent, { days, language, scope }: ReportQuery) {
  return await db<Output<typeof calls.absent>>`
    select k.visit_date as "visitDate", ${nameColumn(db, 'd', language)} as discipline,
      ${nameColumn(db, 'ct', language)} as name_vid_zaniatiy, p.full_name as t_fio
    from journal_cell c
    join journal_column k on k.id = c.column_id and k.visit_date between ${days.from}::date and ${days.until}::date
    join journal_course j on j.id = k.course_id and j.year_id = ${days.year}
    join discipline d on d.id = j.discipline_id
    join class_type ct on ct.id = k.class_type_id
    join person p on p.id = c.teacher_id
    where c.student_id = ${student.id} and c.visited is false and ${isTeacherInScope(db, scope, db`c.teacher_id`)}
    order by k.visit_date desc, k.times_count desc, k.id desc limit 500`;
}

/** How often marks were read in the days, and by how many people. */
export async function countMarkAccesses(db: Db, { scope, days, timeZone, ...query }: ReportQuery) {
  return await db<Output<typeof calls.readings>>`
    with ${scopeGroupsCte(db, { scope, days, timeZone, ...query })}
    select ${days.from}::text as from, ${days.until}::text as until, count(*)::int as readings,
      count(distinct r.reader_id)::int as readers
    from journal_reading r join journal_course j on j.id = r.course_id
    where r.at >= ${days.from}::date::timestamp at time zone ${timeZone}
      and (j.group_id in (select id from place) or ${isStreamInScope(db, scope, db`j.stream_id`)})`;
}
