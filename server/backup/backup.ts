import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { type Pack, pack } from 'tar-stream';
import { Vault } from '../auth/vault.ts';
import { StartupError } from '../core/startup-error.ts';
import { version } from '../core/version.ts';
import { checkRestoreFinished } from '../database/restore-guard.ts';
import { liftTimeLimits } from '../database/time-limits.ts';
import {
  type FileStore,
  listAllObjects,
  parseFileKey,
  StorageUnavailableError,
  unpackedBookPrefix,
} from '../files/store.ts';
import { type FileStoreLocation, filesFolder, openStore, universityPicturesFolder } from '../files/store-location.ts';
import { writeEncrypted } from './encryption.ts';
import { toOperatorFailure } from './failures.ts';
import {
  abbreviateNames,
  type BackupFooter,
  type BackupHeader,
  type BackupSummary,
  backupFormat,
  backupPaths,
  buildObjectPath,
  countLineEnds,
} from './format.ts';
import { type BackupLocation, createFileBackupLocation } from './place.ts';
import {
  type BackupTable,
  columnList,
  excludedRowsCondition,
  quoteIdentifier,
  readSequences,
  readTables,
} from './tables.ts';
import { verifyBackup } from './verify.ts';

/** Rows are written in chunks of this size, because an entry of a tar file begins with its length. */
const pieceBytes = 8 * 1024 * 1024;
const beatEvery = 60_000;

/**
 * Writes the database and the files of one moment into one back-up, while the portal goes on, and reads it back to verify
 * it. Removals are held meanwhile: no node removes a file, so that every file named by a row of that moment is still
 * there.
 * @param target the path of the file that it becomes, or another place
 * @param files where the files lie
 * @param recipient the public key to which it is encrypted; null: it is not
 * @param skipMissing whether files that the rows name and that are missing or damaged are named instead of refused
 * @throws StartupError when such a file is there, the database holds no university or a part of one, it is lost, or
 * the file cannot be written; nothing is left
 */
export async function createBackup(
  sql: Sql,
  dataDir: string,
  target: string | BackupLocation,
  {
    skipMissing = false,
    recipient = null,
    files = { folder: filesFolder(dataDir) },
  }: { skipMissing?: boolean; recipient?: string | null; files?: FileStoreLocation } = {},
): Promise<BackupSummary> {
  const place = typeof target === 'string' ? createFileBackupLocation(target) : target;
  const { store } = await openStore(files);
  await checkRestoreFinished(sql);
  await makePlaceOfFiles(sql, files);
  await store.removals.hold().catch((failure: NodeJS.ErrnoException) => {
    if (failure instanceof StorageUnavailableError) throw toOperatorFailure(failure, 'the back-up');
    throw new StartupError(`The files in ${dataDir} cannot be reached (${failure.code}): is DATA_DIR right?`);
  });
  // A broken connection may leave the work waiting for ever; then the command ends the process, and nothing stays either.
  const clear = () => {
    void store.removals.release();
    place.discardAtExit();
  };
  process.once('exit', clear);
  const beat = setInterval(() => void store.removals.hold().catch(() => undefined), beatEvery);
  const archive = pack();
  const writing = writePacked(archive, place, recipient);
  try {
    await Promise.race([
      sql.begin('isolation level repeatable read read only', (db) =>
        write(archive, db, { store, where: files.bucket ? 'the bucket of FILES_URL' : dataDir, dataDir, skipMissing }),
      ),
      writing.then(() => new Promise<never>(() => undefined)),
    ]);
    const summary = await writing;
    await place.finish(summary);
    return summary;
  } catch (failure) {
    archive.destroy();
    await writing.catch(() => undefined);
    await place.discard();
    throw toOperatorFailure(failure, 'the back-up');
  } finally {
    clearInterval(beat);
    process.off('exit', clear);
    await store.removals.release();
  }
}

/** Writes what is packed and reads it back: as it is, where nobody but the operator may read it, or encrypted. */
async function writePacked(archive: Pack, place: BackupLocation, recipient: string | null): Promise<BackupSummary> {
  const gzip = createGzip({ level: 5 });
  const packing = pipeline(archive, gzip);
  packing.catch(() => undefined);
  if (recipient !== null) {
    const summary = await writeEncrypted(gzip, recipient, place);
    await packing;
    return summary;
  }
  await place.write(gzip);
  await packing;
  return await verifyBackup(place.written);
}

/**
 * A data folder on which no portal ran yet has no place for files, and needs none as long as no row names one, or all lie in
 * a bucket.
 */
async function makePlaceOfFiles(sql: Sql, { folder, bucket }: FileStoreLocation): Promise<void> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('public.file') is not null as known`;
  if (!known?.known) throw new StartupError('The database holds no university: is DATABASE_URL right?');
  const [row] = await sql<{ any: boolean }[]>`select exists (select from file) as any`;
  // Whatever hinders it is reported when the marker is written.
  if (bucket || !row?.any) await mkdir(folder, { mode: 0o700, recursive: bucket !== undefined }).catch(() => undefined);
}

/** Where the files lie, and what is done when one is missing. */
interface Source {
  readonly store: FileStore;
  /** How an operator knows it. */
  readonly where: string;
  readonly dataDir: string;
  readonly skipMissing: boolean;
}

async function write(archive: Pack, db: TransactionSql, source: Source): Promise<void> {
  const { store, where, dataDir, skipMissing } = source;
  await liftTimeLimits(db);
  const [moment] = await db<{ at: Date }[]>`select now() as at`;
  const at = moment?.at.toISOString() ?? '';
  const named = await db<StoredFile[]>`select key, encode(sha256, 'hex') as hash from file order by key`;
  const missing = await missingOf(named, store);
  if (missing.length && !skipMissing) throw new StartupError(faultySentence(missing, where));
  const migrations = await db<BackupHeader['migrations'][number][]>`select name, checksum from migration order by name`;
  const tables = await readTables(db);
  const key = (await Vault.openThere(dataDir))?.name;
  await put(
    archive,
    backupPaths.head,
    json({ format: backupFormat, version, at, migrations, tables, ...(key && { key }) } satisfies BackupHeader),
  );
  const rows: Record<string, number> = {};
  const sums: Record<string, string> = {};
  for (const table of tables) rows[table.name] = await putTable(archive, db, table, sums);
  const sequences = await readSequences(db);

  const faulty = [...missing, ...(await putStored(archive, source, named, sums))];
  await putFolder(archive, backupPaths.pictures, universityPicturesFolder(dataDir), sums);
  const files = Object.keys(sums).filter((place) => !place.startsWith(backupPaths.tables)).length;
  await put(archive, backupPaths.end, json({ rows, files, sequences, sums, faulty } satisfies BackupFooter));
  archive.finalize();
}

interface StoredFile {
  readonly key: string;
  readonly hash: string;
}

/** Which of these files are not there; looked at first, so that an hour's work is not for nothing. */
async function missingOf(named: readonly StoredFile[], store: FileStore): Promise<string[]> {
  const missing = new Set(named.map(({ key }) => key));
  for await (const objects of listAllObjects(store)) for (const { name } of objects) missing.delete(name);
  return [...missing];
}

/** Puts in the files that the rows name, and what was unpacked from them. Gives the keys of those that are damaged. */
async function putStored(
  archive: Pack,
  { store, where, skipMissing }: Source,
  named: readonly StoredFile[],
  sums: Record<string, string>,
): Promise<string[]> {
  const hashes = new Map(named.map(({ key, hash }) => [key, hash]));
  const damaged: string[] = [];
  for await (const objects of listAllObjects(store))
    for (const { name, size, mtimeMs } of objects) {
      const key = parseFileKey(name);
      const hash = hashes.get(key);
      if (hash === undefined || (name !== key && !name.startsWith(unpackedBookPrefix(key)))) continue;
      const place = buildObjectPath(name);
      await putContent(archive, { name: place, size, mtime: new Date(mtimeMs) }, await store.get(name), sums);
      if (name === key && sums[place] !== hash) damaged.push(key);
      if (!skipMissing && damaged.length) throw new StartupError(faultySentence(damaged, where));
    }
  return damaged;
}

const faultySentence = (keys: readonly string[], where: string): string =>
  `Files that the database names are missing or damaged in ${where}: ${abbreviateNames(keys.map(buildObjectPath))}. Put them back, or save the rest with --skip-missing.`;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, null, 1));

function put(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    archive.entry({ name, mode: 0o600 }, content, (failure) => (failure ? failed(failure) : done()));
  });
}

/** Gives the number of rows. */
async function putTable(
  archive: Pack,
  db: TransactionSql,
  table: BackupTable,
  sums: Record<string, string>,
): Promise<number> {
  const condition = excludedRowsCondition(table);
  const where = condition ? ` where not (${condition})` : '';
  const source: AsyncIterable<Buffer> = await db
    .unsafe(`copy (select ${columnList(table)} from ${quoteIdentifier(table.name)}${where}) to stdout`)
    .readable();
  const place = backupPaths.tables + table.name;
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let bytes = 0;
  let pieces = 0;
  let rows = 0;
  const putPiece = async () => {
    await put(archive, `${place}/${String(++pieces).padStart(6, '0')}`, Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of source) {
    rows += countLineEnds(chunk);
    hash.update(chunk);
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await putPiece();
  }
  if (bytes) await putPiece();
  if (pieces) sums[place] = hash.digest('hex');
  return rows;
}

/** Puts content in, as long as it was said to be, and notes its sum. */
async function putContent(
  archive: Pack,
  header: { readonly name: string; readonly size: number; readonly mtime: Date },
  content: AsyncIterable<Buffer>,
  sums: Record<string, string>,
): Promise<void> {
  const entry = archive.entry({ ...header, mode: 0o600 });
  const ended = new Promise<void>((done, failed) => entry.on('close', done).on('error', failed));
  ended.catch(() => undefined);
  const hash = createHash('sha256');
  let left = header.size;
  for await (const piece of content) {
    // What grows meanwhile is saved as long as it was.
    const chunk = piece.subarray(0, left);
    hash.update(chunk);
    left -= chunk.length;
    if (!entry.write(chunk)) await Promise.race([new Promise((go) => entry.once('drain', go)), ended]);
    if (left === 0) break;
  }
  if (left > 0) throw new StartupError(`The file ${header.name} was cut while it was being saved: try it again.`);
  entry.end();
  await ended;
  sums[header.name] = hash.digest('hex');
}

async function putFolder(archive: Pack, name: string, path: string, sums: Record<string, string>): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const inner = join(entry.parentPath, entry.name);
    const file = await open(inner, 'r').catch(() => null);
    if (!file) continue;
    const { size, mtime } = await file.stat();
    const place = name + inner.slice(path.length + 1).replaceAll('\\', '/');
    await putContent(archive, { name: place, size, mtime }, file.createReadStream(), sums);
  }
}
