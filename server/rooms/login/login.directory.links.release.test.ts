import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../core/clock.ts';
import { Authenticator } from '../../test/authenticator.ts';
import {
  type DirectoryEntry,
  directoryBaseDn,
  directoryServiceAccount,
  TestDirectoryServer,
} from '../../test/directory-peer.ts';
import { insertLinkedAccount } from '../../test/factories/linked-accounts.ts';
import { setMailAddress } from '../../test/factories/mail-addresses.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, oidc, passkeys, people, profile, schedule, secondstep } = callsByRoom;
const there = 'Directory-password-1';
const directoryAccess = { base: directoryBaseDn, ...directoryServiceAccount };
const origin = 'http://portal.test';
const reason = 'Запись заведена заново';

let peer: TestDirectoryServer;
let provider: MaliciousProvider;
let folder: string;
let portal: TestPortal;
/** The last row of the audit trail before a test. */
let last = 0;

before(async () => {
  [peer, provider] = [await TestDirectoryServer.open(), await MaliciousProvider.open()];
  folder = await mkdtemp(join(tmpdir(), 'bilim-links-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, peer.papers.certificate);
  const uni = {
    ...{ id: 'uni', servers: [peer.url], ca, ...directoryAccess, claim: 'portalLogin', is: 'login' },
    ...{ groups: `ou=groups,${directoryBaseDn}`, administrators: ['admin'] },
    permissions: [
      { group: `cn=staff,ou=groups,${directoryBaseDn}`, permission: 'library' },
      { group: `cn=keepers,ou=groups,${directoryBaseDn}`, permission: 'import' },
    ],
  };
  const state = {
    ...{ id: 'state', issuer: provider.issuer, clientId: providerClient.id, clientSecret: providerClient.secret },
    ...{ claim: 'code', is: 'code' },
    name: { ru: 'Служба', kg: 'Кызмат', en: 'Service' },
  };
  portal = await openPortal({
    PUBLIC_URL: origin,
    LDAP_DIRECTORIES: JSON.stringify([uni]),
    OIDC_PROVIDERS: JSON.stringify([state]),
  });
  await portal.ownerSql`create table account_before as select person_id, password_hash from account`;
});
after(async () => {
  await portal.close();
  await peer.close();
  await provider.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  last = (await portal.ownerSql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit`)[0]?.id ?? 0;
});
afterEach(async () => {
  await portal.ownerSql`delete from linked_account`;
  await portal.ownerSql`delete from session where linked_account is not null`;
  await portal.ownerSql`delete from permission where directory is not null`;
  await portal.ownerSql`delete from one_time_key`;
  await portal.ownerSql`delete from passkey`;
  await portal.ownerSql`update account a set password_hash = b.password_hash, second_step_since = null
    from account_before b where b.person_id = a.person_id`;
});

/** Somebody of the directory, in the group that gives a right. */
function enters(uid: string, portalLogin: string, entryUUID: string): DirectoryEntry[] {
  const dn = `uid=${uid},ou=people,${directoryBaseDn}`;
  return [
    { dn, attributes: { objectClass: 'person', uid, portalLogin, entryUUID }, password: there },
    {
      dn: `cn=staff,ou=groups,${directoryBaseDn}`,
      attributes: { objectClass: 'groupOfNames', cn: 'staff', member: dn },
    },
  ];
}

/** The same in the group besides that may load data. */
function asKeepers(entries: DirectoryEntry[]): DirectoryEntry[] {
  const [, { attributes } = assert.fail()] = entries;
  return [...entries, { dn: `cn=keepers,ou=groups,${directoryBaseDn}`, attributes: { ...attributes, cn: 'keepers' } }];
}

async function come(name: string, person: TestClient = portal.nobody()) {
  const answer = await person.signIn(name, there);
  return { person, answer, outcome: [answer.status, answer.error?.code] };
}

/** What an app shows. */
const appCode = (key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });

/** What a directory changes of an account. */
async function stateOf(login: string) {
  const [row] = await portal.ownerSql<{ isElsewhere: boolean; links: string[]; rights: string[] }[]>`
    select a.password_hash = 'sha256$elsewhere$' as "isElsewhere",
      array (select subject from linked_account l where l.person_id = a.person_id) as links,
      array (select code from permission p where p.person_id = a.person_id and p.directory = 'uni') as rights
    from account a where a.login = ${login}`;
  return row && { ...row };
}
const untouched = { isElsewhere: false, links: [], rights: [] };
const changed = { isElsewhere: true, links: ['id-1'], rights: ['library'] };

const rowsOf = async (action: string) =>
  await portal.ownerSql<{ detail: Record<string, unknown> }[]>`
    select detail from audit where action = ${action} and id > ${last}`;

/** Adds a key with the password of the directory. */
async function addKey(at: TestClient) {
  const device = new Authenticator(origin);
  await at.get(passkeys.add, { answer: device.make((await at.get(passkeys.begin, { password: there })).options) });
  return device;
}
async function byKey(device: Authenticator, other = portal.nobody()) {
  const { options } = await other.get(passkeys.ask);
  return { other, reply: await other.ask(passkeys.signIn, { answer: device.unlock(options) }) };
}
const outsiderClaims: JWTPayload = { sub: 'of-the-stranger' };
async function backFrom(at: TestClient, address: string | undefined, claims = outsiderClaims) {
  const { pathname, search } = provider.signIn(address ?? assert.fail(), claims);
  await at.fetch(pathname + search);
}
async function byProvider(claims = outsiderClaims) {
  const other = portal.nobody();
  await backFrom(other, (await other.get(oidc.begin, { provider: 'state' }))[0]?.address, claims);
  return { other, reply: await other.ask(oidc.finish) };
}
/** Links an account of the provider with the password of the directory. */
async function linkThere(at: TestClient, claims = outsiderClaims) {
  await backFrom(at, (await at.get(oidc.link, { provider: 'state', password: there }))[0]?.address, claims);
  return await at.ask(oidc.finishLink);
}

describe('the password of a directory', () => {
  /** A student with a passkey, of whom a second step is asked: the device that keeps the key. */
  async function withSecondStep() {
    const student = await portal.as('student');
    const device = new Authenticator(origin);
    const added = await student.get(passkeys.begin, { password: passwords.student });
    await student.get(passkeys.add, { answer: device.make(added.options) });
    await portal.ownerSql`update account set second_step_since = now() where login = 'student'`;
    return device;
  }

  test('[AUTH-13] [AUTH-14] attack: changes nothing of an account whose second step is not shown', async () => {
    await withSecondStep();
    peer.entries = enters('azamat', 'student', 'id-1');
    const { person, outcome } = await come('azamat');
    assert.deepEqual(outcome, [401, 'login.secondStep']);
    assert.equal((await person.ask(secondstep.signIn, { code: '000000' })).error?.code, 'login.codeWrong');
    assert.deepEqual(await stateOf('student'), untouched);
    const local = await portal.nobody().signIn('student', passwords.student);
    assert.equal(local.error?.code, 'login.secondStep', 'the own password is right as before');
    assert.equal((await rowsOf('outside.linked')).length, 0);
  });

  test('[AUTH-13] [AUTH-14] changes it when a passkey is shown', async () => {
    const device = await withSecondStep();
    peer.entries = enters('azamat', 'student', 'id-1');
    const { person } = await come('azamat');
    const { options } = await person.get(passkeys.ask);
    const [user] = await person.get(passkeys.signIn, { answer: device.unlock(options) });
    assert.deepEqual(user?.permissions, ['library']);
    assert.deepEqual(await stateOf('student'), changed);
    assert.equal((await rowsOf('outside.linked')).length, 1);
  });

  test('[AUTH-13] [AUTH-14] changes it when a code is shown', async () => {
    const student = await portal.as('student');
    const { key } = await student.get(secondstep.begin, { password: passwords.student });
    const { codes } = await student.get(secondstep.confirm, { code: appCode(key) });
    peer.entries = enters('azamat', 'student', 'id-1');
    const { person, outcome } = await come('azamat');
    assert.deepEqual(outcome, [401, 'login.secondStep']);
    const [user] = await person.get(secondstep.signIn, { code: codes[0] });
    assert.deepEqual(user?.permissions, ['library']);
    assert.deepEqual(await stateOf('student'), changed);
  });
});

describe('a link that the name in a directory made', () => {
  test('[AUTH-13] attack: opens no account that looks after others by now by another right than the directory’s', async () => {
    peer.entries = enters('teach', 'teacher', 'id-1');
    const uid = (await come('teach')).answer.data[0]?.uid ?? assert.fail();
    await grantPermissions(portal.ownerSql, uid, 'import', { byHand: true });
    const before = await stateOf('teacher');
    assert.deepEqual((await come('teach')).outcome, [403, 'outside.guarded']);
    assert.deepEqual(await stateOf('teacher'), before);
    await waitUntil('it is noted', async () => (await rowsOf('outside.guarded')).length > 0);
    assert.deepEqual(
      (await rowsOf('outside.guarded')).map(({ detail }) => ({ ...detail })),
      [{ provider: 'uni', person: uid }],
    );
    await portal.ownerSql`update permission set directory = 'uni' where person_id = ${uid} and code = 'import'`;
    assert.equal((await come('teach')).answer.status, 200);
    await withdrawPermissions(portal.ownerSql, uid);
  });

  test('[AUTH-13] attack: keeps no session when its person gets to load data, but by a group of that directory', async () => {
    peer.entries = enters('teach', 'teacher', 'id-1');
    const { person, answer } = await come('teach');
    const uid = answer.data[0]?.uid ?? assert.fail();
    peer.entries = asKeepers(peer.entries);
    assert.deepEqual((await come('teach')).answer.data[0]?.permissions, ['import', 'library']);
    assert.equal((await person.ask(profile.data)).status, 200);
    await grantPermissions(portal.ownerSql, uid, 'accounts');
    await waitUntil('it has ended', async () => (await person.ask(profile.data)).status === 401);
    const ended = (await rowsOf('right.sessionsEnded')).map(({ detail }) => ({ ...detail }));
    assert.deepEqual(ended, [{ person: uid, code: 'accounts', sessions: 2 }]);
    await withdrawPermissions(portal.ownerSql, uid);
  });

  test('[AUTH-13] [AUTH-12] attack: a key that was added in its session opens nothing more than the directory may', async () => {
    peer.entries = enters('teach', 'teacher', 'id-1');
    const { person, answer } = await come('teach');
    const uid = answer.data[0]?.uid ?? assert.fail();
    const device = await addKey(person);
    const { other, reply } = await byKey(device);
    assert.equal(reply.status, 200);
    await grantPermissions(portal.ownerSql, uid, 'accounts');
    await waitUntil('it has ended', async () => (await other.ask(profile.data)).status === 401);
    assert.deepEqual((await byKey(device)).reply.error?.code, 'outside.guarded');
    await portal.ownerSql`update linked_account set by_identifier = false where person_id = ${uid}`;
    assert.equal((await byKey(device)).reply.status, 200, 'linked with the password since');
    await withdrawPermissions(portal.ownerSql, uid);
  });

  test('[AUTH-13] [AUTH-12] attack: a provider that was linked with its password opens nothing more than the directory may', async () => {
    peer.entries = enters('teach', 'teacher', 'id-1');
    const { person, answer } = await come('teach');
    const uid = answer.data[0]?.uid ?? assert.fail();
    await linkThere(person);
    const { other, reply } = await byProvider();
    assert.equal(reply.data[0]?.uid, uid);
    await grantPermissions(portal.ownerSql, uid, 'accounts');
    await waitUntil('it has ended', async () => (await other.ask(profile.data)).status === 401);
    const again = await byProvider();
    assert.deepEqual([again.reply.status, again.reply.error?.code], [403, 'outside.guarded']);
    await waitUntil('it is noted', async () =>
      (await rowsOf('outside.guarded')).some(({ detail }) => detail.provider === 'uni'),
    );
    await portal.ownerSql`update linked_account set by_account = null where issuer = ${provider.issuer}`;
    const { other: asked, reply: opened } = await byProvider();
    assert.equal(opened.status, 200, 'linked with the password that is kept here');
    assert.notEqual((await asked.get(oidc.linked))[0]?.since, null);
    await portal.ownerSql`update linked_account set by_account = '{"issuer":"directory:uni","subject":"id-1"}'
      where issuer = ${provider.issuer}`;
    assert.equal((await asked.get(oidc.linked))[0]?.since, null, 'what opens nothing is none');
    const refused = await asked.ask(oidc.link, { provider: 'state', password: there });
    assert.deepEqual([refused.status, refused.error?.code], [403, 'outside.guarded']);
    await withdrawPermissions(portal.ownerSql, uid);
  });

  test('[AUTH-13] [AUTH-12] what a provider’s claim linked is linked again with its password, and opens what the directory may', async () => {
    const [named = assert.fail()] = await portal.ownerSql<{ uid: number; code: string }[]>`
      select p.id::int as uid, p.code from person p join account a on a.person_id = p.id where a.login = 'teacher'`;
    const claims = { sub: 'named', code: named.code };
    assert.equal((await byProvider(claims)).reply.data[0]?.uid, named.uid);
    peer.entries = asKeepers(enters('teach', 'teacher', 'id-1'));
    const { person } = await come('teach');
    assert.equal((await byProvider(claims)).reply.error?.code, 'outside.guarded');
    const again = await linkThere(person, claims);
    assert.notEqual(again.data[0]?.since, null);
    assert.equal((await rowsOf('outside.linked')).filter(({ detail }) => detail.asked).length, 1);
    assert.equal((await byProvider(claims)).reply.status, 200);
    assert.equal((await linkThere(person, claims)).status, 200, 'as often as it is linked so');
    await portal.ownerSql`update linked_account set by_account = null where subject = 'named'`;
    await grantPermissions(portal.ownerSql, person.uid, 'accounts', { byHand: true });
    assert.equal((await byProvider(claims)).reply.status, 200, 'with the password kept here it opens everything');
    await withdrawPermissions(portal.ownerSql, person.uid);
  });

  test('[AUTH-13] [AUTH-12] attack: nor does a key that was added by such a key', async () => {
    peer.entries = enters('teach', 'teacher', 'id-1');
    const { person, answer } = await come('teach');
    const uid = answer.data[0]?.uid ?? assert.fail();
    const { other } = await byKey(await addKey(person));
    const second = await addKey(other);
    await grantPermissions(portal.ownerSql, uid, 'accounts');
    assert.deepEqual((await byKey(second)).reply.error?.code, 'outside.guarded');
    await withdrawPermissions(portal.ownerSql, uid);
  });

  test('[AUTH-13] opens one that the settings name, at the first sign-in and later', async () => {
    peer.entries = enters('root', 'admin', 'id-1');
    for (const _ of [1, 2]) assert.equal((await come('root')).answer.status, 200);
  });

  test('[PEOPLE-01] [AUTH-13] is undone by who looks after accounts, and made again by another entry', async () => {
    peer.entries = enters('azamat', 'student', 'id-0');
    const { person, answer } = await come('azamat');
    const id_person = answer.data[0]?.uid ?? assert.fail();
    peer.entries = enters('azamat', 'student', 'id-1');
    assert.deepEqual((await come('azamat')).outcome, [403, 'outside.otherAccount']);
    const admin = await portal.as('admin');
    const [seen] = await admin.get(people.person, { id_person });
    assert.deepEqual(
      seen?.outside.map(({ directory }) => directory),
      ['uni'],
    );
    await admin.get(people.unlinkDirectory, { id_person, directory: 'uni', reason });
    assert.deepEqual(await stateOf('student'), { isElsewhere: true, links: [], rights: [] });
    assert.equal((await person.ask(profile.data)).status, 401, 'what came by it has ended');
    const [act] = await rowsOf('account.unlinked');
    assert.deepEqual([act?.detail.person, act?.detail.provider], [id_person, 'uni']);
    const history = await admin.get(people.history, { id_person });
    assert.equal(history.find(({ action }) => action === 'account.unlinked')?.reason, reason);
    const again = await admin.ask(people.unlinkDirectory, { id_person, directory: 'uni', reason });
    assert.deepEqual([again.status, again.error?.code], [404, 'people.noLink']);
    assert.equal((await come('azamat')).answer.status, 200);
    assert.deepEqual(await stateOf('student'), changed);
  });

  test('[PEOPLE-01] [AUTH-13] attack: leaves no sign-in method behind, once it is undone', async () => {
    peer.entries = enters('stranger', 'student', 'id-1');
    const { person: outsider, answer } = await come('stranger');
    const id_person = answer.data[0]?.uid ?? assert.fail();
    const ownDevice = new Authenticator(origin).make((await outsider.get(passkeys.begin, { password: there })).options);
    await outsider.get(passkeys.add, { answer: ownDevice });
    await portal.ownerSql`update passkey set by_account = null where person_id = ${id_person}`;
    const device = await addKey(outsider);
    const { other } = await byKey(device);
    await linkThere(outsider);
    await outsider.get(schedule.renewFeed);
    await setMailAddress(portal.ownerSql, id_person, 'stranger@example.test');
    const asked = portal.nobody();
    await backFrom(asked, (await asked.get(oidc.begin, { provider: 'state' }))[0]?.address);
    const challenge = await other.get(passkeys.begin, { password: there });

    const admin = await portal.as('admin');
    await admin.get(people.unlinkDirectory, { id_person, directory: 'uni', reason });
    for (const session of [outsider, other]) assert.equal((await session.ask(profile.data)).status, 401);
    assert.equal((await byKey(device)).reply.error?.code, 'passkeys.refused');
    assert.equal((await byProvider()).reply.status, 403);
    assert.equal((await asked.ask(oidc.finish)).error?.code, 'outside.over');
    const late = await other.ask(passkeys.add, { answer: new Authenticator(origin).make(challenge.options) });
    assert.equal(late.status, 401);
    const [left] = await portal.ownerSql`
      select (select count(*)::int from passkey where person_id = ${id_person}) as keys,
        (select count(*)::int from mail_address where person_id = ${id_person}) as mail,
        (select count(*)::int from schedule_feed where person_id = ${id_person}) as calendar,
        (select count(*)::int from passkey_challenge where person_id = ${id_person}) as asked`;
    assert.deepEqual({ ...left }, { keys: 1, mail: 0, calendar: 0, asked: 0 }, 'the key with the own password stays');
    const [act] = await rowsOf('account.unlinked');
    assert.deepEqual(act?.detail.removed, { passkeys: 1, links: 1, mail: 1, calendar: 1 });
    await portal.ownerSql`delete from unlinked_account`;
  });

  test('[AUTH-12] [AUTH-13] knows the password of whoever is linked, who without it is offered no key', async () => {
    const [{ uid, code } = assert.fail()] = await portal.ownerSql<{ uid: number; code: string }[]>`
      select p.id as uid, p.code from person p join account a on a.person_id = p.id where a.login = 'teacher'`;
    const passwordFlags = async () => {
      const { other, reply } = await byProvider({ sub: 'of-the-teacher', code });
      const [read] = await other.get(login.authenticate, { token: reply.data[0]?.token });
      return [reply.data[0]?.hasNoPassword, read?.hasNoPassword];
    };
    assert.deepEqual(await passwordFlags(), [undefined, undefined], 'it is kept here');
    peer.entries = enters('teach', 'teacher', 'id-1');
    await come('teach');
    assert.deepEqual(await passwordFlags(), [undefined, undefined], 'it is kept there');
    const admin = await portal.as('admin');
    await admin.get(people.unlinkDirectory, { id_person: uid, directory: 'uni', reason });
    assert.deepEqual(await passwordFlags(), [true, true], 'it is kept nowhere');
    await insertLinkedAccount(portal.ownerSql, 'teacher', 'directory:gone', 'id-1');
    assert.deepEqual(await passwordFlags(), [true, true], 'a directory that left the settings takes none');
    await come('teach');
    assert.deepEqual(await passwordFlags(), [undefined, undefined], 'it is kept there again');
  });

  test('[AUTH-13] attack: a key of another entry opens nothing that the directory gives to the linked one', async () => {
    peer.entries = enters('teach', 'teacher', 'id-2');
    const { person, answer } = await come('teach');
    const uid = answer.data[0]?.uid ?? assert.fail();
    const device = await addKey(person);
    await portal.ownerSql`
      update passkey set by_account = '{"issuer":"directory:uni","subject":"id-1"}' where person_id = ${uid}`;
    const { other, reply } = await byKey(device);
    assert.equal(reply.status, 200);
    peer.entries = asKeepers(peer.entries);
    assert.deepEqual((await come('teach')).answer.data[0]?.permissions, ['import', 'library']);
    await waitUntil('it has ended', async () => (await other.ask(profile.data)).status === 401);
    assert.equal((await byKey(device)).reply.error?.code, 'outside.guarded');
  });
});
