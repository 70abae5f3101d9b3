import assert from 'node:assert/strict';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Sql } from 'postgres';
import { migrate, schemaFolder } from '../database/migrate.ts';
import { readErasedPeople } from '../erasure/erasure.queries.ts';
import { runBackupDrill } from '../test/backup-drill.ts';
import {
  BackupFixture,
  type EmptyTarget,
  publishAnnouncementWithFile,
  readBackupFileHashes,
  rewriteArchive,
  tablesNotInBackup,
} from '../test/backup-fixture.ts';
import { waitUntil } from '../test/http.ts';
import { TestObjectStore } from '../test/object-store.ts';
import { CommandHost, spawnProgram } from '../test/program.ts';
import { openRelay } from '../test/relay.ts';
import type { TestPortal } from '../test/test-client.ts';
import { createBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { excludedRowsCondition, partlyBackedUpTables } from './tables.ts';
import { verifyBackup } from './verify.ts';

const { news } = callsByRoom;

let trial: BackupFixture;
let portal: TestPortal;
let folder: string;
let sql: Sql;

before(async () => {
  trial = await BackupFixture.open();
  ({ portal, folder, sql } = trial);
});

after(() => trial?.close());

describe('a back-up', () => {
  it('[SAFE-02] brings back every row and every file of a tiny university, and a portal that works on them', () =>
    runBackupDrill(trial));

  it('[SAFE-03] leaves out tables that are there, and no row that a kept one points to', async () => {
    const rows = await sql<{ name: string; of: string }[]>`
      select c.relname as name, f.conrelid::regclass::text as of
      from pg_class c left join pg_constraint f on f.confrelid = c.oid and f.contype = 'f'
      where c.relname = any (${[...partlyBackedUpTables]}) and c.relkind = 'r'`;
    assert.deepEqual([...new Set(rows.map(({ name }) => name))].sort(), Object.keys(tablesNotInBackup));
    assert.deepEqual([...partlyBackedUpTables].sort(), Object.keys(tablesNotInBackup));
    assert.deepEqual(
      rows.filter(({ of }) => of !== null && excludedRowsCondition({ name: of }) === null),
      [],
    );
  });

  it('while it runs no file is removed; the sweeper takes it later', async () => {
    const admin = await portal.as('admin');
    const { store } = portal.app.context.files;
    const [item] = await publishAnnouncementWithFile(admin, 'removed', 'removed');
    const before = Object.keys(await readBackupFileHashes(portal.settings.dataDir)).length;
    await store.removals.hold();
    await admin.get(news.delete, { id_eventMessage: item?.id_eventMessage });
    assert.equal(Object.keys(await readBackupFileHashes(portal.settings.dataDir)).length, before + 1);
    await store.removals.release();
  });
});

describe('errors instead of an incomplete back-up', () => {
  let file: string;
  let place: EmptyTarget;
  before(async () => {
    await publishAnnouncementWithFile(await portal.as('admin'), 'good', 'good');
    file = join(folder, 'good.tar.gz');
    await createBackup(sql, portal.settings.dataDir, file);
    place = await trial.emptyPlace();
  });

  const isPicture = (path: string) => path.startsWith('public/');

  async function refused(path: string, sentence: RegExp): Promise<void> {
    await assert.rejects(verifyBackup(path), sentence);
    await assert.rejects(restoreBackup(place.sql, place.dataDir, path, schemaFolder), sentence);
    assert.deepEqual(await readBackupFileHashes(place.dataDir), {});
    const [row] = await place.sql`select count(*)::int as count from person`;
    assert.equal(row?.count, 0);
  }

  it('a place that holds something, a cut back-up, a foreign file, a name that leads elsewhere', async () => {
    await assert.rejects(restoreBackup(sql, join(folder, 'none'), file, schemaFolder), /holds a university already/);
    const cut = join(folder, 'cut.tar.gz');
    await writeFile(cut, await readFile(file));
    await truncate(cut, (await stat(file)).size - 500);
    await refused(cut, /^StartupError: The back-up .* is damaged or none|not whole/);
    const foreign = join(folder, 'foreign.tar.gz');
    await writeFile(foreign, 'not packed at all');
    await refused(foreign, /^StartupError: The back-up .* is damaged or none/);
    const evil = join(folder, 'evil.tar.gz');
    await rewriteArchive(file, evil, (name, body) => ({ name: name.replace(/^files\/../, 'files/../../evil'), body }));
    await refused(evil, /belongs nowhere/);
  });

  it('[SAFE-02] one that lacks rows or a file, or in which either is another than was written', async () => {
    const flipped = (body: Buffer) => Buffer.from(body.map((byte) => (byte === 10 ? byte : byte ^ 1)));
    for (const [begin, sentence] of [
      ['tables/person/', /rows of person are missing|tables\/person is not what was written|cannot be brought back/],
      ['files/', /files are missing|files\/.* is not what was written/],
    ] as const)
      for (const change of [flipped, () => null]) {
        const other = join(folder, 'other.tar.gz');
        await rewriteArchive(file, other, (name, body) => {
          const changed = name.startsWith(begin) ? change(body) : body;
          return changed && { name, body: changed };
        });
        await refused(other, sentence);
      }
  });

  it('[SAFE-02] one that lacks a file of its rows, though it is whole by what it says of itself', async () => {
    const other = join(folder, 'without.tar.gz');
    await rewriteArchive(file, other, (name, body) => {
      if (name.startsWith('files/')) return null;
      if (name !== 'complete.json') return { name, body };
      const end = JSON.parse(body.toString()) as { files: number; sums: Record<string, string> };
      const sums = Object.fromEntries(Object.entries(end.sums).filter(([path]) => !path.startsWith('files/')));
      return {
        name,
        body: Buffer.from(JSON.stringify({ ...end, files: Object.keys(sums).filter(isPicture).length, sums })),
      };
    });
    await verifyBackup(other);
    await assert.rejects(
      restoreBackup(place.sql, place.dataDir, other, schemaFolder),
      /the file .* is missing or has changed/,
    );
    assert.equal((await place.sql`select from person`).length, 0);
  });

  it('[SAFE-03] files that are missing or damaged are named, and the rest is saved when that is asked for', async () => {
    const { dataDir } = portal.settings;
    const [item] = await publishAnnouncementWithFile(await portal.as('admin'), 'named', 'named');
    const [stored] = await sql<{ key: string }[]>`
      select f.key from news_file n join file f on f.id = n.file_id where n.news_id = ${item?.id_eventMessage ?? 0}`;
    const key = stored?.key ?? '';
    const path = join(dataDir, 'files', key.slice(0, 2), key);
    const rest = join(folder, 'rest.tar.gz');
    const without = await trial.emptyPlace();
    await rm(path);
    await assert.rejects(
      createBackup(sql, dataDir, rest),
      new RegExp(`missing or damaged in .*${key}.*--skip-missing`),
    );
    await writeFile(path, 'other');
    await assert.rejects(
      createBackup(sql, dataDir, rest),
      new RegExp(`missing or damaged in .*${key}.*--skip-missing`),
    );
    const summary = await createBackup(sql, dataDir, rest, { skipMissing: true });
    assert.deepEqual(summary.faulty, [key]);
    assert.deepEqual(await restoreBackup(without.sql, without.dataDir, rest, schemaFolder), summary);
    await writeFile(path, 'named');
  });
});

it('[PEOPLE-06] who was erased after a back-up is erased again when it is brought back', async () => {
  const { uid } = await portal.as('student');
  const file = join(folder, 'before.tar.gz');
  await createBackup(sql, portal.settings.dataDir, file);
  const listed = await trial.emptyPlace();
  await writeFile(join(listed.dataDir, 'erased.txt'), `${uid}\n`);
  await restoreBackup(listed.sql, listed.dataDir, file, schemaFolder);
  assert.deepEqual(await readErasedPeople(listed.sql), [uid]);
  const named = await trial.emptyPlace();
  let again = 0;
  const onErased = (people: number) => {
    again = people;
  };
  await restoreBackup(named.sql, named.dataDir, file, schemaFolder, { erased: [uid], onErased });
  assert.deepEqual([again, await readErasedPeople(named.sql)], [1, [uid]]);
});

describe('a restore that was killed', () => {
  it('[SAFE-03] leaves a place that no portal starts on, and the second try goes on', async (t) => {
    await publishAnnouncementWithFile(await portal.as('editor'), 'killed.txt', 'killed');
    const file = join(folder, 'killed.tar.gz');
    const summary = await createBackup(sql, portal.settings.dataDir, file);
    const place = await trial.emptyPlace();
    const relay = await openRelay(place.url);
    t.after(() => relay.close());
    // It stands still with all files of the back-up in the folder and no row committed.
    relay.swallowAfter('drop table restore_running');
    const env = { DATABASE_URL: relay.url, DATA_DIR: place.dataDir };
    const { child, ended } = spawnProgram('backup/main.ts', ['restore', file], env);
    await waitUntil(
      'its files are there',
      async () => Object.keys(await readBackupFileHashes(place.dataDir)).length === summary.files,
    );
    child.kill('SIGKILL');
    await ended;
    const halfway = {
      name: 'StartupError',
      message: /^A restore of a back-up into this database did not come to its end/,
    };
    await assert.rejects(migrate(place.sql, schemaFolder), halfway);
    await assert.rejects(createBackup(place.sql, place.dataDir, join(folder, 'half.tar.gz')), halfway);
    assert.deepEqual(await restoreBackup(place.sql, place.dataDir, file, schemaFolder), summary);
    await assert.rejects(restoreBackup(place.sql, place.dataDir, file, schemaFolder), /holds a university already/);
  });
});

describe('the commands and the bucket of BACKUP_URL', { concurrency: false }, () => {
  const name = 's3:bilim-2026-11-30.tar.gz';
  let store: TestObjectStore;
  let commands: CommandHost;
  let env: Record<string, string>;
  before(async () => {
    store = await TestObjectStore.open();
    commands = new CommandHost();
    const { endpoint, keyId, secret } = store.bucket('backups');
    const ofBucket = { BACKUP_URL: `${endpoint}/backups`, BACKUP_KEY_ID: keyId, BACKUP_SECRET: secret };
    env = { DATABASE_URL: portal.database.url, DATA_DIR: portal.settings.dataDir, ...ofBucket };
  });
  after(async () => {
    commands?.close();
    await store?.close();
  });
  const run = (words: string[], more: Record<string, string> = {}) =>
    commands.run('backup/main.ts', words, { ...env, ...more });

  it('[SAFE-02] write a back-up there, list it, verify it, and bring it back elsewhere', async () => {
    await publishAnnouncementWithFile(await portal.as('editor'), 'bucket.txt', 'in a bucket');
    assert.match((await run(['backup', '--list'])).out, /^The bucket of BACKUP_URL holds no back-up\.$/m);
    const saved = await run(['backup', name]);
    assert.match(saved.out, /^Backed up and read back: \d+ rows and \d+ files of /m, saved.err);
    assert.deepEqual(store.keys('backups'), [`${name.slice(3)}/00000001`, `${name.slice(3)}/complete.json`]);
    assert.match(
      (await run(['backup', name])).err,
      /is there already in the bucket of BACKUP_URL: choose another name/,
    );
    assert.match((await run(['backup', '--list'])).out, /^s3:bilim-2026-11-30\.tar\.gz {2}\d+\.\d MiB {2}of 2026-/m);
    assert.match((await run(['backup', '--verify', name])).out, /^The back-up is whole: /m);
    const place = await trial.emptyPlace();
    const back = await run(['restore', name], { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    assert.match(back.out, /^Brought back: \d+ rows and \d+ files of /m, back.err);
    const count = 'select count(*)::int as people, (select count(*)::int from file) as files from person';
    assert.deepEqual(await place.sql.unsafe(count), await sql.unsafe(count));
  });

  it('[SAFE-03] say what is not whole, not there or not reached, and change nothing then', async () => {
    const killed = 's3:bilim-2026-12-01.tar.gz';
    const { child, ended } = spawnProgram('backup/main.ts', ['backup', killed], env);
    store.fault = (method, key) => {
      if (method !== 'PUT' || !key.endsWith('12-01.tar.gz/complete.json')) return null;
      child.kill('SIGKILL');
      return 'cut';
    };
    await ended;
    store.fault = () => null;
    await portal.app.context.files.store.removals.release();
    assert.match(
      (await run(['backup', '--list'])).out,
      /^s3:bilim-2026-12-01\.tar\.gz .* not whole: it was interrupted$/m,
    );
    const place = await trial.emptyPlace();
    const there = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    assert.match((await run(['restore', killed], there)).err, /^s3:bilim-2026-12-01\.tar\.gz is not whole: /);
    assert.match((await run(['restore', 's3:none'], there)).err, /^There is no s3:none in the bucket of BACKUP_URL/);
    store.fault = (method, key) => (method === 'PUT' && key.startsWith('bilim-2026-12-02') ? 'refuse' : null);
    const refused = await run(['backup', 's3:bilim-2026-12-02.tar.gz']);
    assert.match(refused.err, /^The bucket of BACKUP_URL cannot be used \(AccessDenied: refused by a test\)/);
    assert.equal(refused.code, 1);
    assert.equal(await portal.app.context.files.store.removals.isHeld(), false);
    const none = await run(['restore', name], { BACKUP_URL: '' });
    assert.match(none.err, /^BACKUP_URL names no bucket: give this command the settings of the portal/);
    assert.equal((await place.sql`select from person`).length, 0);
  });
});
