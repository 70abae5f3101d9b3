import assert from 'node:assert/strict';
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
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { profile } = callsByRoom;
const there = 'Directory-password-1';

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
    ...{
      id: 'uni',
      servers: ['ldaps://localhost:1', peer.url],
      referrals: [other.url],
      ca,
      base: directoryBaseDn,
      ...directoryServiceAccount,
    },
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
function entry(uid: string, portalLogin: string, entryUUID: string): DirectoryEntry {
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

const noted = (action: string) =>
  waitUntil(
    `${action} is noted`,
    async () => (await portal.ownerSql`select from audit where action = ${action} and id > ${last}`).length > 0,
  );

describe('a password that a directory keeps', () => {
  test('[AUTH-13] of a server with a certificate of a strange authority is not sent', async () => {
    const strange = await TestDirectoryServer.open();
    const fresh = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([{ ...uni, servers: [strange.url] }]) });
    strange.entries = peer.entries;
    const answer = await fresh.nobody().signIn('azamat', there);
    assert.deepEqual([answer.status, answer.error?.code], [503, 'login.directoryAway']);
    assert.deepEqual(strange.bound, []);
    await fresh.close();
    await strange.close();
  });
});

describe('rights by groups', () => {
  const people = () => [entry('azamat', 'student', 'id-1'), entry('teach', 'teacher', 'id-2')];
  const teach = `uid=teach,ou=people,${directoryBaseDn}`;

  test('[AUTH-13] are found by the rule of Active Directory, and its binary number is kept', async () => {
    const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    const windows = { ...uni, servers: [peer.url], uniqueId: 'objectGUID', nested: 'activeDirectory' };
    const fresh = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([windows]) });
    const person = entry('teach', 'teacher', 'x');
    peer.entries = [
      { ...person, attributes: { ...person.attributes, objectGUID: guid } },
      group('staff', `cn=it,ou=groups,${directoryBaseDn}`),
      group('it', teach),
    ];
    const someone = fresh.nobody();
    const answer = await someone.signIn('teach', there);
    assert.deepEqual(answer.data[0]?.permissions, ['library']);
    const [linked] = await fresh.ownerSql`select issuer, subject from linked_account`;
    assert.deepEqual({ ...linked }, { issuer: 'directory:uni', subject: guid.toString('hex') });
    await fresh.close();
  });

  test('[AUTH-13] [AUTH-14] ask for the second step at the same sign-in', async () => {
    const strict = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([uni]), SECOND_STEP: 'permissions' });
    await strict.ownerSql`update account set second_step_since = now() where login = 'teacher'`;
    peer.entries = [...people(), group('staff', teach)];
    const person = strict.nobody();
    const answer = await person.signIn('teach', there);
    assert.deepEqual([answer.status, answer.error?.code], [401, 'login.secondStep']);
    assert.equal((await person.ask(profile.data)).status, 401);
    await strict.close();
  });
});

describe('a directory that is unavailable', () => {
  test('[AUTH-13] is distinguished; people with a session go on, and passwords of the portal open', async () => {
    const { person } = await come('azamat');
    const fresh = await openPortal({
      LDAP_DIRECTORIES: JSON.stringify([{ ...uni, servers: ['ldaps://localhost:1'] }]),
    });
    await peer.close();
    const guest = await fresh.nobody().signIn('nobody', 'x-1');
    assert.deepEqual([guest.status, guest.error?.code], [503, 'login.directoryAway']);
    assert.equal((await fresh.nobody().signIn('student', passwords.student)).status, 200);
    await fresh.close();
    const unavailable = await come('student');
    assert.deepEqual([unavailable.status, unavailable.code], [503, 'login.directoryAway']);
    await noted('login.directoryAway');
    const counted = async () => (await portal.ownerSql`select from signin_failure`).length;
    assert.equal(await counted(), 1, 'counts as a wrong one, as at any other name');
    assert.equal((await person.ask(profile.data)).status, 200);
    const proof = await person.ask(profile.endOthers, { password: there });
    assert.deepEqual([proof.status, proof.error?.code], [503, 'login.directoryAway']);
    assert.equal((await come('clerk', 'wrong-1')).code, 'login.directoryAway');
    assert.equal(await counted(), 3);
    await peer.reconnect();
  });
});
