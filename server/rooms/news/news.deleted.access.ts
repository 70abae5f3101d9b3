import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';

/** Opens files of an announcement that the caller wrote and that was taken back; 404 unless all of them are its files. */
export async function authorizeDeletedFiles(
  db: Db,
  caller: Caller,
  id: number,
  files: readonly number[],
): Promise<StoredFile[]> {
  const rows = await db<StoredFile[]>`
    select f.id, f.key, f.name, f.size, f.type
    from news n join news_file nf on nf.news_id = n.id join file f on f.id = nf.file_id
    where n.id = ${id} and n.author_id = ${caller.uid} and n.deleted_at is not null
      and f.id = any (${files as number[]}::bigint[])
    order by nf.position`;
  if (rows.length !== new Set(files).size) throw new Refusal('news.notFound', 404);
  return rows;
}
