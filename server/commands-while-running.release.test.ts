import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { findRunningPostgresAddress, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { readFirstPasswords } from './test/first-passwords.ts';
import { waitUntil } from './test/http.ts';
import {
  createBareEnvironment,
  endProgram,
  type RunningProgram,
  readDatabasePid,
  runProgram,
  StartedPrograms,
} from './test/program.ts';
import { TestClient } from './test/test-client.ts';

const { login, profile } = callsByRoom;
const folder = mkdtempSync(join(tmpdir(), 'bilim-beside-'));
const dataDir = join(folder, 'data');
const template = fileURLToPath(new URL('../docs/import-template', import.meta.url));
// Whether this machine has LibreOffice, and how soon it answers, is tried elsewhere.
const env = { DATA_DIR: dataDir, OFFICE_CONVERTER: 'off' };

const portals = new StartedPrograms(env);

after(async () => {
  await portals.endAll();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningProgram> {
  const started = await portals.start();
  assert.ok(started.url, started.output);
  return started;
}

const runImport = (args: string[]) => runProgram('import/main.ts', [...args, '--lang', 'en'], env);
const runAdmin = (...args: string[]) => runProgram('admin/main.ts', args, env);

/** The database of the running portal, as the portal's own role. */
async function asPortal<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(findRunningPostgresAddress(dataDir) ?? '', { max: 2, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

describe('beside a portal that runs on its own database', { concurrency: false }, () => {
  let portal: RunningProgram;
  let person: TestClient;
  let firstPasswords: { login: string; password: string }[];
  before(async () => {
    portal = await start();
  });

  it('an import is taken in, and its people sign in at once', async () => {
    const list = join(folder, 'first.csv');
    const ran = await runImport([template, '--passwords', list]);
    assert.equal(ran.code, 0, ran.out + ran.err);
    firstPasswords = readFirstPasswords(list);
    const [one] = firstPasswords;
    person = new TestClient(portal.url ?? '');
    assert.equal((await person.signIn(one?.login ?? '', one?.password ?? '')).status, 200);
  });

  it('[PEOPLE-04] the first administrator is made', async () => {
    const ran = await runAdmin('first', firstPasswords[0]?.login ?? '');
    assert.equal(ran.code, 0, ran.err);
    // The folder that is imported again below names other rights, and an import says so.
    const given = await asPortal((sql) => sql`delete from permission where person_id = ${person.uid} returning code`);
    assert.ok(given.some(({ code }) => code === 'accounts'));
  });

  it('[OPS-09] the doctor finds nothing broken beside it', async () => {
    const ran = await runAdmin('doctor');
    const faults = ran.out.split('\n').filter((line) => line.startsWith('FAULT'));
    assert.deepEqual([faults, ran.code], [[], 0], ran.out + ran.err);
    assert.match(ran.out, /^good {3}The portal runs on 1 node, with the settings and the folder of this command\.$/m);
  });

  it('a new first password ends the sessions of the account and opens it', async () => {
    const [one, two] = firstPasswords;
    const list = join(folder, 'new.csv');
    const ran = await runAdmin('password', one?.login ?? '', '--passwords', list, '--lang', 'en');
    assert.equal(ran.code, 0, ran.out + ran.err);
    await waitUntil('the session is over', async () => (await person.ask(profile.data)).status === 401);
    const old = await person.ask(login.authorize, { login: one?.login, password: one?.password });
    assert.equal(old.status, 401);
    const [fresh] = readFirstPasswords(list);
    assert.equal((await person.signIn(one?.login ?? '', fresh?.password ?? '')).status, 200);
    assert.ok(two, 'others stay as they were');
    assert.equal((await new TestClient(portal.url ?? '').signIn(two.login, two.password)).status, 200);
  });

  it('a back-up is written, and two commands at once do not hinder each other', async () => {
    const pid = readDatabasePid(dataDir);
    const file = join(folder, 'all.tar.gz');
    const [saved, tried] = await Promise.all([
      runProgram('backup/main.ts', ['backup', file], env),
      runImport([template, '--dry-run']),
    ]);
    assert.deepEqual([saved.code, tried.code], [0, 0], saved.err + tried.out + tried.err);
    assert.equal(statSync(file).mode & 0o077, 0);
    assert.equal(readDatabasePid(dataDir), pid, 'nobody stopped the database');
    assert.equal((await person.ask(profile.data)).status, 200);
  });

  it('a restore refuses to begin under it', async () => {
    const ran = await runProgram('backup/main.ts', ['restore', join(folder, 'all.tar.gz')], env);
    assert.equal(ran.code, 1);
    assert.match(ran.err, /^Bilim already runs on the data folder .*\n$/);
  });

  it('a command that works while the portal is stopped ends in one sentence and leaves nothing half', async () => {
    const hashes = () => asPortal((sql) => sql`select person_id, password_hash from account order by 1`);
    const before = await hashes();
    const holder = postgres(findRunningPostgresAddress(dataDir) ?? '', { max: 2, onnotice: () => undefined });
    const held = holder.begin(async (db) => {
      await db`lock table person, account in access exclusive mode`;
      await new Promise(() => undefined);
    });
    held.catch(() => undefined);
    const list = join(folder, 'never.csv');
    const commands = [
      runImport([template, '--passwords', join(folder, 'again.csv')]),
      runAdmin('password', firstPasswords[1]?.login ?? '', '--passwords', list),
    ];
    // The portal's own statements may wait for it as well.
    await waitUntil('both wait for the table', async () => {
      const waiting = await holder`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and application_name not like 'bilim%'`;
      return waiting.length >= commands.length;
    });
    assert.equal(await endProgram(portal.child, 'SIGTERM'), 0);
    await holder.end({ timeout: 1 }).catch(() => undefined);
    for (const { code, out, err } of await Promise.all(commands)) {
      assert.equal(code, 1, out);
      assert.match(err, /^The portal was stopped meanwhile.*\n$/);
    }
    assert.ok(!existsSync(list));
    portal = await start();
    assert.deepEqual(await hashes(), before);
  });

  it('works with the portal stopped as well, and gives the folder back', async () => {
    assert.equal(await endProgram(portal.child, 'SIGTERM'), 0);
    const ran = await runImport([template, '--dry-run']);
    assert.equal(ran.code, 0, ran.out + ran.err);
    portal = await start();
  });

  it('[SAFE-09] a data folder of an earlier release is brought over: no more superuser, nothing of the rows lost', async () => {
    const contents = (sql: postgres.Sql) => sql`
      select (select count(*) from person) as people, (select count(*) from migration) as steps`;
    const before = await asPortal(contents);
    assert.equal(await endProgram(portal.child, 'SIGTERM'), 0);
    await asEarlierRelease();
    chmodSync(join(dataDir, 'files'), 0o755);
    portal = await start();
    await asPortal(async (sql) => {
      assert.deepEqual(await contents(sql), before);
      const [left] = await sql`
        select (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace
            and relowner <> (select oid from pg_roles where rolname = current_user)) as relations,
          (select count(*)::int from pg_proc where pronamespace = 'public'::regnamespace
            and proowner <> (select oid from pg_roles where rolname = current_user)) as functions,
          (select rolsuper from pg_roles where rolname = current_user) as super`;
      assert.deepEqual({ ...left }, { relations: 0, functions: 0, super: false });
      // As the next release's steps will.
      await sql`alter table person add column trial int`;
      await sql`alter table person drop column trial`;
    });
    assert.equal(statSync(join(dataDir, 'files')).mode & 0o777, 0o700);
    const [, two] = firstPasswords;
    assert.equal((await new TestClient(portal.url ?? '').signIn(two?.login ?? '', two?.password ?? '')).status, 200);
  });
});

describe('without a portal', { concurrency: false }, () => {
  const alone = join(folder, 'alone');
  after(() => rmSync(alone, { recursive: true, force: true }));

  it('a command that needs an existing university makes none in a folder that was misnamed', async () => {
    const list = join(folder, 'nobody.csv');
    const commands = [
      ['import/main.ts', '--list', '--lang', 'en'],
      ['import/main.ts', '--undo', '1', '--lang', 'en'],
      ['admin/main.ts', 'password', 's0001', '--passwords', list],
      ['admin/main.ts', 'first', 's0001'],
      ['admin/main.ts', 'doctor'],
    ];
    for (const [program = '', ...args] of commands) {
      const ran = await runProgram(program, args, { DATA_DIR: alone });
      assert.equal(ran.code, 1, ran.out);
      assert.match(ran.err, /^There is no database in .*\/alone: set DATA_DIR or DATABASE_URL\.\n$/);
    }
    assert.ok(!existsSync(alone));
  });

  it('a folder of another user is called so by every command, and not one without a database', () => {
    const closed = mkdtempSync(join(tmpdir(), 'bilim-closed-'));
    mkdirSync(join(closed, 'database'));
    chmodSync(closed, 0);
    // Nothing is closed to root.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    try {
      for (const args of [
        ['admin/main.ts', 'doctor'],
        ['backup/main.ts', 'backup', `${closed}.tar.gz`],
      ]) {
        const ran = spawnSync(process.execPath, args, {
          ...{ cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8', ...nobody },
          env: { ...createBareEnvironment(), ...env, DATA_DIR: closed },
        });
        assert.equal(ran.status, 1, ran.stdout);
        assert.match(ran.stderr, /^\/.*bilim-closed-\w+ belongs to .+ and cannot be read and written by .+\n$/);
      }
    } finally {
      chmodSync(closed, 0o700);
      rmSync(closed, { recursive: true });
    }
  });

  it('[SAFE-02] a folder on which none ran yet is backed up too', async () => {
    const imported = await runProgram('import/main.ts', [template, '--passwords', join(folder, 'alone.csv')], {
      DATA_DIR: alone,
    });
    assert.equal(imported.code, 0, imported.out + imported.err);
    const saved = await runProgram('backup/main.ts', ['backup', join(folder, 'alone.tar.gz')], { DATA_DIR: alone });
    assert.equal(saved.code, 0, saved.err);
    assert.match(saved.out, /^Backed up and read back: \d+ rows and 0 files of /);
  });
});

/** Makes the cluster what it was when the superuser owned everything and was the portal's role. */
async function asEarlierRelease(): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const url = new URL(embedded.adminUrl);
  url.pathname = '/bilim';
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  await sql.unsafe('reassign owned by bilim_portal to bilim; drop owned by bilim_portal; drop role bilim_portal');
  await sql.end();
  await embedded.stop();
  rmSync(join(dataDir, 'portal-password'));
}
