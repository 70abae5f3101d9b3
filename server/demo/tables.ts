import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Cell = string | number | boolean | null;
export type Rows = Cell[][];

/** Writes one table; the headings are separated by spaces. */
export type Write = (file: string, headings: string, rows: Rows) => Promise<void>;

/** What writes tables into a folder that exists, as the importer reads them. */
export function tablesIn(folder: string): Write {
  return async (file, headings, rows) => {
    const lines = rows.map((row) => row.map(csvCell).join(','));
    await writeFile(
      join(folder, `${file}.csv`),
      `${headings.split(' ').join(',')}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`,
    );
  };
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
