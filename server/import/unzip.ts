import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { isDiskFull } from '../core/disk-full.ts';
import { archiveLimits, decodeEntryName, findArchiveEntryFault, isArchiverMetadata } from '../files/unpack-rules.ts';
import { tableNameFromFile } from './read.ts';

/** Tables of text grow a hundred times and more when they are unpacked. */
const ratio = 1000;
const photos = 20_000;

/**
 * Puts the tables and photos of every archive of a folder into the folder itself, in the place of what was there for the
 * same table, and removes the archives. Gives the names of those that cannot be unpacked; one for which the disk has no room
 * stays, and the failure is thrown.
 */
export async function unpackArchives(folder: string): Promise<string[]> {
  const broken: string[] = [];
  for (const name of (await readdir(folder)).filter((one) => extname(one).toLowerCase() === '.zip').sort()) {
    const path = join(folder, name);
    await unpack(path, folder).catch((failure: unknown) => {
      if (isDiskFull(failure)) throw failure;
      broken.push(name);
    });
    await rm(path, { force: true });
  }
  return broken;
}

async function unpack(path: string, folder: string): Promise<void> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  const seen = new Set<string>();
  // Read once: an archive may have thousands of entries.
  const there = Map.groupBy(await readdir(folder), tableNameFromFile);
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = decodeEntryName(entry);
    if (isArchiverMetadata(name) || name.endsWith('/')) continue;
    const place = {
      name,
      size: entry.uncompressedSize,
      packed: entry.compressedSize * (ratio / archiveLimits.ratio),
      mode: entry.externalFileAttributes >>> 16,
    };
    if (findArchiveEntryFault(place, seen) || entry.isEncrypted() || seen.size >= photos) throw new Error('archive');
    seen.add(name.toLowerCase());
    const isPhoto = basename(dirname(name)) === 'photos';
    const to = join(folder, isPhoto ? 'photos' : '', basename(name));
    await mkdir(dirname(to), { recursive: true });
    if (!isPhoto) {
      const same = there.get(tableNameFromFile(basename(to))) ?? [];
      await Promise.all(same.map((one) => rm(join(folder, one), { recursive: true, force: true })));
      there.set(tableNameFromFile(basename(to)), [basename(to)]);
    }
    const count = new Transform({
      transform(chunk: Buffer, _, done) {
        total += chunk.length;
        done(total > archiveLimits.bytes ? new Error('bytes') : null, chunk);
      },
    });
    await pipeline(await zip.openReadStreamPromise(entry), count, createWriteStream(to));
  }
}
