import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import { abbreviateNames } from '../backup/format.ts';
import { describeOwnershipFault } from '../core/folder-owner.ts';
import { formatScannerAddress } from '../core/scanner-settings.ts';
import { findInaccessiblePath } from '../files/local-copies.ts';
import { FileScanner, sizeLimitHelp } from '../files/scanner.ts';
import { type FileStore, isFileKey, listAllObjects, listPageSize } from '../files/store.ts';
import { filesFolder, openStore, resolveFileStoreLocation } from '../files/store-location.ts';
import { readScanState } from '../files/withheld.queries.ts';
import type { Settings } from '../settings.ts';
import { findOrphanedFileKeys, readReferencedFiles, readTotalFileBytes } from './doctor.queries.ts';
import { type DoctorFinding, faultFinding, goodFinding, hintFinding } from './finding.ts';

const mebibyte = 1024 * 1024;
/** Bytes of files that are read each time: some seconds. */
const maxInspectedBytes = 2 * 1024 ** 3;

/**
 * Files against rows: all by name and length, and byte by byte as many as are read in a while, chosen by lot, or all of them.
 * @param everyByte whether every file is read
 */
export async function inspectStoredFiles(sql: Sql, settings: Settings, everyByte: boolean): Promise<DoctorFinding[]> {
  const { dataDir } = settings;
  const { store } = await openStore(resolveFileStoreLocation(settings));
  if (await isBeforeFirstFile(sql, settings))
    return [hintFinding(`The folder ${filesFolder(dataDir)} is not made yet: the first start of the portal does it.`)];
  if (!(await store.answers()))
    return [
      faultFinding(
        `The store of files does not answer: look at ${settings.files.bucket ? 'FILES_URL' : filesFolder(dataDir)}.`,
      ),
    ];
  const folder = settings.files.bucket ? 'the bucket of FILES_URL' : filesFolder(dataDir);
  const there = new Map<string, number>();
  for await (const objects of listAllObjects(store)) for (const { name, size } of objects) there.set(name, size);
  const [missing, cut, closed, damaged]: [string[], string[], string[], string[]] = [[], [], [], []];
  const part = everyByte ? 1 : maxInspectedBytes / Math.max(1, await readTotalFileBytes(sql));
  let [count, read] = [0, 0];
  for await (const files of readReferencedFiles(sql))
    for (const { key, size, sha256 } of files) {
      count += 1;
      const path = settings.files.bucket ? null : await findInaccessiblePath(store, key);
      if (path !== null) closed.push(path);
      else if (!there.has(key)) missing.push(key);
      else if (there.get(key) !== size) cut.push(key);
      else if (Math.random() < part) {
        read += 1;
        if ((await hashOf(store, key)) !== sha256) damaged.push(key);
      }
    }
  const findings: DoctorFinding[] = [];
  const [first] = closed;
  if (first !== undefined)
    findings.push(
      faultFinding(
        `${closed.length} of ${count} files are another user's: ${await describeOwnershipFault(first, dataDir)}`,
      ),
    );
  if (missing.length > 0)
    findings.push(
      faultFinding(
        `${missing.length} of ${count} files are missing in ${folder}: put them back from a back-up (${abbreviateNames(missing)}).`,
      ),
    );
  if (cut.length > 0)
    findings.push(
      faultFinding(
        `${cut.length} files have another length than their rows say: put them back from a back-up (${abbreviateNames(cut)}).`,
      ),
    );
  if (damaged.length > 0)
    findings.push(
      faultFinding(
        `${damaged.length} files hold other bytes than were handed in: put them back from a back-up, and look after the disk (${abbreviateNames(damaged)}).`,
      ),
    );
  const unread = read < count ? ` ${read} of them were read, chosen by lot; --bytes reads all.` : '';
  if (findings.length === 0) findings.push(goodFinding(`All ${count} files are there.${unread}`));
  if (settings.files.bucket && findings.length === 1) findings.push(...(await ofFolder(settings)));
  const nameless = await countNameless(sql, [...there.keys()].filter(isFileKey));
  if (nameless > 0)
    findings.push(
      hintFinding(`${nameless} files belong to no row: a running portal removes them when they are a day old.`),
    );
  return findings;
}

/** Whether uploads are scanned, and what was found in those from before. */
export async function inspectScanner(sql: Sql, { scanner: address, fileLimitMb }: Settings): Promise<DoctorFinding[]> {
  const { never, withheld } = await readScanState(sql);
  const findings: DoctorFinding[] = [];
  if (withheld > 0)
    findings.push(
      hintFinding(
        `${withheld} files are withheld because the scanner found something in them: the audit trail names them (file.withheld); npm run files -- scan --older 0 hands out again what it finds clean.`,
      ),
    );
  if (address === null)
    return [
      ...findings,
      hintFinding(
        'Uploads are not scanned: install clamav-daemon and set SCANNER (docs/operating.md#scanning-uploads).',
      ),
    ];
  const scanner = new FileScanner(address, { error: () => undefined, warn: () => undefined });
  const takes = await scanner.takes(fileLimitMb * mebibyte);
  scanner.stop();
  if (takes === null)
    findings.push(
      faultFinding(
        `The scanner at ${formatScannerAddress(address)} gives no verdict, and no uploads are taken: look whether clamd runs there and this user reaches it.`,
      ),
    );
  else if (!takes) findings.push(faultFinding(sizeLimitHelp(fileLimitMb)));
  else findings.push(goodFinding(`The scanner at ${formatScannerAddress(address)} looks at uploads.`));
  if (never > 0) findings.push(hintFinding(`${never} stored files were never scanned: npm run files -- scan.`));
  return findings;
}

/** Whether the folder for files is not there and no row names a file: the portal has never been started with it. */
async function isBeforeFirstFile(sql: Sql, { dataDir, files: { bucket } }: Settings): Promise<boolean> {
  if (bucket) return false;
  const failure = await stat(filesFolder(dataDir)).catch((error: NodeJS.ErrnoException) => error);
  if (!(failure instanceof Error) || failure.code !== 'ENOENT') return false;
  for await (const files of readReferencedFiles(sql)) if (files.length > 0) return false;
  return true;
}

/** Files that still lie in the folder beside a bucket that takes new ones. */
async function ofFolder({ dataDir, files: { target } }: Settings): Promise<DoctorFinding[]> {
  const { store } = await openStore({ folder: filesFolder(dataDir) });
  const [one] = target === 's3' ? await store.list('', 1) : [];
  return one ? [hintFinding('Files lie in the folder still: npm run files -- move --to s3.')] : [];
}

/** The SHA-256 of a file, in hexadecimal figures; one that cannot be read has none. */
async function hashOf(store: FileStore, key: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(await store.get(key), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

async function countNameless(sql: Sql, keys: readonly string[]): Promise<number> {
  let count = 0;
  for (let from = 0; from < keys.length; from += listPageSize)
    count += (await findOrphanedFileKeys(sql, keys.slice(from, from + listPageSize))).length;
  return count;
}
