import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { joinLessonOccurrences } from '../../university/lessons.queries.ts';
import { nameContainsWords } from '../../university/names.queries.ts';
import {
  alphabetCollationSql,
  nameColumn,
  sqlFragment,
  streamNameColumn,
} from '../../university/university.queries.ts';
import type { AuthorizedCell, AuthorizedJournal } from './journal.access.ts';

/** The fields of a journal's key that a request for its class types may leave out. */
export interface PartialJournalKey {
  readonly year?: number | undefined;
  readonly semesterOrTerm?: number | undefined;
  readonly isSelect?: boolean | undefined;
  readonly group?: number | undefined;
  readonly discipline?: number | undefined;
  readonly credits?: number | undefined;
}

type ClassTypes = { id_vid_zaniatiy: number; name_vid_zaniatiy: string; short_name: string }[];

/** All class types there are. */
export async function readAllClassTypes(db: Db, language: Language): Promise<ClassTypes> {
  return await db<ClassTypes>`
    select id as id_vid_zaniatiy, ${nameColumn(db, 't', language)} as name_vid_zaniatiy,
      ${nameColumn(db, 't', language, 'short')} as short_name
    from class_type t order by id`;
}

/**
 * The class types that are taught or entered where the key says, to those whom it concerns: `person` as a teacher
 * sees own load, as a student what their groups and streams have. `former`: also what a teacher entered in this group and
 * teaches no longer.
 */
export async function readClassTypes(
  db: Db,
  person: Pick<Caller, 'uid' | 'role'>,
  part: PartialJournalKey & { readonly former?: boolean },
  language: Language,
): Promise<ClassTypes> {
  const only = (column: string, value: number | undefined) =>
    value === undefined ? db`` : db`and ${db(column)} = ${value}`;
  const ids = (column: string, value: number | undefined) =>
    value === undefined ? db`` : db`and ${db(column)} = ${value}::bigint`;
  const year = db`coalesce(${part.year ?? null}::bigint, (select id from academic_year where is_default))`;
  const isTeacher = person.role === 1;
  const ofGroups = isTeacher
    ? db`l.teacher_id = ${person.uid}`
    : db`l.course_id in (select group_id from group_student where student_id = ${person.uid})`;
  const ofStreams = isTeacher
    ? db`l.teacher_id = ${person.uid}`
    : db`l.course_id in (select stream_id from stream_student where student_id = ${person.uid})`;
  const ofPart = db`l.year_id = ${year} ${ids('l.semester_id', part.semesterOrTerm)} ${ids('l.course_id', part.group)}
    ${ids('l.discipline_id', part.discipline)} ${only('l.credits', part.credits)}`;
  const entered = person.role === 1 ? db`c.teacher_id = ${person.uid}` : db`c.student_id = ${person.uid}`;
  return await db<ClassTypes>`
    select t.id as id_vid_zaniatiy, ${nameColumn(db, 't', language)} as name_vid_zaniatiy,
      ${nameColumn(db, 't', language, 'short')} as short_name
    from class_type t
    where t.id in (
      select l.class_type_id from course_teacher l
      where ${part.isSelect !== true} and not l.is_select and ${ofGroups} and ${ofPart}
      union all
      select l.class_type_id from course_teacher l
      where ${part.isSelect !== false} and l.is_select and ${ofStreams} and ${ofPart}
      union all
      select col.class_type_id from journal_cell c
      join journal_column col on col.id = c.column_id
      join journal_course j on j.id = col.course_id
      where ${person.role === 2 || (part.former === true && part.group !== undefined)} and not c.deleted and ${entered} and j.year_id = ${year}
        and (${part.isSelect ?? null}::boolean is null or (j.stream_id is not null) = ${part.isSelect ?? null}::boolean)
        ${part.semesterOrTerm === undefined ? db`` : db`and coalesce(j.semester_id, j.term_id) = ${part.semesterOrTerm}::bigint`}
        ${part.group === undefined ? db`` : db`and coalesce(j.stream_id, j.group_id) = ${part.group}::bigint`}
        ${ids('j.discipline_id', part.discipline)} ${only('j.credits', part.credits)})
    order by t.id`;
}

/**
 * The days up to today on which the timetable has this class with this teacher; which class of that day it is, and
 * when it begins.
 */
export async function readLessonDays(db: Db, k: AuthorizedJournal) {
  const whose = k.isSelect
    ? db`l.stream_id = ${k.group}`
    : db`(exists (select from lesson_group g where g.lesson_id = l.id and g.group_id = ${k.group})
        or exists (select from stream s where s.id = l.stream_id and not s.is_chosen and exists (
          select from stream_student x where x.stream_id = s.id and x.group_id = ${k.group})))`;
  return await db<{ visitDate: string; timesCount: number; startsAt: string; subgroup: number }[]>`
    select d.day as "visitDate", least(8, dense_rank() over (partition by d.day order by p.starts_at))::int as "timesCount",
      p.starts_at as "startsAt", l.subgroup
    from academic_calendar cal ${joinLessonOccurrences(db, { from: sqlFragment(db, 'cal.starts_on'), to: db`${k.today}::date` })}
    join pair_slot p on p.id = l.slot_id
    where cal.year_id = ${k.year} and cal.term_id = ${k.term} and l.teacher_id = ${k.teacher}
      and l.class_type_id = any (${k.types as number[]}::smallint[]) and l.discipline_id = ${k.discipline}
      and l.credits = ${k.credits} and ${whose}
    order by d.day desc, p.starts_at
    limit 400`;
}

/** A search for journals to act in: by parts of names, or all of one teacher. */
interface JournalSearch {
  readonly year: number;
  readonly term: number;
  /** Words that all are in the names of teacher, group and discipline. */
  readonly search: string;
  readonly teacher: number | null;
  /** Faculties that the permission is limited to; null: none. */
  readonly faculties: readonly number[] | null;
  readonly language: Language;
}

/**
 * The journals of a term that a holder of the journal permission may act in, one line a teacher and course. Where nobody
 * teaches any more what was entered, with somebody who entered it.
 */
export async function searchJournals(db: Db, { year, term, search, teacher, faculties, language }: JournalSearch) {
  const whose = teacher === null ? db`` : db`and l.teacher_id = ${teacher}`;
  const within = (faculty: string) =>
    faculties === null ? db`` : db`and ${db(faculty)} = any (${faculties as number[]}::int[])`;
  return await db<Output<typeof calls.journals>>`
    select x.teacher_id as id_teacher, p.full_name as t_fio, x.discipline_id as id_discipline,
      ${nameColumn(db, 'd', language)} as discipline, x.credits, x.chosen as "isPotok", x.semester as "id_semesterOrWs",
      x.group_id as "id_groupOrPorok", x.name as p20
    from (
      select distinct l.teacher_id, l.discipline_id, l.credits, false as chosen, l.semester_id as semester,
        g.id as group_id, g.name
      from course_teacher l
      join study_group g on g.id = l.course_id
      join speciality sp on sp.id = g.speciality_id
      where not l.is_select and l.year_id = ${year} and l.term_id = ${term} ${whose} ${within('sp.faculty_id')}
      union all
      select l.teacher_id, l.discipline_id, l.credits, true, l.semester_id, s.id, ${streamNameColumn(db, 's', language)}
      from course_teacher l
      join stream s on s.id = l.course_id
      join class_type ct on ct.id = s.class_type_id
      join department k on k.id = s.department_id
      where l.is_select and l.year_id = ${year} and l.term_id = ${term} ${whose} ${within('k.faculty_id')}
      union
      select e.teacher_id, o.discipline_id, o.credits, false, o.semester_id, o.group_id, o.name
      from (
        select j.*, g.name, ct.id as class_type_id
        from journal_course j
        join study_group g on g.id = j.group_id
        join speciality sp on sp.id = g.speciality_id
        cross join class_type ct
        where j.year_id = ${year} and j.term_id = ${term} ${within('sp.faculty_id')} and not exists (
          select from course_teacher l where not l.is_select and l.course_id = j.group_id and l.year_id = j.year_id
            and l.term_id = j.term_id and l.discipline_id = j.discipline_id and l.credits = j.credits and l.semester_id = j.semester_id
            and l.class_type_id = ct.id)
        offset 0) o
      cross join lateral (
        select l.teacher_id from journal_column col join journal_cell l on l.column_id = col.id
        where col.course_id = o.id and col.class_type_id = o.class_type_id ${whose} limit 1) e) x
    join person p on p.id = x.teacher_id
    join discipline d on d.id = x.discipline_id
    where ${nameContainsWords(db, db`p.folded || ' ' || fold_text(x.name || ' ' || ${nameColumn(db, 'd', language)})`, search)}
    order by p.full_name ${alphabetCollationSql(db, language)}, x.teacher_id, ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)},
      x.name, x.chosen, x.semester
    limit 50`;
}

/** The marks that may be given. */
export async function readMarkTypes(db: Db) {
  return await db<{ id_otsenka: number; otsenka: string; otsenka_ball: number | null }[]>`
    select id as id_otsenka, label as otsenka, ball as otsenka_ball from journal_mark order by id`;
}

/** Every entry of a cell, newest first; `holds` marks the one that the table shows. */
export async function readCellHistory(db: Db, cell: AuthorizedCell) {
  return await db<Output<typeof calls.history>>`
    select e.id as id_event, e.action, case e.action when 'absent' then ${absentMarkId}::int else e.mark_id end as id_otsenka,
      case e.action when 'absent' then 'н/б' else m.label end as otsenka, e.teacher_id as id_teacher,
      t.full_name as t_fio, e.by_id as id_by, b.full_name as by_fio, e.made_at as "madeAt", e.at,
      e.age_ms as "ageMs", e.client_id as "clientId", e.reason, e.held,
      e.id = max(e.id) filter (where e.held) over () as holds
    from journal_event e
    join person t on t.id = e.teacher_id
    join person b on b.id = e.by_id
    left join journal_mark m on m.id = e.mark_id
    where e.cell_id = ${cell.id}
    order by e.id desc
    limit 500`;
}
