import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { rememberSaid } from './portal-values.ts';
import type { Report } from './report.ts';
import { type Db, putRows } from './stage.ts';
import type { Change } from './write.ts';

const side = 256;
const largestBytes = 5 * 1024 * 1024;
const largestPixels = 25_000_000;
const batch = 200;

/**
 * Stores the photos of photos/, each as a JPEG of at most 256 by 256. Photos of people without a file stay, and so does
 * one that a person put in the portal, until the folder has another file than last time.
 */
export async function writePhotos(
  db: Db,
  folder: string,
  photos: ReadonlyMap<string, string>,
  changes: Map<string, Change>,
  report: Report,
): Promise<void> {
  if (photos.size === 0) return;
  await db`create temp table new_photo (code text primary key, photo bytea not null, hash text not null) on commit drop`;
  const people = await db<{ code: string; teacher: boolean }[]>`
    select p.code, t.id is not null as teacher from person p left join teacher t on t.id = p.id
    where p.code = any(${[...photos.keys()]})`;
  const codes = new Set(people.map((person) => person.code));
  // Demo people share portraits: the same bytes are drawn once.
  const made = new Map<string, Photo | null>();
  let rows: string[][] = [];
  for (const [code, name] of photos) {
    const file = `photos/${name}`;
    if (!codes.has(code)) report.warning('photo.nobody', { file }, { value: code });
    else {
      const photo = await smallPhoto(join(folder, file), file, made, report);
      if (photo) rows.push([code, `\\x${photo.bytes.toString('hex')}`, photo.hash]);
    }
    if (rows.length === batch) {
      await putRows(db, 'new_photo', ['code', 'photo', 'hash'], rows);
      rows = [];
    }
  }
  await putRows(db, 'new_photo', ['code', 'photo', 'hash'], rows);
  const changed = await db<{ teacher: boolean }[]>`update person p set photo = n.photo from new_photo n
    left join person q on q.code = n.code left join teacher t on t.id = q.id
    where p.code = n.code and p.photo is distinct from n.photo and not exists (
      select from imported_value v where v.file = 'photos' and v.key = n.code and v.value = n.hash) returning t.id is not null as teacher`;
  await db`create temp table said on commit drop as select code as key, hash as value from new_photo`;
  await rememberSaid(db, 'photos');
  for (const { teacher } of changed) {
    const change = changes.get(teacher ? 'teachers' : 'students');
    if (change && change.added === 0) change.changed += 1;
  }
}

interface Photo {
  /** What is stored. */
  readonly bytes: Buffer;
  /** Of the file as it was handed in. */
  readonly hash: string;
}

async function smallPhoto(
  path: string,
  file: string,
  made: Map<string, Photo | null>,
  report: Report,
): Promise<Photo | null> {
  if ((await stat(path)).size > largestBytes) {
    report.warning('photo.tooLarge', { file });
    return null;
  }
  const bytes = await readFile(path);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (!made.has(hash)) {
    const small = await shrink(bytes);
    made.set(hash, small && { bytes: small, hash });
  }
  const photo = made.get(hash) ?? null;
  if (photo === null) report.warning('photo.broken', { file });
  return photo;
}

async function shrink(bytes: Buffer): Promise<Buffer | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: largestPixels });
    const { format, width, height } = await image.metadata();
    if (format !== 'jpeg') return null;
    if (width <= side && height <= side) return bytes;
    return await image
      .rotate()
      .resize(side, side, { fit: 'cover', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return null;
  }
}
