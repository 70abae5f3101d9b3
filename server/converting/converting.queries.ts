import { type OfficePdfStatus, officeFileTypes } from '@bilim/contract/office-files.ts';
import type { Db } from '../database/database.ts';
import type { FileService, StoredFile } from '../files/files.ts';
import { typesSearchedByOwnText } from '../fulltext/search.ts';
import type { Settings } from '../settings.ts';

type ConverterSettings = Pick<Settings, 'officeConverter'>;

const isOffice = ({ type }: StoredFile) => Object.hasOwn(officeFileTypes, type);

/** After so many days a file that got no pages may be tried again, by another release of the program perhaps. */
const failureLasts = 30;

/** SQL: the conversion status of file `f`, for lists; null when it is no office file. */
export function pdfStatusColumn(db: Db) {
  return db`case when f.type = any (${Object.keys(officeFileTypes)}::text[]) then coalesce((
    select case op.state when 'made' then 'ready' when 'failed' then 'none' else 'coming' end
    from file_pdf op where op.sha256 = f.sha256 and op.type = f.type), 'coming') end`;
}

/**
 * Asks for the pages of a file in the same transaction as the file; a process of its own makes them, once for each content
 * (converting-process.ts).
 */
export async function requestPdfPages(db: Db, { officeConverter }: ConverterSettings, file: StoredFile): Promise<void> {
  if (isOffice(file) && officeConverter.program !== null) await asked(db, file);
}

/** Makes or finds the row of a file's content; where the pages are made already, the file's text is read from them. */
async function asked(db: Db, file: StoredFile): Promise<string> {
  // Locks the row: whoever makes these pages at this moment asks for the texts of the files that it sees.
  const [row] = await db<{ state: string }[]>`
    insert into file_pdf as p (sha256, type) select f.sha256, f.type from file f where f.id = ${file.id}
    on conflict (sha256, type) do update set at = p.at
    returning p.state`;
  if (row?.state === 'made' && !typesSearchedByOwnText.includes(file.type))
    await db`insert into file_text (file_id) values (${file.id}) on conflict do nothing`;
  return row?.state ?? 'failed';
}

/** The conversion status of a file that is opened, and the bytes of its PDF; requests the conversion where nobody has. */
export async function ensurePdfPages(
  db: Db,
  { settings, files }: { settings: ConverterSettings; files: FileService },
  file: StoredFile,
): Promise<{ state: OfficePdfStatus; size: number }> {
  if (!isOffice(file)) return { state: 'none', size: 0 };
  const made = await findPdfFile(db, file);
  if (made && (await files.store.stat(made.key)) !== null) return { state: 'ready', size: made.size };
  if (settings.officeConverter.program === null) return { state: 'none', size: 0 };
  if (made) await requeuePdf(db, made.key);
  return { state: (await asked(db, file)) === 'failed' ? 'none' : 'coming', size: 0 };
}

/** Puts a PDF whose file is gone, as after a restore, into the queue again. */
async function requeuePdf(db: Db, key: string): Promise<void> {
  await db`
    update file_pdf set state = 'waiting', key = null, size = null, pages = null, tries = 0
    where key = ${key} and state = 'made'`;
}

/** The PDF of a file's pages as a file to send; null while there is none. */
export async function findPdfFile(db: Db, file: StoredFile): Promise<StoredFile | null> {
  const [row] = await db<{ key: string; size: number }[]>`
    select p.key, p.size from file f join file_pdf p on p.sha256 = f.sha256 and p.type = f.type
    where f.id = ${file.id} and p.state = 'made'`;
  return row ? { ...file, ...row, name: `${file.name.replace(/\.[^.]*$/, '')}.pdf`, type: 'application/pdf' } : null;
}

/** Removes pages whose file is gone, and the memory of files that got none long ago. */
export async function sweepConvertedPages(db: Db, files: FileService): Promise<void> {
  const gone = await db<{ key: string | null }[]>`
    delete from file_pdf p
    where not exists (select from file f where f.sha256 = p.sha256 and f.type = p.type)
      or (p.state = 'failed' and p.at < now() - make_interval(days => ${failureLasts}))
    returning p.key`;
  await files.remove(gone.flatMap(({ key }) => (key === null ? [] : [key])));
}
