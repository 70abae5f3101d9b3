import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isDiskFull } from '../core/disk-full.ts';
import { convertToUtf8 } from '../core/encodings.ts';
import {
  archiveLimits,
  decodeEntryName,
  findBookRoot,
  findWebBookEntryFault,
  isArchiverMetadata,
  isTextFile,
  type WebBookFault,
} from './unpack-rules.ts';

/** A thread that unpacks one archive, or looks at one page, and says null, the fault for which it refused, or that the disk has no room. */
const { archive, target, isPage } = workerData as { archive: string; target: string; isPage: boolean };
/** Bytes of a text that is looked at for its encoding. */
const maxSniffedBytes = 16 * 1024 * 1024;

class Refused extends Error {
  readonly fault: WebBookFault;

  constructor(why: WebBookFault['why'], file = '') {
    super(why);
    this.fault = { why, file };
  }
}

try {
  await (isPage ? page(archive, target) : unpack(archive, target));
  parentPort?.postMessage(null);
} catch (error) {
  if (isDiskFull(error)) parentPort?.postMessage('no room');
  else parentPort?.postMessage(error instanceof Refused ? error.fault : { why: 'archive', file: '' });
}

/** One page becomes a book with a copy in UTF-8 where it is written otherwise. */
async function page(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const text = bytes.length > maxSniffedBytes ? null : await convertToUtf8(bytes);
  if (text) await writeFile(join(to, 'index.html'), text);
}

async function unpack(from: string, to: string): Promise<void> {
  // The files are read when all names are known, which by itself would close the archive.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false };
  const zip = await yauzl.openPromise(from, options);
  try {
    await unpackOpen(zip, to);
  } finally {
    zip.close();
  }
}

async function unpackOpen(zip: ZipFile, to: string): Promise<void> {
  // Reading a directory of many entries costs seconds; its end says beforehand how many there are.
  // The count may lie (it has 16 bits), the length of the directory cannot.
  if (
    zip.entryCount > archiveLimits.entries ||
    zip.fileSize - Number(zip.readEntryCursor) > archiveLimits.directoryBytes
  )
    throw new Refused('size');
  const entries = await entriesOf(zip);
  const root = findBookRoot([...entries.keys()]);
  if (root === null) throw new Refused('noIndex');
  let total = 0;
  for (const [name, entry] of entries) {
    // Links of a book may write names with other capitals than the archive has.
    const own = name.slice(root.folder.length).toLowerCase();
    const path = join(to, own === root.index ? 'index.html' : own);
    await mkdir(dirname(path), { recursive: true });
    const count = new Transform({
      transform(chunk: Buffer, _, done) {
        total += chunk.length;
        done(total > archiveLimits.bytes ? new Refused('size') : null, chunk);
      },
    });
    const content = await zip.openReadStreamPromise(entry);
    if (isTextFile(name) && entry.uncompressedSize <= maxSniffedBytes)
      await pipeline(content, count, async (chunks: AsyncIterable<Buffer>) => {
        const bytes = await buffer(chunks);
        await writeFile(path, (await convertToUtf8(bytes)) ?? bytes, { flag: 'wx' });
      });
    else await pipeline(content, count, createWriteStream(path, { flags: 'wx' }));
  }
}

/** The files of an archive by their names, when all of them may be unpacked. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const name = decodeEntryName(entry);
    if (isArchiverMetadata(name)) continue;
    const place = {
      name,
      size: entry.uncompressedSize,
      packed: entry.compressedSize,
      mode: entry.externalFileAttributes >>> 16,
    };
    const fault = findWebBookEntryFault(place, seen);
    if (fault) throw new Refused(fault, name);
    if (entry.isEncrypted()) throw new Refused('encrypted', name);
    seen.add(name.toLowerCase());
    if (seen.size > archiveLimits.entries) throw new Refused('size');
    if (!name.endsWith('/')) entries.set(name, entry);
  }
  return entries;
}
