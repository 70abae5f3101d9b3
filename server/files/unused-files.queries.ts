import type { Db } from '../database/database.ts';

/** So many at once; what is left comes with the next round. */
const together = 500;

/**
 * Removes the rows of files that belong to nothing: a material or a book got another file. They no longer count in their
 * owner's quota. What was deleted keeps its file, since it can be looked at or brought back.
 * @returns the keys under which they lie
 */
export async function forgetUnusedFiles(db: Db): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    with unused as (
      select id from file f
      where created_at < now() - interval '1 day'
        and not exists (select from material where file_id = f.id)
        and not exists (select from ebook where file_id = f.id)
        and not exists (select from news_file where file_id = f.id)
        and not exists (select from message_file where file_id = f.id)
        and not exists (select from document_order where scan_id = f.id)
      order by id limit ${together} for update skip locked),
    places as (delete from reading_place using unused where file_id = unused.id)
    delete from file using unused where file.id = unused.id
    returning file.key`;
  return rows.map(({ key }) => key);
}
