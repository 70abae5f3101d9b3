import type { Language } from '../core/translations.ts';
import { formatImportText, type ImportTextCode } from './import-texts.ts';
import type { KnownRowIndex } from './recipe-lookup.ts';
import type { RowCells } from './recipe-portal-rows.ts';
import type { ImportReport } from './report.ts';
import { findDigitLetterMixup } from './similar.ts';
import { requireTable } from './tables.ts';

/** Where a row of a table comes from: file, row as the spreadsheet numbers it, and the headings by the table's columns. */
export interface RowOrigin {
  readonly file: string;
  readonly row: number;
  readonly columns: Readonly<Record<string, string>>;
}

/** A row of the folder that is being made; one that the portal holds and the sheet does not speak of has no origin. */
export interface OutputRow {
  readonly cells: RowCells;
  readonly origin: RowOrigin | null;
}

/** What a recipe works with. */
export interface RecipeWorkspace {
  readonly known: KnownRowIndex;
  readonly report: ImportReport;
  readonly language: Language;
  /** The university's day. */
  readonly today: string;
  /** Rows of the folder by table. */
  readonly out: Map<string, OutputRow[]>;
  /** Places in `out` of rows from tables that lie beside the sheets, by table and key. */
  readonly beside: Map<string, Map<string, number>>;
}

/** Puts a row into the folder; what a table beside the sheets has already is completed, never there twice. */
export function addOutputRow(
  { out, beside }: RecipeWorkspace,
  file: string,
  cells: RowCells,
  origin: RowOrigin | null,
): void {
  const rows = out.get(file) ?? [];
  out.set(file, rows);
  const place = beside.get(file)?.get(joinRowKey(file, cells));
  const before = place === undefined ? undefined : rows[place];
  if (place === undefined || !before) rows.push({ cells, origin });
  else rows[place] = { cells: { ...before.cells, ...cells }, origin: origin ?? before.origin };
}

/** The cells that together name a row of a table. */
export const joinRowKey = (file: string, cells: RowCells): string =>
  requireTable(file)
    .key.map((name) => cells[name] ?? '')
    .join('\u001f');

/**
 * Reports that the sheet names something that is not there, with what looks like it. `mayBeNew`: the word itself is among
 * what may be meant.
 */
export function reportUnknownValue(
  { report, language }: RecipeWorkspace,
  code: ImportTextCode,
  place: { file: string; row: number; column: string },
  value: string,
  similar: readonly string[],
  mayBeNew = false,
): void {
  const list = similar.map((name) => `«${name}»${reasonOf(value, name, language)}`).join(', ');
  const more = similar.length > 0 ? ` ${formatImportText('recipe.similar', language, { list })}` : '';
  report.error(code, place, {
    value,
    similar: more,
    names: [...similar, ...(mayBeNew ? [value] : [])].join('\u001f'),
  });
}

/** In brackets, that a letter was typed for a figure or a figure for a letter; nothing where that is not it. */
function reasonOf(value: string, name: string, language: Language): string {
  const mistake = findDigitLetterMixup(value, name);
  if (!mistake) return '';
  const code = /\d/.test(mistake.right) ? 'recipe.figureMeant' : 'recipe.letterMeant';
  return ` (${formatImportText(code, language, { ...mistake })})`;
}
