import type { BackupTable, Sequence } from './tables.ts';

/**
 * A back-up is a tar file packed with gzip, which any archiver opens: what it is, the rows of every table as COPY
 * writes them in pieces, the files, and at the end what it must hold. One without an end is not whole.
 */
export const backupFormat = 1;
export const backupPaths = {
  head: 'bilim-backup.json',
  tables: 'tables/',
  files: 'files/',
  pictures: 'public/',
  end: 'complete.json',
} as const;

/** Where an object of the files lies in a back-up. */
export const buildObjectPath = (name: string): string => `${backupPaths.files}${name.slice(0, 2)}/${name}`;
/** The name of the object that lies there; null: it is none of the files. */
export const parseObjectPath = (place: string): string | null =>
  place.startsWith(backupPaths.files) ? place.slice(backupPaths.files.length + 'ab/'.length) : null;

export interface BackupHeader {
  readonly format: number;
  readonly version: string;
  /** The moment of which the rows are, by the database's clock. */
  readonly at: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly BackupTable[];
  /** How the key is called that seals secrets of the rows and is in no back-up; absent where there was none. */
  readonly key?: string;
}

export interface BackupFooter {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly sequences: readonly Sequence[];
  /** SHA-256 of each table and of each file by its place; absent in back-ups of the first releases. */
  readonly sums?: Readonly<Record<string, string>>;
  /** Keys of files that the rows name, but that were missing or damaged already when the back-up was made. */
  readonly faulty?: readonly string[];
}

/** What a person reads at the end. */
export interface BackupSummary {
  readonly at: string;
  readonly rows: number;
  readonly files: number;
  /** Keys of files that were missing or damaged already when the back-up was made. */
  readonly faulty: readonly string[];
  /** Name of the key that encrypts secrets in the rows; null: there was none. */
  readonly key: string | null;
}

export const totalRowCount = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((all, one) => all + one, 0);

/** How many lines end in this piece. COPY writes a row a line; a line break inside a value is two characters. */
export function countLineEnds(chunk: Buffer): number {
  let lines = 0;
  for (let from = chunk.indexOf(10); from >= 0; from = chunk.indexOf(10, from + 1)) lines++;
  return lines;
}

/** Some of many names, for a sentence. */
export function abbreviateNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
