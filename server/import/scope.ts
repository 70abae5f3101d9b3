import {
  booleanCell,
  describeColumn,
  describeReferenceColumn,
  describeTable,
  type TableDescription,
  termColumn,
  yearColumn,
} from './describe.ts';
import type { ImportRow, ParsedFile, ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { requireColumn, requireTable } from './tables.ts';

/** What a folder says about itself: only rows inside its scope may vanish. It is read like a table and stored nowhere. */
export const scopeTable: TableDescription = describeTable(
  'scope',
  '',
  'What the folder covers. Only rows inside one of its rows may vanish; tables without these columns lose nothing. An empty cell covers all. Without this file the folder covers the whole university.',
  ['year', 'term', 'faculty'],
  [
    describeColumn('year', yearColumn.is, 'The folder covers this academic year.', {
      optional: true,
      to: 'academic_years',
    }),
    describeColumn('term', termColumn.is, '1 autumn, 2 spring, 3 summer.', { optional: true, to: 'terms' }),
    describeReferenceColumn('faculty', 'faculties', 'Code of the faculty.', { optional: true }),
    describeColumn(
      'people',
      booleanCell,
      'Yes: the folder holds everybody of the faculty (without one: of the university); students and teachers who are missing are closed, their memberships and posts ended.',
      { optional: true },
    ),
  ],
  { needed: false, vanished: 'keep' },
);

/** Rows that a folder may change, each by the columns that it names; null: of all rows. */
export type ImportScope = readonly ImportRow['cells'][] | null;

/** Takes the scope out of what was read. `addOnly`: nothing may vanish, whatever the folder says. */
export function extractScope(files: ParsedFiles, addOnly: boolean, report: ImportReport): ImportScope {
  const file: ParsedFile | undefined = files.get(scopeTable.file);
  files.delete(scopeTable.file);
  if (addOnly) return [];
  if (!file) return null;
  for (const { row, cells } of file.rows)
    if (Object.values(cells).every((cell) => cell === null)) report.error('scope.empty', { file: file.name, row });
  if (file.rows.length === 0) report.error('scope.empty', { file: file.name });
  return file.rows.map(({ cells }) => cells);
}

/** Tables whose rows say themselves that they were made by hand. */
const byHand: ReadonlySet<string> = new Set(['permission', 'stream', 'lesson', 'academic_year', 'academic_calendar']);

/** SQL: row `alias` of a table may vanish when the folder does not hold it; what was made or given by hand, or by a directory, never does. */
export function removableRowCondition(table: TableDescription, scope: ImportScope, alias = 't'): string {
  const id = { lesson: 'id', lesson_group: 'lesson_id' }[table.into];
  const parts = [`(${isInScope(table, scope, alias)})`];
  if (byHand.has(table.into)) parts.push(`not ${alias}.by_hand`);
  if (id) parts.push(`not exists (select from class_change hand where hand.made_id = ${alias}.${id})`);
  if (table.into === 'permission') parts.push(`${alias}.directory is null`);
  return parts.join(' and ');
}

function isInScope(table: TableDescription, scope: ImportScope, alias: string): string {
  if (scope === null) return 'true';
  if (table.partOf) {
    const parent = requireTable(table.partOf.file);
    return `exists (select from ${parent.into} whole where whole.id = ${alias}."${table.partOf.by}"
      and (${removableRowCondition(parent, scope, 'whole')}))`;
  }
  const conditions = scope.map((cells) => {
    const { people, ...places } = cells;
    const ofPeople = people === 't' ? peopleOf[table.file] : undefined;
    if (ofPeople) return cells.faculty == null ? 'true' : ofPeople(alias, facultyOf(cells.faculty));
    const named = Object.entries(places).filter(([, cell]) => cell !== null);
    const parts = named.map(([name, cell]) => isIn(table, name, cell ?? '', alias));
    return parts.length > 0 && parts.every((part) => part !== null) ? `(${parts.join(' and ')})` : 'false';
  });
  return conditions.join(' or ') || 'false';
}

/** SQL: row `row` was written by this import: what it ended counted until now. */
const isWritten = (row: string) => `${row}.xmin = pg_current_xact_id()::xid`;
/** SQL: row `alias` belongs to a faculty: a student by the group of today, a teacher by posts where no other faculty has one. */
const peopleOf: Readonly<Record<string, (alias: string, faculty: string) => string>> = {
  students: (alias, faculty) => `exists (select from group_membership m join study_group g on g.id = m.group_id
    join speciality s on s.id = g.speciality_id
    where m.student_id = ${alias}.id and s.faculty_id = ${faculty} and (${isWritten('m')} or exists (
      select from group_student gs where gs.student_id = m.student_id and gs.group_id = m.group_id and gs.is_current)))`,
  teachers: (alias, faculty) => `(exists (select from employment e join department d on d.id = e.department_id
      where e.teacher_id = ${alias}.id and (e.ends_on is null or ${isWritten('e')}) and d.faculty_id = ${faculty})
    and not exists (select from employment e join department d on d.id = e.department_id
      where e.teacher_id = ${alias}.id and e.ends_on is null and d.faculty_id <> ${faculty}))`,
  memberships: (alias, faculty) => `exists (select from study_group g join speciality s on s.id = g.speciality_id
    where g.id = ${alias}.group_id and s.faculty_id = ${faculty})`,
  employments: (alias, faculty) =>
    `exists (select from department d where d.id = ${alias}.department_id and d.faculty_id = ${faculty})`,
};
const quoted = (cell: string) => `'${cell.replaceAll("'", "''")}'`;
const facultyOf = (code: string) => `(select id from faculty where code = ${quoted(code)})`;

function isIn(table: TableDescription, name: string, cell: string, alias: string): string | null {
  if (!table.columns.some((candidate) => candidate.name === name)) return null;
  const { into } = requireColumn(table, name);
  if (into === null) return null;
  return name === 'faculty' ? `${alias}."${into}" = ${facultyOf(cell)}` : `${alias}."${into}" = ${quoted(cell)}`;
}
