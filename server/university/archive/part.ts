import type { Fragment } from 'postgres';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { PersonColumn } from '../person-columns.ts';
import { sqlFragment } from '../university.queries.ts';

/** For whom rows are gathered, and how they are written. */
export interface ArchivePartContext {
  readonly db: Db;
  readonly uid: number;
  readonly language: Language;
  readonly timeZone: string;
  /** Numbers of the person's files that are not in the archive. */
  readonly absentFiles: readonly number[];
}

/** One table of a person's archive. */
export interface ArchivePart {
  /** Its file's name, and the key of the sentence that says what it is. */
  readonly name: string;
  /** The columns of the database whose rows of this person it holds. */
  readonly of: readonly PersonColumn['column'][];
  /**
   * SQL: its rows. `row_order` is a whole number above zero that no two of them share, by which they are read piece after
   * piece; all other columns are those of the file.
   */
  readonly rows: (asked: ArchivePartContext) => Fragment;
}

/** SQL: a moment as people read it, in the university's time. */
export function archiveTimestampSql({ db, timeZone }: ArchivePartContext, column: string): Fragment {
  return db`to_char(${sqlFragment(db, column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
}
