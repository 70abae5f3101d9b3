import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import { createGunzip, createGzip } from 'node:zlib';
import { everything } from '@bilim/contract/everything.ts';
import { pino } from 'pino';
import postgres, { type Sql } from 'postgres';
import { extract, pack } from 'tar-stream';
import { createApp } from '../app.ts';
import { openDatabase } from '../database/database.ts';
import { schemaFolder } from '../database/migrate.ts';
import { backupMarker } from '../files/files.ts';
import { readSettings } from '../settings.ts';
import { openPortal, Person, type Portal, passwords } from '../test/as.ts';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { leftOut, listed, quoted, readTables } from './tables.ts';
import { verify } from './verify.ts';

const { news } = everything;
const connect = (url: string) => postgres(url, { max: 3, onnotice: () => undefined });

let portal: Portal;
let folder: string;
let sql: Sql;
const targets: { database: TestDatabase; sql: Sql }[] = [];
before(async () => {
  portal = await openPortal();
  folder = await mkdtemp(join(tmpdir(), 'bilim-backup-'));
  sql = connect(portal.database.url);
});
after(async () => {
  await sql.end();
  for (const target of targets) {
    await target.sql.end();
    await target.database.drop();
  }
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database and an empty data folder to bring a back-up into. */
async function emptyPlace(): Promise<{ url: string; sql: Sql; dataDir: string }> {
  const database = await emptyDatabase();
  const target = connect(database.url);
  targets.push({ database, sql: target });
  return { url: database.url, sql: target, dataDir: await mkdtemp(join(folder, 'data-')) };
}

/** One hash for the rows of each table that a back-up keeps. */
async function hashes(of: Sql): Promise<Record<string, string>> {
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

async function filesOf(dataDir: string): Promise<Record<string, string>> {
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

const publish = (person: Person, name: string, content: string | Buffer) =>
  person.get(news.insert, { message: `with ${name}` }, { files: [{ name, content }] });

describe('the drill', () => {
  it('[SAFE-02] brings back every row and every file of a middling university, and a portal that works on them', async (t) => {
    const portal = await openPortal({}, undefined, 'medium');
    const sql = connect(portal.database.url);
    t.after(async () => {
      await sql.end();
      await portal.close();
    });
    const editor = await portal.as('editor');
    await publish(editor, 'расписание.txt', 'line\nline\\n\ttab');
    await publish(editor, 'large.bin', Buffer.alloc(3_000_000, 7));
    await mkdir(join(portal.settings.dataDir, 'public'), { recursive: true });
    await writeFile(join(portal.settings.dataDir, 'public/logo.svg'), '<svg/>');
    const file = join(folder, 'drill.tar.gz');
    const told = await backup(sql, portal.settings.dataDir, file);
    assert.equal(((await stat(file)).mode & 0o777).toString(8), '600');
    assert.deepEqual(await verify(file), told);

    const place = await emptyPlace();
    assert.deepEqual(await restore(place.sql, place.dataDir, file, schemaFolder), told);
    // What was new when it was saved is told to nobody later.
    assert.ok((await sql`select from notice where not planned`).length > 0);
    assert.equal((await place.sql`select from notice where not planned`).length, 0);
    await sql`update notice set planned = true`;
    assert.deepEqual(await hashes(place.sql), await hashes(sql));
    assert.deepEqual(await filesOf(place.dataDir), await filesOf(portal.settings.dataDir));

    const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: place.dataDir, DATABASE_CONNECTIONS: '3' });
    const database = openDatabase(place.url, settings);
    const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
    try {
      const base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
      const stolen = new Person(base);
      for (const [name, value] of editor.cookies) stolen.cookies.set(name, value);
      stolen.cookies.delete('XSRF-TOKEN');
      assert.equal((await stolen.ask(news.data)).status, 401, 'a session of the back-up is void');
      // New rows get numbers of their own.
      const moved = new Person(base);
      assert.equal((await moved.signIn('editor', passwords.editor)).status, 200);
      const [item] = await publish(moved, 'new.txt', 'new');
      const address = `${news.download.path}?filename=${item?.id_eventMessage}_new.txt&type=4`;
      assert.equal(await (await moved.fetch(address)).text(), 'new');
      const student = new Person(base);
      assert.equal((await student.signIn('student', passwords.student)).status, 200);
      assert.ok((await student.get(news.data)).some(({ fileName }) => fileName.includes('расписание.txt')));
    } finally {
      await app.close();
      await database.close();
    }
  });

  it('is of one moment while people write and remove files', async () => {
    const [editor, admin] = await Promise.all([portal.as('editor'), portal.as('admin')]);
    const items = (await Promise.all([1, 2, 3, 4, 5].map((n) => publish(admin, `old-${n}`, `${n}`)))).flat();
    const stop = new AbortController();
    const busy = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const gone = items.pop();
        if (gone) await admin.get(news.delete, { id_eventMessage: gone.id_eventMessage });
        await editor.ask(news.insert, { message: `busy ${n}` }, { files: [{ name: 'busy', content: `${n}` }] });
      }
    })();
    const files = ['first', 'second'].map((name) => join(folder, `${name}.tar.gz`));
    for (const file of files) await backup(sql, portal.settings.dataDir, file);
    stop.abort();
    await busy;
    for (const file of files) {
      const place = await emptyPlace();
      // It checks itself: every reference, every count, every file by its hash.
      await restore(place.sql, place.dataDir, file, schemaFolder);
    }
  });

  it('while it runs no file is removed; the sweeper takes it later', async () => {
    const admin = await portal.as('admin');
    const marker = backupMarker(join(portal.settings.dataDir, 'files'));
    const [item] = await publish(admin, 'removed', 'removed');
    const before = Object.keys(await filesOf(portal.settings.dataDir)).length;
    await writeFile(marker, '');
    await admin.get(news.delete, { id_eventMessage: item?.id_eventMessage });
    assert.equal(Object.keys(await filesOf(portal.settings.dataDir)).length, before + 1);
    await rm(marker);
  });
});

describe('what belongs to the moment', () => {
  it('[SAFE-03] sessions, keys of books, sign-in counters and the key of the cookies are neither saved nor brought back', async () => {
    await portal.as('student');
    assert.equal((await portal.nobody().signIn('student', 'wrong')).status, 401);
    const tables = (await readTables(sql)).filter((table) => leftOut(table) !== null).map(({ name }) => name);
    assert.ok(['session', 'secret', 'html_book_key'].every((name) => tables.includes(name)));
    assert.ok(tables.some((name) => name.startsWith('signin_')));
    const counts = async (of: Sql) => {
      const each = tables.map(async (name) => (await of.unsafe(`select from ${name}`)).count);
      return Promise.all(each);
    };
    assert.ok((await counts(sql)).filter((count) => count > 0).length > 2);
    const none = tables.map(() => 0);
    const file = join(folder, 'moment.tar.gz');
    await backup(sql, portal.settings.dataDir, file);
    const place = await emptyPlace();
    await restore(place.sql, place.dataDir, file, schemaFolder);
    assert.deepEqual(await counts(place.sql), none);
    // An older back-up holds them all the same.
    const older = join(folder, 'older.tar.gz');
    const secret = 'cookies\t\\\\x00112233\n';
    const rest = { sums: undefined };
    await repack(
      file,
      older,
      (name, body) => {
        if (name !== 'complete.json') return { name, body };
        const end = JSON.parse(body.toString()) as { rows: Record<string, number> };
        return { name, body: Buffer.from(JSON.stringify({ ...end, ...rest, rows: { ...end.rows, secret: 1 } })) };
      },
      { name: 'tables/secret/000001', body: Buffer.from(secret) },
    );
    const other = await emptyPlace();
    await restore(other.sql, other.dataDir, older, schemaFolder);
    assert.deepEqual(await counts(other.sql), none);
  });
});

describe('what is told instead of half a back-up', () => {
  let file: string;
  let place: Awaited<ReturnType<typeof emptyPlace>>;
  before(async () => {
    await publish(await portal.as('admin'), 'good', 'good');
    file = join(folder, 'good.tar.gz');
    await backup(sql, portal.settings.dataDir, file);
    place = await emptyPlace();
  });

  async function refused(path: string, sentence: RegExp): Promise<void> {
    await assert.rejects(verify(path), sentence);
    await assert.rejects(restore(place.sql, place.dataDir, path, schemaFolder), sentence);
    assert.deepEqual(await filesOf(place.dataDir), {});
    const [row] = await place.sql`select count(*)::int as count from person`;
    assert.equal(row?.count, 0);
  }

  it('a place that holds something, a cut back-up, a foreign file, a name that leads elsewhere', async () => {
    await assert.rejects(restore(sql, join(folder, 'none'), file, schemaFolder), /holds a university already/);
    const cut = join(folder, 'cut.tar.gz');
    await writeFile(cut, await readFile(file));
    await truncate(cut, (await stat(file)).size - 500);
    await refused(cut, /^CannotStart: The back-up .* is damaged or none|not whole/);
    const foreign = join(folder, 'foreign.tar.gz');
    await writeFile(foreign, 'not packed at all');
    await refused(foreign, /^CannotStart: The back-up .* is damaged or none/);
    const evil = join(folder, 'evil.tar.gz');
    await repack(file, evil, (name, body) => ({ name: name.replace(/^files\/../, 'files/../../evil'), body }));
    await refused(evil, /belongs nowhere/);
  });

  it('[SAFE-02] one that lacks rows or its end, or whose file was changed; the good one comes in after all', {
    timeout: 300_000,
  }, async () => {
    const flipped = (body: Buffer) => Buffer.from(body.map((byte) => byte ^ 1));
    const changes: [(name: string, body: Buffer) => Buffer | null, RegExp][] = [
      [(name, body) => (name.startsWith('tables/person/') ? null : body), /damaged/],
      [(name, body) => (name === 'complete.json' ? null : body), /not whole/],
      [(name, body) => (name.startsWith('files/') ? flipped(body) : body), /damaged: files\//],
    ];
    for (const [change, sentence] of changes) {
      const other = join(folder, 'other.tar.gz');
      await repack(file, other, (name, body) => {
        const changed = change(name, body);
        return changed && { name, body: changed };
      });
      await refused(other, sentence);
    }
    await restore(place.sql, place.dataDir, file, schemaFolder);
  });
});

/** Writes an archive again with other entries. */
async function repack(
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
