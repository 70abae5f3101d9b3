/// <reference path="./saxen.d.ts" />
import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'saxen';
import { cellText, decode } from './read.ts';
import type { Report } from './report.ts';

/** A file as it came: its name and its bytes. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Cells that are shown as one; rows and columns count from 0, the last ones belong to it. */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A sheet as people see it. */
export interface Sheet {
  /** Name of the file, with the sheet's behind it where a workbook has several. */
  readonly place: string;
  readonly file: string;
  /** Name of the sheet; null for a text file. */
  readonly sheet: string | null;
  /** How a text file is written; null for a workbook. */
  readonly encoding: string | null;
  /** Texts with single blanks and none at the ends. */
  readonly cells: string[][];
  readonly merges: readonly Merge[];
}

const mostUnpacked = 300 * 1024 * 1024;

/** Reads every sheet of the files; what cannot be read is reported and left out. */
export async function readSheets(files: readonly ForeignFile[], report: Report): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const file of files) {
    const bytes = Buffer.from(file.bytes);
    // What a workbook is, its first bytes say: registrars name files as they like.
    const isWorkbook = extname(file.name).toLowerCase() === '.xlsx' || bytes.subarray(0, 2).toString() === 'PK';
    sheets.push(...(isWorkbook ? await workbook(file.name, bytes, report) : textFile(file.name, bytes, report)));
  }
  return sheets;
}

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

function textFile(name: string, bytes: Buffer, report: Report): Sheet[] {
  const text = decode(bytes);
  if (text === null) {
    report.mistake('file.encoding', { file: name });
    return [];
  }
  const first = text.content.split(/\r?\n/, 40).join('\n');
  const delimiter = [';', ',', '\t'].reduce((best, mark) =>
    first.split(mark).length > first.split(best).length ? mark : best,
  );
  try {
    const lines: string[][] = parse(text.content, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    });
    if (text.encoding === 'Windows-1251') report.warning('recipe.encoding', { file: name }, { value: text.encoding });
    const cells = lines.map((line) => line.map(tidy));
    return [{ place: name, file: name, sheet: null, encoding: text.encoding, cells, merges: [] }];
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    report.mistake('file.quotes', { file: name, row: Number(failure.lines ?? 0) || null });
    return [];
  }
}

async function workbook(name: string, bytes: Buffer, report: Report): Promise<Sheet[]> {
  try {
    const merges = mergesOf(bytes);
    const { default: readWorkbook } = await import('read-excel-file/node');
    const sheets = await readWorkbook(bytes);
    const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
    return filled.map(({ sheet, data }) => ({
      place: filled.length > 1 ? `${name}/${sheet}` : name,
      file: name,
      sheet,
      encoding: null,
      cells: data.map((row) => row.map((cell) => tidy(cellText(cell)))),
      merges: merges.get(sheet) ?? [],
    }));
  } catch {
    report.mistake('file.notXlsx', { file: name });
    return [];
  }
}

/** The merged cells of each sheet of a workbook, by the sheet's name: the reader of values does not tell them. */
function mergesOf(bytes: Buffer): Map<string, Merge[]> {
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (unpacked > mostUnpacked) throw new Error('too large');
      return (
        name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels' || /^xl\/worksheets\/[^/]+$/.test(name)
      );
    },
  });
  const elements = (path: string, wanted: string) => {
    const found: Record<string, string>[] = [];
    const parser = new Parser();
    parser.on('error', (failure) => {
      throw failure;
    });
    parser.on('openTag', (tag, attributes) => {
      if (tag.replace(/^.*:/, '') === wanted) found.push({ ...attributes() });
    });
    parser.parse(strFromU8(parts[path] ?? new Uint8Array()));
    return found;
  };
  const targets = new Map(
    elements('xl/_rels/workbook.xml.rels', 'Relationship').map(({ Id, Target = '' }) => [
      Id ?? '',
      Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`,
    ]),
  );
  return new Map(
    elements('xl/workbook.xml', 'sheet').map(({ name = '', 'r:id': id = '' }) => [
      decodeXml(name),
      elements(targets.get(id) ?? '', 'mergeCell').flatMap(({ ref = '' }) => mergeOf(ref) ?? []),
    ]),
  );
}

const decodeXml = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

/** `B2:C3` as rows and columns. */
function mergeOf(ref: string): Merge | null {
  const [, left, top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
  if (!left || !top || !right || !bottom) return null;
  return { top: Number(top) - 1, left: columnAt(left), bottom: Number(bottom) - 1, right: columnAt(right) };
}

const columnAt = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Letters of a column as spreadsheets show them: 0 is A, 26 is AA. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** `D14`. */
export const addressOf = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

/** The cells of a sheet with every merged cell filled with what stands in its first one. */
export function filled({ cells, merges }: Sheet): string[][] {
  const copy = cells.map((row) => [...row]);
  for (const { top, left, bottom, right } of merges) {
    const value = cells[top]?.[left] ?? '';
    for (let row = top; row <= Math.min(bottom, copy.length - 1); row++)
      for (let column = left; column <= right; column++) (copy[row] as string[])[column] = value;
  }
  return copy;
}
