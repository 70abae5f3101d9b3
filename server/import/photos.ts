import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from '../core/disk-full.ts';
import { PictureProcess } from '../files/pictures.ts';
import { storeImportedValues } from './portal-values.ts';
import type { ImportReport } from './report.ts';
import { type ImportConnection, insertTextRows } from './stage.ts';
import type { FileChangeCounts } from './write.ts';

const side = 256;
const largestBytes = 5 * 1024 * 1024;
const batch = 200;

/**
 * Stores the photos of photos/, each as a JPEG of at most 256 by 256. Photos of people without a file stay, and so does
 * one that a person put in the portal, until the folder has another file than last time.
 */
export async function writePhotos(
  db: ImportConnection,
  folder: string,
  photos: ReadonlyMap<string, string>,
  changes: Map<string, FileChangeCounts>,
  report: ImportReport,
): Promise<void> {
  if (photos.size === 0) return;
  await db`create temp table new_photo (code text primary key, photo bytea not null, hash text not null) on commit drop`;
  const people = await db<{ code: string; hash: string | null }[]>`
    select p.code, v.value as hash from person p left join imported_value v on v.file = 'photos' and v.key = p.code
    where p.code = any(${[...photos.keys()]})`;
  const hashes = new Map(people.map(({ code, hash }) => [code, hash]));
  // Demo people share portraits: the same bytes are drawn once.
  const drawing = await openDrawing();
  try {
    await stage(db, folder, photos, hashes, drawing, report);
  } finally {
    await drawing.close();
  }
  await db`create temp table changed_photo on commit drop as
    select p.id, p.photo as before, n.photo as after from new_photo n join person p on p.code = n.code
    where p.photo is distinct from n.photo`;
  await db`update person p set photo = c.after from changed_photo c where c.id = p.id`;
  const changed = await db<{ teacher: boolean }[]>`
    select t.id is not null as teacher from changed_photo c left join teacher t on t.id = c.id`;
  await db`create temp table folder_value on commit drop as select code as key, hash as value from new_photo`;
  await storeImportedValues(db, 'photos');
  for (const { teacher } of changed) {
    const change = changes.get(teacher ? 'teachers' : 'students');
    if (change && change.added === 0) change.changed += 1;
  }
}

/** SQL: a number by which it is seen that a photo is still the one that was left. */
const photoHash = (db: ImportConnection, photo: string) =>
  db`hashtextextended(coalesce(encode(sha256(${db(photo)}), 'hex'), ''), 0)`;

/** Stores the photos from before with a run. */
export async function storePhotosForUndo(db: ImportConnection, run: number): Promise<void> {
  await db`
    insert into import_change (run_id, table_name, key, before, after_hash)
    select ${run}, 'photo', array[c.id::text], jsonb_build_object('photo', encode(c.before, 'base64')),
      ${photoHash(db, 'c.after')} from changed_photo c`;
}

/** Notes in a temporary table which photos are there before a run that replaced them is undone. */
export async function copyPhotosBeforeUndo(db: ImportConnection, run: number): Promise<void> {
  await db`
    create temp table photo_before on commit drop as
    select c.key[1]::bigint as id, p.photo from import_change c left join person p on p.id = c.key[1]::bigint
    where c.run_id = ${run} and c.table_name = 'photo'`;
}

/**
 * Gives the photos back that a run replaced, but to people who put another one meanwhile; what became of them is in
 * `changed_photo` then. Runs when people have come and gone.
 */
export async function undoPhotos(db: ImportConnection, run: number): Promise<void> {
  await db`
    update person p set photo = decode(c.before->>'photo', 'base64') from import_change c
    where c.run_id = ${run} and c.table_name = 'photo' and p.id = c.key[1]::bigint
      and ${photoHash(db, 'p.photo')} = c.after_hash`;
  await db`
    create temp table changed_photo on commit drop as
    select b.id, b.photo as before, p.photo as after from photo_before b left join person p on p.id = b.id
    where b.photo is distinct from p.photo`;
}

/**
 * Puts the photos of known people into the table `new_photo`, without those that the last folder had as well.
 * @param hashes the known people, each with the hash of the file that was imported last
 */
async function stage(
  db: ImportConnection,
  folder: string,
  photos: ReadonlyMap<string, string>,
  hashes: ReadonlyMap<string, string | null>,
  drawing: Drawing,
  report: ImportReport,
): Promise<void> {
  let rows: string[][] = [];
  for (const [code, name] of photos) {
    const file = `photos/${name}`;
    if (!hashes.has(code)) report.warning('photo.nobody', { file }, { value: code });
    else {
      const photo = await smallPhoto(join(folder, file), file, hashes.get(code) ?? null, drawing, report);
      if (photo) rows.push([code, `\\x${photo.bytes.toString('hex')}`, photo.hash]);
    }
    if (rows.length === batch) {
      await insertTextRows(db, 'new_photo', ['code', 'photo', 'hash'], rows);
      rows = [];
    }
  }
  await insertTextRows(db, 'new_photo', ['code', 'photo', 'hash'], rows);
}

interface Photo {
  /** What is stored. */
  readonly bytes: Buffer;
  /** Of the file as it was handed in. */
  readonly hash: string;
}

/** Makes photos small, in a process of its own; the same bytes once. */
interface Drawing {
  readonly made: Map<string, Photo | null>;
  shrink(path: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

async function openDrawing(): Promise<Drawing> {
  const { fileTypeFromFile } = await import('file-type');
  const pictures = new PictureProcess();
  const scratch = await mkdtemp(join(tmpdir(), 'bilim-photos-'));
  const to = join(scratch, 'photo.jpg');
  return {
    made: new Map(),
    async shrink(path) {
      if ((await fileTypeFromFile(path))?.mime !== 'image/jpeg') return null;
      try {
        await pictures.make({ from: path, to, what: 'square', type: 'image/jpeg', side });
        return await readFile(to);
      } catch (failure) {
        if (isDiskFull(failure)) throw failure;
        return null;
      }
    },
    async close() {
      pictures.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** The photo as it is stored; null where the file is the one that was imported last, or none of a photo (which is reported). */
async function smallPhoto(
  path: string,
  file: string,
  last: string | null,
  drawing: Drawing,
  report: ImportReport,
): Promise<Photo | null> {
  if ((await stat(path)).size > largestBytes) {
    report.warning('photo.tooLarge', { file });
    return null;
  }
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  if (hash === last) return null;
  if (!drawing.made.has(hash)) {
    const bytes = await drawing.shrink(path);
    drawing.made.set(hash, bytes && { bytes, hash });
  }
  const photo = drawing.made.get(hash) ?? null;
  if (photo === null) report.warning('photo.broken', { file });
  return photo;
}
