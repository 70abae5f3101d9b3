/** What a cell may hold. `most` of a text is its greatest length in characters. */
export type CellType =
  | { a: 'text'; most: number }
  | { a: 'code' }
  | { a: 'login' }
  | { a: 'password' }
  | { a: 'email' }
  | { a: 'pin' }
  | { a: 'url' }
  | { a: 'whole'; least: number; most: number }
  | { a: 'number'; least: number; most: number }
  | { a: 'year' }
  | { a: 'date' }
  | { a: 'time' }
  | { a: 'yesno' }
  | { a: 'choice'; of: readonly string[] };

export interface ColumnDescription {
  /** Heading in the file. */
  name: string;
  is: CellType;
  /** One sentence for whoever fills the file in. */
  about: string;
  /** The cell may be empty. */
  optional?: true;
  /** What an empty cell means, already in the form in which it is stored. */
  standard?: string;
  /** The column of the same row whose cell an empty one repeats. */
  like?: string;
  /** The file whose only key column this cell names. */
  to?: string;
  /** Column in the database; null when the cell is only used to find something else. */
  into: string | null;
}

/** Several cells that together name one row of another file. */
export interface CompositeReferenceDescription {
  columns: readonly string[];
  to: string;
  into: string;
}

/** Columns of the database that follow from other rows, as SQL over the staging row `s` and the links `l_<column>`. */
export interface DerivedColumns {
  joins: string;
  columns: Record<string, string>;
}

/**
 * What becomes of a row that the file no longer holds.
 * remove: deleted, or kept and reported while something refers to it; keep: left alone;
 * end: its last day becomes today; close: the person is closed and cannot sign in.
 */
export type MissingRowRule = 'remove' | 'keep' | 'end' | 'close';

export interface TableDescription {
  /** Name of the file without its ending. */
  file: string;
  /** Table of the database. */
  into: string;
  about: string;
  /** Headings that together name a row. */
  key: readonly string[];
  columns: readonly ColumnDescription[];
  links: readonly CompositeReferenceDescription[];
  derived?: DerivedColumns;
  /** Without this file an empty database cannot be filled. */
  needed: boolean;
  vanished: MissingRowRule;
  /** Its rows are parts of a row of another file, through this column of the database, and vanish with it. */
  partOf?: { file: string; by: string };
}

type Rest = Partial<Pick<ColumnDescription, 'optional' | 'standard' | 'like' | 'into' | 'to'>>;

/** A column; its name in the database is its heading unless said otherwise. */
export function describeColumn(name: string, is: CellType, about: string, rest: Rest = {}): ColumnDescription {
  return { name, is, about, into: name, ...rest };
}

/** A column that names a row of another file by that file's key. */
export function describeReferenceColumn(name: string, to: string, about: string, rest: Rest = {}): ColumnDescription {
  return { name, is: { a: 'text', most: 60 }, about, into: `${name}_id`, to, ...rest };
}

export const textCell = (most: number): CellType => ({ a: 'text', most });
export const codeCell: CellType = { a: 'code' };
export const integerCell = (least: number, most: number): CellType => ({ a: 'whole', least, most });
export const booleanCell: CellType = { a: 'yesno' };
export const dateCell: CellType = { a: 'date' };
export const creditsColumn = describeColumn(
  'credits',
  { a: 'number', least: 0, most: 60 },
  'Credits, at most two decimals.',
);
export const yearColumn = describeColumn(
  'year',
  { a: 'year' },
  'Academic year by its first calendar year: 2026 is 2026-2027.',
  {
    to: 'academic_years',
    into: 'year_id',
  },
);
export const termColumn = describeColumn('term', integerCell(1, 3), '1 autumn, 2 spring, 3 summer.', {
  to: 'terms',
  into: 'term_id',
});
export const semesterColumn = describeColumn('semester', integerCell(1, 12), 'Semester of the curriculum, 1 to 12.', {
  to: 'semesters',
  into: 'semester_id',
});
export const startsOnColumn = describeColumn('starts_on', dateCell, 'First day, 2026-09-01 or 01.09.2026.');
export const endsOnColumn = describeColumn('ends_on', dateCell, 'Last day; empty while it goes on.', {
  optional: true,
});

/** The three names that everything shown to people has; only the Russian one is obligatory. */
export function describeNameColumns(what: string, prefix = 'name', most = 300): ColumnDescription[] {
  const asRussian = { optional: true, like: `${prefix}_ru` } as const;
  return [
    describeColumn(`${prefix}_ru`, textCell(most), `${what} in Russian.`),
    describeColumn(`${prefix}_kg`, textCell(most), `${what} in Kyrgyz; empty: as in Russian.`, asRussian),
    describeColumn(`${prefix}_en`, textCell(most), `${what} in English; empty: as in Russian.`, asRussian),
  ];
}

/** A table; needed and removing what vanished unless said otherwise. */
export function describeTable(
  file: string,
  into: string,
  about: string,
  key: readonly string[],
  columns: readonly ColumnDescription[],
  rest: Partial<Pick<TableDescription, 'links' | 'derived' | 'needed' | 'vanished' | 'partOf'>> = {},
): TableDescription {
  return { file, into, about, key, columns, links: [], needed: true, vanished: 'remove', ...rest };
}
