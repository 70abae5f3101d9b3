import assert from 'node:assert/strict';
import { cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import type { Sql } from 'postgres';
import { vaultKeyOf } from '../auth/vault.ts';
import { migrate, schemaFolder } from '../database/migrate.ts';
import { backupMarker } from '../files/files.ts';
import type { Portal } from '../test/as.ts';
import { drill } from '../test/backup-drill.ts';
import { BackupTrial, type EmptyPlace, filesOf, publish, repack } from '../test/backup-trial.ts';
import { until } from '../test/http.ts';
import { beginProgram, CommandHost } from '../test/program.ts';
import { openRelay } from '../test/relay.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { leftOut, readTables } from './tables.ts';
import { verify } from './verify.ts';

const { news } = everything;

let trial: BackupTrial;
let portal: Portal;
let folder: string;
let sql: Sql;
before(async () => {
  trial = await BackupTrial.open();
  ({ portal, folder, sql } = trial);
});
after(() => trial?.close());

describe('a back-up', () => {
  it('[SAFE-02] brings back every row and every file of a tiny university, and a portal that works on them', () =>
    drill(trial));

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
    const place = await trial.emptyPlace();
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
    const other = await trial.emptyPlace();
    await restore(other.sql, other.dataDir, older, schemaFolder);
    assert.deepEqual(await counts(other.sql), none);
  });
});

describe('the key that a back-up does not hold', () => {
  let host: CommandHost;
  before(() => {
    host = new CommandHost();
  });
  after(() => host.close());

  it('[SAFE-02] is named when the back-up is made, when it is read, and when it is brought back without it', async () => {
    const { dataDir } = portal.settings;
    const { name } = portal.app.house.vault;
    const file = join(folder, 'with-key.tar.gz');
    const run = async (program: string[], env: Record<string, string> = {}) => {
      const ran = await host.run('backup/main.ts', program, env);
      assert.equal(ran.code, 0, ran.err);
      return ran.out.trimEnd().split('\n').slice(1);
    };
    const there = { DATABASE_URL: portal.database.url, DATA_DIR: dataDir };
    assert.deepEqual(await run(['backup', file], there), [
      `The key ${vaultKeyOf(dataDir)} is not in it: keep a copy of that file apart.`,
    ]);
    assert.deepEqual(await run(['backup', '--verify', file]), [
      `It belongs to the key ${name} (keys/secrets.key), which is in no back-up.`,
    ]);
    const without = await trial.emptyPlace();
    assert.deepEqual(await run(['restore', file], { DATABASE_URL: without.url, DATA_DIR: without.dataDir }), [
      `The key ${name} of this back-up is not in ${vaultKeyOf(without.dataDir)}: put its file there before the start, or codes of apps and addresses of calendars open nothing.`,
    ]);
    const withIt = await trial.emptyPlace();
    await cp(vaultKeyOf(dataDir), vaultKeyOf(withIt.dataDir));
    assert.deepEqual(await run(['restore', file], { DATABASE_URL: withIt.url, DATA_DIR: withIt.dataDir }), []);
  });
});

describe('what is told instead of half a back-up', () => {
  let file: string;
  let place: EmptyPlace;
  before(async () => {
    await publish(await portal.as('admin'), 'good', 'good');
    file = join(folder, 'good.tar.gz');
    await backup(sql, portal.settings.dataDir, file);
    place = await trial.emptyPlace();
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
});

describe('a restore that was killed', () => {
  it('[SAFE-03] leaves a place that no portal starts on, and the second try goes on', async (t) => {
    await publish(await portal.as('editor'), 'killed.txt', 'killed');
    const file = join(folder, 'killed.tar.gz');
    const told = await backup(sql, portal.settings.dataDir, file);
    const place = await trial.emptyPlace();
    const relay = await openRelay(place.url);
    t.after(() => relay.close());
    // It stands still with all files of the back-up in the folder and no row committed.
    relay.swallowAfter('drop table restore_running');
    const env = { DATABASE_URL: relay.url, DATA_DIR: place.dataDir };
    const { child, ended } = beginProgram('backup/main.ts', ['restore', file], env);
    await until('its files are there', async () => Object.keys(await filesOf(place.dataDir)).length === told.files);
    child.kill('SIGKILL');
    await ended;
    const halfway = {
      name: 'CannotStart',
      message: /^A restore of a back-up into this database did not come to its end/,
    };
    await assert.rejects(migrate(place.sql, schemaFolder), halfway);
    await assert.rejects(backup(place.sql, place.dataDir, join(folder, 'half.tar.gz')), halfway);
    assert.deepEqual(await restore(place.sql, place.dataDir, file, schemaFolder), told);
    await assert.rejects(restore(place.sql, place.dataDir, file, schemaFolder), /holds a university already/);
  });
});
