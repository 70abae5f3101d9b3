import type { Fragment } from 'postgres';
import type { Db } from '../../database/database.ts';
import type { FileReferenceColumn } from '../../files/unused-files.queries.ts';
import { type ArchivePart, archiveTimestampSql } from './part.ts';

/** A file that belongs into a person's archive as it is. */
export interface OwnFile {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** It is handed out to nobody. */
  readonly isWithheld: boolean;
}

/**
 * By each column that keeps a file: SQL condition that `f` belongs to something of its owner's that is still there. Null: the file
 * is about somebody else than who put it there.
 */
const ownFileConditions: Readonly<Record<FileReferenceColumn, ((db: Db) => Fragment) | null>> = {
  'message_file.file_id': (db) => db`
    exists (select from message_file x join message m on m.id = x.message_id
      where x.file_id = f.id and m.author_id = f.owner_id and m.deleted_at is null)`,
  'news_file.file_id': (db) => db`
    exists (select from news_file x join news n on n.id = x.news_id where x.file_id = f.id and n.deleted_at is null)`,
  'material.file_id': (db) => db`
    exists (select from material m where m.file_id = f.id and m.deleted_at is null)`,
  'ebook.file_id': (db) => db`exists (select from ebook e where e.file_id = f.id and e.deleted_at is null)`,
  'document_order.scan_id': null,
};

/** SQL condition: file `f` belongs to something of its owner's that is still there. */
const isStillThere = (db: Db) =>
  Object.values(ownFileConditions)
    .filter((condition) => condition !== null)
    .map((condition) => condition(db))
    .reduce((all, one) => db`${all} or ${one}`);

/** The list of the files that a person put into the portal. */
export const fileArchiveParts: readonly ArchivePart[] = [
  {
    name: 'files',
    of: ['file.owner_id'],
    rows: (asked) => asked.db`
      select f.id as row_order, f.id || '-' || f.name as file, f.size as bytes, ${archiveTimestampSql(asked, 'f.created_at')} as at,
        f.id <> all (${asked.absentFiles as number[]}::bigint[]) as in_archive
      from file f where f.owner_id = ${asked.uid} and (${isStillThere(asked.db)})`,
  },
];

/** The next of these files behind a number. */
export async function readFilesAfter(db: Db, uid: number, after: number, most: number): Promise<OwnFile[]> {
  return await db<OwnFile[]>`
    select f.id, f.key, f.name, f.size, f.withheld is not null as "isWithheld" from file f
    where f.owner_id = ${uid} and f.id > ${after} and (${isStillThere(db)}) order by f.id limit ${most}`;
}
