import type { Caller } from '../../auth/session.ts';
import type { AppContext } from '../../call/room.ts';
import { now } from '../../core/clock.ts';
import { byteOrderMark, formatCsvLines } from '../../core/csv.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { sanitizeFileName } from '../../files/file-names.ts';
import { fileArchiveParts, type OwnFile, readFilesAfter } from '../../university/archive/files.queries.ts';
import type { ArchivePart } from '../../university/archive/part.ts';
import { archiveParts } from '../../university/archive/parts.ts';
import { type ArchiveIndexLine, type OmittedFile, renderArchiveIndex } from './archive.page.ts';
import { readPhoto, readTablePage, type TablePage } from './archive.queries.ts';
import type { ZipEntry } from './archive.zip.ts';

/** Files whose rows are read at once. */
const fileBatchSize = 100;
/** A ZIP as every program opens it holds 65,535 files and 4 GiB; whoever has more gets the rest file by file. */
const maxFiles = 60_000;
const maxBytes = 3.5 * 1024 ** 3;

/** Whose archive is made, and how. */
export interface ArchiveRequest {
  readonly app: AppContext;
  readonly caller: Pick<Caller, 'uid' | 'fullName'>;
  readonly language: Language;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** The files of a person's archive, one after the other; each piece is read by itself, so that no connection waits. */
export async function* generateArchiveFiles(order: ArchiveRequest): AsyncGenerator<ZipEntry> {
  const { app, caller, language } = order;
  const read = <T>(work: (db: Db) => Promise<T>) => app.database.readLong(work);
  const translate = (key: string, values?: Readonly<Record<string, string | number>>) =>
    app.translations.translate(language, `archive:${key}`, values);
  const lines: ArchiveIndexLine[] = [];
  const absent: OmittedFile[] = [];
  const photo = await read((db) => readPhoto(db, caller.uid));
  if (photo) yield { name: 'photo.jpg', packs: false, content: once(photo) };
  const { timeZone } = app.settings;
  for (const part of archiveParts) {
    // Their table says which of them are in the archive.
    if (fileArchiveParts.includes(part)) yield* filesOf(app, caller.uid, absent);
    const asked = { uid: caller.uid, language, timeZone, absentFiles: absent.map(({ id }) => id) };
    const pieceFrom = (after: number) => read((db) => readTablePage(part, { db, ...asked }, after));
    const first = await pieceFrom(0);
    if (!first.rows.length) continue;
    const counted = { rows: 0 };
    yield { name: fileOf(part), packs: true, content: tableOf(first, pieceFrom, counted) };
    lines.push({ file: fileOf(part), about: translate(`parts.${part.name}`), rows: counted.rows });
  }
  const when = now().toLocaleString('sv', { timeZone });
  const page = renderArchiveIndex(caller.fullName, when, { lines, absent }, { language, translate });
  yield { name: 'index.html', packs: true, content: once(bytes(page)) };
}

const fileOf = (part: ArchivePart) => `tables/${part.name}.csv`;

/** A table as CSV, piece after piece; counts its rows. */
async function* tableOf(
  first: TablePage,
  pieceFrom: (after: number) => Promise<TablePage>,
  counted: { rows: number },
): AsyncGenerator<Uint8Array> {
  yield bytes(byteOrderMark + formatCsvLines([first.columns]));
  for (let piece = first; ; piece = await pieceFrom(piece.next)) {
    counted.rows += piece.rows.length;
    yield bytes(
      formatCsvLines(
        piece.rows.map((row) =>
          row.map((cell) => (cell === null ? '' : cell === true ? 1 : cell === false ? 0 : cell)),
        ),
      ),
    );
    if (piece.next === null) return;
  }
}

/** The files that the person put into the portal, as they are; adds to `absent` those that cannot go along. */
async function* filesOf(app: AppContext, uid: number, absent: OmittedFile[]): AsyncGenerator<ZipEntry> {
  let [count, size, after] = [0, 0, 0];
  for (let found: OwnFile[]; ; ) {
    found = await app.database.readLong((db) => readFilesAfter(db, uid, after, fileBatchSize));
    for (const file of found) {
      after = file.id;
      const hasRoom = count + 1 <= maxFiles && size + file.size <= maxBytes;
      const why = await whyAbsent(app, file, hasRoom);
      if (why) {
        absent.push({ id: file.id, name: file.name, why });
        continue;
      }
      count += 1;
      size += file.size;
      yield { name: `files/${file.id}-${sanitizeFileName(file.name)}`, packs: false, content: bytesOf(app, file.key) };
    }
    if (found.length < fileBatchSize) return;
  }
}

/** Why a file does not go into the archive; null: it does. */
async function whyAbsent({ files }: AppContext, file: OwnFile, hasRoom: boolean): Promise<OmittedFile['why'] | null> {
  if (file.isWithheld) return 'withheld';
  if ((await files.store.stat(file.key)) === null) return 'missing';
  return hasRoom ? null : 'noRoom';
}

/** Opened when its turn comes. */
async function* bytesOf({ files }: AppContext, key: string): AsyncGenerator<Uint8Array> {
  yield* await files.store.get(key);
}
