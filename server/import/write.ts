import { formatCell } from './check.ts';
import type { TableDescription } from './describe.ts';
import { unreferencedCondition } from './foreign-keys.ts';
import { type ParsedFiles, rowKey } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { type ImportScope, removableRowCondition } from './scope.ts';
import {
  analyzeLargeTable,
  type ImportConnection,
  keyMatchCondition,
  listDatabaseKeyColumns,
  readDatabaseKeys,
  storedColumns,
} from './stage.ts';
import { importTables, requireColumn } from './tables.ts';
import { uniqueChecks } from './unique-checks.ts';

/** What an import did (or, in a dry run, would do) to one file's rows. */
export interface FileChangeCounts {
  file: string;
  /** Rows that the file holds. */
  rows: number;
  added: number;
  changed: number;
  /** Rows deleted, ended, or people closed. */
  closed: number;
  /** Rows that vanished from the file but stay because something refers to them. */
  kept: number;
}

/** An empty line of the summary. */
export function createFileChangeCounts(file: string, rows: number): FileChangeCounts {
  return { file, rows, added: 0, changed: 0, closed: 0, kept: 0 };
}

/** Adds and changes the rows of one file, after `resolve`. People have a way of their own: see people.ts. */
export async function writeTable(
  db: ImportConnection,
  table: TableDescription,
  change: FileChangeCounts,
  { today, scope }: { today: string; scope: ImportScope },
): Promise<void> {
  await endVanished(db, table, change, { today, scope });
  await makeRoom(db, table, change);
  const columns = [...storedColumns(table).keys()];
  const key = new Set(listDatabaseKeyColumns(table).map((column) => column.name));
  const values = columns.filter((name) => !key.has(name));
  const match = keyMatchCondition(table);
  if (values.length > 0) {
    const list = (alias: string) => `(${values.map((name) => `${alias}."${name}"`).join(', ')})`;
    const updated =
      await db.unsafe(`update ${table.into} t set ${values.map((name) => `"${name}" = r."${name}"`).join(', ')}
      from r_${table.file} r where ${match} and ${list('t')} is distinct from ${list('r')}`);
    change.changed += updated.count;
  }
  const names = columns.map((name) => `"${name}"`).join(', ');
  const inserted = await db.unsafe(`insert into ${table.into} (${names}) select ${names} from r_${table.file} r
    where not exists (select from ${table.into} t where ${match}) order by r."row"`);
  change.added += inserted.count;
  // Later files are joined to these rows; without figures the planner takes them for empty.
  await analyzeLargeTable(db, table.into, inserted.count);
}

/** Ends today what vanished from a file whose rows are never deleted. */
async function endVanished(
  db: ImportConnection,
  table: TableDescription,
  change: FileChangeCounts,
  { today, scope }: { today: string; scope: ImportScope },
): Promise<void> {
  if (table.vanished !== 'end') return;
  const ended = await db.unsafe(
    `update ${table.into} t set ends_on = greatest(t.starts_on, $1::date)
     where (t.ends_on is null or t.ends_on > $1::date)
       and t.ends_on is distinct from greatest(t.starts_on, $1::date)
       and not exists (select from r_${table.file} r where ${keyMatchCondition(table)}) and (${removableRowCondition(table, scope)})`,
    [today],
  );
  change.closed += ended.count;
}

/** What must give way first: only one year is the default, only one membership of a student is open. */
async function makeRoom(db: ImportConnection, table: TableDescription, change: FileChangeCounts): Promise<void> {
  if (table.file === 'academic_years') {
    // A folder that repeats itself names none where the office has opened another year since.
    await db`update academic_year set is_default = false
      where is_default and id <> (select id from r_academic_years where is_default)`;
    return;
  }
  if (table.file === 'memberships') {
    const ended = await db`update group_membership t set ends_on = r.ends_on from r_memberships r
      where t.student_id = r.student_id and t.group_id = r.group_id and t.starts_on = r.starts_on
        and t.ends_on is null and r.ends_on is not null`;
    change.changed += ended.count;
    return;
  }
  const unique = uniqueChecks[table.into];
  if (!unique) return;
  const list = (alias: string) => `(${unique.columns.map((name) => `${alias}."${name}"`).join(', ')})`;
  await db.unsafe(`update ${table.into} t set ${unique.release} from r_${table.file} r
    where ${keyMatchCondition(table)} and ${list('t')} is distinct from ${list('r')}`);
}

/** Deletes what vanished from the files, last file first, as far as nothing refers to it; names what stays. */
export async function removeMissingRows(
  db: ImportConnection,
  files: ParsedFiles,
  scope: ImportScope,
  changes: Map<string, FileChangeCounts>,
  report: ImportReport,
): Promise<void> {
  const removing = [...files.values()].filter((file) => file.table.vanished === 'remove').reverse();
  for (const { table, name, rows } of removing) {
    const change = changes.get(table.file);
    if (!change) continue;
    const removable = `not exists (select from r_${table.file} r where ${keyMatchCondition(table)}) and (${removableRowCondition(table, scope)})`;
    // Mostly nothing has: whether anything refers to it is then no question, and the longest one to plan.
    change.kept = await countOf(db, table.into, removable);
    if (change.kept === 0) continue;
    const parts = importTables.find(({ partOf }) => partOf?.file === table.file);
    const partsBefore = parts ? await countOf(db, parts.into) : 0;
    const deleted = await db.unsafe(
      `delete from ${table.into} t where ${removable} and ${await unreferencedCondition(db, table.into, { kinds: ['a', 'r'] })}`,
    );
    change.closed += deleted.count;
    if (parts && deleted.count > 0) {
      const own = changes.get(parts.file) ?? createFileChangeCounts(parts.file, 0);
      own.closed += partsBefore - (await countOf(db, parts.into));
      changes.set(parts.file, own);
    }
    change.kept = await countOf(db, table.into, removable);
    if (change.kept === 0) continue;
    const handedIn = new Set(rows.map((row) => rowKey(row, table.key)));
    for (const key of (await readDatabaseKeys(db, table.file, removable)).difference(handedIn)) {
      const cells = key
        .split('\u001f')
        .map((cell, place) => formatCell(requireColumn(table, table.key[place] ?? ''), cell));
      report.warning('row.kept', { file: name }, { value: cells.join(', ') });
    }
  }
}

/** Rows `t` of a table for which the SQL of `where` holds. */
async function countOf(db: ImportConnection, table: string, where = 'true'): Promise<number> {
  const [row] = await db.unsafe<{ count: number }[]>(`select count(*)::int as count from ${table} t where ${where}`);
  return row?.count ?? 0;
}
