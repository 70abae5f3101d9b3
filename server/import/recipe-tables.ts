import type { TableDescription } from './describe.ts';
import type { RecipeSheet } from './recipe-sheets.ts';
import { importTables } from './tables.ts';

/**
 * The portal's own table that a sheet among the foreign ones is: by the name of the file or of the sheet, with its key among the
 * headings; under another name by headings that only that table has. Null: none, it is a foreign sheet.
 */
export function findOwnTable({ file, sheet, cells }: RecipeSheet): string | null {
  const headings = (cells[0] ?? []).map((heading) => heading.toLowerCase()).filter(Boolean);
  // A browser that fetches a file again puts a number behind its name.
  const names = [file.replace(/\.(csv|xlsx)$/i, ''), sheet ?? '']
    .map((name) => name.replace(/\s*\(\d+\)$/, '').toLowerCase())
    .filter(Boolean);
  const named = importTables.find((table) => names.includes(table.file));
  if (named && hasKey(named, headings)) return named.file;
  const fitting = importTables.filter((table) => isLaidOutAs(table, headings));
  return fitting.length === 1 ? (fitting[0]?.file ?? null) : null;
}

/** Of groups the name may stand for the code. */
const hasKey = ({ file, key }: TableDescription, headings: readonly string[]): boolean =>
  key.every((name) => headings.includes(name)) || (file === 'groups' && headings.includes('name'));

const isLaidOutAs = ({ columns }: TableDescription, headings: readonly string[]): boolean =>
  headings.length > 1 &&
  headings.every((heading) => columns.some(({ name }) => name === heading)) &&
  columns.every(({ name, optional }) => optional || headings.includes(name));
