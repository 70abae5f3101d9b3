import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import type { Report } from './report.ts';
import { scopeTable } from './scope.ts';
import { tables } from './tables.ts';

/** Loaded with the first workbook: most folders hold none, and a portal has other things to do. */
const spreadsheets = () => import('read-excel-file/node');

/** A file as it was handed in: headings and rows of text. Row 0 of `rows` is row 2 of the spreadsheet. */
export interface RawFile {
  /** Name with its ending. */
  name: string;
  headings: string[];
  rows: string[][];
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
}

/** What an import folder holds. */
export interface RawFolder {
  /** By the name of the table. */
  files: Map<string, RawFile>;
  /** Codes of the people whose photos lie in photos/, with the files' names. */
  photos: Map<string, string>;
}

/** The table that a file would be for by its name. */
export const tableOfFile = (name: string): string => name.slice(0, name.length - extname(name).length).toLowerCase();

/** Reads every table of the folder; what cannot be read is reported and left out. */
export async function readFolder(folder: string, report: Report): Promise<RawFolder> {
  const files = new Map<string, RawFile>();
  const photos = new Map<string, string>();
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    report.mistake('folder.missing', {}, { folder });
    return { files, photos };
  }
  const known = new Set([scopeTable, ...tables].map((table) => table.file));
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const { name } = entry;
    if (entry.isDirectory()) {
      if (name === 'photos') for (const photo of await readdir(join(folder, name))) notePhoto(photo, photos, report);
      continue;
    }
    const ending = extname(name).toLowerCase();
    const table = tableOfFile(name);
    if (name.startsWith('.') || name.startsWith('~$')) continue;
    const keep = (key: string, file: RawFile | null) => {
      const other = files.get(key);
      if (file && other) report.mistake('file.twice', { file: file.name }, { other: other.name });
      else if (file) files.set(key, file);
    };
    if (known.has(table) && ['.csv', '.xlsx'].includes(ending)) {
      if (files.has(table)) report.mistake('file.twice', { file: name }, { other: files.get(table)?.name ?? '' });
      else keep(table, await readTable(join(folder, name), name, ending, report));
    } else if (ending === '.xlsx') {
      for (const [key, file] of await readSheets(join(folder, name), name, known, report)) keep(key, file);
    } else report.warning('file.unknown', { file: name });
  }
  return { files, photos };
}

/** The tables of one workbook whose sheets are named like tables; other sheets are told and left out. */
async function readSheets(
  path: string,
  name: string,
  known: ReadonlySet<string>,
  report: Report,
): Promise<[string, RawFile][]> {
  const bytes = await readFile(path).catch(() => null);
  const { default: readWorkbook } = await spreadsheets();
  const sheets = bytes && (await readWorkbook(bytes).catch(() => null));
  if (!bytes || !sheets) {
    report.mistake(bytes ? 'file.notXlsx' : 'file.unreadable', { file: name });
    return [];
  }
  const tableOf = (sheet: string) => sheet.trim().toLowerCase();
  if (!sheets.some(({ sheet }) => known.has(tableOf(sheet)))) {
    report.warning('file.unknown', { file: name });
    return [];
  }
  return sheets.flatMap(({ sheet, data }): [string, RawFile][] => {
    const place = `${name}/${sheet}`;
    if (!known.has(tableOf(sheet))) {
      report.warning('file.unknown', { file: place });
      return [];
    }
    const lines = data.map((row) => row.map(cellText));
    const file = asTable(bytes, place, lines, report);
    return file ? [[tableOf(sheet), file]] : [];
  });
}

function notePhoto(name: string, photos: Map<string, string>, report: Report) {
  if (/\.jpe?g$/i.test(name)) photos.set(name.replace(/\.jpe?g$/i, '').normalize('NFC'), name);
  else report.warning('photo.notJpeg', { file: `photos/${name}` });
}

async function readTable(path: string, name: string, ending: string, report: Report): Promise<RawFile | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) {
    report.mistake('file.unreadable', { file: name });
    return null;
  }
  const lines = ending === '.csv' ? readCsv(bytes, name, report) : await readXlsx(bytes, name, report);
  return lines && asTable(bytes, name, lines, report);
}

/** The lines of a file as headings and rows. */
function asTable(bytes: Buffer, name: string, lines: string[][], report: Report): RawFile | null {
  const [first, ...rows] = lines;
  if (!first?.some((cell) => cell.trim() !== '')) {
    report.mistake('file.empty', { file: name });
    return null;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, headings: first.map((cell) => cell.trim().toLowerCase()), rows, sha256 };
}

function readCsv(bytes: Buffer, name: string, report: Report): string[][] | null {
  const text = decode(bytes);
  if (text === null) {
    report.mistake('file.encoding', { file: name });
    return null;
  }
  const { content } = text;
  const heading = content.slice(0, Math.max(0, content.search(/[\r\n]/)) || undefined);
  const delimiter = [',', ';', '\t'].reduce((best, mark) =>
    heading.split(mark).length > heading.split(best).length ? mark : best,
  );
  try {
    // Blank lines are kept here, so that row numbers are those of the spreadsheet.
    return parse(content, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false });
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    report.mistake('file.quotes', { file: name, row: Number(failure.lines ?? 0) || null });
    return null;
  }
}

/** Text of a file in UTF-8, UTF-16 or Windows-1251, and which of them it is; null when it is none of them. */
export function decode(bytes: Buffer): { content: string; encoding: string } | null {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe)
    return { content: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  try {
    return { content: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Zero bytes are in no text of Windows-1251: this is some other kind of file.
    if (bytes.includes(0)) return null;
    return { content: new TextDecoder('windows-1251').decode(bytes), encoding: 'Windows-1251' };
  }
}

async function readXlsx(bytes: Buffer, name: string, report: Report): Promise<string[][] | null> {
  try {
    const { readSheet } = await spreadsheets();
    const sheet = await readSheet(bytes);
    return sheet.map((row) => row.map(cellText));
  } catch {
    report.mistake('file.notXlsx', { file: name });
    return null;
  }
}

/** A value of a spreadsheet's cell as text. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    // A time of day without a date is a moment of the spreadsheet's first days.
    const iso = value.toISOString();
    return value.getUTCFullYear() < 1901 ? iso.slice(11, 16) : iso.slice(0, 10);
  }
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  return String(value);
}
