import type { Sequence, Table } from './tables.ts';

/**
 * A back-up is a tar file packed with gzip, which any archiver opens: what it is, the rows of every table as COPY
 * writes them in pieces, the files, and at the end what it must hold. One without an end is not whole.
 */
export const format = 1;
export const places = {
  head: 'bilim-backup.json',
  tables: 'tables/',
  files: 'files/',
  pictures: 'public/',
  end: 'complete.json',
} as const;

export interface Head {
  readonly format: number;
  readonly version: string;
  /** The moment of which the rows are, by the database's clock. */
  readonly at: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly Table[];
}

export interface End {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly sequences: readonly Sequence[];
}

/** What a person is told at the end. */
export interface Told {
  readonly at: string;
  readonly rows: number;
  readonly files: number;
}

export const sum = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((all, one) => all + one, 0);
