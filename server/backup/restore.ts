import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Writable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { type Entry, extract } from 'tar-stream';
import { CannotStart } from '../core/cannot-start.ts';
import { migrate, readMigrations } from '../core/migrate.ts';
import { type End, format, type Head, places, sum, type Told } from './format.ts';
import { listed, loosen, quoted, type Table } from './tables.ts';

type Entries = AsyncIterable<Entry>;

/**
 * Brings a back-up into an empty database and an empty data folder: all of it, or nothing.
 * @param migrations folder of the schema's steps
 * @throws CannotStart when there is something already, or the back-up is damaged, not whole or of a newer release
 */
export async function restore(sql: Sql, dataDir: string, source: string, migrations: string): Promise<Told> {
  await checkEmpty(sql, dataDir);
  const archive = extract();
  const reading = pipeline(createReadStream(source), createGunzip(), archive).catch((failure) => {
    // Whoever waits for the next entry hears it.
    archive.destroy(failure);
  });
  try {
    const told = await bringBack(sql, dataDir, archive as unknown as Entries, migrations);
    await reading;
    // What is newer than the back-up comes on top, as at every start.
    await migrate(sql, migrations);
    await sql`analyze`;
    return told;
  } catch (failure) {
    archive.destroy();
    await reading;
    for (const place of [places.files, places.pictures])
      await rm(join(dataDir, place), { recursive: true, force: true });
    throw isOurs(failure)
      ? failure
      : new CannotStart(`The back-up ${source} cannot be brought back: ${(failure as Error).message}.`);
  }
}

const isOurs = (failure: unknown) => failure instanceof CannotStart;

async function checkEmpty(sql: Sql, dataDir: string): Promise<void> {
  const [known] = await sql<{ tables: number }[]>`
    select count(*)::int as tables from pg_tables where schemaname = 'public' and tablename in ('person', 'file')`;
  if (known?.tables === 2) {
    const [found] = await sql<{ any: boolean }[]>`
      select exists (select from person) or exists (select from file) as any`;
    if (found?.any) throw new CannotStart('The database holds a university already: a back-up needs an empty one.');
  }
  const files = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  if (files.some((entry) => entry.isFile()))
    throw new CannotStart(`The data folder ${dataDir} holds files already: a back-up needs an empty one.`);
}

async function bringBack(sql: Sql, dataDir: string, archive: Entries, migrations: string): Promise<Told> {
  const entries = archive[Symbol.asyncIterator]();
  const first = await entries.next();
  const head = first.done || first.value.header.name !== places.head ? null : await readJson<Head>(first.value);
  if (head?.format !== format) throw new CannotStart('This file is no back-up that this release can read.');
  const steps = readMigrations(migrations);
  const isOurPast = head.migrations.every(({ name, checksum }, at) => {
    const step = steps[at];
    return step?.name === name && step.checksum === checksum;
  });
  if (!isOurPast)
    throw new CannotStart(`The back-up was made by release ${head.version}, whose schema this one does not know.`);
  const [prepared] = await sql<{ steps: number }[]>`
    select count(*)::int as steps from pg_tables where schemaname = 'public' and tablename = 'migration'`;
  const [applied] = prepared?.steps ? await sql<{ steps: number }[]>`select count(*)::int as steps from migration` : [];
  if ((applied?.steps ?? 0) > head.migrations.length)
    throw new CannotStart('The database was prepared by a newer release than the back-up: give it an empty one.');
  await migrate(sql, migrations, head.migrations.length);
  return await sql.begin(async (db) => {
    const tighten = await loosen(db, head.tables);
    await db.unsafe(`truncate ${head.tables.map(({ name }) => quoted(name)).join(', ')}`);
    const hashes = new Map<string, string>();
    const { end, files } = await takeAll(db, dataDir, head, entries, hashes);
    if (end === null || files !== end.files) throw new CannotStart('The back-up is not whole: its end is missing.');
    for (const { name, value, used } of end.sequences)
      await db`select setval(${quoted(name)}::regclass, ${value}, ${used})`;
    await tighten();
    await checkRows(db, end);
    await checkFiles(db, hashes);
    return { at: head.at, rows: sum(end.rows), files };
  });
}

/** Takes rows into their tables and files into the data folder, in the order in which they come. */
async function takeAll(
  db: TransactionSql,
  dataDir: string,
  head: Head,
  entries: AsyncIterator<Entry>,
  hashes: Map<string, string>,
): Promise<{ end: End | null; files: number }> {
  let open = null as { table: string; writable: Writable } | null;
  let end: End | null = null;
  let files = 0;
  const close = async () => {
    if (!open) return;
    const { writable } = open;
    open = null;
    await new Promise<void>((done, failed) => {
      writable.once('error', failed);
      writable.end((failure?: Error | null) => (failure ? failed(failure) : done()));
    });
  };
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    const entry = next.value;
    const { name } = entry.header;
    if (end !== null) throw new CannotStart(`The back-up holds ${name} after its end.`);
    if (name.startsWith(places.tables)) {
      const table = head.tables.find((one) => one.name === name.split('/')[1]);
      if (!table) throw new CannotStart(`The back-up holds the table ${name}, which it does not describe.`);
      if (open?.table !== table.name) {
        await close();
        open = { table: table.name, writable: await copyInto(db, table) };
      }
      await pipeline(entry, open.writable, { end: false });
      continue;
    }
    await close();
    if (name === places.end) {
      end = await readJson<End>(entry);
      continue;
    }
    const hash = await takeFile(entry, dataDir);
    files++;
    if (!name.includes('.book/')) hashes.set(name.split('/').at(-1) ?? '', hash);
  }
  await close();
  return { end, files };
}

function copyInto(db: TransactionSql, table: Table): Promise<Writable> {
  return db.unsafe(`copy ${quoted(table.name)} (${listed(table)}) from stdin`).writable();
}

async function takeFile(entry: Entry, dataDir: string): Promise<string> {
  const { name } = entry.header;
  const isKnown = [places.files, places.pictures].some((place) => name.startsWith(place));
  // A name that leads elsewhere was not written by a back-up of ours.
  if (!isKnown || normalize(name).replaceAll('\\', '/') !== name)
    throw new CannotStart(`The back-up holds ${name}, which belongs nowhere.`);
  const path = join(dataDir, name);
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(entry, measure, createWriteStream(path, { flags: 'wx', flush: true }));
  return hash.digest('hex');
}

async function readJson<T>(entry: Entry): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T;
}

async function checkRows(db: TransactionSql, end: End): Promise<void> {
  const counts = await db.unsafe<{ name: string; rows: number }[]>(
    Object.keys(end.rows)
      .map((name) => `select '${name}' as name, count(*)::float8 as rows from ${quoted(name)}`)
      .join(' union all '),
  );
  for (const { name, rows } of counts)
    if (rows !== end.rows[name]) throw new CannotStart(`The back-up is damaged: rows of ${name} are missing.`);
}

/** Every file that the rows name must have come, and be what it was when it was handed in. */
async function checkFiles(db: TransactionSql, hashes: ReadonlyMap<string, string>): Promise<void> {
  const rows = await db<{ key: string; hash: string }[]>`select key, encode(sha256, 'hex') as hash from file`;
  const wrong = rows.find(({ key, hash }) => hashes.get(key) !== hash);
  if (wrong) throw new CannotStart(`The back-up is damaged: the file ${wrong.key} is missing or has changed.`);
}
