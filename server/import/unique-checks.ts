import type { ParsedFile } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { type ImportScope, removableRowCondition } from './scope.ts';
import { type ImportConnection, keyMatchCondition, listDatabaseKeyColumns } from './stage.ts';

/** What is unique in a table besides its key. */
export interface UniqueCheck {
  /** Columns that are unique together. */
  columns: readonly string[];
  /** SQL: row `row` is one of those among which they are unique; all when left out. */
  when?: (row: string) => string;
  /** SQL `set` of row `t` to values that nobody has, so that two rows can swap theirs. */
  release: string;
}

/** By the table of the database. */
export const uniqueChecks: Readonly<Record<string, UniqueCheck>> = {
  pair_slot: {
    columns: ['starts_at'],
    release: `starts_at = time '00:00' + t.id * interval '1 second', ends_at = time '23:59:59'`,
  },
  stream: {
    columns: ['year_id', 'term_id', 'teacher_id', 'discipline_id', 'credits', 'class_type_id', 'number'],
    release: 'number = -1 - (t.id % 30000)',
  },
  study_group: { columns: ['name'], release: `name = '~' || t.id` },
  student: { columns: ['number'], release: `number = '~' || t.id` },
  account: { columns: ['login'], release: `login = '~' || t.person_id` },
  group_membership: {
    columns: ['student_id'],
    when: (row) => `${row}.ends_on is null`,
    release: 'ends_on = coalesce(t.ends_on, t.starts_on)',
  },
  academic_year: {
    columns: ['is_default'],
    when: (row) => `${row}.is_default`,
    release: 'is_default = false',
  },
};

/** Files whose rows must not share something with a row of the portal beside them, with the column that shows it. */
const taking: Readonly<Record<string, string>> = {
  groups: 'name',
  streams: 'number',
  pair_slots: 'starts_at',
  class_types: 'id',
  control_forms: 'id',
};

/** Reports values that belong to a row of the portal which this file does not hold; after `resolve`. */
export async function reportValuesInUse(
  db: ImportConnection,
  { table, name, rows }: ParsedFile,
  report: ImportReport,
): Promise<void> {
  const column = taking[table.file];
  const keys = listDatabaseKeyColumns(table).map((key) => key.name);
  if (column === undefined || keys.length === 0) return;
  const unique = uniqueChecks[table.into]?.columns ?? [column];
  const same = unique.map((each) => `t."${each}" = r."${each}"`).join(' and ');
  const isIn = keys.map((key) => `o."${key}" = t."${key}"`).join(' and ');
  const taken = await db.unsafe<{ row: number; other: string }[]>(
    `select r."row", coalesce(to_jsonb(t)->>'code', t.id::text) as other from r_${table.file} r
     join ${table.into} t on ${same} and not (${keyMatchCondition(table)})
     where not exists (select from r_${table.file} o where ${isIn}) order by 1`,
  );
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  for (const { row, other } of taken)
    report.error('value.inPortal', { file: name, row, column }, { value: cells.get(row)?.[column] ?? '', other });
}

/**
 * Reports students who come to a group and are still in another one on some of its days, of which the file does not speak and
 * which the import may not end, as where it only adds; after `resolve`. The last day in one may be the first in the next.
 */
export async function reportOtherGroupMembers(
  db: ImportConnection,
  { table, name, rows }: ParsedFile,
  scope: ImportScope,
  report: ImportReport,
): Promise<void> {
  if (table.file !== 'memberships') return;
  const staying = await db.unsafe<{ row: number; group: string; since: string }[]>(
    `select r."row", g.name as "group", t.starts_on::text as since from r_memberships r
     join group_membership t on t.student_id = r.student_id and not (${keyMatchCondition(table)})
       and coalesce(t.ends_on, 'infinity') > greatest(r.starts_on, today())
       and coalesce(r.ends_on, 'infinity') > greatest(t.starts_on, today())
     join study_group g on g.id = t.group_id
     where not (${removableRowCondition(table, scope)}) and not exists (
       select from r_memberships o
       where o.student_id = t.student_id and o.group_id = t.group_id and o.starts_on = t.starts_on)
     order by 1`,
  );
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  for (const { row, group, since } of staying) {
    const value = cells.get(row)?.student ?? '';
    report.error('membership.elsewhere', { file: name, row, column: 'student' }, { value, group, since });
  }
}
