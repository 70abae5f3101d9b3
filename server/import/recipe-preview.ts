import type { Recipe } from '@bilim/contract/recipe.ts';
import { findHeadingRow } from './recipe-list.ts';
import type { RecipeSheet } from './recipe-sheets.ts';
import { findOwnTable } from './recipe-tables.ts';
import { importTables } from './tables.ts';
import { fillMergedCells, toColumnLetters } from './workbook.ts';

const searchedRows = 40;
const sampleRows = 3;

/** What a sheet looks like to somebody who maps its columns. */
export interface SheetPreview {
  readonly place: string;
  /** Which table of the portal it is; null: a foreign sheet. */
  readonly table: string | null;
  readonly encoding: string | null;
  readonly rows: number;
  readonly merged: number;
  readonly headerRow: number;
  readonly columns: { letters: string; heading: string; samples: string[] }[];
}

/** The headings of a sheet, each with the first values below it. */
export function buildSheetPreview(sheet: RecipeSheet, recipe: Recipe | null, wanted: number | null): SheetPreview {
  const cells = fillMergedCells(sheet);
  const table = findOwnTable(sheet);
  const found = recipe?.kind === 'list' ? findHeadingRow(recipe, sheet)?.row : undefined;
  const head = table !== null ? 0 : wanted === null ? (found ?? likely(cells)) : wanted - 1;
  const below = cells.slice(head + 1);
  const columns = (cells[head] ?? []).map((heading, column) => {
    const values = below.map((row) => row[column] ?? '').filter((text) => text !== '' && text !== String(column + 1));
    return {
      letters: toColumnLetters(column),
      heading,
      samples: values.slice(0, sampleRows).map((text) => text.slice(0, 60)),
    };
  });
  return {
    place: sheet.place,
    table,
    encoding: sheet.encoding,
    rows: below.filter((row) => row.some(Boolean)).length,
    merged: sheet.merges.length,
    headerRow: head + 1,
    columns: columns.filter(({ heading, samples }) => heading !== '' || samples.length > 0).slice(0, 60),
  };
}

/** The first row with most words in it: titles have one cell, numbers of columns no words. */
function likely(cells: readonly (readonly string[])[]): number {
  const words = cells.slice(0, searchedRows).map((row) => new Set(row.filter((text) => /\p{L}{2}/u.test(text))).size);
  const most = Math.max(0, ...words);
  return Math.max(
    0,
    words.findIndex((count) => count >= most * 0.8),
  );
}

/** Tables whose rows registrars keep in sheets, one row a thing. */
const offered = [
  ...['students', 'memberships', 'groups', 'teachers', 'employments', 'faculties', 'departments', 'specialities'],
  ...['disciplines', 'auditoriums', 'plan', 'group_load'],
];

/** What a column of a sheet may be mapped to, with the way in which its cells are usually read. */
export function listMappingTargets(): { to: string; how: string }[] {
  const found = offered.flatMap((name) => {
    const table = importTables.find(({ file }) => file === name);
    const columns = table?.columns.filter(({ is }) => is.a !== 'password') ?? [];
    return columns.map((column) => {
      const to = `${name}.${column.name}`;
      const formats: Partial<Record<string, string>> = { date: 'date', yesno: 'yesno', year: 'year' };
      return { to, how: to === 'memberships.group' ? 'group' : (formats[column.is.a] ?? 'text') };
    });
  });
  const whole = ['students', 'teachers'].map((table) => ({ to: `${table}.surname`, how: 'fullName' }));
  return [...whole, ...found, { to: 'find.faculty', how: 'text' }, { to: 'find.education_form', how: 'text' }];
}
