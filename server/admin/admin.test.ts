import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import postgres from 'postgres';
import { now } from '../core/clock.ts';
import { joinCluster } from '../database/cluster-check.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { insertLinkedAccount } from '../test/factories/linked-accounts.ts';
import { insertPasskey } from '../test/factories/passkeys.ts';
import { addServiceToken } from '../test/factories/service-tokens.ts';
import { CommandHost, type ProgramResult } from '../test/program.ts';
import { openPortal, passwords, TestClient, type TestPortal } from '../test/test-client.ts';
import { readPortalDiagnostics } from './doctor.queries.ts';
import { inspectAdministrators, inspectAuditNumbering } from './doctor.ts';

const { login, profile } = callsByRoom;
const folder = mkdtempSync(join(tmpdir(), 'bilim-admin-'));
let portal: TestPortal;
let empty: TestDatabase;
let host: CommandHost;
let admin: (...args: string[]) => Promise<ProgramResult>;

before(async () => {
  let address = '';
  const shared = { NETWORKS: '127.0.0.0/8=Корпус | Корпус | Main building', OFFICE_CONVERTER: 'off' };
  portal = await openPortal(shared, async (url) => {
    address = url;
    return url;
  });
  empty = await createEmptyDatabase();
  await joinCluster(portal.database, portal.settings);
  const env = { DATABASE_URL: address, DATA_DIR: portal.settings.dataDir, ...shared };
  host = new CommandHost();
  admin = (...args) => host.run('admin/main.ts', args, env);
});

after(async () => {
  host?.close();
  await portal?.close();
  await empty?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const lastAuditEntry = async (action: string) =>
  (
    await portal.database.autocommit`
    select person_id, detail from audit where action = ${action} order by id desc limit 1`
  )[0];

describe('npm run admin', { concurrency: false }, () => {
  it('answers what it does not understand in a sentence', async () => {
    for (const [args, sentence] of [
      [[], /^Usage: npm run admin/],
      [
        ['frist', 'student'],
        /^There is no act "frist": use one of first, password, unlock, second, sessions, erase, maintenance, doctor\.$/,
      ],
      [['first'], /^first needs a login: first LOGIN\.$/],
      [['unlock', 'student', 'student2'], /^unlock takes one login at a time\.$/],
      [['doctor', 'student'], /^doctor takes no login\.$/],
      [['unlock', 'student', '--end'], /^unlock does not know --end\.$/],
      [['unlock', '--force', 'student'], /^Unknown option '--force'\.$/m],
      [['first', 'new', '--name', 'Асанов'], /^--name takes surname, name/],
      [['password', 'student', '--lang', 'de'], /^--lang is ru, kg or en, not de\.$/],
      [['unlock', 'nobody'], /^Nobody signs in as nobody: see the login in the registrar's table\.$/],
      [['sessions', 'nobody'], /^Nobody signs in as nobody/],
      [['password', 'nobody'], /nobody/],
    ] as const) {
      const ran = await admin(...args);
      assert.equal(ran.code, 1, args.join(' '));
      assert.match(ran.err.trim(), sentence);
      assert.equal(ran.out, '');
    }
  });

  it('[PEOPLE-04] makes no first administrator beside another, and names that one', async () => {
    const ran = await admin('first', 'teacher');
    assert.equal(ran.code, 1);
    assert.match(ran.err, /^There is an administrator already: admin\. /);
  });

  it('[PEOPLE-04] makes the first account of an empty university, whom no import closes', async () => {
    mkdirSync(join(folder, 'data'));
    const env = { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data'), DEMO: 'none' };
    const schema = await host.run('admin/main.ts', ['first', 'boss'], env);
    assert.match(schema.err, /^Nobody signs in as boss: import the people first, or make the account with --name/);
    const made = await host.run('admin/main.ts', ['first', 'boss', '--name', 'Асанов Бакыт'], env);
    assert.equal(made.code, 0, made.err);
    assert.match(
      made.out,
      /^boss \(Асанов Бакыт\) is the administrator now.*\nThe first password.*: ([2-9a-z]{4}-){4}[2-9a-z]{4}$/m,
    );
    // No start has made the folder for files, and no file is missing.
    const examined = await host.run('admin/main.ts', ['doctor'], env);
    assert.match(examined.out, /^hint {3}The folder \S+files is not made yet: /m);
    assert.doesNotMatch(examined.out, /The store of files/);
    // The template names rights of its own people alone: the import neither takes the administrator's nor asks about them.
    const list = join(folder, 'template-passwords.html');
    const template = new URL('../../docs/import-template', import.meta.url).pathname;
    const imported = await host.run('import/main.ts', [template, '--passwords', list, '--lang', 'en'], {
      ...env,
      PUBLIC_URL: 'https://lms.university.kg',
      // An address that others can reach, and the clock of tests, do not go together.
      TEST_CLOCK: '',
    });
    assert.equal(imported.code, 0, imported.out + imported.err);
    const sql = postgres(empty.url, { max: 1 });
    const held = await sql<{ code: string }[]>`
      select code from permission r join account a using (person_id) where a.login = 'boss' order by code`;
    await sql.end();
    assert.deepEqual(
      held.map(({ code }) => code),
      [...permissions].sort(),
    );
    // A strip that was cut off says where one signs in.
    const strips = readFileSync(list, 'utf8').match(/<tr><td>.*<\/tr>/g) ?? [];
    assert.ok(strips.length > 1);
    for (const strip of strips) assert.match(strip, />https:\/\/lms\.university\.kg\/lms\/login</);
    const again = await host.run('admin/main.ts', ['first', 'boss2', '--name', 'Асанов Бакыт'], env);
    assert.match(again.err, /^There is an administrator already: boss\./);
  });

  it('gives a new first password on the screen, once', async () => {
    const student = await portal.as('student2');
    const ran = await admin('password', 'Student2');
    assert.equal(ran.code, 0, ran.err);
    const password = /^student2 \(.+\): (\S+)$/m.exec(ran.out)?.[1] ?? '';
    assert.equal((await student.ask(profile.data)).status, 401);
    const fresh = new TestClient(portal.base);
    assert.equal((await fresh.ask(login.authorize, { login: 'student2', password: passwords.student2 })).status, 401);
    assert.equal((await fresh.signIn('student2', password)).status, 200);
    assert.equal((await lastAuditEntry('password.reissued'))?.person_id, student.uid);
    const strips = join(folder, 'one-password.html');
    const listed = await admin('password', 'student3', '--passwords', strips);
    assert.match(listed.out, /^1 new first password stands in \S+one-password\.html\.$/m);
  });

  it('[AUTH-15] shows where an account is signed in, and ends it', async () => {
    const editor = await portal.as('editor');
    const { out } = await admin('sessions', 'editor');
    assert.match(out, /^since \d{4}-.* UTC, last seen .* UTC, from Main building · 127\.0\.0\.1: /);
    const begun = Date.parse(`${out.slice(6, 22).replace(' ', 'T')}Z`);
    assert.ok(Math.abs(begun - now().getTime()) < 3_600_000, 'in UTC, whatever the zone of the connection');
    assert.equal((await admin('sessions', 'editor', '--end')).out, 'editor: 1 session has ended.\n');
    assert.equal((await editor.ask(profile.data)).status, 401);
    assert.deepEqual((await lastAuditEntry('account.sessions'))?.detail, { person: editor.uid, count: 1 });
    assert.equal((await admin('sessions', 'editor')).out, 'editor is signed in nowhere.\n');
  });

  it('[AUTH-15] shows what a thief left behind, and every reset removes it', async () => {
    const editor = await portal.as('editor');
    const plant = async () => {
      await insertPasskey(portal.ownerSql, editor.uid);
      await insertLinkedAccount(portal.ownerSql, editor.uid, 'https://thief.test');
    };
    await plant();
    assert.match((await admin('sessions', 'editor')).out, /^Besides the password 1 passkey, 1 link let in\.$/m);
    const ended = await admin('sessions', 'editor', '--end', '--keep', 'links');
    assert.equal(ended.out, 'editor: 1 session has ended.\nRemoved: 1 passkey.\n');
    await plant();
    const reset = await admin('second', 'editor');
    assert.match(reset.out, /^editor signs in by the password alone now; .*\nRemoved: 1 passkey, 1 link\.$/m);
    await plant();
    const given = await admin('password', 'editor', '--keep', 'passkeys');
    assert.match(given.out, /^Removed: 1 link\.$/m);
    assert.match((await admin('sessions', 'editor')).out, /^Besides the password 1 passkey lets in\.$/m);
    await addServiceToken(portal.ownerSql, 'night', editor.uid);
    assert.doesNotMatch((await admin('second', 'editor')).out, /programs/);
    assert.match((await admin('sessions', 'editor')).out, /^Besides the password 1 program lets in\.$/m);
    assert.match((await admin('password', 'editor', '--programs')).out, /^Removed: 1 program\.$/m);
    const strange = await admin('second', 'editor', '--keep', 'keys');
    assert.equal(strange.code, 1);
    assert.match(
      strange.err.trim(),
      /^--keep takes passkeys, codes, links, mail, calendar, with commas between them, not keys\.$/,
    );
  });
});

describe('npm run admin -- doctor', { concurrency: false }, () => {
  it('[OPS-09] finds nothing broken in a portal that runs', async () => {
    const ran = await admin('doctor');
    assert.equal(ran.code, 0, ran.out + ran.err);
    assert.match(ran.out, /^good {3}The schema is the one of this release\.$/m);
    assert.match(ran.out, /^good {3}The portal runs on 1 node, with the settings and the folder of this command\.$/m);
    assert.match(ran.out, /^Nothing is broken\.$/m);
  });
});

it('[OPS-09] [PEOPLE-02] the doctor says when nobody will look after accounts any more', async () => {
  const findingTexts = async () =>
    inspectAdministrators(await readPortalDiagnostics(portal.ownerSql)).map(({ text }) => text);
  const endOn = async (day: string | null) =>
    await portal.ownerSql`update permission set ends_on = ${day} where code = 'accounts' and faculty_id is null`;
  assert.deepEqual(await findingTexts(), []);
  await endOn('2027-06-30');
  assert.deepEqual(await findingTexts(), [], 'far away');
  await endOn('2026-12-01');
  assert.match((await findingTexts()).join(), /^After 2026-12-01 nobody looks after all accounts/);
  await endOn('2026-11-20');
  assert.match((await findingTexts()).join(), /^Nobody looks after accounts: /);
  await endOn(null);
});

it('[OPS-09] [SAFE-11] the doctor says where the numbers of the trail leap or go back in time', async () => {
  const findingTexts = async (invented = true) => {
    const found = await readPortalDiagnostics(portal.ownerSql);
    return inspectAuditNumbering({ ...found, invented }).map(({ text }) => text);
  };
  assert.deepEqual(await findingTexts(), []);
  await portal.ownerSql`
    insert into audit (id, at, action) overriding system value values
      (8000000, now() + interval '1 year', 'backup'), (8000001, now() - interval '2 hours', 'backup')`;
  assert.match((await findingTexts()).join(), /leap before 8000000: /);
  assert.match(
    (await findingTexts(false)).join(),
    /leap before 8000000 and go on with an earlier moment at \S*8000001/,
  );
});
