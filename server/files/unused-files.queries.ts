import type { Db } from '../database/database.ts';

/** Columns that name a file and keep it; a test holds them against the database's own catalogue. */
export const fileReferenceColumns = [
  ['material', 'file_id'],
  ['ebook', 'file_id'],
  ['news_file', 'file_id'],
  ['message_file', 'file_id'],
  ['document_order', 'scan_id'],
] as const;

type Joined<Names> = Names extends readonly [infer Table extends string, infer Column extends string]
  ? `${Table}.${Column}`
  : never;

/** A column that keeps a file, as `table.column`. */
export type FileReferenceColumn = Joined<(typeof fileReferenceColumns)[number]>;

/** SQL condition: file `f` belongs to nothing, not to what was deleted either. */
export const isUnusedFile = (db: Db) =>
  fileReferenceColumns
    .map(([table, column]) => db`not exists (select from ${db(table)} where ${db(column)} = f.id)`)
    .reduce((all, one) => db`${all} and ${one}`);

/** So many at once; what is left comes with the next round. */
const together = 500;

/**
 * Removes the rows of files that belong to nothing: a material or a book got another file. They no longer count in their
 * owner's quota. What was deleted keeps its file, since it can be looked at or brought back.
 * @returns the keys under which they lie
 */
export async function deleteUnusedFileRows(db: Db): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    with unused as (
      select id from file f
      where created_at < now() - interval '1 day' and ${isUnusedFile(db)}
      order by id limit ${together} for update skip locked),
    places as (delete from reading_place using unused where file_id = unused.id)
    delete from file using unused where file.id = unused.id
    returning file.key`;
  return rows.map(({ key }) => key);
}
