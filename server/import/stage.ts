import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TransactionSql } from 'postgres';
import type { PinHasher } from '../auth/pins.ts';
import type { CellType, ColumnDescription, TableDescription } from './describe.ts';
import type { ParsedFile } from './read-file.ts';
import { requireColumn, requireTable } from './tables.ts';

/** A connection inside the import's one transaction. */
export type ImportConnection = TransactionSql;

const types: Record<CellType['a'], string> = {
  text: 'text',
  code: 'text',
  login: 'text',
  password: 'text',
  email: 'text',
  pin: 'text',
  url: 'text',
  choice: 'text',
  whole: 'int',
  year: 'int',
  number: 'numeric(9,2)',
  date: 'date',
  time: 'time',
  yesno: 'boolean',
};

/** Puts the rows of a file into the temporary table `s_<file>`, one column a heading; `pins`: where one brings personal numbers. */
export async function stageFile(db: ImportConnection, file: ParsedFile, pins: PinHasher | null = null): Promise<void> {
  // A password in clear never reaches the database, nor does a personal number.
  const columns = file.table.columns.filter((column) => column.is.a !== 'password');
  const definitions = columns.map((column) => `"${column.name}" ${types[column.is.a]}`);
  await db.unsafe(`create temp table s_${file.table.file} ("row" int, ${definitions.join(', ')}) on commit drop`);
  const cellOf = (column: ColumnDescription, cell: string | null): string | null =>
    cell !== null && column.is.a === 'pin' ? (pins?.hash(cell) ?? null) : cell;
  const lines = file.rows.map((row) => [
    String(row.row),
    ...columns.map((column) => cellOf(column, row.cells[column.name] ?? null)),
  ]);
  await insertTextRows(db, `s_${file.table.file}`, ['row', ...columns.map((column) => column.name)], lines);
  await analyzeLargeTable(db, `s_${file.table.file}`, lines.length);
}

/** From so many rows on the planner needs figures of a table: without them it takes it for one of a few hundred rows. */
export const minRowsToAnalyze = 500;

/** Gives the planner figures of a table that this transaction has filled with so many rows, where they make a difference. */
export async function analyzeLargeTable(db: ImportConnection, table: string, rows: number): Promise<void> {
  if (rows > minRowsToAnalyze) await db.unsafe(`analyze ${table}`);
}

/** From so many rows on, COPY is faster in spite of its slow beginning and end. */
const copyFrom = 2_000;

/** Puts rows of text into columns of a table; the database reads each text as its column's type. */
export async function insertTextRows(
  db: ImportConnection,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ');
  if (rows.length < copyFrom) {
    const records = rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null])));
    await db.unsafe(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::text::json)`,
      [JSON.stringify(records)],
    );
    return;
  }
  const writable = await db.unsafe(`copy ${table} (${names}) from stdin`).writable();
  await pipeline(Readable.from(copyText(rows)), writable);
}

function* copyText(rows: readonly (readonly (string | null)[])[]): Generator<string> {
  let text = '';
  for (const row of rows) {
    text += `${row.map((cell) => (cell === null ? '\\N' : escaped(cell))).join('\t')}\n`;
    if (text.length > 65_536) {
      yield text;
      text = '';
    }
  }
  if (text) yield text;
}

function escaped(cell: string): string {
  return /[\\\t\n\r]/.test(cell)
    ? cell.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : cell;
}

/** Whether the rows of a file are named in the database by the very number that is in the file. */
function isDirect(table: TableDescription): boolean {
  return table.key.length === 1 && requireColumn(table, table.key[0] ?? '').into === 'id';
}

/** Files of people, and both together. */
export const personFileNames: ReadonlySet<string> = new Set(['teachers', 'students', 'people']);

/** The join that finds what a cell names; `from` is the SQL of the cell. */
function joinOf(column: ColumnDescription, from: string): string | null {
  const to = column.to ?? '';
  if (personFileNames.has(to)) return `left join person l_${column.name} on l_${column.name}.code = ${from}`;
  const target = requireTable(to);
  if (isDirect(target)) return null;
  const key = requireColumn(target, target.key[0] ?? '');
  return `left join ${target.into} l_${column.name} on l_${column.name}."${key.into}" = ${from}`;
}

function isDirectLink(column: ColumnDescription): boolean {
  return column.to !== undefined && !personFileNames.has(column.to) && isDirect(requireTable(column.to));
}

/** The SQL of what is stored for a cell of the staging row `s`. */
function storedOf(column: ColumnDescription): string {
  return column.to === undefined || isDirectLink(column) ? `s."${column.name}"` : `l_${column.name}.id`;
}

/** Columns of the database that a file fills, each with its SQL over the staging row and its joins. */
export function storedColumns(table: TableDescription): Map<string, string> {
  const stored = new Map<string, string>();
  for (const column of table.columns) if (column.into) stored.set(column.into, storedOf(column));
  for (const link of table.links) stored.set(link.into, `k_${link.to}.id`);
  for (const [name, sql] of Object.entries(table.derived?.columns ?? {})) stored.set(name, sql);
  return stored;
}

/** Makes `r_<file>`: the staged rows with the ids of everything they name, in the columns of the database. */
export async function resolveReferences(db: ImportConnection, table: TableDescription): Promise<void> {
  const joins: string[] = [];
  for (const column of table.columns) {
    const join = column.to ? joinOf(column, `s."${column.name}"`) : null;
    if (join) joins.push(join);
  }
  for (const link of table.links) {
    const target = requireTable(link.to);
    const pairs = target.key.map((name, place) => {
      const own = requireColumn(table, link.columns[place] ?? '');
      return `k_${link.to}."${requireColumn(target, name).into}" = ${storedOf(own)}`;
    });
    joins.push(`left join ${target.into} k_${link.to} on ${pairs.join(' and ')}`);
  }
  const columns = [...storedColumns(table)].map(([name, sql]) => `${sql} as "${name}"`);
  const { count } = await db.unsafe(`create temp table r_${table.file} on commit drop as
    select s."row", ${columns.join(', ')} from s_${table.file} s ${joins.join(' ')} ${table.derived?.joins ?? ''}`);
  await analyzeLargeTable(db, `r_${table.file}`, count);
}

/** The database's columns that name a row, and whether they may be empty. */
export function listDatabaseKeyColumns(table: TableDescription): { name: string; optional: boolean }[] {
  const linked = new Map(table.links.flatMap((link) => link.columns.map((name) => [name, link.into] as const)));
  const names = new Map<string, boolean>();
  for (const name of table.key) {
    const column = requireColumn(table, name);
    names.set(column.into ?? linked.get(name) ?? name, column.optional === true && column.like === undefined);
  }
  return [...names].map(([name, optional]) => ({ name, optional }));
}

/** The condition that the rows `t` of the database and `r` of the file have the same key. */
export function keyMatchCondition(table: TableDescription): string {
  const parts = listDatabaseKeyColumns(table).map(({ name, optional }) =>
    optional ? `t."${name}" is not distinct from r."${name}"` : `t."${name}" = r."${name}"`,
  );
  return parts.join(' and ') || 'true';
}

/**
 * Keys that the database holds, in the form of the files' cells: for files that were not handed in, and for sentences.
 * `where`: SQL over the table's row `t`.
 */
export async function readDatabaseKeys(db: ImportConnection, file: string, where = 'true'): Promise<Set<string>> {
  if (file === 'teachers' || file === 'students') {
    const kind = requireTable(file).into;
    const people = await db.unsafe<{ code: string }[]>(`select p.code from person p join ${kind} k on k.id = p.id`);
    return new Set(people.map((person) => person.code));
  }
  const table = requireTable(file);
  const joins: string[] = [];
  const list = keyTextColumns(table, 't', joins).join(', ') || `'' as only`;
  const rows = await db.unsafe(`select ${list} from ${table.into} t ${joins.join(' ')} where ${where}`).values();
  return new Set(rows.map((row) => (row as (string | null)[]).map((cell) => cell ?? '').join('\u001f')));
}

/** SQL of the cells that name the row `alias` of a table; adds the joins that they need. */
export function keyTextColumns(table: TableDescription, alias: string, joins: string[]): string[] {
  return cellTextColumns(table, table.key, alias, joins);
}

/** SQL of some cells of the row `alias`, as they would be in the file. */
export function cellTextColumns(
  table: TableDescription,
  names: readonly string[],
  alias: string,
  joins: string[],
): string[] {
  const linked = new Map<string, string>();
  for (const link of table.links.filter(({ columns }) => columns.some((name) => names.includes(name)))) {
    const target = requireTable(link.to);
    const name = `${alias}_${link.to}`;
    joins.push(`left join ${target.into} ${name} on ${name}.id = ${alias}."${link.into}"`);
    for (const [place, sql] of keyTextColumns(target, name, joins).entries())
      linked.set(link.columns[place] ?? '', sql);
  }
  return names.map((key) => {
    const column = requireColumn(table, key);
    const known = linked.get(key);
    if (known) return known;
    if (!column.to || isDirectLink(column)) return `${alias}."${column.into}"::text`;
    const target = personFileNames.has(column.to) ? null : requireTable(column.to);
    const name = `${alias}_${key}`;
    joins.push(`left join ${target?.into ?? 'person'} ${name} on ${name}.id = ${alias}."${column.into}"`);
    return `${name}."${target ? requireColumn(target, target.key[0] ?? '').into : 'code'}"::text`;
  });
}
