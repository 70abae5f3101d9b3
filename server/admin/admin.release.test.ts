import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { permissions } from '@bilim/contract/permissions.ts';
import { Secret, TOTP } from 'otpauth';
import { vaultKeyPath } from '../auth/vault.ts';
import { now } from '../core/clock.ts';
import { answerNodeQueries, joinCluster } from '../database/cluster-check.ts';
import { openDatabase } from '../database/database.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { grantPermissions } from '../test/factories/permissions.ts';
import { openJournalFixture } from '../test/journal.ts';
import { CommandHost, type ProgramResult, runProgram } from '../test/program.ts';
import { openPortal, passwords, TestClient, type TestPortal } from '../test/test-client.ts';

const { library, login, profile, secondstep } = callsByRoom;
const folder = mkdtempSync(join(tmpdir(), 'bilim-admin-'));
let portal: TestPortal;
let empty: TestDatabase;
let host: CommandHost;
let admin: (...args: string[]) => Promise<ProgramResult>;

/** In a process of its own. */
let adminAlone: typeof admin;

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
  adminAlone = (...args) => runProgram('admin/main.ts', args, env);
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
  it('[PEOPLE-04] makes the first one while the portal runs: with every right, at once, in one row of the trail', async () => {
    const teacher = await portal.as('teacher');
    assert.equal((await teacher.ask(callsByRoom.accounts.overview)).status, 403);
    // Somebody who may not sign in looks after nothing, and neither does whoever has the people of a faculty alone.
    await portal.database.autocommit`update account set blocked = true where login = 'admin'`;
    await grantPermissions(portal.database.autocommit, 'clerk', 'accounts', { faculty: 'first' });
    const blocked = await admin('first', 'admin');
    assert.match(blocked.err, /^admin is blocked and could not sign in: .*npm run admin -- unlock admin\.$/m);
    const both = await Promise.all([adminAlone('first', 'TEACHER'), admin('first', 'teacher')]);
    assert.deepEqual(both.map(({ code }) => code).toSorted(), [0, 1]);
    assert.match(
      both.map(({ out }) => out).join(''),
      /^teacher \(.+\) is the administrator now, with every permission\.$/m,
    );
    assert.equal((await teacher.ask(callsByRoom.accounts.overview)).status, 200);
    const held = await portal.database.autocommit<{ code: string }[]>`
      select code from permission where person_id = ${teacher.uid} and faculty_id is null order by code`;
    assert.deepEqual(
      held.map(({ code }) => code),
      [...permissions].sort(),
    );
    assert.deepEqual(
      { ...(await lastAuditEntry('account.first')) },
      { person_id: null, detail: { person: teacher.uid, made: false } },
    );
  });

  it('unlocks an account that a block or wrong passwords keep out', async () => {
    const student = await portal.as('student3');
    const visitor = new TestClient(portal.base);
    for (let tries = 0; tries < 5; tries++)
      assert.equal((await visitor.ask(login.authorize, { login: 'student3', password: 'wrong' })).status, 401);
    assert.equal((await visitor.ask(login.authorize, { login: 'student3', password: passwords.student3 })).status, 429);
    await portal.database.autocommit`update account set blocked = true where login = 'student3'`;
    assert.equal((await student.ask(profile.data)).status, 401);
    const ran = await admin('unlock', 'student3');
    assert.equal(ran.out, 'student3: the block is lifted, 1 browser need not wait any more.\n');
    assert.equal((await visitor.signIn('student3', passwords.student3)).status, 200);
    assert.deepEqual((await lastAuditEntry('account.unblocked'))?.detail, {
      person: student.uid,
      waits: 1,
      failures: 5,
    });
    assert.match((await admin('unlock', 'student3')).out, /^student3 was not blocked, and nobody waits there\./);
    await portal.database.autocommit`update person set closed_on = today() where id = ${student.uid}`;
    assert.match((await admin('unlock', 'student3')).err, /^student3 is closed, for the registrar's tables no longer/);
  });

  it('[AUTH-14] takes a lost second step, once, and ends the sessions', async () => {
    const student = await portal.as('clerk');
    const { key } = await student.get(secondstep.begin, { password: passwords.clerk });
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
    await student.get(secondstep.confirm, { code });
    const before = await portal.nobody().signIn('clerk', passwords.clerk);
    assert.equal(before.error?.code, 'login.secondStep');
    assert.match((await admin('second', 'clerk')).out, /^clerk signs in by the password alone now;/);
    assert.equal((await student.ask(profile.data)).status, 401);
    assert.equal((await portal.nobody().signIn('clerk', passwords.clerk)).status, 200);
    assert.deepEqual((await lastAuditEntry('secondstep.reset'))?.detail, {
      person: student.uid,
      removed: { codes: 1 },
    });
    assert.match((await admin('second', 'clerk')).out, /^clerk has no second step\./);
  });
});

describe('npm run admin -- doctor', { concurrency: false }, () => {
  it('[OPS-09] [JRN-07] names the entry of a journal that was changed past the portal', async () => {
    const at = await openJournalFixture(portal);
    await at.teacher.get(callsByRoom.journal.markAll, { ...at.k, ...at.column() });
    const [entry] = await portal.ownerSql<{ id: string; column: string; reason: string | null }[]>`
      select e.id, c.column_id as "column", e.reason from journal_event e join journal_cell c on c.id = e.cell_id
      order by e.id limit 1`;
    assert.ok(entry);
    const change = async (reason: string | null) => {
      await portal.ownerSql`alter table journal_event disable trigger user`;
      await portal.ownerSql`update journal_event set reason = ${reason} where id = ${entry.id}`;
      await portal.ownerSql`alter table journal_event enable trigger user`;
    };
    await change('quietly');
    const ran = await admin('doctor');
    assert.equal(ran.code, 1);
    assert.match(
      ran.out,
      new RegExp(`^FAULT {2}Entries of 1 columns of the journals .*column ${entry.column}, entry \\d+ of \\d+`, 'm'),
    );
    await change(entry.reason);
    assert.match(
      (await admin('doctor')).out,
      /^good {3}All [1-9]\d* entries of the journals are as they were written/m,
    );
  });

  it('[OPS-09] [AUTH-14] names a key outside the database that is missing, wrong or none', async () => {
    const student = await portal.as('student');
    await student.get(callsByRoom.schedule.renewFeed);
    const path = vaultKeyPath(portal.settings.dataDir);
    const unavailable = `${path}.away`;
    renameSync(path, unavailable);
    const doctorOutput = async () => (await admin('doctor')).out;
    assert.match(
      await doctorOutput(),
      /^FAULT {2}The key \S+secrets\.key is missing; 0 keys of apps and 1 addresses of calendars are sealed with another one/m,
    );
    writeFileSync(path, randomBytes(32));
    assert.match(
      await doctorOutput(),
      /^FAULT {2}The key \S+secrets\.key is a wrong one; 0 keys of apps and 1 addresses/m,
    );
    writeFileSync(path, 'short');
    assert.match(
      await doctorOutput(),
      /^FAULT {2}\S+secrets\.key holds no key of 32 bytes: put the right file there\.$/m,
    );
    renameSync(unavailable, path);
    assert.doesNotMatch(await doctorOutput(), /secrets\.key/);
    await student.get(callsByRoom.schedule.revokeFeed);
  });

  it('[OPS-09] names files that are missing or cut', async () => {
    const teacher = await portal.as('teacher');
    const [shelf] = await teacher.get(library.categories);
    const keys: string[] = [];
    for (const nameBook of ['Манас', 'Семетей', 'Сейтек']) {
      const book = { id_eBook: -1, nameBook, author: 'Эл', id_bookCategory: shelf?.id_bookCategory ?? 0 };
      await teacher.get(library.save, book, {
        files: [{ name: `${nameBook}.txt`, content: 'Эй, эй, эй!' }],
        key: randomUUID(),
      });
    }
    for (const { key } of await portal.database.autocommit<
      { key: string }[]
    >`select key from file order by id desc limit 3`)
      keys.push(key);
    const [gone = '', cut = '', damaged = ''] = keys;
    const pathOf = (key: string) => join(portal.settings.dataDir, 'files', key.slice(0, 2), key);
    renameSync(pathOf(gone), pathOf(randomUUID().replace(/^../, gone.slice(0, 2))));
    truncateSync(pathOf(cut), 3);
    writeFileSync(pathOf(damaged), 'Ой, ой, ой!');
    const ran = await admin('doctor');
    assert.equal(ran.code, 1);
    assert.match(ran.out, new RegExp(`^FAULT {2}1 of \\d+ files are missing in .*: put them back .*${gone}`, 'm'));
    assert.match(ran.out, new RegExp(`^FAULT {2}1 files have another length .*${cut}`, 'm'));
    assert.match(ran.out, /^hint {3}1 files belong to no row/m);
    assert.match(ran.out, new RegExp(`^FAULT {2}1 files hold other bytes .*${damaged}`, 'm'));
    assert.match(ran.out, /^3 things are broken\.$/m);
    assert.equal((await admin('doctor', '--bytes')).code, 1);
  });

  it('[OPS-09] names settings of the nodes that do not fit, and a schema that is another', async () => {
    const other = openDatabase(portal.database.url, portal.settings);
    await answerNodeQueries(other, { ...portal.settings, secondStep: 'all' }, () => ['reading']);
    const beside = await admin('doctor');
    assert.match(beside.out, /^FAULT {2}A node at \S+ has another SECOND_STEP than this command and the others: /m);
    assert.match(beside.out, /^hint {3}At \S+ these helper processes do not work: reading\. /m);
    await other.close();
    await portal.ownerSql`update node_agreement set folder = gen_random_uuid(), settings = '{"PASSWORD_MIN": 12}'`;
    const unlike = await admin('doctor');
    assert.match(
      unlike.out,
      /^FAULT {2}The portal runs with other settings .* is not the folder .*PASSWORD_MIN is not set here and 12 there/m,
    );
    await portal.ownerSql`update applied_function set checksum = 'x' where name = 'files'`;
    const older = await admin('doctor');
    assert.equal(older.code, 1);
    assert.match(older.out, /^FAULT {2}The portal that runs on this database is of an older release/m);
  });

  it('[OPS-09] says which setting is wrong, and that a database is not there', async () => {
    const wrong = await host.run('admin/main.ts', ['doctor'], { DATABASE_URL: empty.url, PORT: 'x' });
    assert.deepEqual([wrong.code, /^PORT is "x"/.test(wrong.err)], [1, true], wrong.err);
    const unavailable = await host.run('admin/main.ts', ['doctor'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    assert.match(
      unavailable.err,
      /^The database of DATABASE_URL cannot be used: nothing answers at its host and port\.$/m,
    );
  });
});
