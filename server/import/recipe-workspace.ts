import type { Language } from '../core/translations.ts';
import { formatImportText, type ImportTextCode } from './import-texts.ts';
import type { KnownRowIndex } from './recipe-lookup.ts';
import type { RowCells } from './recipe-portal-rows.ts';
import type { ImportReport } from './report.ts';
import { findDigitLetterMixup } from './similar.ts';

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
}

/** Puts a row into the folder. */
export function addOutputRow({ out }: RecipeWorkspace, file: string, cells: RowCells, origin: RowOrigin | null): void {
  const rows = out.get(file) ?? [];
  out.set(file, rows);
  rows.push({ cells, origin });
}

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
