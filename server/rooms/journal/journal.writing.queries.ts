import type { Db } from '../../database/database.ts';
import type { LiveAudience } from '../../live/live.ts';
import { cellNoticeCtes } from '../../notices/writing.queries.ts';
import { selectStudents, selectTeachers } from '../../university/courses.queries.ts';
import { sqlFragment } from '../../university/university.queries.ts';
import type { AuthorizedJournal } from './journal.access.ts';
import { type ChainEntry, computeEntryHash } from './journal.chain.ts';

/** A column whose row is locked until the call's end. */
export interface LockedColumn {
  readonly id: number;
  readonly day: string;
  readonly lastHash: Buffer;
}

/** What is to be written into one student's cell. */
export interface NewJournalEntry {
  readonly student: number;
  readonly action: ChainEntry['action'];
  readonly mark: number | null;
}

/** How it came: the client's key of the entry, how old it is, and why a closed day is written to. */
export interface EntryOrigin {
  readonly clientId: string | null;
  readonly ageMs: number;
  readonly reason: string | null;
}

/** The row of a journal that has none yet; gives its id. */
export async function ensureJournalCourse(db: Db, k: AuthorizedJournal): Promise<number> {
  if (k.courseId !== null) return k.courseId;
  const [row] = await db<{ id: number }[]>`
    insert into journal_course (year_id, term_id, semester_id, group_id, stream_id, discipline_id, credits)
    values (${k.year}, ${k.term}, ${k.isSelect ? null : k.semesterOrTerm}, ${k.isSelect ? null : k.group},
      ${k.isSelect ? k.group : null}, ${k.discipline}, ${k.credits})
    on conflict on constraint journal_course_unique do update set credits = excluded.credits
    returning id`;
  if (!row) throw new Error('a journal was not stored');
  return row.id;
}

/** Locks a day's class, making it when it is new: whoever writes in it waits here. */
export async function ensureLockedColumn(
  db: Db,
  k: AuthorizedJournal,
  column: { type: number; day: string; times: number },
): Promise<LockedColumn> {
  const found = await lockExistingColumn(db, k.courseId, column);
  if (found) return found;
  const course = await ensureJournalCourse(db, k);
  const [made] = await db<{ id: number; lastHash: Buffer }[]>`
    insert into journal_column (course_id, class_type_id, visit_date, times_count)
    values (${course}, ${column.type}, ${column.day}, ${column.times})
    on conflict on constraint journal_column_unique do nothing
    returning id, last_hash as "lastHash"`;
  // Somebody else may have made it meanwhile.
  const locked = made ? { ...made, day: column.day } : await lockExistingColumn(db, course, column);
  if (!locked) throw new Error('a column was not stored');
  return locked;
}

/** The same for a class that must exist already; null: there is none. */
export async function lockExistingColumn(
  db: Db,
  course: number | null,
  { type, day, times }: { type: number; day: string; times: number },
): Promise<LockedColumn | null> {
  const [row] = await db<{ id: number; lastHash: Buffer }[]>`
    select id, last_hash as "lastHash" from journal_column
    where course_id = ${course} and class_type_id = ${type} and visit_date = ${day} and times_count = ${times}
    for no key update`;
  return row ? { ...row, day } : null;
}

/** Students of a column whose entry one teacher made last. */
export async function readStudentsByEntryAuthor(db: Db, column: LockedColumn, teacher: number): Promise<number[]> {
  const rows = await db<{ student: number }[]>`
    select student_id as student from journal_cell
    where column_id = ${column.id} and teacher_id = ${teacher} and not deleted order by student_id`;
  return rows.map(({ student }) => student);
}

/**
 * Appends entries to a locked column and updates its cells: of two entries of a cell the one made later wins, of two
 * made at once the one that arrived later (docs/rules.md#journal). Both stay in the history. A cell keeps the
 * subgroup that it was opened for until its column is deleted. The same statement notifies the students.
 */
export async function appendEntries(
  db: Db,
  k: AuthorizedJournal,
  column: LockedColumn,
  subgroup: number,
  entries: readonly NewJournalEntry[],
  { clientId, ageMs, reason }: EntryOrigin,
): Promise<void> {
  if (!entries.length) return;
  const students = entries.map((entry) => entry.student);
  const [now] = await db<{ at: string; cells: Record<string, string> }[]>`
    select date_trunc('milliseconds', clock_timestamp()) as at,
      coalesce((select jsonb_object_agg(student_id, made_at) from journal_cell
        where column_id = ${column.id} and student_id = any (${students}::bigint[])), '{}') as cells`;
  if (!now) throw new Error('the database tells no time');
  const madeAt = new Date(Date.parse(now.at) - ageMs).toISOString();

  let last = column.lastHash;
  const rows = entries.map(({ student, action, mark }) => {
    const other = Date.parse(now.cells[student] ?? now.at);
    // A clock that is behind what it said before, as after a failover, knows no order: whoever came later wins.
    const held = !(student in now.cells) || other > Date.parse(now.at) || other <= Date.parse(madeAt);
    const change = { student, action, mark, held, column: column.id, teacher: k.teacher, by: k.by };
    last = computeEntryHash(last, { ...change, clientId, ageMs, at: now.at, madeAt, reason });
    const visited = action === 'cleared' || action === 'deleted' ? null : action !== 'absent';
    return { student, action, mark, held, visited, hash: `\\x${last.toString('hex')}` };
  });
  const list = JSON.stringify(rows);
  await Promise.all([
    db`
      with written as (
        insert into journal_cell as c
          (column_id, student_id, subgroup, opened_by, teacher_id, visited, mark_id, made_at, deleted)
        select ${column.id}, student, ${subgroup}, ${k.teacher}, ${k.teacher}, visited, mark, ${madeAt}::timestamptz,
          action = 'deleted'
        from jsonb_to_recordset(${list}::text::jsonb)
          as r (student bigint, action text, mark smallint, held boolean, visited boolean)
        where held
        on conflict on constraint journal_cell_unique do update set
          subgroup = case when c.deleted then excluded.subgroup else c.subgroup end,
          opened_by = case when c.deleted then excluded.opened_by else c.opened_by end,
          teacher_id = excluded.teacher_id, visited = excluded.visited, mark_id = excluded.mark_id,
          made_at = greatest(c.made_at, excluded.made_at), deleted = excluded.deleted
        returning c.student_id, c.visited, c.mark_id),
      ${cellNoticeCtes(db, { column: column.id, teacher: k.teacher })}
      select from written`,
    db`
      insert into journal_event
        (cell_id, action, mark_id, teacher_id, by_id, client_id, age_ms, at, made_at, held, reason, hash)
      select c.id, r.action, r.mark, ${k.teacher}, ${k.by}, ${clientId}, ${ageMs}, ${now.at}::timestamptz,
        ${madeAt}::timestamptz, r.held, ${reason}, r.hash
      from rows from (jsonb_to_recordset(${list}::text::jsonb)
        as (student bigint, action text, mark smallint, held boolean, hash bytea))
        with ordinality as r (student, action, mark, held, hash, place)
      join journal_cell c on c.column_id = ${column.id} and c.student_id = r.student
      order by r.place`,
    db`update journal_column set last_hash = ${last} where id = ${column.id}`,
  ]);
}

/** A reading of students' marks by somebody else. */
export interface MarkAccess {
  readonly reader: number;
  readonly course: number;
  /** Null: the history of a single cell. */
  readonly types: readonly number[] | null;
  readonly students: readonly number[];
}

/** Writes readings that were made a little while ago. */
export async function insertMarkAccesses(
  db: Db,
  rows: readonly (MarkAccess & { readonly ageMs: number; readonly times: number })[],
): Promise<void> {
  if (!rows.length) return;
  await db`
    insert into journal_reading (reader_id, course_id, class_type_ids, students, at, times)
    select reader, course, types, students, clock_timestamp() - "ageMs" * interval '1 millisecond', times
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (reader bigint, course int, types smallint[], students bigint[], "ageMs" float8, times int)`;
}

/** Who gets the live events of a journal: its teachers, its students, and whoever writes in their name. */
export async function readJournalAudience(db: Db, k: AuthorizedJournal, timeZone: string): Promise<LiveAudience[]> {
  const rows = await db<{ uid: number }[]>`
    select uid from (
      select teacher_id as uid from (${selectTeachers(db, k)}) t
      union select student_id from (${selectStudents(db, timeZone, k)}) s
      union select ${k.by}::bigint) x
    limit 2000`;
  return rows.map(({ uid }) => `u:${uid}` as const);
}

/**
 * SQL: whose the cell `c` was when the entry `e` was made. Two accounts that are merged or parted take their cells along, and
 * the chain names the student of that moment.
 */
const studentThen = (db: Db) => db`coalesce((
  select x.student from person_merge_row r join person_merge m on m.id = r.merge_id
  cross join lateral (values (m.at, m.gone_id), (m.undone_at, m.stay_id)) x (at, student)
  where r.table_name = 'journal_cell' and r.column_name = 'student_id' and r.key->>'id' = c.id::text and x.at > e.at
  order by x.at limit 1), c.student_id)`;

/** What was appended to a column, in order, and the hash of the last of it. */
export interface ColumnChain {
  readonly column: number;
  readonly entries: readonly (ChainEntry & { hash: Buffer })[];
  readonly last: Buffer;
}

/** SQL: a moment as the hashes name it. */
const moment = (db: Db, column: string) =>
  db`to_char(${sqlFragment(db, column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The entries of columns with their hashes, for checking the chains; read alike by every connection, also a command's. */
export async function readColumnChains(db: Db, columns: readonly number[]): Promise<ColumnChain[]> {
  const entries = await db<(ChainEntry & { hash: Buffer })[]>`
    select c.column_id::float8 as "column", (${studentThen(db)})::float8 as student, e.action, e.mark_id as mark,
      e.teacher_id::float8 as teacher, e.by_id::float8 as by, e.client_id as "clientId", e.age_ms::float8 as "ageMs",
      ${moment(db, 'e.at')} as at, ${moment(db, 'e.made_at')} as "madeAt", e.held, e.reason, e.hash
    from journal_event e join journal_cell c on c.id = e.cell_id
    where c.column_id = any (${columns as number[]}::bigint[]) order by e.id`;
  const lasts = await db<{ column: number; last: Buffer }[]>`
    select id::float8 as "column", last_hash as last from journal_column
    where id = any (${columns as number[]}::bigint[]) order by id`;
  const byColumn = Map.groupBy(entries, ({ column }) => column);
  return lasts.map(({ column, last }) => ({ column, entries: byColumn.get(column) ?? [], last }));
}

/** Puts a student into a subgroup (0: out of all) of the teacher's division; gives the row's id. */
export async function setSubgroup(
  db: Db,
  k: AuthorizedJournal,
  ensureJournalCourse: number,
  student: number,
  subgroup: number,
) {
  const [row] = await db<{ id: number }[]>`
    insert into journal_subgroup (course_id, class_type_id, teacher_id, student_id, subgroup)
    values (${ensureJournalCourse}, ${k.types[0] ?? 0}, ${k.teacher}, ${student}, ${subgroup})
    on conflict on constraint journal_subgroup_unique do update set subgroup = excluded.subgroup
    returning id`;
  if (!row) throw new Error('a subgroup was not stored');
  return row.id;
}
