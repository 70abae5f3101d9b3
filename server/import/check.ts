import { detectSpreadsheetDamage, normalizeCell, parseCell } from './cells.ts';
import type { ColumnDescription, TableDescription } from './describe.ts';
import type { ImportTextCode } from './import-texts.ts';
import { reportLostLetters } from './lost-letters.ts';
import { type MergedAccount, redirectMergedRows } from './merged-accounts.ts';
import type { RawFile, RawFolder } from './read.ts';
import { type ImportRow, type ParsedFile, type ParsedFiles, type ReadKnownKeys, rowKey } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { scopeTable } from './scope.ts';
import { findDigitLetterMixup, findKeyWithSwappedDigits, findMixedScriptWord, findSimilarKey } from './similar.ts';
import { importTables, requireColumn, requireTable } from './tables.ts';
import { findUnreadTables, type UnreadTables } from './unread-tables.ts';
import { toCellAddress } from './workbook.ts';

/** Places of one heading that are named. */
const maxSpans = 3;

export interface CellCheckOptions {
  /** Whether passwords may be in the folder: those of a demo are known anyway. */
  passwords: boolean;
  /** Accounts that were merged into others, by their keys. */
  merged: ReadonlyMap<string, MergedAccount>;
}

/** Reads every cell, then checks keys and references. Whatever is wrong goes into the report. */
export async function checkCells(
  raw: RawFolder,
  known: ReadKnownKeys,
  allowed: CellCheckOptions,
  report: ImportReport,
): Promise<ParsedFiles> {
  const files: ParsedFiles = new Map();
  for (const table of [scopeTable, ...importTables]) {
    const file = raw.files.get(table.file);
    if (file) files.set(table.file, readRows(table, file, allowed, report));
    else if (table.needed && (await known(table.file)).size === 0) {
      report.error('file.missing', { file: `${table.file}.csv` });
    }
  }
  redirectMergedRows(files, allowed.merged, report);
  const keys = new Map<string, Set<string>>();
  for (const file of files.values()) {
    const own = checkKeys(file, report);
    // Rights are still named by the keys of accounts that were merged.
    if (file.table.vanished === 'close') for (const [key, { into }] of allowed.merged) if (own.has(into)) own.add(key);
    reportLostZeros(file, report);
    keys.set(file.table.file, own);
    await checkLookAlikes(file, own, known, report);
  }
  const keysOf = async (name: string): Promise<Set<string>> => {
    if (name === 'people') return (await keysOf('teachers')).union(await keysOf('students'));
    const found = keys.get(name) ?? (await known(name));
    keys.set(name, found);
    return found;
  };
  const unread = findUnreadTables(files, known, report);
  for (const file of files.values()) await checkReferences(file, files, { keysOf, unread }, report);
  unread.report();
  return files;
}

function readRows(table: TableDescription, file: RawFile, allowed: CellCheckOptions, report: ImportReport): ParsedFile {
  const places = findHeadings(table, file, report);
  const rows: ImportRow[] = [];
  const readers = table.columns.map((column) => ({ column, place: places.get(column.name) ?? -1 }));
  const unnamed: { kg: string[]; en: string[] } = { kg: [], en: [] };
  file.rows.forEach((raw, index) => {
    if (raw.every((cell) => cell.trim() === '')) return;
    const row: ImportRow = { row: index + 2, cells: {} };
    if (raw.slice(file.headings.length).some((cell) => cell.trim() !== '')) {
      report.error('row.tooManyCells', { file: file.name, row: row.row }, { count: file.headings.length });
    }
    for (const { column, place } of readers) {
      row.cells[column.name] =
        place < 0 || file.withoutValue?.has(`${row.row} ${place}`)
          ? (column.standard ?? null)
          : readOne(column, raw[place] ?? '', row.row, file, report);
    }
    for (const language of ['kg', 'en'] as const)
      if (table.columns.some(({ name, like }) => like && name.endsWith(`_${language}`) && !row.cells[name]))
        unnamed[language].push(table.key.map((name) => row.cells[name]).join(' ') || String(row.row));
    for (const { name, like } of table.columns) if (like) row.cells[name] ??= row.cells[like] ?? null;
    if (!allowed.passwords && row.cells.password) {
      report.error('cell.passwordNotAllowed', { file: file.name, row: row.row, column: 'password' });
    }
    rows.push(row);
  });
  // The portal shows Russian names there; whoever keeps the tables should know what is left to translate.
  if (unnamed.kg.length + unnamed.en.length > 0) {
    const values = { kg: countWithKeys(unnamed.kg), en: countWithKeys(unnamed.en) };
    report.warning('file.namesMissing', { file: file.name }, values);
  }
  reportLostLetters(table, file.name, rows, report);
  if (rows.length === 0 && table.needed) report.error('file.noRows', { file: file.name });
  return { table, name: file.name, rows, headings: new Set(places.keys()) };
}

/** So many rows are named at most. */
const maxNamed = 20;

/** How many rows there are, and the first of them by their keys: 3 (ib-101, ib-102, ib-205). */
function countWithKeys(keys: readonly string[]): string {
  if (keys.length === 0) return '0';
  const named = keys.slice(0, maxNamed).join(', ');
  return `${keys.length} (${named}${keys.length > maxNamed ? ', …' : ''})`;
}

/** Cells of the headings at some columns, in their order, as a spreadsheet names them: A1:C1, E1. */
function cellsOf({ heading }: RawFile, columns: readonly number[]): string {
  const spans: { from: number; to: number }[] = [];
  for (const column of columns) {
    const last = spans.at(-1);
    if (last?.to === column - 1) last.to = column;
    else spans.push({ from: column, to: column });
  }
  const at = (column: number) => toCellAddress(heading, column);
  const named = spans.slice(0, maxSpans).map(({ from, to }) => (from === to ? at(from) : `${at(from)}:${at(to)}`));
  return [...named, ...(spans.length > maxSpans ? ['…'] : [])].join(', ');
}

function findHeadings(table: TableDescription, file: RawFile, report: ImportReport): Map<string, number> {
  const places = new Map<string, number[]>();
  const names = new Set(table.columns.map((column) => column.name));
  file.headings.forEach((heading, place) => {
    if (heading === '') return;
    if (!names.has(heading)) report.warning('column.unknown', { file: file.name, column: heading });
    else places.set(heading, [...(places.get(heading) ?? []), place]);
  });
  for (const [heading, all] of places)
    if (all.length > 1)
      report.error('column.twice', { file: file.name, column: heading }, { cells: cellsOf(file, all) });
  for (const column of table.columns) {
    if (!places.has(column.name) && !column.optional)
      report.error('column.missing', { file: file.name, column: column.name });
  }
  return new Map([...places].map(([heading, [first = 0]]) => [heading, first]));
}

function readOne(
  column: ColumnDescription,
  raw: string,
  row: number,
  file: RawFile,
  report: ImportReport,
): string | null {
  const { cell, hadInvisible } = normalizeCell(raw);
  const place = { file: file.name, row, column: column.name };
  if (hadInvisible && cell !== '') report.warning('cell.invisible', place, { value: short(cell) });
  if (cell === '') {
    if (!column.optional) report.error('cell.required', place);
    return column.standard ?? null;
  }
  const trace = detectSpreadsheetDamage(column.is, cell);
  if (trace) report.warning(trace, place, { value: short(cell) });
  const read = parseCell(column.is, cell);
  if ('wrong' in read) {
    report.error(read.wrong, place, { value: short(cell), ...read.values });
    return null;
  }
  const mixed = isProse(column) && findMixedScriptWord(read.value);
  if (mixed) report.warning('cell.mixedLetters', place, { value: short(mixed) });
  return read.value;
}

/** Whether a column holds names and other words. A wrong code is reported with the one that looks like it. */
const isProse = ({ is, to }: ColumnDescription): boolean => is.a === 'text' && !to;

/** The beginning of a cell, as a sentence shows it. */
const short = (cell: string): string => printable(cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);

function printable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '\u25A1');
}

function checkKeys(file: ParsedFile, report: ImportReport): Set<string> {
  const { table } = file;
  const rows = new Map<string, number>();
  for (const row of file.rows) {
    const columns = table.key.map((name) => requireColumn(table, name));
    // A row that lacks a part of its key was reported for that already.
    if (columns.some((column) => row.cells[column.name] === null && (!column.optional || column.like))) continue;
    const key = rowKey(row, table.key);
    const first = rows.get(key);
    if (first === undefined) rows.set(key, row.row);
    else if (table.key.length === 0) report.error('rule.oneRow', { file: file.name, row: row.row });
    else {
      const value = table.key.map((name) => formatCell(requireColumn(table, name), row.cells[name] ?? '')).join(', ');
      report.error('key.twice', { file: file.name, row: row.row, column: table.key.join(', ') }, { value, first });
    }
  }
  return new Set(rows.keys());
}

/** Codes of figures that begin with a zero have one length; shorter ones lost theirs where a spreadsheet made numbers of them. */
function reportLostZeros({ table, name, rows }: ParsedFile, report: ImportReport): void {
  for (const column of table.columns.filter(({ is }) => is.a === 'code' || is.a === 'text')) {
    const figures = rows.filter(({ cells }) => /^\d+$/.test(cells[column.name] ?? ''));
    const lengths = new Set(
      figures
        .map(({ cells }) => cells[column.name] ?? '')
        .filter((cell) => cell[0] === '0')
        .map((cell) => cell.length),
    );
    const [length = 0] = lengths;
    if (lengths.size !== 1 || length < 3) continue;
    for (const { row, cells } of figures) {
      const value = cells[column.name] ?? '';
      if (value.length < length)
        report.warning('column.lostZeros', { file: name, row, column: column.name }, { value });
    }
  }
}

/**
 * Reports new codes that look like one which the portal holds and the file does not: the row would be taken for a new one,
 * and what hangs on the old one would be hidden.
 */
async function checkLookAlikes(
  { table, name, rows }: ParsedFile,
  own: Set<string>,
  known: ReadKnownKeys,
  report: ImportReport,
) {
  const [key, ...others] = table.key;
  if (key === undefined || others.length > 0 || !['code', 'text'].includes(requireColumn(table, key).is.a)) return;
  const inPortal = await known(table.file);
  const lost = inPortal.difference(own);
  for (const row of rows) {
    const value = row.cells[key];
    const similar = value && !inPortal.has(value) ? findSimilarKey(value, lost) : null;
    if (value && similar) report.error('key.similar', { file: name, row: row.row, column: key }, { value, similar });
  }
}

/** A stored cell as people write it. */
export function formatCell(column: ColumnDescription, value: string): string {
  return column.is.a === 'year' && value !== '' ? `20${value.padStart(2, '0')}` : value;
}

async function checkReferences(
  file: ParsedFile,
  files: ParsedFiles,
  { keysOf, unread }: { keysOf: ReadKnownKeys; unread: UnreadTables },
  report: ImportReport,
): Promise<void> {
  for (const column of file.table.columns) {
    if (!column.to) continue;
    const keys = await keysOf(column.to);
    // That the other file is missing or empty has a sentence of its own.
    if (keys.size === 0 && column.to !== 'people' && requireTable(column.to).needed) continue;
    for (const row of file.rows) {
      const value = row.cells[column.name];
      if (value == null || keys.has(value) || unread.isCause(column.to)) continue;
      const place = { file: file.name, row: row.row, column: column.name };
      const say = () => reportUnknownReference({ column, value, keys, files, place }, report);
      if (!(await unread.postpone(column.to, value, say))) say();
    }
  }
  for (const link of file.table.links) {
    const keys = await keysOf(link.to);
    if (keys.size === 0 && requireTable(link.to).needed) continue;
    for (const row of file.rows) {
      const cells = link.columns.map((name) => row.cells[name]);
      if (cells.every((cell) => cell === null)) continue;
      const place = { file: file.name, row: row.row, column: link.columns.join(', ') };
      if (cells.some((cell) => cell === null)) {
        const allOptional = link.columns.every((name) => requireColumn(file.table, name).optional);
        if (allOptional) report.error('link.half', place);
      } else if (!keys.has(rowKey(row, link.columns))) {
        const value = link.columns
          .map((name) => formatCell(requireColumn(file.table, name), row.cells[name] ?? ''))
          .join(', ');
        // Where a part of the name is unknown by itself, that part has its own sentence.
        if (!(await knownParts(file.table, link.columns, row, keysOf)) || unread.isCause(link.to)) continue;
        const target = nameOf(files, link.to);
        const similar = findSimilarReference(rowKey(row, link.columns), keys);
        if (similar) {
          const { code, key, ...mistake } = similar;
          report.error(code, place, { value, target, similar: key.replaceAll('\u001f', ', '), ...mistake });
        } else report.error('link.unknown', place, { value, target });
      }
    }
  }
}

interface UnknownReference {
  column: ColumnDescription;
  value: string;
  keys: ReadonlySet<string>;
  files: ParsedFiles;
  place: { file: string; row: number; column: string };
}

/** Says that a cell names nothing, with what it looks like. */
function reportUnknownReference({ column, value, keys, files, place }: UnknownReference, report: ImportReport): void {
  const { to = '' } = column;
  const similar = findSimilarReference(value, keys);
  if (similar) {
    const targets = to === 'people' ? ['teachers', 'students'] : [to];
    const target = targets.map((name) => nameOf(files, name)).join(', ');
    const { code, key, ...mistake } = similar;
    report.error(code, place, { value, target, similar: formatCell(column, key), ...mistake });
  } else if (to === 'people') {
    const [teachers, students] = [nameOf(files, 'teachers'), nameOf(files, 'students')];
    report.error('reference.noPerson', place, { value, teachers, students });
  }
  // The column is reported too: a name instead of a code is the usual error.
  else
    report.error('reference.unknown', place, {
      value: formatCell(column, value),
      target: nameOf(files, to),
      key: requireTable(to).key.join(', '),
    });
}

/** The key that a wrong reference looks like, with the sentence that says in what they differ, or null. */
function findSimilarReference(
  value: string,
  keys: ReadonlySet<string>,
): { code: ImportTextCode; key: string; wrong?: string; right?: string } | null {
  const similar = findSimilarKey(value, keys);
  if (similar) return { code: 'reference.similar', key: similar };
  const key = findKeyWithSwappedDigits(value, keys);
  const mistake = key && findDigitLetterMixup(value, key);
  if (!key) return null;
  if (!mistake) return { code: 'reference.similar', key };
  return { code: /\d/.test(mistake.right) ? 'reference.figureMeant' : 'reference.letterMeant', key, ...mistake };
}

const nameOf = (files: ParsedFiles, table: string) => files.get(table)?.name ?? `${table}.csv`;

async function knownParts(
  table: TableDescription,
  columns: readonly string[],
  row: ImportRow,
  keysOf: ReadKnownKeys,
): Promise<boolean> {
  for (const name of columns) {
    const { to } = requireColumn(table, name);
    if (to && !(await keysOf(to)).has(row.cells[name] ?? '')) return false;
  }
  return true;
}
