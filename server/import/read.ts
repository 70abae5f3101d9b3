import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isArchiverMetadata } from '../files/unpack-rules.ts';
import type { TableDescription } from './describe.ts';
import type { ImportReport } from './report.ts';
import { scopeTable } from './scope.ts';
import { importTables } from './tables.ts';
import { readTextTable } from './text-table.ts';
import {
  fillMergedCells,
  readWorkbook,
  toCellAddress,
  UnreadableWorkbookError,
  type WorkbookSheet,
} from './workbook.ts';

/** A file as it was handed in: headings and rows of text. Row 0 of `rows` is row 2 of the spreadsheet. */
export interface RawFile {
  /** Name with its ending. */
  name: string;
  headings: string[];
  /** Place of the headings among the lines, counted from 0; rows before them are empty. */
  heading: number;
  rows: string[][];
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Cells without a value, which were reported: row as a spreadsheet numbers it, and column from 0. */
  withoutValue?: ReadonlySet<string>;
}

/** What an import folder holds. */
export interface RawFolder {
  /** By the name of the table. */
  files: Map<string, RawFile>;
  /** Codes of the people whose photos lie in photos/, with the files' names. */
  photos: Map<string, string>;
}

/** The table that a file would be for by its name. */
export const tableNameFromFile = (name: string): string =>
  name.slice(0, name.length - extname(name).length).toLowerCase();

/** Reads every table of the folder; what cannot be read is reported and left out. */
export async function readFolder(folder: string, report: ImportReport): Promise<RawFolder> {
  const files = new Map<string, RawFile>();
  const photos = new Map<string, string>();
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    report.error('folder.missing', {}, { folder });
    return { files, photos };
  }
  const known = new Set([scopeTable, ...importTables].map((table) => table.file));
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const { name } = entry;
    if (isIgnored(entry)) continue;
    if (entry.isDirectory()) {
      if (name === 'photos') for (const photo of await readdir(join(folder, name))) notePhoto(photo, photos, report);
      else report.warning('file.unknown', { file: `${name}/` });
      continue;
    }
    const ending = extname(name).toLowerCase();
    const table = tableNameFromFile(name);
    const keep = (key: string, file: RawFile | null) => {
      const other = files.get(key);
      if (file && other) report.error('file.twice', { file: file.name }, { other: other.name });
      else if (file) files.set(key, file);
    };
    if (known.has(table) && ['.csv', '.xlsx'].includes(ending)) {
      if (files.has(table)) report.error('file.twice', { file: name }, { other: files.get(table)?.name ?? '' });
      else keep(table, await readTable(join(folder, name), name, ending, report));
    } else if (ending === '.xlsx') {
      for (const [key, file] of await readSheets(join(folder, name), name, known, report)) keep(key, file);
    } else report.warning('file.unknown', { file: name });
  }
  if (files.size === 0 && report.errorCount() === 0) report.error('folder.nothing');
  return { files, photos };
}

/** What systems and programs leave beside the tables, and notes for people: nobody expects it to be read. */
const isIgnored = (entry: Dirent): boolean =>
  /^[.]|^~[$]/.test(entry.name) ||
  isArchiverMetadata(entry.isDirectory() ? `${entry.name}/` : entry.name) ||
  (entry.isFile() && /^readme([.](txt|md|html|pdf|docx))?$/i.test(entry.name));

/** The tables of one workbook whose sheets are named like tables; other sheets are reported and left out. */
async function readSheets(
  path: string,
  name: string,
  known: ReadonlySet<string>,
  report: ImportReport,
): Promise<[string, RawFile][]> {
  const found = await readBook(path, name, report);
  if (!found) return [];
  const { bytes, sheets } = found;
  const tableOf = (sheet: string) => sheet.trim().toLowerCase();
  if (!sheets.some((sheet) => known.has(tableOf(sheet.name)))) {
    report.warning('file.unknown', { file: name });
    return [];
  }
  return sheets.flatMap((sheet): [string, RawFile][] => {
    const place = `${name}/${sheet.name}`;
    const table = tableOf(sheet.name);
    if (!known.has(table)) {
      report.warning('file.unknown', { file: place });
      return [];
    }
    if (sheet.hidden) {
      report.warning('file.hiddenSheet', { file: name }, { sheet: sheet.name });
      return [];
    }
    const file = ofSheet(bytes, place, sheet, table, report);
    return file ? [[table, file]] : [];
  });
}

function notePhoto(name: string, photos: Map<string, string>, report: ImportReport) {
  if (/\.jpe?g$/i.test(name)) photos.set(name.replace(/\.jpe?g$/i, '').normalize('NFC'), name);
  else report.warning('photo.notJpeg', { file: `photos/${name}` });
}

async function readTable(path: string, name: string, ending: string, report: ImportReport): Promise<RawFile | null> {
  const table = tableNameFromFile(name);
  if (ending === '.xlsx') {
    const found = await readBook(path, name, report);
    const sheet = found && shownSheet(found.sheets, name, report);
    return found && sheet && ofSheet(found.bytes, name, sheet, table, report);
  }
  const bytes = await readBytes(path, name, report);
  const text = bytes && (await readTextTable(bytes, name, report));
  if (!bytes || !text) return null;
  const file = asTable(bytes, name, text.lines, table, report);
  if (file && !text.isEnded) reportCut(file, report);
  return file;
}

async function readBytes(path: string, name: string, report: ImportReport): Promise<Buffer | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) report.error('file.unreadable', { file: name });
  return bytes;
}

async function readBook(
  path: string,
  name: string,
  report: ImportReport,
): Promise<{ bytes: Buffer; sheets: WorkbookSheet[] } | null> {
  const bytes = await readBytes(path, name, report);
  if (!bytes) return null;
  try {
    return { bytes, sheets: await readWorkbook(bytes) };
  } catch (failure) {
    if (!(failure instanceof UnreadableWorkbookError)) throw failure;
    reportUnreadableWorkbook(failure, name, report);
    return null;
  }
}

/** Says why a workbook is not read. */
export function reportUnreadableWorkbook({ far }: UnreadableWorkbookError, file: string, report: ImportReport): void {
  if (far === null) report.error('file.notXlsx', { file });
  else report.error('file.farCell', { file }, { cell: far });
}

/** The sheet that people see first; the others are reported as not read. */
function shownSheet(sheets: readonly WorkbookSheet[], file: string, report: ImportReport): WorkbookSheet | null {
  const shown = sheets.find(({ hidden }) => !hidden);
  for (const sheet of sheets.filter((one) => one !== shown))
    report.warning(sheet.hidden ? 'file.hiddenSheet' : 'file.otherSheet', { file }, { sheet: sheet.name });
  if (!shown) report.error('file.empty', { file });
  return shown ?? null;
}

/** A sheet as a table: merged cells are filled, cells that show an error or nothing at all are errors. */
function ofSheet(
  bytes: Buffer,
  name: string,
  sheet: WorkbookSheet,
  table: string,
  report: ImportReport,
): RawFile | null {
  const isRead = sheet.cells.length > 0 || sheet.withoutValue.length === 0;
  const lines = isRead ? fillMergedCells(sheet) : [];
  showErrors(lines, sheet.withoutValue);
  const file = isRead ? asTable(bytes, name, lines, table, report) : null;
  if (file) file.withoutValue = new Set(sheet.withoutValue.map(({ row, column }) => `${row + 1} ${column}`));
  reportCellsWithoutValue(sheet.withoutValue, name, file?.headings ?? [], report);
  const merged = sheet.merges.filter(({ bottom }) => file && bottom > file.heading).length;
  if (merged > 0) report.warning('file.merged', { file: name }, { count: merged });
  return file;
}

/** Puts into cells the error that the spreadsheet shows in them. */
export function showErrors(cells: string[][], without: WorkbookSheet['withoutValue']): void {
  for (const { row, column, error } of without) {
    const line = cells[row];
    if (line && error !== null) line[column] = error;
  }
}

/** Says which cells of a sheet show an error, or a formula without its result. */
export function reportCellsWithoutValue(
  cells: WorkbookSheet['withoutValue'],
  file: string,
  headings: readonly string[],
  report: ImportReport,
): void {
  for (const { row, column, error } of cells) {
    const place = { file, row: row + 1, column: headings[column] || toCellAddress(row, column) };
    if (error === null) report.error('cell.noResult', place);
    else report.error('cell.error', place, { value: error });
  }
}

/** Rows among which the headings are looked for. */
const searchedRows = 20;

/** The row that holds the headings: the first one, or below a title the one that names most columns of the table. */
function headingRow(lines: readonly string[][], file: string): number {
  const table = [scopeTable, ...importTables].find((one) => one.file === file);
  const named = (line: readonly string[] = []) => headingsIn(line, table);
  const first = named(lines[0]);
  const counts = lines.slice(0, searchedRows).map(named);
  const most = Math.max(0, ...counts);
  return most > first && most >= 2 ? counts.indexOf(most) : 0;
}

const headingsIn = (line: readonly string[], table: TableDescription | undefined): number =>
  new Set(line.map(asHeading)).intersection(new Set(table?.columns.map(({ name }) => name))).size;

const asHeading = (cell: string): string =>
  cell
    .replace(/[\p{Cf}\s]+/gu, (found) => (/\s/u.test(found) ? ' ' : ''))
    .trim()
    .toLowerCase();

/** The lines of a file as headings and rows; what is above the headings is left out, and reported. */
function asTable(bytes: Buffer, name: string, lines: string[][], table: string, report: ImportReport): RawFile | null {
  const heading = headingRow(lines, table);
  const first = lines[heading];
  if (!first?.some((cell) => cell.trim() !== '')) {
    report.error('file.empty', { file: name });
    return null;
  }
  if (heading > 0) report.warning('file.titleRows', { file: name }, { row: heading + 1 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Empty rows are skipped: those before the headings keep the numbers of the others.
  const rows = lines.slice(1).map((line, place) => (place < heading ? [] : line));
  return { name, headings: first.map(asHeading), heading, rows, sha256 };
}

/** A file that does not end with the end of a line may have been cut; where its last row is too short, it was. */
function reportCut({ name, headings, rows }: RawFile, report: ImportReport): void {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''));
  const width = headings.findLastIndex((heading) => heading !== '') + 1;
  const isShort = last >= 0 && (rows[last]?.length ?? 0) < width;
  if (isShort) report.error('file.cut', { file: name, row: last + 2 });
  else report.warning('file.notEnded', { file: name, row: last + 2 });
}
