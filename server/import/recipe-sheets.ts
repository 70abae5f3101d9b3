import { extname } from 'node:path';
import { encodingNames } from '../core/encodings.ts';
import type { Language } from '../core/translations.ts';
import { reportCellsWithoutValue, reportUnreadableWorkbook, showErrors } from './read.ts';
import { createImportReport, type ImportFault, type ImportReport } from './report.ts';
import { readTextTable } from './text-table.ts';
import { type MergedCellRange, readWorkbook, UnreadableWorkbookError } from './workbook.ts';

/** A file as it came: its name and its bytes. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A sheet as people see it. */
export interface RecipeSheet {
  /** Name of the file, with the sheet's behind it where a workbook has several. */
  readonly place: string;
  readonly file: string;
  /** Name of the sheet; null for a text file. */
  readonly sheet: string | null;
  /** How a text file is written; null for a workbook. */
  readonly encoding: string | null;
  /** Texts with single blanks and none at the ends. */
  readonly cells: string[][];
  readonly merges: readonly MergedCellRange[];
  /** Cells without a value, which were reported: row and column, from 0. */
  readonly withoutValue?: ReadonlySet<string>;
}

/** The sheets of files, and what is wrong with them. */
export interface ParsedSheets {
  readonly sheets: readonly RecipeSheet[];
  readonly problems: readonly ImportFault[];
}

/** What the shown sheets of all files together may hold. */
export interface SheetLimits {
  readonly cells: number;
  /** A text that a workbook keeps once counts for each cell that refers to it. */
  readonly characters: number;
}

/** The sheets hold more than the limits allow. */
export class SheetsTooLargeError extends Error {}

/**
 * Reads every sheet of the files; what cannot be read is reported in a language and left out.
 * @throws SheetsTooLarge
 */
export async function readSheets(
  files: readonly ForeignFile[],
  language: Language,
  limits: SheetLimits = { cells: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
): Promise<ParsedSheets> {
  const tidyCells = cellTidier(limits);
  const report = createImportReport(language);
  const sheets: RecipeSheet[] = [];
  for (const file of files) {
    const bytes = Buffer.from(file.bytes);
    // What a workbook is, its first bytes say: registrars name files as they like.
    const isWorkbook = extname(file.name).toLowerCase() === '.xlsx' || bytes.subarray(0, 2).toString() === 'PK';
    sheets.push(
      ...(isWorkbook
        ? await workbook(file.name, bytes, report, tidyCells)
        : await textFile(file.name, bytes, report, tidyCells)),
    );
  }
  return { sheets, problems: report.problems };
}

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

type CellTidier = (cells: readonly string[][]) => string[][];

/** Tidies the cells of one sheet after another, until all together are more than the limits allow. */
function cellTidier(limits: SheetLimits): CellTidier {
  let [cellCount, characters] = [0, 0];
  return (cells) =>
    cells.map((row) => {
      cellCount += row.length;
      for (const cell of row) characters += cell.length;
      if (cellCount > limits.cells || characters > limits.characters) throw new SheetsTooLargeError();
      return row.map(tidy);
    });
}

async function textFile(
  name: string,
  bytes: Buffer,
  report: ImportReport,
  tidyCells: CellTidier,
): Promise<RecipeSheet[]> {
  // A PDF is text to its first page of drawings.
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    report.error('file.unreadable', { file: name });
    return [];
  }
  const table = await readTextTable(bytes, name, report);
  if (!table) return [];
  const encoding = encodingNames[table.encoding];
  if (table.encoding === 'windows-1251') report.warning('recipe.encoding', { file: name }, { value: encoding });
  if (!table.isEnded) report.warning('file.notEnded', { file: name, row: table.lines.length });
  return [{ place: name, file: name, sheet: null, encoding, cells: tidyCells(table.lines), merges: [] }];
}

async function workbook(
  name: string,
  bytes: Buffer,
  report: ImportReport,
  tidyCells: CellTidier,
): Promise<RecipeSheet[]> {
  try {
    const all = await readWorkbook(bytes);
    const shown = all.filter(({ hidden }) => !hidden);
    for (const { name: sheet } of all.filter(({ hidden }) => hidden))
      report.warning('file.hiddenSheet', { file: name }, { sheet });
    return shown.map(({ name: sheet, cells, merges, withoutValue }) => {
      const place = shown.length > 1 ? `${name}/${sheet}` : name;
      reportCellsWithoutValue(withoutValue, place, [], report);
      showErrors(cells, withoutValue);
      const known = new Set(withoutValue.map(({ row, column }) => `${row} ${column}`));
      return { place, file: name, sheet, encoding: null, cells: tidyCells(cells), merges, withoutValue: known };
    });
  } catch (failure) {
    if (!(failure instanceof UnreadableWorkbookError)) throw failure;
    reportUnreadableWorkbook(failure, name, report);
    return [];
  }
}
