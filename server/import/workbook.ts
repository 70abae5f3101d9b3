/// <reference path="./saxen.d.ts" />
import { posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'saxen';

/** Cells that are shown as one; rows and columns count from 0, the last ones belong to it. */
export interface MergedCellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A cell that shows no value: an error such as #N/A, or a formula whose result was not stored (`error` is null). */
export interface CellWithoutValue {
  readonly row: number;
  readonly column: number;
  readonly error: string | null;
}

/** One sheet of a workbook: its values as texts, and what the values alone do not show. */
export interface WorkbookSheet {
  readonly name: string;
  /** The people who opened the workbook do not see it. */
  readonly hidden: boolean;
  readonly cells: string[][];
  readonly merges: readonly MergedCellRange[];
  readonly withoutValue: readonly CellWithoutValue[];
}

/** Why a workbook is not read: it is none, or a cell stands so far away that the table would have no end. */
export class UnreadableWorkbookError extends Error {
  /** Address of the far cell; null: it is no workbook at all. */
  readonly far: string | null;

  constructor(far: string | null) {
    super(far ?? 'no workbook');
    this.far = far;
  }
}

/** Bytes of all parts that are looked at, unpacked. */
const maxUnpackedBytes = 300 * 1024 * 1024;
/** Cells of a sheet, empty ones too: rows by columns up to the last cell. */
const maxCells = 20_000_000;
/** Rows that a sheet of Excel has. */
const maxRows = 1_048_576;
/** Characters of one text: three times as many as Excel keeps in a cell. */
const longestText = 100_000;

/** What is read of a sheet besides its values. */
interface Facts extends Omit<WorkbookSheet, 'cells'> {
  readonly far: string | null;
}

/**
 * Reads the sheets of a workbook, in their order, those without any value left out.
 * @throws UnreadableWorkbookError
 */
export async function readWorkbook(bytes: Buffer): Promise<WorkbookSheet[]> {
  const facts = read(() => factsOf(bytes));
  const far = facts.find((one) => one.far !== null)?.far;
  if (far) throw new UnreadableWorkbookError(far);
  // Only here: its eighty modules would be a quarter of the time in which the process of an import of text begins.
  const { default: readValues } = await import('read-excel-file/node');
  // A formula without its result makes the reader of values give up: its sheet has what can be reported.
  const sheets = await readValues(bytes).catch(() => null);
  if (!sheets && facts.every(({ withoutValue }) => withoutValue.length === 0)) throw new UnreadableWorkbookError(null);
  const values = new Map(sheets?.map(({ sheet, data }) => [sheet, data.map((row) => row.map(cellText))]));
  return facts
    .map(({ far: _, ...sheet }) => ({ ...sheet, cells: values.get(sheet.name) ?? [] }))
    .filter(
      ({ cells, withoutValue }) => withoutValue.length > 0 || cells.some((row) => row.some((cell) => cell !== '')),
    );
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new UnreadableWorkbookError(null);
  }
}

/** A value of a spreadsheet's cell as text. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    // A time of day without a date is a moment of the spreadsheet's first days.
    const iso = value.toISOString();
    return value.getUTCFullYear() < 1901 ? iso.slice(11, 16) : iso.slice(0, 10);
  }
  if (typeof value === 'number') return String(Number(value.toFixed(6)));
  return String(value);
}

/** What a listener gets of the elements of a part; names come without their prefix. */
interface ElementHandlers {
  opened(name: string, attributes: () => Readonly<Record<string, string>>): void;
  text?(text: string): void;
  closed?(name: string): void;
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);

function parse(xml: string, handlers: ElementHandlers): void {
  const parser = new Parser();
  parser.on('error', (failure) => {
    throw failure;
  });
  parser.on('openTag', (name, attributes) => handlers.opened(bare(name), attributes));
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  if (handlers.closed) parser.on('closeTag', (name) => handlers.closed?.(bare(name)));
  parser.parse(xml);
}

/** What no cell can hold was put there to hold others up: the reader of values would take it whole. */
function checkText(text: string): void {
  if (text.length > longestText) throw new Error('too long');
}

const workbookType = /\/officeDocument$/;

function factsOf(bytes: Buffer): Facts[] {
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > maxUnpackedBytes) throw new Error('too large');
      return !/styles|theme|drawing/i.test(name);
    },
  });
  const xmlOf = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  for (const path of Object.keys(parts).filter((one) => /sharedStrings/i.test(one)))
    parse(xmlOf(path), { opened: () => undefined, text: checkText });
  const book = relations(xmlOf('_rels/.rels'), '').find(({ type }) => workbookType.test(type))?.target;
  if (!book || !parts[book]) throw new Error('no workbook');
  const folder = posix.dirname(book);
  const targets = new Map(
    relations(xmlOf(`${folder}/_rels/${posix.basename(book)}.rels`), folder).map(({ id, target }) => [id, target]),
  );
  const facts: Facts[] = [];
  parse(xmlOf(book), {
    opened(name, attributes) {
      if (name !== 'sheet') return;
      const own = attributes();
      const id = Object.entries(own).find(([key]) => bare(key) === 'id' && key.includes(':'))?.[1] ?? '';
      const hidden = own.state === 'hidden' || own.state === 'veryHidden';
      facts.push({ name: decodeXml(own.name ?? ''), hidden, ...factsOfSheet(xmlOf(targets.get(id) ?? '')) });
    },
  });
  return facts;
}

/** What a part refers to, with the paths as they are in the archive. */
function relations(xml: string, folder: string): { id: string; type: string; target: string }[] {
  const found: { id: string; type: string; target: string }[] = [];
  parse(xml, {
    opened(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id: id = '', Type: type = '', Target = '' } = attributes();
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.push({ id, type, target });
    },
  });
  return found;
}

function factsOfSheet(xml: string): Pick<Facts, 'merges' | 'withoutValue' | 'far'> {
  const merges: MergedCellRange[] = [];
  const withoutValue: CellWithoutValue[] = [];
  let at = { row: -1, column: -1 };
  const last = { row: 0, column: 0 };
  let cell = { isError: false, hasFormula: false, value: null as string | null };
  let isInValue = false;
  const stands = (place: { row: number; column: number }) => {
    at = place;
    last.row = Math.max(last.row, at.row);
    last.column = Math.max(last.column, at.column);
  };
  parse(xml, {
    opened(name, attributes) {
      if (name === 'row') {
        at = { row: Number(attributes().r ?? at.row + 2) - 1, column: -1 };
        if (at.row >= maxRows) throw new Error('too many rows');
      } else if (name === 'c') {
        const { r, t } = attributes();
        stands(placeOf(r ?? '') ?? { row: at.row, column: at.column + 1 });
        cell = { isError: t === 'e', hasFormula: false, value: null };
      } else if (name === 'f') cell.hasFormula = true;
      else if (name === 'v' || name === 'is') {
        cell.value = '';
        isInValue = true;
      } else if (name === 'mergeCell') merges.push(...(mergeOf(attributes().ref ?? '') ?? []));
    },
    text(text) {
      checkText(text);
      if (isInValue && cell.isError) cell.value += text;
    },
    closed(name) {
      if (name === 'v' || name === 'is') isInValue = false;
      if (name !== 'c') return;
      const isLacking = cell.hasFormula && cell.value === null;
      if (cell.isError || isLacking) withoutValue.push({ ...at, error: cell.isError ? cell.value || '#' : null });
    },
  });
  const isFar = (last.row + 1) * (last.column + 1) > maxCells;
  return { merges, withoutValue, far: isFar ? toCellAddress(last.row, last.column) : null };
}

const decodeXml = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

/** `B2` as row and column. */
function placeOf(address: string): { row: number; column: number } | null {
  const [, letters, row] = /^\$?([A-Z]+)\$?(\d+)$/.exec(address) ?? [];
  return letters && row ? { row: Number(row) - 1, column: columnAt(letters) } : null;
}

/** `B2:C3` as rows and columns. */
function mergeOf(ref: string): [MergedCellRange] | null {
  const [first, last] = ref.split(':').map(placeOf);
  return first && last ? [{ top: first.row, left: first.column, bottom: last.row, right: last.column }] : null;
}

const columnAt = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Letters of a column as spreadsheets show them: 0 is A, 26 is AA. */
export function toColumnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? toColumnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** `D14`. */
export const toCellAddress = (row: number, column: number): string => `${toColumnLetters(column)}${row + 1}`;

/** The cells of a sheet with every merged cell filled with what is in its first one. */
export function fillMergedCells({ cells, merges }: Pick<WorkbookSheet, 'cells' | 'merges'>): string[][] {
  const copy = cells.map((row) => [...row]);
  for (const { top, left, bottom, right } of merges) {
    const value = cells[top]?.[left] ?? '';
    for (let row = top; row <= Math.min(bottom, copy.length - 1); row++)
      for (let column = left; column <= right; column++) (copy[row] as string[])[column] = value;
  }
  return copy;
}
