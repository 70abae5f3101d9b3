import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { type Pack, pack } from 'tar-stream';
import { Vault } from '../auth/vault.ts';
import { CannotStart } from '../core/cannot-start.ts';
import { machineTime } from '../core/clock.ts';
import { version } from '../core/version.ts';
import { checkRestored } from '../database/restore-guard.ts';
import { withoutLimits } from '../database/time-limits.ts';
import { backupMarker } from '../files/files.ts';
import { toldFailure } from './failures.ts';
import { type End, format, type Head, linesIn, places, some, type Told } from './format.ts';
import { leftOut, listed, quoted, readSequences, readTables, type Table } from './tables.ts';
import { verify } from './verify.ts';

/** Rows go out in pieces, because tar wants to know a length beforehand. */
const pieceBytes = 8 * 1024 * 1024;
/** Files are read in pieces of this size. */
const readBytes = 256 * 1024;
const beatEvery = 60_000;

/**
 * Writes database and files of one moment into a file, while the portal goes on, and reads back what was written. From
 * the marker on no node removes a file, so that every file the rows of that moment name is still there at its turn.
 * @param skipMissing whether files that the rows name and that are missing or damaged are named instead of refused
 * @throws CannotStart when such a file is there, the database holds no university or a part of one, it is lost, or the
 * file cannot be written; nothing is left
 */
export async function backup(
  sql: Sql,
  dataDir: string,
  target: string,
  { skipMissing = false }: { skipMissing?: boolean } = {},
): Promise<Told> {
  const marker = backupMarker(join(dataDir, 'files'));
  const part = `${target}.part`;
  await checkRestored(sql);
  await makePlaceOfFiles(sql, dataDir);
  await writeFile(marker, '').catch((failure: NodeJS.ErrnoException) => {
    throw new CannotStart(`The files in ${dataDir} cannot be reached (${failure.code}): is DATA_DIR right?`);
  });
  // A broken connection may leave the work waiting for ever; then the command ends the process, and nothing stays either.
  const clear = () => {
    for (const path of [part, marker]) rmSync(path, { force: true });
  };
  process.once('exit', clear);
  const beat = setInterval(() => void utimes(marker, machineTime(), machineTime()).catch(() => undefined), beatEvery);
  const archive = pack();
  // Nobody but the operator may read it: it holds everything.
  const writing = open(part, 'w', 0o600).then((file) =>
    pipeline(archive, createGzip({ level: 5 }), file.createWriteStream({ flush: true })),
  );
  try {
    await Promise.race([
      sql.begin('isolation level repeatable read read only', (db) => write(archive, db, dataDir, skipMissing)),
      writing.then(() => new Promise<never>(() => undefined)),
    ]);
    await writing;
    const told = await verify(part);
    await rename(part, target);
    return told;
  } catch (failure) {
    archive.destroy();
    await writing.catch(() => undefined);
    await rm(part, { force: true });
    throw toldFailure(failure, 'the back-up');
  } finally {
    clearInterval(beat);
    process.off('exit', clear);
    await rm(marker, { force: true });
  }
}

/** A data folder on which no portal ran yet has no place for files, and needs none as long as no row names one. */
async function makePlaceOfFiles(sql: Sql, dataDir: string): Promise<void> {
  const [known] = await sql<{ known: boolean }[]>`select to_regclass('public.file') is not null as known`;
  if (!known?.known) throw new CannotStart('The database holds no university: is DATABASE_URL right?');
  const [row] = await sql<{ any: boolean }[]>`select exists (select from file) as any`;
  // Whatever hinders it is told when the marker is written.
  if (!row?.any) await mkdir(join(dataDir, 'files'), { mode: 0o700 }).catch(() => undefined);
}

async function write(archive: Pack, db: TransactionSql, dataDir: string, skipMissing: boolean): Promise<void> {
  await withoutLimits(db);
  const [moment] = await db<{ at: Date }[]>`select now() as at`;
  const at = moment?.at.toISOString() ?? '';
  const named = await db<StoredFile[]>`select key, encode(sha256, 'hex') as hash from file order by key`;
  const missing = await missingOf(named, dataDir);
  if (missing.length && !skipMissing) throw new CannotStart(faultySentence(missing, dataDir));
  const migrations = await db<Head['migrations'][number][]>`select name, checksum from migration order by name`;
  const tables = await readTables(db);
  const key = (await Vault.openThere(dataDir))?.name;
  await put(
    archive,
    places.head,
    json({ format, version, at, migrations, tables, ...(key && { key }) } satisfies Head),
  );
  const rows: Record<string, number> = {};
  const sums: Record<string, string> = {};
  for (const table of tables) rows[table.name] = await putTable(archive, db, table, sums);
  const sequences = await readSequences(db);

  const faulty = [...missing];
  for (const { key, hash } of named) {
    const place = placeOf(key);
    const isThere = await putFile(archive, place, join(dataDir, place), sums);
    if (isThere && sums[place] !== hash) faulty.push(key);
    if (!skipMissing && faulty.length) throw new CannotStart(faultySentence(faulty, dataDir));
    await putFolder(archive, `${place}.book/`, join(dataDir, `${place}.book`), sums);
  }
  await putFolder(archive, places.pictures, join(dataDir, 'public'), sums);
  const files = Object.keys(sums).filter((place) => !place.startsWith(places.tables)).length;
  await put(archive, places.end, json({ rows, files, sequences, sums, faulty } satisfies End));
  archive.finalize();
}

interface StoredFile {
  readonly key: string;
  readonly hash: string;
}

/** Which of these files are not there; looked at first, so that an hour's work is not for nothing. */
async function missingOf(named: readonly StoredFile[], dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of named) {
    const info = await stat(join(dataDir, placeOf(key))).catch(() => null);
    if (!info?.isFile()) missing.push(key);
  }
  return missing;
}

const placeOf = (key: string): string => `${places.files}${key.slice(0, 2)}/${key}`;

const faultySentence = (keys: readonly string[], dataDir: string): string =>
  `Files that the database names are missing or damaged in ${dataDir}: ${some(keys.map(placeOf))}. Put them back, or save the rest with --skip-missing.`;

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
  table: Table,
  sums: Record<string, string>,
): Promise<number> {
  const condition = leftOut(table);
  const where = condition ? ` where not (${condition})` : '';
  const source: Readable = await db
    .unsafe(`copy (select ${listed(table)} from ${quoted(table.name)}${where}) to stdout`)
    .readable();
  const place = places.tables + table.name;
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
  for await (const chunk of source as AsyncIterable<Buffer>) {
    rows += linesIn(chunk);
    hash.update(chunk);
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await putPiece();
  }
  // The driver stops listening when the last rows came quicker than they were taken, and would never hear of the end.
  source._read(0);
  if (bytes) await putPiece();
  if (pieces) sums[place] = hash.digest('hex');
  return rows;
}

/** Puts a file in as it is now and notes its sum; false when there is no such file. */
async function putFile(archive: Pack, name: string, path: string, sums: Record<string, string>): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return false;
  try {
    const { size, mtime } = await file.stat();
    const entry = archive.entry({ name, size, mode: 0o600, mtime });
    const ended = new Promise<void>((done, failed) => entry.on('close', done).on('error', failed));
    ended.catch(() => undefined);
    const hash = createHash('sha256');
    // What grows meanwhile is saved as long as it was.
    for (let left = size; left; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, readBytes)));
      if (!bytesRead) throw new CannotStart(`The file ${path} was cut while it was being saved: try it again.`);
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      left -= bytesRead;
      if (!entry.write(chunk)) await Promise.race([new Promise((go) => entry.once('drain', go)), ended]);
    }
    entry.end();
    await ended;
    sums[name] = hash.digest('hex');
    return true;
  } finally {
    await file.close();
  }
}

async function putFolder(archive: Pack, name: string, path: string, sums: Record<string, string>): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const inner = join(entry.parentPath, entry.name);
    await putFile(archive, name + inner.slice(path.length + 1).replaceAll('\\', '/'), inner, sums);
  }
}
