import type { Output } from '@bilim/contract/call.ts';
import type { offlineFiles } from '@bilim/contract/offline-files.ts';
import type { Db } from '../../database/database.ts';
import { joinMaterialFile } from '../../university/materials.access.ts';
import type { AuthorizedOfflineFiles } from './offline-files.access.ts';

/** The present files of opened materials and books; `mark` differs as soon as the content does. */
export async function readOfflineFiles(
  db: Db,
  { materials, ebooks }: AuthorizedOfflineFiles,
): Promise<Output<typeof offlineFiles.files>> {
  const columns = db`f.name as "fileName", f.size, f.type, encode(substr(f.sha256, 1, 9), 'base64') as mark`;
  return await db<Output<typeof offlineFiles.files>>`
    select m.id, false as "isEBook", m.name, ${columns} from material m ${joinMaterialFile(db)}
    where m.id = any (${materials as number[]}::bigint[]) and not m.is_html
    union all
    select b.id, true, b.name, ${columns} from ebook b join file f on f.id = b.file_id
    where b.id = any (${ebooks as number[]}::bigint[])`;
}
