import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Sql } from 'postgres';
import { vaultKeyPath } from '../auth/vault.ts';
import { checkSchema, schemaFolder } from '../database/migrate.ts';
import {
  type AppliedMigration,
  readEarlierMigrations,
  readMigrations,
  releasedMigrations,
} from '../database/schema-history.ts';
import { runBackupDrill } from '../test/backup-drill.ts';
import {
  BackupFixture,
  type EmptyTarget,
  publishAnnouncementWithFile,
  readBackupFileHashes,
  rewriteArchive,
} from '../test/backup-fixture.ts';
import { CommandHost } from '../test/program.ts';
import type { TestPortal } from '../test/test-client.ts';
import { createBackup } from './backup.ts';
import { type BackupHeader, backupPaths } from './format.ts';
import { restoreBackup } from './restore.ts';
import { excludedRowsCondition, readTables } from './tables.ts';
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

describe('the drill', () => {
  it('[SAFE-02] brings back every row and every file of a middling university, and a portal that works on them', async (t) => {
    const middling = await BackupFixture.open('medium');
    t.after(() => middling.close());
    await runBackupDrill(middling);
  });

  it('is of one moment while people write and remove files', async () => {
    const [editor, admin] = await Promise.all([portal.as('editor'), portal.as('admin')]);
    const items = (
      await Promise.all([1, 2, 3, 4, 5].map((n) => publishAnnouncementWithFile(admin, `old-${n}`, `${n}`)))
    ).flat();
    const stop = new AbortController();
    const busy = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const gone = items.pop();
        if (gone) await admin.get(news.delete, { id_eventMessage: gone.id_eventMessage });
        await editor.ask(news.insert, { message: `busy ${n}` }, { files: [{ name: 'busy', content: `${n}` }] });
      }
    })();
    const files = ['first', 'second'].map((name) => join(folder, `${name}.tar.gz`));
    for (const file of files) await createBackup(sql, portal.settings.dataDir, file);
    stop.abort();
    await busy;
    for (const file of files) {
      const place = await trial.emptyPlace();
      // It checks itself: every reference, every count, every file by its hash.
      await restoreBackup(place.sql, place.dataDir, file, schemaFolder);
    }
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

  async function refused(path: string, sentence: RegExp): Promise<void> {
    await assert.rejects(verifyBackup(path), sentence);
    await assert.rejects(restoreBackup(place.sql, place.dataDir, path, schemaFolder), sentence);
    assert.deepEqual(await readBackupFileHashes(place.dataDir), {});
    const [row] = await place.sql`select count(*)::int as count from person`;
    assert.equal(row?.count, 0);
  }

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
      await rewriteArchive(file, other, (name, body) => {
        const changed = change(name, body);
        return changed && { name, body: changed };
      });
      await refused(other, sentence);
    }
    await restoreBackup(place.sql, place.dataDir, file, schemaFolder);
  });
});

describe('what belongs to the moment', () => {
  it('[SAFE-03] sessions, keys of books, sign-in counters and the key of the cookies are neither saved nor brought back', async () => {
    await portal.as('student');
    assert.equal((await portal.nobody().signIn('student', 'wrong')).status, 401);
    const tables = (await readTables(sql))
      .filter((table) => excludedRowsCondition(table) !== null)
      .map(({ name }) => name);
    assert.ok(['session', 'secret', 'html_book_key'].every((name) => tables.includes(name)));
    assert.ok(tables.some((name) => name.startsWith('signin_')));
    const counts = async (of: Sql) => {
      const each = tables.map(
        async (name) => (await of.unsafe(`select from ${name} where ${excludedRowsCondition({ name })}`)).count,
      );
      return Promise.all(each);
    };
    assert.ok((await counts(sql)).filter((count) => count > 0).length > 2);
    const none = tables.map(() => 0);
    const file = join(folder, 'moment.tar.gz');
    await sql`update person set pin = 'former' where id = (select person_id from account where login = 'student')`;
    await createBackup(sql, portal.settings.dataDir, file);
    await sql`update person set pin = null where pin is not null`;
    const place = await trial.emptyPlace();
    await restoreBackup(place.sql, place.dataDir, file, schemaFolder);
    assert.deepEqual(await counts(place.sql), none);
    const [kept] = await place.sql`select name from secret`;
    const [student] = await place.sql`select pin from person where pin is not null`;
    assert.equal(student?.pin, 'lost.former', 'a hash whose key no back-up has is marked');
    assert.equal(kept?.name, `pins ${portal.app.context.vault.name}`, 'the sealed key of personal numbers comes along');
    // An older back-up holds them all the same.
    const older = join(folder, 'older.tar.gz');
    const secret = 'cookies\t\\\\x00112233\n';
    const rest = { sums: undefined };
    await rewriteArchive(
      file,
      older,
      (name, body) => {
        if (name !== 'complete.json') return { name, body };
        const end = JSON.parse(body.toString()) as { rows: Record<string, number> };
        return { name, body: Buffer.from(JSON.stringify({ ...end, ...rest, rows: { ...end.rows, secret: 2 } })) };
      },
      { name: 'tables/secret/000002', body: Buffer.from(secret) },
    );
    const other = await trial.emptyPlace();
    await restoreBackup(other.sql, other.dataDir, older, schemaFolder);
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
    const { name } = portal.app.context.vault;
    const file = join(folder, 'with-key.tar.gz');
    const run = async (program: string[], env: Record<string, string> = {}) => {
      const ran = await host.run('backup/main.ts', program, env);
      assert.equal(ran.code, 0, ran.err);
      return ran.out.trimEnd().split('\n').slice(1);
    };
    const there = { DATABASE_URL: portal.database.url, DATA_DIR: dataDir };
    assert.deepEqual(await run(['backup', file], there), [
      `The key ${vaultKeyPath(dataDir)} is not in it: keep a copy of that file apart.`,
    ]);
    assert.deepEqual(await run(['backup', '--verify', file]), [
      `It belongs to the key ${name} (keys/secrets.key), which is in no back-up.`,
    ]);
    const without = await trial.emptyPlace();
    assert.deepEqual(await run(['restore', file], { DATABASE_URL: without.url, DATA_DIR: without.dataDir }), [
      `The key ${name} of this back-up is not in ${vaultKeyPath(without.dataDir)}: put its file there before the start, or codes of apps, addresses of calendars and personal numbers open nothing.`,
    ]);
    const withIt = await trial.emptyPlace();
    await cp(vaultKeyPath(dataDir), vaultKeyPath(withIt.dataDir));
    assert.deepEqual(await run(['restore', file], { DATABASE_URL: withIt.url, DATA_DIR: withIt.dataDir }), []);
  });
});

describe('a back-up of a release before the steps of the schema were gathered', () => {
  // Into a new database: released-backups.release.test.ts, with back-ups that those releases made.
  it('[SAFE-02] comes into a database that this release prepared if it had all of them, and is refused otherwise', async () => {
    const file = join(folder, 'gathered.tar.gz');
    const summary = await createBackup(sql, portal.settings.dataDir, file);
    const json = (content: object) => Buffer.from(JSON.stringify(content));
    const rewritten = async (steps: readonly AppliedMigration[]) => {
      const path = join(folder, `remembers-${steps.length}.tar.gz`);
      const migrations = steps.map(({ name, checksum }) => ({ name, checksum }));
      await rewriteArchive(file, path, (name, body) =>
        name === backupPaths.head
          ? { name, body: json({ ...(JSON.parse(`${body}`) as BackupHeader), migrations }) }
          : { name, body },
      );
      return path;
    };
    const all = readEarlierMigrations(schemaFolder);
    const prepared = await trial.emptyPlace();
    const before = await rewritten(all.slice(0, -1));
    await assert.rejects(
      restoreBackup(prepared.sql, prepared.dataDir, before, schemaFolder),
      /^StartupError: The database was prepared by a newer release than the back-up/,
    );
    const [last] = all.slice(-1);
    const other = await rewritten([...all.slice(0, -1), { name: last?.name ?? '', checksum: 'other' }]);
    await assert.rejects(
      restoreBackup(prepared.sql, prepared.dataDir, other, schemaFolder),
      /whose schema this one does not know/,
    );
    // With what has come since, which all remember alike.
    const since = readMigrations(schemaFolder).slice(Object.keys(releasedMigrations['1.0.0']).length);
    const whole = await rewritten([...all, ...since]);
    assert.deepEqual(await restoreBackup(prepared.sql, prepared.dataDir, whole, schemaFolder), summary);
    await checkSchema(prepared.sql, schemaFolder);
  });
});
