import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { pino } from 'pino';
import sharp from 'sharp';
import { type App, createApp } from '../../server/app.ts';
import { vaultKeyPath } from '../../server/auth/vault.ts';
import { createBackup } from '../../server/backup/backup.ts';
import { restoreBackup } from '../../server/backup/restore.ts';
import type { Bucket } from '../../server/core/files-settings.ts';
import { type Database, openDatabase } from '../../server/database/database.ts';
import { schemaFolder } from '../../server/database/migrate.ts';
import { createPostgresClient } from '../../server/database/postgres-client.ts';
import { Spool } from '../../server/files/spool.ts';
import { openBucketStore, resolveFileStoreLocation } from '../../server/files/store-location.ts';
import { TextExtractionSupervisor } from '../../server/fulltext/reading-supervisor.ts';
import { readSettings } from '../../server/settings.ts';
import { createEmptyDatabase } from '../../server/test/database.ts';
import { fileStoreContractTests, readObject, type StoreUnderTest, storeObject } from '../../server/test/file-store.ts';
import { waitUntil } from '../../server/test/http.ts';
import { runProgram } from '../../server/test/program.ts';
import { openPortal, TestClient, type TestPortal } from '../../server/test/test-client.ts';
import { Swift } from './swift.ts';

const { news, umk } = callsByRoom;
const mebibyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'bilim-swift-peers-'));

/** Two nodes without a shared folder, whose files lie in one bucket. */
let portal: TestPortal;
let second: { app: App; database: Database; base: string };
let editor: TestClient;
let swift: Swift;
let spool: Spool;
before(async () => {
  spool = new Spool(join(folder, 'spool'));
  await spool.prepare();
  swift = await Swift.open();
  for (const name of ['promises', 'files', 'moved', 'restored', 'backups'])
    await clientOf(swift.bucket(name)).send(new CreateBucketCommand({ Bucket: name }));
  portal = await openPortal(settingsOf(swift.bucket('files')));
  const dataDir = join(folder, 'second');
  // The one file that nodes without a shared folder have to be given.
  mkdirSync(dirname(vaultKeyPath(dataDir)), { recursive: true });
  copyFileSync(vaultKeyPath(portal.settings.dataDir), vaultKeyPath(dataDir));
  const settings = { ...portal.settings, dataDir };
  const database = openDatabase(portal.database.url, settings);
  const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
  second = { app, database, base: await app.fastify.listen({ port: 0, host: '127.0.0.1' }) };
  editor = await portal.as('editor');
});
after(async () => {
  // Whatever had begun ends, also where the beginning failed: the engine's servers would stay.
  const ends = [() => second.app.close(), () => second.database.close(), () => portal.close(), () => swift.close()];
  for (const end of ends)
    await Promise.resolve()
      .then(end)
      .catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** What looks into a bucket past the portal. */
const clientOf = ({ endpoint, region, keyId, secret }: Bucket) =>
  new S3Client({
    ...{ endpoint, region, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' },
    // The engine answers 503 to the first requests of a busy machine.
    maxAttempts: 10,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
  });

async function keysIn(name: string): Promise<string[]> {
  const { Contents = [] } = await clientOf(swift.bucket(name)).send(new ListObjectsV2Command({ Bucket: name }));
  return Contents.map(({ Key = '' }) => Key).sort();
}

/** The settings of a portal whose files lie in a bucket. */
const settingsOf = ({ endpoint, bucket, prefix, keyId, secret }: Bucket) => ({
  FILES_URL: `${endpoint}/${bucket}/${prefix}`,
  FILES_KEY_ID: keyId,
  FILES_SECRET: secret,
});

for (const how of ['by its path', 'below a prefix', 'by the name of its host'])
  describe(`a store in a bucket that is reached ${how}`, () => {
    let tried: StoreUnderTest;
    const { lookup } = dns;
    before(async () => {
      // No name server of a test machine knows the bucket's host.
      if (how.includes('host'))
        dns.lookup = ((_: string, options: object, done: (...answer: unknown[]) => void) =>
          lookup('127.0.0.1', options, done as never)) as never;
      const place = swift.bucket('promises', {
        isInHost: how.includes('host'),
        prefix: how.includes('prefix') ? 'lms/' : '',
      });
      tried = { store: await openBucketStore(place, spool), spool };
    });
    after(() => {
      dns.lookup = lookup;
    });
    for (const [title, holds] of Object.entries(fileStoreContractTests)) test(`[OPS-02] ${title}`, () => holds(tried));

    test('[OPS-02] takes a file of many pieces', async () => {
      const content = Buffer.alloc(20 * mebibyte);
      for (let at = 0; at < content.length; at += 4096) content.writeUInt32LE(at, at);
      const name = await storeObject(tried, '0b6f0000-0000-4000-8000-000000000001', content);
      assert.equal((await tried.store.stat(name))?.size, content.length);
      assert.ok((await readObject(tried, name)).equals(content));
      const [start, end] = [8 * mebibyte - 10, 8 * mebibyte + 9];
      assert.ok((await readObject(tried, name, { start, end })).equals(content.subarray(start, end + 1)));
      await tried.store.remove([name]);
      assert.equal(await tried.store.stat(name), null);
    });
  });

/** The same browser, sent to the other node. */
const elsewhere = (person: TestClient): TestClient => {
  const other = new TestClient(second.base);
  for (const [name, value] of person.cookies) other.cookies.set(name, value);
  other.uid = person.uid;
  return other;
};
const publish = async (name: string, content: Buffer | string) => {
  const [item] = await editor.get(news.insert, { message: name }, { files: [{ name, content }] });
  return item?.id_eventMessage ?? 0;
};
const addressOf = (id: number, name: string, more = '') => `${news.download.path}?filename=${id}_${name}&type=4${more}`;
const rows = async () => (await portal.database.autocommit`select from file`).length;

test('[OPS-02] of two nodes without a shared folder what one takes the other sends: whole, a range, nothing to whoever has it', async () => {
  const id = await publish('a.txt', 'каттар жана сандар');
  const other = elsewhere(editor);
  const whole = await other.fetch(addressOf(id, 'a.txt'));
  assert.equal(whole.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(await whole.text(), 'каттар жана сандар');
  const etag = whole.headers.get('etag') ?? '';
  const part = await other.fetch(addressOf(id, 'a.txt'), { headers: { Range: 'bytes=2-5', 'If-Range': etag } });
  assert.deepEqual([part.status, part.headers.get('content-range'), await part.text()], [206, 'bytes 2-5/34', 'ат']);
  const same = await editor.fetch(addressOf(id, 'a.txt'), { headers: { 'If-None-Match': etag } });
  assert.equal(same.status, 304);
  assert.deepEqual(readdirSync(join(portal.settings.dataDir, 'files'), { recursive: true }), ['tmp']);
});

test('[OPS-02] pictures are shown, and the small one is drawn once for both', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const id = await publish('a.jpg', picture);
  for (const person of [elsewhere(editor), editor]) {
    const small = await person.fetch(addressOf(id, 'a.jpg', '&size=small'));
    assert.equal(small.headers.get('content-type'), 'image/webp');
    assert.equal((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width, 480);
  }
  const inline = await elsewhere(editor).fetch(addressOf(id, 'a.jpg', '&inline=true'));
  assert.match(inline.headers.get('content-disposition') ?? '', /^inline/);
  assert.equal((await keysIn('files')).filter((key) => key.endsWith('.webp')).length, 1);
});

test('[OPS-02] a large file comes whole, and what was deleted or has no row goes from the bucket', async () => {
  const content = Buffer.alloc(17 * mebibyte, 'many pieces ');
  const id = await publish('large.bin', content);
  const answer = await elsewhere(editor).fetch(addressOf(id, 'large.bin'));
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content));
  const before = await keysIn('files');
  const files = [{ name: 'b.txt', content: 'b' }];
  const refused = await editor.ask(news.insert, { message: 'b', id_file: [999_999] }, { files });
  assert.ok(refused.status >= 400, `${refused.status}`);
  assert.deepEqual(await keysIn('files'), before);
});

test('[OPS-02] texts are read out of the bucket, and web books opened by either node', async () => {
  const admin = await portal.as('admin');
  const [plan] = await portal.ownerSql<Record<string, number>[]>`
    select i.discipline_id as id_discipline, i.semester_id as id_semester, i.credits as kredits,
      i.control_form_id as id_examination, i.speciality_id as id_speciality, (select min(id) from umk_type) as "id_typeUmk"
    from plan_item i limit 1`;
  const about = { ...plan, isSelect: false, id_books: -1 };
  const save = async (bookName: string, file: { name: string; content: Buffer }, more: object = {}) => {
    const [made] = await admin.get(umk.save, { ...about, bookName, ...more }, { files: [file] });
    return made?.id_books ?? 0;
  };
  const reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  reading.start();
  try {
    await save('Text', { name: 'text.txt', content: Buffer.from('Стратосфера деген сөз ушул жерде гана бар.') });
    await waitUntil('the text is read', async () => {
      const [row] = await portal.ownerSql`select from file_text where state = 'read'`;
      return row !== undefined;
    });
  } finally {
    await reading.stop();
  }
  const book = zipSync({ 'index.html': strToU8('<p>book'), 'бет 1.html': strToU8('<p>page') });
  const id = await save('Book', { name: 'book.zip', content: Buffer.from(book) }, { isHTMLBook: true });
  const [opened] = await elsewhere(admin).get(umk.openHtmlBook, { id_books: id });
  for (const [page, holds] of [
    ['index.html', '<p>book'],
    ['бет 1.html', '<p>page'],
  ] as const)
    for (const base of [portal.base, second.base]) {
      const sent = await fetch(base + (opened?.url ?? '').replace('index.html', encodeURIComponent(page)));
      assert.equal(await sent.text(), holds);
    }
});

test('[OPS-02] an object that holds other bytes is never taken for the whole, and one that is gone is reported as such', async () => {
  const content = Buffer.alloc(5 * mebibyte, 'as it was ');
  const id = await publish('gone.bin', content);
  const [row] = await portal.ownerSql<{ key: string }[]>`select key from file order by id desc limit 1`;
  const place = { Bucket: 'files', Key: row?.key ?? '' };
  const client = clientOf(swift.bucket('files'));
  const { Metadata } = await client.send(new HeadObjectCommand(place));
  await client.send(new PutObjectCommand({ ...place, Metadata, Body: Buffer.from(content).fill('?', 100, 109) }));
  const answer = await elsewhere(editor).fetch(addressOf(id, 'gone.bin'));
  await assert.rejects(answer.arrayBuffer());
  await client.send(new DeleteObjectCommand(place));
  assert.equal((await editor.fetch(addressOf(id, 'gone.bin'))).status, 404);
  await storeObject({ store: portal.app.context.files.store, spool }, place.Key, content);
});

test('[OPS-02] a store that is unavailable is reported clearly, leaves nothing half, and all else goes on', async () => {
  const id = await publish('before.txt', 'before');
  const [files, keys] = [await rows(), await keysIn('files')];
  await swift.stop();
  for (const [language, sentence] of [
    ['kg', 'Файлдар сакталган жер азыр жооп бербей жатат. Бир аздан кийин кайталаңыз.'],
    ['ru', 'Хранилище файлов сейчас не отвечает. Повторите немного позже.'],
    ['en', 'The store of files does not answer now. Try again a little later.'],
  ] as const) {
    editor.cookies.set('lang', language);
    const refused = await editor.ask(news.insert, { message: 'x' }, { files: [{ name: 'x.txt', content: 'x' }] });
    assert.deepEqual([refused.status, refused.error?.code, refused.error?.message], [503, 'files.away', sentence]);
  }
  assert.equal((await editor.fetch(addressOf(id, 'before.txt'))).status, 503);
  const ready = await fetch(`${portal.base}/readyz`);
  assert.deepEqual([ready.status, await ready.text()], [200, 'ready, but the store of files does not answer\n']);
  assert.match(await (await fetch(`${portal.base}/metrics`)).text(), /^bilim_files_store_answers 0$/m);
  assert.equal((await editor.ask(news.insert, { message: 'no file' }, { files: [] })).status, 200);
  assert.equal((await editor.ask(news.delete, { id_eventMessage: id })).status, 200);
  assert.equal(await rows(), files);

  await swift.start();
  assert.deepEqual(await keysIn('files'), keys);
  assert.equal(await (await fetch(`${portal.base}/readyz`)).text(), 'ready\n');
  await publish('after.txt', 'after');
});

test('[OPS-02] a back-up of the bucket comes back into another one, or into a folder', async () => {
  const id = await publish('saved.txt', 'saved');
  assert.ok(id > 0);
  const file = join(folder, 'saved.tar.gz');
  await createBackup(portal.ownerSql, portal.settings.dataDir, file, {
    files: resolveFileStoreLocation(portal.settings),
  });
  assert.ok((await keysIn('files')).every((key) => key !== 'backup-running'));
  for (const bucket of [swift.bucket('restored'), null]) {
    const database = await createEmptyDatabase();
    const sql = createPostgresClient(database.url, { max: 4, onnotice: () => undefined });
    const env = { DATA_DIR: join(folder, bucket ? 'in-bucket' : 'in-folder'), ...(bucket && settingsOf(bucket)) };
    const settings = readSettings(env);
    try {
      const summary = await restoreBackup(sql, settings.dataDir, file, schemaFolder, {
        files: resolveFileStoreLocation(settings),
      });
      assert.deepEqual(summary.faulty, []);
      const names = await sql<{ key: string }[]>`select key from file`;
      if (bucket) {
        const there = await keysIn('restored');
        assert.deepEqual(
          names.map(({ key }) => key).filter((key) => !there.includes(key)),
          [],
        );
        await assert.rejects(
          restoreBackup(sql, join(folder, 'again'), file, schemaFolder, { files: resolveFileStoreLocation(settings) }),
          /holds a university already/,
        );
      }
    } finally {
      await sql.end();
      await database.drop();
    }
  }
});

test('[OPS-05] a back-up goes to another bucket in pieces and comes back from there, and an unavailable store is reported', async () => {
  await publish('pieces.bin', randomBytes(40 * mebibyte));
  const { endpoint, keyId, secret } = swift.bucket('backups');
  const ofBucket = { BACKUP_URL: `${endpoint}/backups/lms`, BACKUP_KEY_ID: keyId, BACKUP_SECRET: secret };
  const ofFiles = settingsOf(swift.bucket('files'));
  const ofPortal = { DATABASE_URL: portal.database.url, DATA_DIR: portal.settings.dataDir };
  const run = (words: string[], more: Record<string, string> = { ...ofPortal, ...ofFiles }) =>
    runProgram('backup/main.ts', words, { ...ofBucket, ...more });
  const name = 's3:bilim-2026-11-30.tar.gz';
  const saved = await run(['backup', name]);
  assert.match(saved.out, /^Backed up and read back: /m, saved.err);
  assert.deepEqual(
    await keysIn('backups'),
    ['00000001', '00000002', 'complete.json'].map((part) => `lms/bilim-2026-11-30.tar.gz/${part}`),
  );
  const database = await createEmptyDatabase();
  try {
    const back = await run(['restore', name], { DATABASE_URL: database.url, DATA_DIR: join(folder, 'from-bucket') });
    assert.match(back.out, /^Brought back: /m, back.err);
  } finally {
    await database.drop();
  }
  const next = await run(['backup', '--keep=1', 's3:bilim-2026-12-01.tar.gz']);
  assert.match(next.out, /^Removed older ones: s3:bilim-2026-11-30\.tar\.gz\.$/m, next.err);
  await swift.stop();
  const away = await run(['backup', 's3:bilim-2026-12-02.tar.gz']);
  assert.match(away.err, /^The bucket of BACKUP_URL cannot be used \(ECONNREFUSED/);
  await swift.start();
  assert.match((await run(['backup', '--list'])).out, /^s3:bilim-2026-12-01\.tar\.gz {2}\d+\.\d MiB {2}of \S+$/m);
});

describe('moving while people work', { concurrency: false }, () => {
  let portal: TestPortal;
  before(async () => {
    portal = await openPortal();
  });
  after(() => portal.close());

  test('[OPS-02] files go into the bucket and back, and every one is read all the time', async () => {
    const content = Buffer.alloc(9 * mebibyte, 'moved ');
    const editor = await portal.as('editor');
    const [item] = await editor.get(news.insert, { message: 'x' }, { files: [{ name: 'a.bin', content }] });
    const path = `${news.download.path}?filename=${item?.id_eventMessage}_a.bin&type=4`;
    const { dataDir } = portal.settings;
    const run = (to: string, env: Record<string, string> = {}) =>
      runProgram('files/main.ts', ['move', '--to', to], {
        ...{ DATABASE_URL: portal.database.url, DATA_DIR: dataDir, FILES_TO: to },
        ...settingsOf(swift.bucket('moved')),
        ...env,
      });
    for (const to of ['s3', 'folder'] as const) {
      const environment = { ...settingsOf(swift.bucket('moved')), FILES_TO: to };
      const settings = readSettings({
        LOG_LEVEL: 'silent',
        DATA_DIR: dataDir,
        DATABASE_CONNECTIONS: '3',
        ...environment,
      });
      const database = openDatabase(portal.database.url, settings);
      const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
      const person = new TestClient(await app.fastify.listen({ port: 0, host: '127.0.0.1' }));
      for (const [name, value] of editor.cookies) person.cookies.set(name, value);
      try {
        const wrong = await run(to, { FILES_TO: to === 's3' ? 'folder' : 's3' });
        assert.match(wrong.err, /^New files go to the (folder|bucket) still: set FILES_TO=/);
        let isMoving = true;
        const moving = run(to).finally(() => {
          isMoving = false;
        });
        while (isMoving) {
          // Swift cuts a download of several pieces off when the object goes meanwhile; a repeat finds it in the folder.
          const came = await (await person.fetch(path)).arrayBuffer().catch(() => null);
          assert.ok(came === null ? to === 'folder' : Buffer.from(came).equals(content));
        }
        assert.match((await moving).out, /^Moved and read back: 1 objects, 9\.0 MiB\.$/m);
        assert.equal((await keysIn('moved')).length, to === 's3' ? 1 : 0);
        assert.ok(Buffer.from(await (await person.fetch(path)).arrayBuffer()).equals(content));
        assert.match((await run(to)).out, /^Moved and read back: 0 objects/m);
      } finally {
        await app.close();
        await database.close();
      }
    }
  });
});
