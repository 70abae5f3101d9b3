import type { Output } from '@bilim/contract/call.ts';
import type { kept } from '@bilim/contract/kept.ts';
import type { Db } from '../../database/database.ts';
import { joinContent } from '../../university/materials.access.ts';
import type { OpenKept } from './kept.access.ts';

/** The present files of opened materials and books; `mark` differs as soon as the content does. */
export async function readKeptFiles(db: Db, { materials, ebooks }: OpenKept): Promise<Output<typeof kept.files>> {
  const columns = db`f.name as "fileName", f.size, f.type, encode(substr(f.sha256, 1, 9), 'base64') as mark`;
  return await db<Output<typeof kept.files>>`
    select m.id, false as "isEBook", m.name, ${columns} from material m ${joinContent(db)}
    where m.id = any (${materials as number[]}::bigint[]) and not m.is_html
    union all
    select b.id, true, b.name, ${columns} from ebook b join file f on f.id = b.file_id
    where b.id = any (${ebooks as number[]}::bigint[])`;
}
