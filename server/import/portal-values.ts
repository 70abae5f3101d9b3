import type { TableDescription } from './describe.ts';
import { type ImportConnection, keyMatchCondition, listDatabaseKeyColumns } from './stage.ts';

/**
 * Columns that people also change in the portal: the office gives seats and another teacher, moves the end of a window, and
 * says with which year the portal opens.
 */
const changedInPortal: Readonly<Record<string, readonly string[]>> = {
  academic_years: ['is_default'],
  streams: ['capacity', 'teacher_id', 'number'],
  registration_windows: ['ends_on'],
};

/**
 * Keeps what was changed in the portal as long as the folder repeats what it said before: a nightly import must not take
 * back the seats that the office added. After `resolve`, before writing.
 */
export async function keepPortalValues(db: ImportConnection, table: TableDescription): Promise<void> {
  const columns = changedInPortal[table.file] ?? [];
  for (const [place, column] of columns.entries())
    await keepColumn(db, table, column, place === 0 ? table.file : `${table.file}.${column}`);
}

/** `as`: under which name the folder's values of the column are remembered. */
async function keepColumn(db: ImportConnection, table: TableDescription, column: string, as: string): Promise<void> {
  const key = `concat_ws('|', ${listDatabaseKeyColumns(table)
    .map(({ name }) => `r."${name}"`)
    .join(', ')})`;
  await db.unsafe(
    `create temp table folder_value on commit drop as select ${key} as key, r."${column}"::text as value from r_${table.file} r`,
  );
  await db.unsafe(
    `update r_${table.file} r set "${column}" = t."${column}" from ${table.into} t, imported_value v
     where ${keyMatchCondition(table)} and v.file = $1 and v.key = ${key} and v.value = r."${column}"::text`,
    [as],
  );
  await storeImportedValues(db, as);
  await db`drop table folder_value`;
}

/** Notes for the next import what this folder says; takes it from the temporary table `folder_value` (key, value). */
export async function storeImportedValues(db: ImportConnection, file: string): Promise<void> {
  await db`
    insert into imported_value (file, key, value) select ${file}, key, value from folder_value
    on conflict (file, key) do update set value = excluded.value where imported_value.value <> excluded.value`;
}
