import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { everything } from '@bilim/contract/everything.ts';
import type { Sql } from 'postgres';
import { extract, pack } from 'tar-stream';
import { leftOut, listed, quoted, readTables } from '../backup/tables.ts';
import { postgresClient } from '../database/postgres-client.ts';
import { openPortal, type Person, type Portal } from './as.ts';
import { emptyDatabase, type TestDatabase } from './database.ts';

const { news } = everything;
const connect = (url: string) => postgresClient(url, { max: 3, onnotice: () => undefined });

/** An empty database and an empty data folder to bring a back-up into. */
export interface EmptyPlace {
  readonly url: string;
  readonly sql: Sql;
  readonly dataDir: string;
}

/** A portal to back up, a folder for back-ups, and places to bring them to. */
export class BackupTrial {
  readonly portal: Portal;
  readonly folder: string;
  readonly sql: Sql;
  readonly #targets: { database: TestDatabase; sql: Sql }[] = [];

  private constructor(portal: Portal, folder: string) {
    this.portal = portal;
    this.folder = folder;
    this.sql = connect(portal.database.url);
  }

  static async open(size: 'tiny' | 'medium' = 'tiny'): Promise<BackupTrial> {
    return new BackupTrial(await openPortal({}, undefined, size), await mkdtemp(join(tmpdir(), 'bilim-backup-')));
  }

  async emptyPlace(): Promise<EmptyPlace> {
    const database = await emptyDatabase();
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

/** One hash for the rows of each table that a back-up keeps. */
export async function hashes(of: Sql): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of await readTables(of)) {
    const [row] = await of.unsafe<{ hash: string }[]>(
      `select md5(coalesce(string_agg(r::text, E'\n' order by r::text), '')) as hash
       from (select ${listed(table)} from ${quoted(table.name)} where not (${leftOut(table) ?? 'false'})) r`,
    );
    found[table.name] = row?.hash ?? '';
  }
  return found;
}

/** The files below a folder that a back-up holds, each with its hash. */
export async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  // The key of the vault is in no back-up.
  const kept = entries.filter((one) => one.isFile() && !one.parentPath.endsWith('/keys'));
  for (const entry of kept) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(dataDir.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

/** Publishes an announcement with a file. */
export const publish = (person: Person, name: string, content: string | Buffer) =>
  person.get(news.insert, { message: `with ${name}` }, { files: [{ name, content }] });

/** Writes an archive again with other entries. */
export async function repack(
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
