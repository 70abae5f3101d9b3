import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Sql } from 'postgres';
import { extract, pack } from 'tar-stream';
import { createPostgresClient } from '../database/postgres-client.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';
import { openPortal, type TestClient, type TestPortal } from './test-client.ts';

const { news } = callsByRoom;
const connect = (url: string) => createPostgresClient(url, { max: 3, onnotice: () => undefined });

/** An empty database and an empty data folder to bring a back-up into. */
export interface EmptyTarget {
  readonly url: string;
  readonly sql: Sql;
  readonly dataDir: string;
}

/** A portal to back up, a folder for back-ups, and places to bring them to. */
export class BackupFixture {
  readonly portal: TestPortal;
  readonly folder: string;
  readonly sql: Sql;
  readonly #targets: { database: TestDatabase; sql: Sql }[] = [];

  private constructor(portal: TestPortal, folder: string) {
    this.portal = portal;
    this.folder = folder;
    this.sql = connect(portal.database.url);
  }

  static async open(size: 'tiny' | 'medium' = 'tiny'): Promise<BackupFixture> {
    return new BackupFixture(await openPortal({}, undefined, size), await mkdtemp(join(tmpdir(), 'bilim-backup-')));
  }

  async emptyPlace(): Promise<EmptyTarget> {
    const database = await createEmptyDatabase();
    const sql = connect(database.url);
    this.#targets.push({ database, sql });
    return { url: database.url, sql, dataDir: await mkdtemp(join(this.folder, 'data-')) };
  }

  async close(): Promise<void> {
    await this.sql.end();
    for (const { database, sql } of this.#targets) {
      await sql.end();
      await database.drop();
    }
    await this.portal.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What no back-up keeps, listed here once more: a table that leaves unseen is what a test of back-ups has to find. */
export const tablesNotInBackup: Readonly<Record<string, string>> = {
  file_pdf: 'true',
  html_book_key: 'true',
  node_agreement: 'true',
  notification_outbox: 'true',
  passkey_challenge: 'true',
  pending_second_step: 'true',
  pending_signin: 'true',
  personal_archive: 'true',
  push_device: 'true',
  secret: "name = 'cookies'",
  session: 'true',
  signin_failure: 'true',
  signin_proof: 'true',
  signin_queue: 'true',
  signin_success: 'true',
  signin_wait: 'true',
  signout_hint: 'true',
};

/** Every table but those that the program itself makes, with its columns as a list, by the catalogue alone. */
export async function readTablesWithColumns(of: Sql): Promise<{ name: string; columns: string }[]> {
  return await of<{ name: string; columns: string }[]>`
    select t.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and t.table_name not in ('migration', 'applied_function', 'restore_running')
    group by t.table_name order by t.table_name`;
}

/** One hash for the rows of each table that a back-up has to keep. */
export async function readTableHashes(of: Sql): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, columns } of await readTablesWithColumns(of)) {
    const [row] = await of.unsafe<{ hash: string }[]>(
      `select md5(coalesce(string_agg(r::text, E'\n' order by r::text), '')) as hash
       from (select ${columns} from ${name} where not (${tablesNotInBackup[name] ?? 'false'})) r`,
    );
    found[name] = row?.hash ?? '';
  }
  return found;
}

/** How far each counter has come; 0: not begun. */
export async function readSequenceValues(of: Sql): Promise<{ name: string; value: number }[]> {
  return await of<{ name: string; value: number }[]>`
    select sequencename as name, coalesce(last_value, 0)::float8 as value from pg_sequences
    where schemaname = 'public' order by sequencename`;
}

/** What holds of every row and watches over its changes, which rows by themselves do not tell. */
export async function readConstraintsAndTriggers(of: Sql): Promise<unknown> {
  return await of`
    select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as text, convalidated as holds
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select t.tgrelid::regclass::text, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled <> 'D'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`;
}

/** The files below a folder that a back-up holds, each with its hash. */
export async function readBackupFileHashes(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  // The key of the vault is in no back-up.
  const kept = entries.filter((one) => one.isFile() && !one.parentPath.endsWith('/keys'));
  for (const entry of kept) {
    const path = join(entry.parentPath, entry.name);
    // Whoever looks while a program works there may meet what is gone a moment later.
    const content = await readFile(path).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') return null;
      throw failure;
    });
    if (content) found[path.slice(dataDir.length + 1)] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}

/** Publishes an announcement with a file. */
export const publishAnnouncementWithFile = (person: TestClient, name: string, content: string | Buffer) =>
  person.get(news.insert, { message: `with ${name}` }, { files: [{ name, content }] });

/** Writes an archive again with other entries. */
export async function rewriteArchive(
  from: string,
  to: string,
  change: (name: string, body: Buffer) => { name: string; body: Buffer } | null,
  more?: { name: string; body: Buffer },
): Promise<void> {
  const entries = extract();
  const out = pack();
  const written = pipeline(out, createGzip(), createWriteStream(to));
  entries.on('entry', (header, stream, next) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (more && header.name === 'complete.json') out.entry({ name: more.name }, more.body);
      const entry = change(header.name, Buffer.concat(chunks));
      if (entry) out.entry({ name: entry.name }, entry.body);
      next();
    });
  });
  createReadStream(from).pipe(createGunzip()).pipe(entries);
  await once(entries, 'finish');
  out.finalize();
  await written;
}

/** How many rows of each table a back-up says that it holds. */
export async function readBackupRowCounts(file: string): Promise<Record<string, number>> {
  let rows: Record<string, number> = {};
  await rewriteArchive(file, `${file}.again`, (name, body) => {
    if (name === 'complete.json') rows = (JSON.parse(body.toString()) as { rows: Record<string, number> }).rows;
    return null;
  });
  return rows;
}
