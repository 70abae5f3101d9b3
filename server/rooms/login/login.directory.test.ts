import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import {
  type DirectoryEntry,
  directoryBaseDn,
  directoryServiceAccount,
  TestDirectoryServer,
} from '../../test/directory-peer.ts';
import { insertLinkedAccount } from '../../test/factories/linked-accounts.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, profile, secondstep } = callsByRoom;
const there = 'Directory-password-1';
const directoryAccess = { base: directoryBaseDn, ...directoryServiceAccount };

let peer: TestDirectoryServer;
let other: TestDirectoryServer;
let folder: string;
let portal: TestPortal;
let uni: Record<string, unknown>;

/** The last row of the audit trail before a test. */
let last = 0;

before(async () => {
  peer = await TestDirectoryServer.open();
  other = await TestDirectoryServer.open(peer.papers);
  folder = await mkdtemp(join(tmpdir(), 'bilim-directory-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, peer.papers.certificate);
  uni = {
    ...{ id: 'uni', servers: ['ldaps://localhost:1', peer.url], referrals: [other.url], ca, ...directoryAccess },
    ...{ filter: '(&(objectClass=person)(uid={login}))', claim: 'portalLogin', is: 'login' },
    groups: `ou=groups,${directoryBaseDn}`,
    permissions: [
      { group: `CN=Deans, OU=groups, ${directoryBaseDn}`, permission: 'orders', faculties: ['F1', 'no such faculty'] },
      { group: `cn=staff,ou=groups,${directoryBaseDn}`, permission: 'library' },
    ],
  };
  portal = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([uni]) });
  await portal.ownerSql`update faculty set code = 'F1' where id = (select min(id) from faculty)`;
});

after(async () => {
  await portal.close();
  await peer.close();
  await other.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  peer.entries = [entry('azamat', 'student', 'id-1'), entry('teach', 'teacher', 'id-2')];
  [peer.references, other.entries, peer.isBusy] = [[], [], false];
  last = (await portal.ownerSql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit`)[0]?.id ?? 0;
  await portal.ownerSql`create table if not exists account_before as select person_id, password_hash from account`;
});

afterEach(async () => {
  peer.bound.length = 0;
  await portal.ownerSql`delete from linked_account`;
  await portal.ownerSql`delete from permission where directory is not null`;
  await portal.ownerSql`update account a set password_hash = b.password_hash from account_before b
    where b.person_id = a.person_id and b.password_hash <> a.password_hash`;
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_success, signin_queue`;
});

/** A person of the directory: the name typed there, the login here, and what never changes. */
function entry(uid: string, portalLogin: string, entryUUID: string | string[]): DirectoryEntry {
  const dn = `uid=${uid},ou=people,${directoryBaseDn}`;
  return { dn, attributes: { objectClass: 'person', uid, portalLogin, entryUUID }, password: there };
}

const group = (name: string, ...member: string[]): DirectoryEntry => ({
  dn: `cn=${name},ou=groups,${directoryBaseDn}`,
  attributes: { objectClass: 'groupOfNames', cn: name, member },
});

async function come(name: string, password = there, person: TestClient = portal.nobody()) {
  const answer = await person.signIn(name, password);
  return { person, answer, code: answer.error?.code, status: answer.status };
}

const noted = (action: string, times = 1) =>
  waitUntil(
    `${action} is noted`,
    async () => (await portal.ownerSql`select from audit where action = ${action} and id > ${last}`).length >= times,
  );

/** The audit has these rows since the test began, and no others: what was refused, and why. */
async function refusedAs(...wanted: string[]) {
  const rows = async () =>
    (
      await portal.ownerSql<{ outcome: string }[]>`
        select concat_ws(' ', action, detail->>'why') as outcome from audit where id > ${last} order by action, id`
    ).map(({ outcome }) => outcome);
  await waitUntil('all is noted', async () => (await rows()).length >= wanted.length);
  assert.deepEqual(await rows(), wanted);
}

const uidOf = async (name: string) =>
  (await portal.ownerSql<{ id: number }[]>`select person_id::int as id from account where login = ${name}`)[0]?.id ?? 0;

describe('a password that a directory keeps', () => {
  test('[AUTH-13] lets its person in over TLS, at the second server where the first is unavailable; nothing of it is kept', async () => {
    const { person, answer } = await come('azamat');
    assert.equal(answer.data[0]?.uid, await uidOf('student'));
    assert.equal((await person.ask(profile.data)).status, 200);
    await noted('outside.linked');
    const [kept] = await portal.ownerSql`select password_hash from account where login = 'student'`;
    assert.equal(kept?.password_hash, 'sha256$elsewhere$');
    assert.equal((await come('student', passwords.student)).code, 'login.wrong', 'the former one is void');
    const dump = await portal.ownerSql`select a::text, s::text from account a, session s`;
    assert.doesNotMatch(JSON.stringify(dump), new RegExp(there));
  });

  test('[AUTH-13] is known by the number that never changes from then on, and nobody else takes it over', async () => {
    const first = await come('azamat');
    peer.entries = [entry('azamat', 'teacher', 'id-1'), entry('thief', 'student', 'id-9')];
    assert.equal((await come('azamat')).answer.data[0]?.uid, first.answer.data[0]?.uid);
    const thief = await come('thief');
    assert.deepEqual([thief.status, thief.code], [403, 'outside.otherAccount']);
    await noted('outside.otherAccount');
  });

  test('[AUTH-13] of somebody whom nobody imported makes no account', async () => {
    const mail = { mail: 'student@example.test', cn: 'student' };
    const outsider = entry('stranger', 'nobody-here', 'id-5');
    peer.entries = [{ ...outsider, attributes: { ...outsider.attributes, ...mail } }];
    const many = async () => (await portal.ownerSql`select from account`).length;
    const accounts = await many();
    const answer = await come('stranger');
    assert.deepEqual([answer.status, answer.code], [403, 'outside.unknown']);
    assert.equal(await many(), accounts);
    await noted('outside.unknown');
  });

  test('[AUTH-13] wrong, or of nobody, is answered alike; an account of the portal beside it works as before', async () => {
    const wrong = await come('azamat', 'wrong-1');
    const nobody = await come('nobody', 'wrong-1');
    for (const { status, code, answer } of [wrong, nobody]) {
      assert.deepEqual([status, code], [401, 'login.wrong']);
      assert.equal(answer.error?.message, wrong.answer.error?.message);
    }
    assert.equal(peer.bound.length, 2, 'an unknown name costs a bind too');
    await noted('login.wrong');
    assert.equal((await come('clerk', passwords.clerk)).status, 200);
  });

  test('[AUTH-13] [AUTH-11] wrong ones wait as any', async () => {
    const person = portal.nobody();
    for (let i = 0; i < 5; i++) assert.equal((await come('azamat', 'wrong', person)).status, 401);
    await portal.ownerSql`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
    // A directory takes wide, bold and round letters for the plain ones.
    for (const name of ['azamat', 'AZAMAT', '\uff41zamat', 'aza\u{1d426}at', '\u24d0zamat', 'aza\u200bmat']) {
      const { status, code } = await come(name, there, person);
      assert.deepEqual([status, code], [429, 'login.tooOften'], name);
    }
  });

  test('[AUTH-13] attack: LDAP injection finds nobody, and is noted', async () => {
    const names = ['*', 'aza*', 'azamat)(uid=*', '*)(|(uid=*', 'azamat)(objectClass=*))(&(uid=x', '\\61zamat'];
    for (const name of names) assert.equal((await come(name)).code, 'login.wrong', name);
    assert.deepEqual([...new Set(peer.bound)], [`cn=nobody-of-this-name,${directoryBaseDn}`]);
    await refusedAs(...names.map(() => 'login.wrong injection'));
  });

  test('[AUTH-13] attack: an empty password never binds, though the server would take it', async () => {
    for (const password of ['', null]) {
      const answer = await portal.nobody().ask(login.authorize, { login: 'azamat', password });
      assert.deepEqual([answer.status, answer.error?.code], [400, 'login.required']);
    }
    await refusedAs('login.wrong noPassword', 'login.wrong noPassword');
    assert.equal(await portal.app.context.directories.prove('azamat', ''), null);
    assert.deepEqual(peer.bound, []);
  });

  test('[AUTH-13] attack: what the directory calls somebody fits no login that only looks alike', async () => {
    await portal.ownerSql`update account set login = 'clerk.k' where login = 'clerk'`;
    for (const name of ['clerk.\u212a', '\u00a0clerk.k', 'clerk.k\ufeff', '\u0441lerk.k', 'clerk.*', 'clerk.k\u0000']) {
      peer.entries = [entry('azamat', name, 'id-1')];
      assert.equal((await come('azamat')).code, 'outside.unknown', JSON.stringify(name));
    }
    const [lookalike, unknown] = ['outside.unknown lookalike', 'outside.unknown'];
    await refusedAs(lookalike, lookalike, lookalike, lookalike, unknown, unknown);
    peer.entries = [entry('azamat', ' CLERK.K ', 'id-1')];
    assert.equal((await come('azamat')).answer.data[0]?.uid, await uidOf('clerk.k'), 'spaces and case alone differ');
    await portal.ownerSql`update account set login = 'clerk' where login = 'clerk.k'`;
  });

  test('[AUTH-13] attack: a name that stands for two entries is nobody’s', async () => {
    peer.entries = [
      entry('azamat', 'student', 'id-1'),
      { ...entry('azamat', 'teacher', 'id-2'), dn: `uid=azamat,ou=b,${directoryBaseDn}` },
    ];
    assert.equal((await come('azamat')).code, 'login.wrong');
    await refusedAs('login.wrong severalEntries');
  });

  test('[AUTH-13] attack: an entry that nothing can name is nobody’s: too long, blank, several', async () => {
    for (const id of [randomBytes(3500).toString('hex'), ' ', ['id-1', 'id-2']]) {
      peer.entries = [entry('azamat', 'student', id)];
      assert.equal((await come('azamat')).code, 'login.wrong');
    }
    await refusedAs('login.wrong subject', 'login.wrong subject', 'login.wrong subject');
  });

  test('[AUTH-13] attack: an entry that is named like an administrator of the portal does not become one', async () => {
    const hash = async () => (await portal.ownerSql`select password_hash from account where login = 'admin'`)[0];
    const before = await hash();
    peer.entries = [entry('azamat', 'admin', 'id-1')];
    const { status, code, answer } = await come('azamat');
    assert.deepEqual([status, code], [403, 'outside.guarded']);
    assert.match(answer.error?.message ?? '', /привяжите вход в профиле/);
    assert.deepEqual(await hash(), before, 'the password stays');
    await refusedAs('outside.guarded');
    const [row] = await portal.ownerSql`
      select detail->>'person' as whose, detail->>'provider' as provider from audit where id > ${last}`;
    assert.deepEqual([row?.whose, row?.provider], [String(await uidOf('admin')), 'uni']);
    const named = { ...uni, administrators: ['admin'] };
    const portalOfNamed = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([named]) });
    try {
      assert.equal((await portalOfNamed.nobody().signIn('azamat', there)).status, 200, 'unless the settings name them');
    } finally {
      await portalOfNamed.close();
    }
  });

  test('[AUTH-13] is asked for where the portal asks for the password, and is not changed here', async () => {
    const { person } = await come('azamat');
    const change = await person.ask(profile.changePassword, { password: there, newPassword: 'Another-word-7' });
    assert.deepEqual([change.status, change.error?.code], [422, 'profile.passwordElsewhere']);
    assert.equal((await person.get(profile.data))[0]?.passwordElsewhere, true);
    assert.equal((await person.ask(profile.endOthers, { password: 'wrong' })).error?.code, 'profile.wrongPassword');
    assert.equal((await person.ask(profile.endOthers, { password: there })).status, 200);
    const of = await portal.as('teacher');
    assert.equal((await of.get(profile.data))[0]?.passwordElsewhere, undefined);
  });
});

describe('a referral', () => {
  test('[AUTH-13] is followed to servers that the settings name, and to no other', async () => {
    other.entries = [entry('far', 'teacher', 'id-7')];
    const { port } = new URL(other.url);
    peer.references = [
      `ldap://evil.test/${directoryBaseDn}`,
      `ldap://localhost:${port}/${encodeURIComponent(directoryBaseDn)}`,
    ];
    assert.equal((await come('far')).answer.data[0]?.uid, await uidOf('teacher'));
    assert.equal(other.bound.at(-1), other.entries[0]?.dn);
    peer.references = [`ldap://evil.test/${directoryBaseDn}`];
    await portal.ownerSql`truncate linked_account`;
    last = (await portal.ownerSql<{ id: number }[]>`select max(id)::int as id from audit`)[0]?.id ?? 0;
    assert.equal((await come('far')).code, 'login.wrong');
    await refusedAs('login.wrong referral');
  });
});

describe('rights by groups', () => {
  const rights = async (name: string) =>
    (
      await portal.ownerSql`select p.code, f.code as faculty from permission p left join faculty f on f.id = p.faculty_id
      where p.person_id = ${await uidOf(name)} and p.directory = 'uni' order by p.code`
    ).map(({ code, faculty }) => [code, faculty]);
  const people = () => [entry('azamat', 'student', 'id-1'), entry('teach', 'teacher', 'id-2')];
  const teach = `uid=teach,ou=people,${directoryBaseDn}`;

  test('[AUTH-13] count from the sign-in on, also of groups in groups, and end when the group is gone', async () => {
    peer.entries = [
      ...people(),
      group('staff', `cn=deans,ou=groups,${directoryBaseDn}`),
      group('deans', `cn=it,ou=groups,${directoryBaseDn}`, `cn=staff,ou=groups,${directoryBaseDn}`),
      group('it', teach),
    ];
    const { answer } = await come('teach');
    assert.deepEqual(answer.data[0]?.permissions, ['library', 'orders']);
    assert.deepEqual(await rights('teacher'), [
      ['library', null],
      ['orders', 'F1'],
    ]);
    const granted =
      await portal.ownerSql`select detail->>'code' as code from audit where id > ${last} and action = 'right.granted'
      and detail->>'directory' = 'uni' order by code`;
    assert.deepEqual(
      granted.map(({ code }) => code),
      ['library', 'orders'],
    );
    assert.deepEqual((await come('azamat')).answer.data[0]?.permissions, []);
    await come('teach');
    const again = await portal.ownerSql`select from audit where id > ${last} and action = 'right.granted'`;
    assert.equal(again.length, 2, 'once');
    peer.entries = [...people(), group('staff', teach)];
    await come('teach');
    assert.deepEqual(await rights('teacher'), [['library', null]]);
    peer.entries = people();
    assert.deepEqual((await come('teach')).answer.data[0]?.permissions, []);
    const taken =
      await portal.ownerSql`select from audit where id > ${last} and action = 'right.taken' and detail->>'directory' = 'uni'`;
    assert.equal(taken.length, 2);
  });

  test('[AUTH-13] [PEOPLE-02] are shown with the directory, and are not taken where the next sign-in would bring them back', async () => {
    peer.entries = [...people(), group('staff', teach)];
    await come('teach');
    const [admin, id_person] = [await portal.as('admin'), await uidOf('teacher')];
    const [shown] = await admin.get(callsByRoom.people.person, { id_person });
    const right = shown?.rights.find(({ permission }) => permission === 'library');
    assert.deepEqual([right?.directory, right?.isByHand, right?.mayTake], ['uni', false, false]);
    const take = { id_person, id_right: right?.id_right, reason: 'Проверка прав каталога' };
    const refused = await admin.ask(callsByRoom.people.withdraw, take);
    assert.deepEqual([refused.status, refused.error?.code], [422, 'people.rightOfDirectory']);
    assert.match(refused.error?.message ?? '', /каталога «uni»/);
    await portal.ownerSql`update permission set directory = 'former' where id = ${right?.id_right ?? 0}`;
    assert.equal((await admin.ask(callsByRoom.people.withdraw, take)).status, 200, 'no settings name it');
    peer.entries = people();
    await come('teach');
  });

  test('[AUTH-13] attack: a group with a wildcard, or one that looks like another, gives nothing', async () => {
    const names = ['*', 'st*', 'sta\u1e9eff', 'staff\\2cou\\3dgroups'];
    peer.entries = [
      ...people(),
      group('staff', 'uid=*', `uid=*,ou=people,${directoryBaseDn}`),
      ...names.map((name) => group(name, teach)),
    ];
    assert.deepEqual((await come('teach')).answer.data[0]?.permissions, []);
    assert.deepEqual(await rights('teacher'), []);
    await noted('login.groupLookalike');
    peer.entries = [...people(), group('staff-of-faculty', teach)];
    await come('teach');
    const rows = await portal.ownerSql`select from audit where action = 'login.groupLookalike' and id > ${last}`;
    assert.equal(rows.length, 1, 'other groups are no look-alikes');
  });

  test('[AUTH-13] stay where they were given in another way', async () => {
    const uid = await uidOf('teacher');
    await grantPermissions(portal.ownerSql, uid, 'library', { byHand: true });
    peer.entries = [...people(), group('staff', teach)];
    await come('teach');
    peer.entries = people();
    assert.deepEqual((await come('teach')).answer.data[0]?.permissions, ['library']);
    await withdrawPermissions(portal.ownerSql, uid);
  });
});

describe('a directory that is unavailable', () => {
  /** What six tries are answered with, the last one before any wait is over. */
  async function six(ask: (at: number) => Promise<{ code?: string | undefined }>) {
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < 5; at++) codes.push((await ask(at)).code);
    await portal.ownerSql`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
    return [...codes, (await ask(5)).code];
  }
  const asGuesses = [...Array.from({ length: 5 }, () => 'login.directoryAway'), 'login.tooOften'];

  test('[AUTH-13] attack: reveals to nobody which names have a password here: tries count alike', async () => {
    peer.isBusy = true;
    for (const name of ['azamat', 'editor', 'nobody-of-this-name']) {
      const person = portal.nobody();
      await person.fetch('/api/config.json');
      assert.deepEqual(await six((at) => come(name, `wrong-${at}`, person)), asGuesses, name);
    }
    assert.equal((await come('editor', passwords.editor)).status, 200, 'passwords of the portal open');
    peer.isBusy = false;
    assert.equal((await come('azamat')).status, 200);
  });

  test('[AUTH-13] attack: a session guesses at no password meanwhile without the waits', async () => {
    const person = await portal.as('student');
    await insertLinkedAccount(portal.ownerSql, person.uid, 'directory:uni', 'id-1');
    peer.isBusy = true;
    const prove = async (at: number) => {
      const { error } = await person.ask(secondstep.begin, { password: `wrong-${at}` });
      return { code: error?.code };
    };
    assert.deepEqual(await six(prove), asGuesses);
    await noted('login.directoryAway', 5);
    peer.isBusy = false;
  });

  test('[AUTH-13] one that fails in the middle is followed by the next, which alone decides', async () => {
    const both = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([{ ...uni, servers: [peer.url, other.url] }]) });
    try {
      [peer.isBusy, other.entries] = [true, [entry('azamat', 'student', 'id-1')]];
      assert.equal((await both.nobody().signIn('azamat', 'wrong-1')).error?.code, 'login.wrong');
      assert.equal((await both.nobody().signIn('azamat', there)).status, 200);
      other.isBusy = true;
      assert.equal((await both.nobody().signIn('azamat', there)).error?.code, 'login.directoryAway');
    } finally {
      other.isBusy = false;
      await both.close();
    }
  });
});
