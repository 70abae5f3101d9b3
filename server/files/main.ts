import { StartupError } from '../core/startup-error.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { initializeSettings, type Settings } from '../settings.ts';
import { type MoveResult, type MoveRoute, moveObjects } from './move-objects.ts';
import { scanStoredFiles } from './scan-stored.ts';
import { FileScanner, ScannerUnavailableError } from './scanner.ts';
import type { Spool } from './spool.ts';
import { type FileStore, listAllObjects, StorageUnavailableError } from './store.ts';
import { filesFolder, openBucketStore, openStore, resolveFileStoreLocation } from './store-location.ts';
import { readScanState } from './withheld.queries.ts';

const usage = `Usage: npm run files -- where | move --to s3 | move --to folder | scan [--older DAYS]
  where     how many objects lie in the folder and in the bucket of FILES_URL
  move      moves them, while the portal runs; again goes on where it was left
  scan      has SCANNER look at the files that it never looked at, or not for so many days, while the portal runs, and
            withholds those in which it finds something; again goes on where it was left. Exit code 4: some are withheld
            or could not be looked at`;

const mebibyte = 1024 * 1024;
const reportEvery = 1000;
/** Milliseconds that the scan of one file may take: more than for an upload, because no request waits for it. */
const scanWithin = 300_000;
/** The exit code when not every file is known to be clean. */
const notAllClean = 4;

const counted = (count: number, bytes: number): string => `${count} objects, ${(bytes / mebibyte).toFixed(1)} MiB`;

/** Both stores as the settings name them; there may be no bucket. */
async function stores({ dataDir, files: { bucket } }: Settings): Promise<FileStores> {
  const { store: folder, spool } = await openStore({ folder: filesFolder(dataDir) });
  return { folder, bucket: bucket && (await openBucketStore(bucket, spool)), spool };
}

interface FileStores {
  readonly folder: FileStore;
  readonly bucket: FileStore | null;
  readonly spool: Spool;
}

async function where(settings: Settings): Promise<void> {
  const { folder, bucket } = await stores(settings);
  const sizeOf = async (store: FileStore) => {
    let [count, bytes] = [0, 0];
    for await (const objects of listAllObjects(store))
      for (const { size } of objects) [count, bytes] = [count + 1, bytes + size];
    return counted(count, bytes);
  };
  console.log(`In the folder ${filesFolder(settings.dataDir)}: ${await sizeOf(folder)}.`);
  console.log(bucket ? `In the bucket of FILES_URL: ${await sizeOf(bucket)}.` : 'FILES_URL names no bucket.');
  console.log(`New files go to the ${settings.files.target === 's3' ? 'bucket' : 'folder'}.`);
}

async function move(settings: Settings, to: string): Promise<void> {
  const { folder, bucket, spool } = await stores(settings);
  if (!bucket) throw new StartupError('FILES_URL names no bucket: give this command the settings of the portal.');
  if (settings.files.target !== to)
    throw new StartupError(
      `New files go to the ${settings.files.target === 's3' ? 'bucket' : 'folder'} still: set FILES_TO=${to} for every node and for this command first (docs/operating.md).`,
    );
  await spool.prepare();
  const route: MoveRoute = to === 's3' ? { from: folder, to: bucket, spool } : { from: bucket, to: folder, spool };
  let lastReported = 0;
  const reportProgress = ({ count, bytes }: Pick<MoveResult, 'count' | 'bytes'>) => {
    if (count - lastReported < reportEvery) return;
    lastReported = count;
    console.log(`${counted(count, bytes)} so far`);
  };
  const { count, bytes, damaged } = await withDatabase(settings, { mustExist: true, schema: 'newest' }, (sql) =>
    moveObjects(sql, route, reportProgress),
  );
  console.log(`Moved and read back: ${counted(count, bytes)}.`);
  if (damaged.length)
    throw new StartupError(
      `${damaged.length} files hold other bytes than were handed in and stay where they are: ${damaged.slice(0, 10).join(', ')}. Put them back from a back-up, then run this again.`,
    );
}

async function scan(settings: Settings, olderThan: number | null): Promise<void> {
  if (!settings.scanner)
    throw new StartupError('SCANNER is not set: give this command the settings of the portal (docs/operating.md).');
  const { store, spool } = await openStore(resolveFileStoreLocation(settings));
  await spool.prepare();
  const scanner = new FileScanner(settings.scanner, { error: () => undefined, warn: () => undefined }, scanWithin);
  try {
    await withDatabase(settings, { mustExist: true, schema: 'newest' }, async (sql) => {
      const { clean, unscanned } = await scanStoredFiles(sql, { store, scanner }, olderThan, {
        turned: ({ id, name, owner }, found) =>
          console.log(
            found === null
              ? `Handed out again: file ${id} "${name}" of person ${owner}`
              : `Withheld: file ${id} "${name}" of person ${owner}, in which ${found} was found`,
          ),
        counted: (count) => console.log(`${count} files so far`),
      });
      const { withheld } = await readScanState(sql);
      console.log(`Clean: ${clean}. Withheld now: ${withheld}. Not looked at: ${unscanned.length}.`);
      for (const { id, name, owner } of unscanned)
        console.log(`Too large for the scanner, or gone: file ${id} "${name}" of person ${owner}`);
      if (withheld > 0 || unscanned.length > 0) process.exitCode = notAllClean;
    });
  } finally {
    scanner.stop();
  }
}

async function run(): Promise<void> {
  const [what, option, to, ...more] = process.argv.slice(2);
  const settings = initializeSettings();
  try {
    if (what === 'where' && option === undefined) return await where(settings);
    if (what === 'move' && option === '--to' && (to === 's3' || to === 'folder') && !more.length)
      return await move(settings, to);
    if (what === 'scan' && option === undefined) return await scan(settings, null);
    if (what === 'scan' && option === '--older' && /^\d{1,5}$/.test(to ?? '') && !more.length)
      return await scan(settings, Number(to));
  } catch (failure) {
    if (failure instanceof StorageUnavailableError || failure instanceof ScannerUnavailableError)
      throw new StartupError(`${failure.message}. Nothing is lost: run this again.`);
    throw failure;
  }
  throw new StartupError(usage);
}

await runCommandLine(usage, run);
