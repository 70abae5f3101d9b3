import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReservedSql, Sql, TransactionSql } from 'postgres';
import { StartupError } from '../core/startup-error.ts';
import { migrate } from '../database/migrate.ts';
import { findUnfinishedRestore, restoreMarkerTable } from '../database/restore-guard.ts';
import { type AppliedMigration, areMigrationsKnown, isNewerSchema } from '../database/schema-history.ts';
import { liftTimeLimits } from '../database/time-limits.ts';
import { eraseListedPeople, findListedPeopleToErase } from '../erasure/erase-listed.ts';
import type { Spool } from '../files/spool.ts';
import { type FileStore, listAllObjects } from '../files/store.ts';
import { type FileStoreLocation, filesFolder, openStore, universityPicturesFolder } from '../files/store-location.ts';
import { isLostConnection, toOperatorFailure } from './failures.ts';
import {
  abbreviateNames,
  type BackupHeader,
  type BackupSummary,
  backupPaths,
  parseObjectPath,
  totalRowCount,
} from './format.ts';
import {
  type BackupTable,
  columnList,
  excludedRowsCondition,
  quoteIdentifier,
  statementsAfterRestore,
  suspendConstraintsAndTriggers,
} from './tables.ts';
import { type BackupContent, type BackupSource, type BackupVisitor, readBackup } from './verify.ts';

/** Where all is to be that is no row. */
interface Target {
  readonly store: FileStore;
  readonly spool: Spool;
  readonly dataDir: string;
  /** How the mark of a restore calls it: what an interrupted one left is removed nowhere else. */
  readonly name: string;
}

const nameOf = (dataDir: string, { bucket }: FileStoreLocation): string =>
  bucket ? `${dataDir} and FILES_URL=${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}` : dataDir;

/** The advisory lock of a restore: any number that no other lock has. */
const restoreLock = 7_203_319;

/**
 * Restores a back-up into an empty database and an empty data folder: all of it, or nothing. Leftovers of an earlier
 * try that was interrupted are removed first.
 * @param schema folder of the schema
 * @param files where the files are to lie
 * @param erased numbers of people who were erased after the back-up, besides those of the list in the data folder
 * @throws StartupError when there is something already, the database is lost, or the back-up is damaged, not whole or
 * of a newer release
 */
export async function restoreBackup(
  sql: Sql,
  dataDir: string,
  source: BackupSource,
  schema: string,
  {
    erased = null,
    onErased,
    files = { folder: filesFolder(dataDir) },
  }: { erased?: readonly number[] | null; onErased?: (people: number) => void; files?: FileStoreLocation } = {},
): Promise<BackupSummary> {
  const target = { ...(await openStore(files)), dataDir, name: nameOf(dataDir, files) };
  const session = await sql.reserve();
  let isGone = false;
  try {
    const [lock] = await session<{ mine: boolean }[]>`select pg_try_advisory_lock(${restoreLock}) as mine`;
    if (!lock?.mine) throw new StartupError('Another restore into this database is running: wait for its end.');
    await prepare(session, target);
    const summary = await restoreRows(sql, session, target, source, schema);
    const listed = await findListedPeopleToErase(sql, dataDir, erased ?? []);
    const again = await eraseListedPeople(sql, target, listed);
    if (again.length) onErased?.(again.length);
    return summary;
  } catch (failure) {
    isGone = isLostConnection(failure);
    if (!isGone && (failure as Error).name === 'PostgresError')
      throw new StartupError(
        `The back-up ${typeof source === 'string' ? source : source.name} cannot be brought back: ${(failure as Error).message}.`,
      );
    throw toOperatorFailure(failure, 'the restore');
  } finally {
    if (!isGone) await session`select pg_advisory_unlock_all()`;
    session.release();
  }
}

/** Looks whether the place is empty, but for what an interrupted try has left, and removes that. */
async function prepare(session: ReservedSql, target: Target): Promise<void> {
  const { dataDir } = target;
  await checkNoUniversity(session);
  const folder = await findUnfinishedRestore(session);
  if (folder === target.name) await removeFiles(target);
  const files = await readdir(filesFolder(dataDir), { recursive: true, withFileTypes: true }).catch(() => []);
  if (files.some((entry) => entry.isFile()))
    throw new StartupError(
      `The data folder ${dataDir} holds files already, though the database is empty: remove ${filesFolder(dataDir)} and ${universityPicturesFolder(dataDir)} if nobody needs them, or set another DATA_DIR.`,
    );
  const [there] = await target.store.list('', 1);
  if (there)
    throw new StartupError('The bucket of FILES_URL holds files already: name another bucket or prefix in it.');
  await target.spool.prepare();
}

async function checkNoUniversity(session: ReservedSql): Promise<void> {
  const [known] = await session<{ tables: number }[]>`
    select count(*)::int as tables from pg_tables where schemaname = 'public' and tablename in ('person', 'file')`;
  if (known?.tables !== 2) return;
  const [found] = await session<{ any: boolean }[]>`
    select exists (select from person) or exists (select from file) as any`;
  if (found?.any) throw new StartupError('The database holds a university already: a back-up needs an empty one.');
}

async function removeFiles({ store, dataDir }: Target): Promise<void> {
  for await (const objects of listAllObjects(store)) await store.remove(objects.map(({ name }) => name));
  for (const folder of [filesFolder(dataDir), universityPicturesFolder(dataDir)])
    await rm(folder, { recursive: true, force: true });
}

/** From the mark on a portal that is started here refuses; the mark goes in the transaction that brings the rows. */
async function restoreRows(
  sql: Sql,
  session: ReservedSql,
  target: Target,
  source: BackupSource,
  schema: string,
): Promise<BackupSummary> {
  await session.unsafe(
    `drop table if exists ${restoreMarkerTable}; create table ${restoreMarkerTable} (folder text not null)`,
  );
  await session`insert into ${session(restoreMarkerTable)} values (${target.name})`;
  try {
    const summary = await sql.begin((db) => takeAll(sql, db, target, source, schema));
    // What is newer than the back-up comes on top, as at every start.
    await migrate(sql, schema);
    await sql`analyze`;
    return summary;
  } catch (failure) {
    // Without the database nobody knows what it stored: the mark says to the next try what to remove.
    if (!isLostConnection(failure)) {
      await removeFiles(target);
      await session.unsafe(`drop table if exists ${restoreMarkerTable}`);
    }
    throw failure;
  }
}

/** Puts a file where it belongs. */
async function takeFile(
  { store, spool, dataDir }: Target,
  place: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const name = parseObjectPath(place);
  if (name !== null) {
    await spool.store(store, name, content);
    return;
  }
  const path = join(universityPicturesFolder(dataDir), place.slice(backupPaths.pictures.length));
  await mkdir(dirname(path), { recursive: true });
  await pipeline(content, createWriteStream(path, { flags: 'wx', flush: true }));
}

/** Takes rows into their tables and files into the data folder, in the order in which they come. */
async function takeAll(
  sql: Sql,
  db: TransactionSql,
  target: Target,
  source: BackupSource,
  schema: string,
): Promise<BackupSummary> {
  await liftTimeLimits(db);
  const copying = new Copying(db);
  let tighten = async () => {};
  const taker: BackupVisitor = {
    async begin(head) {
      await prepareSchema(sql, head, schema);
      tighten = await suspendConstraintsAndTriggers(db, head.tables);
      await db.unsafe(`truncate ${head.tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`);
    },
    rows: (table, piece) => copying.write(table, piece),
    async file(place, content) {
      await copying.end();
      await takeFile(target, place, content);
    },
  };
  const held = await readBackup(source, taker).catch(async (failure: unknown) => {
    // Within a COPY the transaction could not even be undone.
    await copying.end().catch(() => undefined);
    throw failure;
  });
  await copying.end();
  const { head, end } = held;
  for (const { name, value, used } of end.sequences)
    await db`select setval(${quoteIdentifier(name)}::regclass, ${value}, ${used})`;
  await checkRows(db, held);
  for (const table of head.tables) {
    const condition = excludedRowsCondition(table);
    if (condition) await db.unsafe(`delete from ${quoteIdentifier(table.name)} where ${condition}`);
  }
  for (const [name, column, statement] of statementsAfterRestore)
    if (head.tables.some((table) => table.name === name && table.columns.includes(column))) await db.unsafe(statement);
  await tighten();
  await checkFiles(db, held);
  await db.unsafe(`drop table ${restoreMarkerTable}`);
  return {
    at: head.at,
    rows: totalRowCount(end.rows),
    files: end.files,
    faulty: end.faulty ?? [],
    key: head.key ?? null,
  };
}

/** Brings the database to the schema that the back-up has, which must be one of our past. */
async function prepareSchema(sql: Sql, head: BackupHeader, schema: string): Promise<void> {
  if (!areMigrationsKnown(head.migrations, schema))
    throw new StartupError(`The back-up was made by release ${head.version}, whose schema this one does not know.`);
  const [prepared] = await sql<{ steps: number }[]>`
    select count(*)::int as steps from pg_tables where schemaname = 'public' and tablename = 'migration'`;
  const applied = prepared?.steps
    ? await sql<AppliedMigration[]>`select name, checksum from migration order by name`
    : [];
  if (isNewerSchema(applied, head.migrations, schema))
    throw new StartupError('The database was prepared by a newer release than the back-up: give it an empty one.');
  await migrate(sql, schema, head.migrations);
}

/** Runs a COPY for each table, one after the other, and feeds it with the chunks of its table. */
class Copying {
  readonly #db: TransactionSql;
  #open: { table: BackupTable; rows: Writable; failed: Promise<never> } | null = null;

  constructor(db: TransactionSql) {
    this.#db = db;
  }

  async write(table: BackupTable, piece: Buffer): Promise<void> {
    if (this.#open?.table !== table) {
      await this.end();
      const statement = `copy ${quoteIdentifier(table.name)} (${columnList(table)}) from stdin`;
      const rows = await this.#db.unsafe(statement).writable();
      const failed = new Promise<never>((_, refuse) => rows.once('error', refuse));
      failed.catch(() => undefined);
      this.#open = { table, rows, failed };
    }
    const { rows, failed } = this.#open;
    // Each piece is waited for: what would be written to a connection that is lost meanwhile ended the process.
    await Promise.race([new Promise<void>((done) => rows.write(piece, () => done())), failed]);
  }

  async end(): Promise<void> {
    if (!this.#open) return;
    const { rows, failed } = this.#open;
    this.#open = null;
    await Promise.race([new Promise<void>((done) => rows.end(done)), failed]);
  }
}

async function checkRows(db: TransactionSql, { end }: BackupContent): Promise<void> {
  const counts = await db.unsafe<{ name: string; rows: number }[]>(
    Object.keys(end.rows)
      .map((name) => `select '${name}' as name, count(*)::float8 as rows from ${quoteIdentifier(name)}`)
      .join(' union all '),
  );
  for (const { name, rows } of counts)
    if (rows !== end.rows[name]) throw new StartupError(`The back-up is damaged: rows of ${name} are missing.`);
}

/** Every file that the rows name must have come, and be what it was when it was handed in. */
async function checkFiles(db: TransactionSql, { end, files }: BackupContent): Promise<void> {
  const came = new Map([...files].map(([place, hash]) => [place.split('/').at(-1), hash]));
  const faulty = new Set(end.faulty);
  const rows = await db<{ key: string; hash: string }[]>`select key, encode(sha256, 'hex') as hash from file`;
  const wrong = rows.filter(({ key, hash }) => came.get(key) !== hash && !faulty.has(key)).map(({ key }) => key);
  if (wrong.length)
    throw new StartupError(`The back-up is damaged: the file ${abbreviateNames(wrong)} is missing or has changed.`);
}
