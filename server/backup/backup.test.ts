import assert from 'node:assert/strict';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import type { Sql } from 'postgres';
import { migrate, schemaFolder } from '../database/migrate.ts';
import type { TestPortal } from '../test/as.ts';
import { backupDrill } from '../test/backup-drill.ts';
import {
  BackupTrial,
  type EmptyTarget,
  filesInBackup,
  publishAnnouncement,
  rewriteArchive,
  tablesNotInBackup,
} from '../test/backup-trial.ts';
import { until } from '../test/http.ts';
import { beginProgram } from '../test/program.ts';
import { openRelay } from '../test/relay.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { excludedRows, partlyKeptTables } from './tables.ts';
import { verify } from './verify.ts';

const { news } = everything;

let trial: BackupTrial;
let portal: TestPortal;
let folder: string;
let sql: Sql;

before(async () => {
  trial = await BackupTrial.open();
  ({ portal, folder, sql } = trial);
});

after(() => trial?.close());

describe('a back-up', () => {
  it('[SAFE-02] brings back every row and every file of a tiny university, and a portal that works on them', () =>
    backupDrill(trial));

  it('[SAFE-03] leaves out tables that are there, and no row that a kept one points to', async () => {
    const rows = await sql<{ name: string; of: string }[]>`
      select c.relname as name, f.conrelid::regclass::text as of
      from pg_class c left join pg_constraint f on f.confrelid = c.oid and f.contype = 'f'
      where c.relname = any (${[...partlyKeptTables]}) and c.relkind = 'r'`;
    assert.deepEqual([...new Set(rows.map(({ name }) => name))].sort(), Object.keys(tablesNotInBackup));
    assert.deepEqual([...partlyKeptTables].sort(), Object.keys(tablesNotInBackup));
    assert.deepEqual(
      rows.filter(({ of }) => of !== null && excludedRows({ name: of }) === null),
      [],
    );
  });

  it('while it runs no file is removed; the sweeper takes it later', async () => {
    const admin = await portal.as('admin');
    const { store } = portal.app.context.files;
    const [item] = await publishAnnouncement(admin, 'removed', 'removed');
    const before = Object.keys(await filesInBackup(portal.settings.dataDir)).length;
    await store.removals.hold();
    await admin.get(news.delete, { id_eventMessage: item?.id_eventMessage });
    assert.equal(Object.keys(await filesInBackup(portal.settings.dataDir)).length, before + 1);
    await store.removals.release();
  });
});

describe('what is told instead of half a back-up', () => {
  let file: string;
  let place: EmptyTarget;
  before(async () => {
    await publishAnnouncement(await portal.as('admin'), 'good', 'good');
    file = join(folder, 'good.tar.gz');
    await backup(sql, portal.settings.dataDir, file);
    place = await trial.emptyPlace();
  });

  async function refused(path: string, sentence: RegExp): Promise<void> {
    await assert.rejects(verify(path), sentence);
    await assert.rejects(restore(place.sql, place.dataDir, path, schemaFolder), sentence);
    assert.deepEqual(await filesInBackup(place.dataDir), {});
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
    await rewriteArchive(file, evil, (name, body) => ({ name: name.replace(/^files\/../, 'files/../../evil'), body }));
    await refused(evil, /belongs nowhere/);
  });
});

describe('a restore that was killed', () => {
  it('[SAFE-03] leaves a place that no portal starts on, and the second try goes on', async (t) => {
    await publishAnnouncement(await portal.as('editor'), 'killed.txt', 'killed');
    const file = join(folder, 'killed.tar.gz');
    const summary = await backup(sql, portal.settings.dataDir, file);
    const place = await trial.emptyPlace();
    const relay = await openRelay(place.url);
    t.after(() => relay.close());
    // It stands still with all files of the back-up in the folder and no row committed.
    relay.swallowAfter('drop table restore_running');
    const env = { DATABASE_URL: relay.url, DATA_DIR: place.dataDir };
    const { child, ended } = beginProgram('backup/main.ts', ['restore', file], env);
    await until(
      'its files are there',
      async () => Object.keys(await filesInBackup(place.dataDir)).length === summary.files,
    );
    child.kill('SIGKILL');
    await ended;
    const halfway = {
      name: 'CannotStart',
      message: /^A restore of a back-up into this database did not come to its end/,
    };
    await assert.rejects(migrate(place.sql, schemaFolder), halfway);
    await assert.rejects(backup(place.sql, place.dataDir, join(folder, 'half.tar.gz')), halfway);
    assert.deepEqual(await restore(place.sql, place.dataDir, file, schemaFolder), summary);
    await assert.rejects(restore(place.sql, place.dataDir, file, schemaFolder), /holds a university already/);
  });
});
