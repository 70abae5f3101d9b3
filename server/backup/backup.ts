import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { type Pack, pack } from 'tar-stream';
import { CannotStart } from '../core/cannot-start.ts';
import { backupMarker } from '../core/files.ts';
import { version } from '../core/version.ts';
import { type End, format, type Head, places, sum, type Told } from './format.ts';
import { listed, quoted, readSequences, readTables, type Table } from './tables.ts';

/** Rows go out in pieces, because tar wants to know a length beforehand. */
const pieceBytes = 8 * 1024 * 1024;
const beatEvery = 60_000;

/**
 * Writes database and files of one moment into a file, while the portal goes on. From the marker on no node removes a
 * file, so that every file the rows of that moment name is still there when it is its turn.
 * @throws CannotStart when a file that the rows name is missing, or the file cannot be written
 */
export async function backup(sql: Sql, dataDir: string, target: string): Promise<Told> {
  const marker = backupMarker(join(dataDir, 'files'));
  const part = `${target}.part`;
  await writeFile(marker, '').catch((failure: NodeJS.ErrnoException) => {
    throw new CannotStart(`The files in ${dataDir} cannot be reached (${failure.code}): is DATA_DIR right?`);
  });
  const beat = setInterval(() => void utimes(marker, new Date(), new Date()).catch(() => undefined), beatEvery);
  const archive = pack();
  // Nobody but the operator may read it: it holds everything.
  const writing = open(part, 'w', 0o600).then((file) =>
    pipeline(archive, createGzip({ level: 5 }), file.createWriteStream({ flush: true })),
  );
  try {
    const told = await Promise.race([
      sql.begin('isolation level repeatable read read only', (db) => write(archive, db, dataDir)),
      writing.then(() => new Promise<never>(() => undefined)),
    ]);
    await writing;
    await rename(part, target);
    return told;
  } catch (failure) {
    archive.destroy();
    await writing.catch(() => undefined);
    await rm(part, { force: true });
    throw failure;
  } finally {
    clearInterval(beat);
    await rm(marker, { force: true });
  }
}

async function write(archive: Pack, db: TransactionSql, dataDir: string): Promise<Told> {
  const [moment] = await db<{ at: Date }[]>`select now() as at`;
  const at = moment?.at.toISOString() ?? '';
  const migrations = await db<Head['migrations'][number][]>`select name, checksum from migration order by name`;
  const tables = await readTables(db);
  await put(archive, places.head, json({ format, version, at, migrations, tables } satisfies Head));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await putTable(archive, db, table);
  const sequences = await readSequences(db);

  let files = 0;
  const keys = await db<{ key: string }[]>`select key from file order by key`;
  for (const { key } of keys) {
    const place = `${places.files}${key.slice(0, 2)}/${key}`;
    if (!(await putFile(archive, place, join(dataDir, place))))
      throw new CannotStart(`The file ${place} is missing in ${dataDir}, though the database names it.`);
    files += 1 + (await putFolder(archive, `${place}.book/`, join(dataDir, `${place}.book`)));
  }
  files += await putFolder(archive, places.pictures, join(dataDir, 'public'));
  await put(archive, places.end, json({ rows, files, sequences } satisfies End));
  archive.finalize();
  return { at, rows: sum(rows), files };
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, null, 1));

function put(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    archive.entry({ name, mode: 0o600 }, content, (failure) => (failure ? failed(failure) : done()));
  });
}

/** Gives the number of rows: each is a line, for a line break inside a value is written as two characters. */
async function putTable(archive: Pack, db: TransactionSql, table: Table): Promise<number> {
  const source: Readable = await db
    .unsafe(`copy (select ${listed(table)} from ${quoted(table.name)}) to stdout`)
    .readable();
  let waiting: Buffer[] = [];
  let bytes = 0;
  let pieces = 0;
  let rows = 0;
  const putPiece = async () => {
    const name = `${places.tables}${table.name}/${String(++pieces).padStart(6, '0')}`;
    await put(archive, name, Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let from = chunk.indexOf(10); from >= 0; from = chunk.indexOf(10, from + 1)) rows++;
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await putPiece();
  }
  if (bytes) await putPiece();
  return rows;
}

/** False when there is no such file. */
async function putFile(archive: Pack, name: string, path: string): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) return false;
  const finished = new Promise<void>((done, failed) => {
    const entry = archive.entry({ name, size: info.size, mode: 0o600, mtime: info.mtime }, (failure) =>
      failure ? failed(failure) : done(),
    );
    const source = createReadStream(path);
    source.on('error', failed);
    source.pipe(entry);
  });
  await finished;
  return true;
}

async function putFolder(archive: Pack, name: string, path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const inner = join(entry.parentPath, entry.name);
    const inside = inner.slice(path.length + 1).replaceAll('\\', '/');
    if (await putFile(archive, name + inside, inner)) count++;
  }
  return count;
}
