import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type TableCell = string | number | boolean | null;
export type TableRows = TableCell[][];

/** Writes one table; the headings are separated by spaces. */
export type WriteTable = (file: string, headings: string, rows: TableRows) => Promise<void>;

/** What writes tables into a folder that exists, as the importer reads them. */
export function createTableWriter(folder: string): WriteTable {
  return async (file, headings, rows) => {
    const lines = rows.map((row) => row.map(csvCell).join(','));
    await writeFile(
      join(folder, `${file}.csv`),
      `${headings.split(' ').join(',')}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`,
    );
  };
}

function csvCell(value: TableCell): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
