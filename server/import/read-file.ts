import type { TableDescription } from './describe.ts';

/** A row whose cells are in the form in which they are stored; an empty cell is null. */
export interface ImportRow {
  /** As the spreadsheet numbers it. */
  row: number;
  cells: Record<string, string | null>;
}

/** A file whose cells have been read. */
export interface ParsedFile {
  table: TableDescription;
  /** Name with its ending. */
  name: string;
  rows: ImportRow[];
  /** Headings that the file has. */
  headings: Set<string>;
}

export type ParsedFiles = Map<string, ParsedFile>;

/** The cells of a row that name it, as one text. */
export function rowKey(row: ImportRow, columns: readonly string[]): string {
  return columns.map((column) => row.cells[column] ?? '').join('\u001f');
}

/** Keys that the database already has, for references to files that were not handed in. */
export type ReadKnownKeys = (file: string) => Promise<Set<string>>;
