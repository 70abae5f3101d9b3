import type { ColumnDescription, TableDescription } from './describe.ts';
import { documentTables } from './tables-documents.ts';
import { materialTables } from './tables-materials.ts';
import { peopleTables } from './tables-people.ts';
import { structureTables } from './tables-structure.ts';
import { teachingTables } from './tables-teaching.ts';

/** Every file of an import folder; a file only refers to files before it. */
export const importTables: readonly TableDescription[] = [
  ...structureTables,
  ...documentTables,
  ...peopleTables,
  ...teachingTables,
  ...materialTables,
];

const byFile = new Map(importTables.map((table) => [table.file, table]));

/** The description of a file. */
export function requireTable(file: string): TableDescription {
  const table = byFile.get(file);
  if (!table) throw new Error(`no description of the file ${file}`);
  return table;
}

/** The description of a column that certainly exists. */
export function requireColumn(table: TableDescription, name: string): ColumnDescription {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no description of ${table.file}.${name}`);
  return column;
}
