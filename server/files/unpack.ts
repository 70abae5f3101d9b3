import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import yauzl from 'yauzl';
import { bounds, faultOf, isClutter } from './unpack-rules.ts';

/** A thread that unpacks one archive and says null, the fault for which it refused, or that the disk has no room. */
const { archive, target } = workerData as { archive: string; target: string };

try {
  await unpack(archive, target);
  parentPort?.postMessage(null);
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  parentPort?.postMessage(code === 'ENOSPC' || code === 'EDQUOT' ? 'no room' : String(error));
}

async function unpack(from: string, to: string): Promise<void> {
  const zip = await yauzl.openPromise(from, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  // Reading a directory of many entries costs seconds; its end says beforehand how many there are.
  // The count may lie (it has 16 bits), the length of the directory cannot.
  if (zip.entryCount > bounds.entries || zip.fileSize - Number(zip.readEntryCursor) > bounds.directoryBytes)
    throw new Error('entries');
  const seen = new Set<string>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (isClutter(entry.fileName)) continue;
    const fault = faultOf(
      {
        name: entry.fileName,
        size: entry.uncompressedSize,
        packed: entry.compressedSize,
        mode: entry.externalFileAttributes >>> 16,
      },
      seen,
    );
    if (fault) throw new Error(`${fault}: ${entry.fileName}`);
    if (entry.isEncrypted()) throw new Error('encrypted');
    seen.add(entry.fileName.toLowerCase().normalize('NFC'));
    if (seen.size > bounds.entries) throw new Error('entries');
    const path = join(to, entry.fileName);
    if (entry.fileName.endsWith('/')) {
      await mkdir(path, { recursive: true });
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    const count = new Transform({
      transform(chunk: Buffer, _, done) {
        total += chunk.length;
        done(total > bounds.bytes ? new Error('bytes') : null, chunk);
      },
    });
    await pipeline(await zip.openReadStreamPromise(entry), count, createWriteStream(path, { flags: 'wx' }));
  }
  if (!seen.has('index.html')) throw new Error('no index.html');
}
