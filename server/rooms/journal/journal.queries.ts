import type { Output } from '@bilim/contract/call.ts';
import type { journal as calls } from '@bilim/contract/journal.ts';
import type { LeavingDate } from '@bilim/contract/journal-table.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import type { Language } from '../../core/translations.ts';
import { type Db, toIsoTimestamp } from '../../database/database.ts';
import {
  disciplineColumns,
  isGroupMemberUntil,
  isInStream,
  isStudentOfTeacher,
  selectGroupInTerm,
  selectStudentsSince,
} from '../../university/courses.queries.ts';
import { alphabetCollationSql, nameColumn, sqlFragment } from '../../university/university.queries.ts';
import { type AuthorizedJournal, isDayWritable, type OwnJournal } from './journal.access.ts';

/** A row as the database has it; the journal's key is added when it goes out. */
interface EntryRow {
  id: number | null;
  student: number;
  name: string;
  group: string | null;
  teacher: number | null;
  type: number | null;
  day: string | null;
  times: number | null;
  visited: boolean | null;
  mark: number | null;
  label: string | null;
  ball: number | null;
  subgroup: number;
  changedAt: string | null;
  member: boolean;
}

/** SQL `select student_id, days`: the students of a teacher in a journal and the days on which they belonged to it. */
function membersOf(db: Db, k: AuthorizedJournal) {
  return selectStudentsSince(db, k, { from: k.termStartsOn, teacher: k.teacher, classTypes: k.types });
}

/**
 * SQL `select student_id, days` like `membersOf`, without a day: whom the registrar moved to another stream or teacher, and
 * for whom this one entered something.
 */
function formerOf(db: Db, k: AuthorizedJournal) {
  return db`select distinct c.student_id, '{}'::datemultirange as days
    from journal_column col join journal_cell c on c.column_id = col.id and not c.deleted
    where col.course_id = ${k.courseId} and col.class_type_id = any (${k.types as number[]}::smallint[])
      and (${k.isSelect} or c.teacher_id = ${k.teacher})
      and not exists (select from (${membersOf(db, k)}) m where m.student_id = c.student_id)`;
}

/**
 * SQL: since when student `s` with their `days` is in the journal no more, and whether they are in another group or stream;
 * null: they are in it.
 */
function leftOf(db: Db, k: AuthorizedJournal) {
  const inGroup = db`select min(later.starts_on) as since from group_student later
    where later.student_id = s.student_id and later.group_id <> ${k.group} and later.starts_on <= ${k.day}::date
      and later.starts_on > (select max(own.starts_on) from group_student own
        where own.student_id = s.student_id and own.group_id = ${k.group})
    having count(*) > 0`;
  // Since the day on which the seats of these class types were given.
  const inStream = db`select max(day_of(seat.registered_at)) filter (where seat.class_type_id = any (${k.types as number[]}::smallint[])) as since
    from stream_student seat
    where isempty(s.days) and seat.student_id = s.student_id and seat.year_id = ${k.year} and seat.term_id = ${k.term}
      and seat.discipline_id = ${k.discipline}
    having count(*) > 0`;
  const another = k.isSelect ? inStream : db`(${inGroup}) union all (${inStream}) order by since limit 1`;
  return db`case when isempty(s.days) or upper(s.days) <= ${k.day}::date then (
    select jsonb_build_object('since', coalesce(a.since, upper(s.days)), 'moved', a.is_known is true)
    from (select) one left join (select true as is_known, x.* from (${another}) x) a on true) end`;
}

/** SQL: the student's number in the teacher's division of these class types; 0: none. */
function subgroupOf(db: Db, k: AuthorizedJournal, student: string) {
  return db`coalesce((select max(sg.subgroup) from journal_subgroup sg
    where sg.course_id = ${k.courseId} and sg.class_type_id = any (${k.types as number[]}::smallint[])
      and sg.teacher_id = ${k.teacher} and sg.student_id = ${db(student)}), 0)`;
}

/** SQL: how the students' own group is called; for a plan discipline it is the journal's. */
function groupName(db: Db, k: AuthorizedJournal | OwnJournal) {
  return k.isSelect
    ? db`left join group_student gs on gs.student_id = p.id and gs.is_current
        left join study_group g on g.id = gs.group_id`
    : db`left join study_group g on g.id = ${k.group}`;
}

const state = (db: Db) => db`c.id, c.teacher_id as teacher, c.visited, c.mark_id as mark, m.label, m.ball,
  c.made_at as "changedAt"`;

/** One day's class: the teacher's students of that day with what is entered; `only` narrows to one student. */
export async function readColumnRows(
  db: Db,
  k: AuthorizedJournal,
  language: Language,
  column: { type: number; day: string; times: number; subgroup: number; only?: number },
) {
  const ofPart =
    column.only !== undefined
      ? db`and s.student_id = ${column.only}`
      : column.subgroup
        ? db`and ${subgroupOf(db, k, 's.student_id')} = ${column.subgroup}`
        : db``;
  const rows = await db<(EntryRow & { left: LeavingDate })[]>`
    select ${state(db)}, p.id as student, p.full_name as name, g.name as "group", ${column.type}::int as type,
      ${column.day}::date as day, ${column.times}::int as times,
      coalesce(c.subgroup, ${column.subgroup}::int) as subgroup, true as member, ${leftOf(db, k)} as "left"
    from (${membersOf(db, k)}) s
    join person p on p.id = s.student_id
    ${groupName(db, k)}
    left join journal_column col on col.course_id = ${k.courseId} and col.class_type_id = ${column.type}
      and col.visit_date = ${column.day} and col.times_count = ${column.times}
    left join journal_cell c on c.column_id = col.id and c.student_id = s.student_id and not c.deleted
    left join journal_mark m on m.id = c.mark_id
    where s.days @> ${column.day}::date ${ofPart}
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id
    limit 1000`;
  return rows.map((row) => teachersRow(k, row));
}

/** A cell of the table as it travels from the database: in this order, the moment in UTC with microseconds. */
type CellParts = [
  id: number,
  teacher: number,
  type: number,
  day: string,
  times: number,
  visited: boolean | null,
  mark: number | null,
  label: string | null,
  ball: number | null,
  subgroup: number,
  changedAt: string,
  member: boolean,
];

/**
 * The whole table: what is entered for the teacher's students, and one empty row for a student without entries.
 * Who has left the group or stream stays with what was entered. `subgroup` other than 0: only its students and columns.
 * The cells of a student come as one JSON text: reading a thousand rows field by field would take longer than all else.
 */
export async function readTableRows(db: Db, k: AuthorizedJournal, language: Language, subgroup: number) {
  const ofPart = subgroup ? db`and ${subgroupOf(db, k, 's.student_id')} = ${subgroup}` : db``;
  const cellsOfPart = subgroup ? db`and c.subgroup = ${subgroup}` : db``;
  const students = await db<
    {
      student: number;
      name: string;
      group: string | null;
      member: boolean;
      left: LeavingDate;
      cells: CellParts[] | null;
    }[]
  >`
    with s as materialized (
      select s.student_id, s.days, p.full_name as name, g.name as "group", s.days @> ${k.day}::date as member, ${leftOf(db, k)} as "left",
        row_number() over (order by p.full_name ${alphabetCollationSql(db, language)}, p.id) as place
      from (${membersOf(db, k)} union all ${formerOf(db, k)}) s
      join person p on p.id = s.student_id
      ${groupName(db, k)}
      where true ${ofPart}
      limit 1000)
    select s.student_id as student, s.name, s."group", s.member, s."left", c.cells
    from s
    left join (
      select c.student_id, json_agg(
        json_build_array(c.id, c.teacher_id, col.class_type_id, col.visit_date, col.times_count, c.visited, c.mark_id,
          m.label, m.ball, c.subgroup, c.made_at, d.days @> col.visit_date)
        order by col.visit_date, col.times_count, col.class_type_id) as cells
      from journal_column col
      join journal_cell c on c.column_id = col.id and not c.deleted ${cellsOfPart}
      join s d on d.student_id = c.student_id and (${k.isSelect} or not isempty(d.days) or c.teacher_id = ${k.teacher})
      left join journal_mark m on m.id = c.mark_id
      where col.course_id = ${k.courseId} and col.class_type_id = any (${k.types as number[]}::smallint[])
      group by c.student_id
    ) c on c.student_id = s.student_id
    where c.cells is not null or s.member
    order by s.place`;
  return students.flatMap(({ student, name, group, cells, member, left }) =>
    cells
      ? cells.map(([id, teacher, type, day, times, visited, mark, label, ball, subgroup, at, member]) =>
          teachersRow(k, {
            id,
            student,
            name,
            group,
            teacher,
            type,
            day,
            times,
            visited,
            mark,
            label,
            ball,
            subgroup,
            changedAt: toIsoTimestamp(at),
            member,
            left,
          }),
        )
      : [teachersRow(k, { ...noCell, student, name, group, member, left })],
  );
}

/** What stands for a student without entries. */
const noCell = {
  id: null,
  teacher: null,
  type: null,
  day: null,
  times: null,
  visited: null,
  mark: null,
  label: null,
  ball: null,
  subgroup: 0,
  changedAt: null,
};

/**
 * SQL: column `col` of course `j` concerns the student: something is entered in it for them, for the whole group or
 * for their subgroup, by a teacher whose student they are; a group's only up to the day on which they left it, a stream's
 * only while they are in it. A sub-select with a
 * limit, because the planner would turn `exists` into a join over all cells there are.
 */
function concerns(db: Db, student: number) {
  const key = { ...disciplineColumns(db, 'j'), classType: sqlFragment(db, 'col.class_type_id') };
  return db`coalesce((
    select true from journal_cell x where x.column_id = col.id and not x.deleted and (x.student_id = ${student} or (
      (x.subgroup = 0 or exists (
        select from journal_subgroup sg where sg.student_id = ${student} and sg.course_id = j.id
          and sg.class_type_id = col.class_type_id and sg.teacher_id = x.opened_by and sg.subgroup = x.subgroup))
      and case when j.stream_id is null then ${isGroupMemberUntil(db, student, sqlFragment(db, 'j.group_id'), sqlFragment(db, 'col.visit_date'))}
          and ${isStudentOfTeacher(db, student, sqlFragment(db, 'x.opened_by'), key)}
        else ${isInStream(db, student, sqlFragment(db, 'j.stream_id'))} end))
    limit 1), false)`;
}

/** A student's own rows, newest first: every column that concerns them; `teacher`: only what that one entered. */
export async function readOwnRows(db: Db, k: OwnJournal, teacher: number | null) {
  const rows = await db<(EntryRow & { t_fio: string | null })[]>`
    select ${state(db)}, p.id as student, p.full_name as name, g.name as "group", col.class_type_id as type,
      t.full_name as t_fio, col.visit_date as day, col.times_count as times, coalesce(c.subgroup, 0) as subgroup, false as member
    from journal_course j
    join journal_column col on col.course_id = j.id and col.class_type_id = any (${k.types as number[]}::smallint[])
    join person p on p.id = ${k.student}
    ${groupName(db, k)}
    left join journal_cell c on c.column_id = col.id and c.student_id = p.id and not c.deleted
    left join person t on t.id = c.teacher_id
    left join journal_mark m on m.id = c.mark_id
    where j.id = ${k.courseId} and ${concerns(db, k.student)}
      and (${teacher}::bigint is null or c.teacher_id = ${teacher}::bigint)
    order by col.visit_date desc, col.times_count desc, col.class_type_id
    limit 2000`;
  return rows.map((row) => ({ ...rowOf(k, row, false), t_fio: row.t_fio }));
}

/**
 * A student's journals of a term with absences, sum and number of marks, and the columns that concern them. The
 * `offset 0` keep it a look-up a journal and a column: left alone, the database reads all columns there are.
 */
export async function readJournalOverview(
  db: Db,
  view: { student: number; year: number; term: number; language: Language; timeZone: string },
) {
  const { student, year, term, language, timeZone } = view;
  return await db<Output<typeof calls.overview>>`
    with j as materialized (
      select found.* from group_student g
      cross join lateral (
        select * from journal_course where group_id = g.group_id and year_id = ${year} and term_id = ${term} offset 0) found
      where g.student_id = ${student}
      union
      select found.* from stream_student s
      cross join lateral (
        select * from journal_course where stream_id = s.stream_id and year_id = ${year} and term_id = ${term}
        offset 0) found
      where s.student_id = ${student} and s.year_id = ${year} and s.term_id = ${term}
      union
      select found.* from (
        select distinct col.course_id from journal_cell c join journal_column col on col.id = c.column_id
        where c.student_id = ${student} and not c.deleted offset 0) entered
      join journal_course found on found.id = entered.course_id and found.year_id = ${year} and found.term_id = ${term})
    select coalesce(j.semester_id, j.term_id) as "id_semesterOrWs", j.stream_id is not null as "isPotok",
      coalesce(j.stream_id, j.group_id) as "id_groupOrPorok", coalesce(st.name, g.name) as p20,
      j.discipline_id as id_discipline, ${nameColumn(db, 'd', language)} as discipline, j.credits,
      count(*) filter (where c.visited is false)::int as absences, coalesce(sum(m.ball), 0) as sum,
      count(m.ball)::int as given, count(*)::int as columns,
      case when j.stream_id is null then j.group_id is distinct from ${selectGroupInTerm(db, timeZone, student, { year, term })}
        else not ${isInStream(db, student, sqlFragment(db, 'j.stream_id'))} end as ended
    from j
    join discipline d on d.id = j.discipline_id
    left join stream st on st.id = j.stream_id
    left join study_group g on g.id = j.group_id
    cross join lateral (select * from journal_column where course_id = j.id offset 0) col
    left join lateral (
      select visited, mark_id from journal_cell
      where column_id = col.id and student_id = ${student} and not deleted offset 0) c on true
    left join journal_mark m on m.id = c.mark_id
    where ${concerns(db, student)}
    group by j.id, j.semester_id, j.term_id, j.stream_id, j.group_id, j.discipline_id, j.credits, d.id, st.id, g.id
    order by ${nameColumn(db, 'd', language)} ${alphabetCollationSql(db, language)}, j.credits, j.id
    limit 100`;
}

/** What was entered of somebody who has left is changed by the journal permission alone. */
function teachersRow(k: AuthorizedJournal, { left, ...row }: EntryRow & { readonly left: LeavingDate }) {
  const mayEnter = row.member && (left === null || k.permitted);
  return { ...rowOf(k, row, mayEnter && isDayWritable(k, row.day ?? k.day)), left };
}

/** A row as the wire has it. */
function rowOf(k: AuthorizedJournal | OwnJournal, row: EntryRow, edit: boolean) {
  const absent = row.visited === false;
  return {
    id_studentJournalVisit: row.id,
    id_student: row.student,
    s_fio: row.name,
    p20: row.group,
    id_teacher: row.teacher,
    id_a_year: k.year,
    id_semesterOrWs: k.semesterOrTerm,
    isPotok: k.isSelect,
    id_groupOrPorok: k.group,
    id_discipline: k.discipline,
    credits: k.credits,
    id_vid_zaniatiy: row.type ?? (k.types.length === 1 ? (k.types[0] ?? null) : null),
    visitDate: row.day,
    dates: row.day && `${row.day.slice(8)}.${row.day.slice(5, 7)}.${row.day.slice(0, 4)}`,
    timesCount: row.times,
    isVisited: row.visited,
    id_otsenka: absent ? absentMarkId : row.mark,
    otsenka: absent ? 'н/б' : row.label,
    otsenka_ball: row.ball,
    subgroup: row.subgroup,
    edit,
    changedAt: row.changedAt,
  };
}

/** The teacher's students with their subgroup. */
export async function readSubgroups(db: Db, k: AuthorizedJournal, language: Language) {
  return await db<
    {
      id_student: number;
      s_fio: string;
      p20: string | null;
      subgroup: number;
      id_studentJournalVisit_subgroup: number | null;
    }[]
  >`
    select p.id as id_student, p.full_name as s_fio, g.name as p20, coalesce(sg.subgroup, 0) as subgroup,
      sg.id as "id_studentJournalVisit_subgroup"
    from (${membersOf(db, k)}) s
    join person p on p.id = s.student_id
    ${groupName(db, k)}
    left join journal_subgroup sg on sg.course_id = ${k.courseId} and sg.class_type_id = ${k.types[0] ?? 0}
      and sg.teacher_id = ${k.teacher} and sg.student_id = p.id
    where s.days @> ${k.day}::date
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id
    limit 1000`;
}

/** Whether a student belongs to a journal on a day, with the number of their subgroup; null: no. */
export async function readJournalMembership(db: Db, k: AuthorizedJournal, student: number, day: string) {
  const [row] = await db<{ subgroup: number; hasLeft: boolean }[]>`
    select ${subgroupOf(db, k, 's.student_id')} as subgroup, (${leftOf(db, k)}) is not null as "hasLeft"
    from (${membersOf(db, k)}) s
    where s.student_id = ${student} and s.days @> ${day}::date`;
  return row ?? null;
}

/** Students of a day's class, or of one subgroup in it, who have no entry there; who has left gets none but by the permission. */
export async function readStudentsWithoutEntry(
  db: Db,
  k: AuthorizedJournal,
  column: { id: number; day: string; subgroup: number },
): Promise<{ missing: number[]; entered: number }> {
  const [row] = await db<{ missing: number[]; entered: number }[]>`
    select coalesce(array_agg(s.student_id order by s.student_id) filter (where c.visited is null), '{}') as missing,
      count(c.visited)::int as entered
    from (${membersOf(db, k)}) s
    left join journal_cell c on c.column_id = ${column.id} and c.student_id = s.student_id
    where s.days @> ${column.day}::date and (${k.permitted} or c.visited is not null or (${leftOf(db, k)}) is null)
      ${column.subgroup ? db`and ${subgroupOf(db, k, 's.student_id')} = ${column.subgroup}` : db``}`;
  return { missing: row?.missing.map(Number) ?? [], entered: row?.entered ?? 0 };
}
