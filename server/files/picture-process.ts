import { readFile, writeFile } from 'node:fs/promises';
import { maxPictureMegapixels } from '@bilim/contract/limits.ts';
import sharp from 'sharp';
import { answerParentProcess } from '../core/bounded-process.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { stripMetadata } from './picture-metadata.ts';
import type { PictureTask } from './pictures.ts';

/**
 * The process that handles uploaded pictures, one at a time, with lowered priority and bounded memory; the parent
 * ends it when it takes too long (pictures.ts). It reads JPEG, PNG and WebP and nothing else, whatever a file is
 * called.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
sharp.cache(false);

/** Pixels of a picture that is decoded at all. */
const maxPixels = maxPictureMegapixels * 1_000_000;
/** Pixels that a browser shows: several times those of the largest camera. */
const maxShownPixels = 250_000_000;

initializeHelperProcess();

async function work({ from, to, what, type, side }: PictureTask): Promise<void> {
  if (what === 'clean') return await clean(from, to, type);
  // The first picture of a moving one; nothing of what was said about it is written (sharp's default).
  const picture = sharp(from, { limitInputPixels: maxPixels, pages: 1 });
  if (what === 'small') {
    const small = picture.rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true });
    await small.webp({ quality: 74 }).toFile(to);
    return;
  }
  const { format, width, height } = await picture.metadata();
  // A small JPEG would only lose by being written again; that it can be read is seen all the same.
  if (format === 'jpeg' && width <= side && height <= side) {
    await picture.stats();
    return await clean(from, to, 'image/jpeg');
  }
  const square = picture.rotate().resize(side, side, { fit: 'cover', withoutEnlargement: true });
  await square.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toFile(to);
}

/** Throws where a picture says to be larger than any browser shows. */
async function clean(from: string, to: string, type: string): Promise<void> {
  const metadata = await sharp(from, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => null);
  if (metadata && metadata.width * metadata.height > maxShownPixels) throw new Error('too large');
  await writeFile(to, stripMetadata(await readFile(from), type), { mode: 0o600 });
}

answerParentProcess<PictureTask, null>(async (picture) => {
  await work(picture);
  return null;
});
