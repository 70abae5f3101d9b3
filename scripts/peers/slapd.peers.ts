import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createSelfSignedCertificate } from '../../server/test/certificate.ts';
import { openPortal, passwords, type TestPortal } from '../../server/test/test-client.ts';
import { Slapd, slapdBaseDn, slapdServiceAccount } from './slapd.ts';

const there = 'Пароль каталога 1';
const people = `ou=people,${slapdBaseDn}`;

const unit = (name: string) => `dn: ou=${name},${slapdBaseDn}\nobjectClass: organizationalUnit\nou: ${name}\n\n`;
const person = (uid: string, login: string) =>
  `dn: uid=${uid},${people}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\nemployeeNumber: ${login}\nuserPassword:: ${Buffer.from(there).toString('base64')}\n\n`;
const group = (name: string, member: string) =>
  `dn: cn=${name},ou=groups,${slapdBaseDn}\nobjectClass: groupOfNames\ncn: ${name}\nmember: ${member}\n\n`;
const referral = (to: string) =>
  `dn: ou=far,${slapdBaseDn}\nobjectClass: referral\nobjectClass: extensibleObject\nou: far\nref: ${to}\n\n`;

const papers = createSelfSignedCertificate();
const folder = mkdtempSync(join(tmpdir(), 'bilim-slapd-peers-'));
let far: Slapd;
let slapd: Slapd;
let portal: TestPortal;
before(async () => {
  writeFileSync(join(folder, 'ca.pem'), papers.certificate);
  far = await Slapd.open(papers, unit('people') + person('far', 'clerk'));
  slapd = await Slapd.open(
    papers,
    unit('people') +
      unit('groups') +
      person('azamat', 'student') +
      person('teach', 'teacher') +
      group('staff', `cn=it,ou=groups,${slapdBaseDn}`) +
      // The server answers with cn=Keepers\\2C IT.
      group('Keepers\\, IT', `uid=teach,${people}`).replace('cn: Keepers\\, IT', 'cn: Keepers, IT') +
      group('it', `uid=teach,${people}`) +
      referral(`ldap://localhost:${far.ports.plain}/${people}??sub`),
  );
  portal = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([directory(`ldap://localhost:${slapd.ports.plain}`)]) });
});
after(async () => {
  await portal.close();
  await slapd.close();
  await far.close();
  rmSync(folder, { recursive: true });
});

const directory = (...servers: string[]) => ({
  ...{
    id: 'uni',
    servers,
    referrals: [`ldap://localhost:${far.ports.plain}`],
    ca: join(folder, 'ca.pem'),
    base: slapdBaseDn,
    ...slapdServiceAccount,
  },
  ...{ filter: '(&(objectClass=inetOrgPerson)(uid={login}))', claim: 'employeeNumber', is: 'login' },
  ...{
    groups: `ou=groups,${slapdBaseDn}`,
    permissions: [
      { group: `cn=staff,ou=groups,${slapdBaseDn}`, permission: 'library' },
      { group: `cn=Keepers\\, IT,ou=groups,${slapdBaseDn}`, permission: 'orders' },
    ],
  },
});

async function come(name: string, password = there, at = portal) {
  const answer = await at.nobody().signIn(name, password);
  return { status: answer.status, code: answer.error?.code, user: answer.data?.[0] };
}

test('[AUTH-13] OpenLDAP lets its people in after StartTLS, with the rights of groups in groups', async () => {
  const { status, user } = await come('teach');
  assert.deepEqual([status, user?.permissions], [200, ['library', 'orders']]);
  const [linked] = await portal.ownerSql<{ subject: string }[]>`select subject from linked_account`;
  assert.match(linked?.subject ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/, 'by its entryUUID');
  assert.deepEqual((await come('azamat')).user?.permissions, []);
  for (const [name, password] of [
    ['azamat', 'wrong'],
    ['nobody', there],
    ['*', there],
    ['azamat)(uid=*', there],
    ['student', passwords.student],
  ])
    assert.equal((await come(name ?? '', password)).code, 'login.wrong', name);
  assert.equal(await portal.app.context.directories.prove('azamat', ''), null);
});

test('[AUTH-13] OpenLDAP sends on to a server that the settings name', async () => {
  const { user } = await come('far');
  assert.ok(user?.permissions.includes('orders'), 'the clerk, whose permission is of the portal');
});

test('[AUTH-13] OpenLDAP over LDAPS, at the second server; unavailable, it is reported, and returns', async () => {
  const servers = ['ldaps://localhost:1', `ldaps://localhost:${slapd.ports.tls}`];
  const second = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([directory(...servers)]) });
  assert.equal((await come('azamat', there, second)).status, 200);
  await second.close();
  await slapd.stop();
  assert.deepEqual(
    [(await come('azamat')).code, (await come('clerk', 'wrong')).code],
    Array(2).fill('login.directoryAway'),
  );
  await slapd.start();
  const fresh = await openPortal({ LDAP_DIRECTORIES: JSON.stringify([directory(...servers)]) });
  assert.equal((await come('azamat', there, fresh)).status, 200);
  await fresh.close();
});

test('[AUTH-13] a password that OpenLDAP keeps proves who changes what is the person’s own', async () => {
  const fresh = await openPortal({
    LDAP_DIRECTORIES: JSON.stringify([directory(`ldap://localhost:${slapd.ports.plain}`)]),
  });
  const person = fresh.nobody();
  await person.signIn('azamat', there);
  assert.equal((await person.ask(callsByRoom.profile.endOthers, { password: there })).status, 200);
  assert.equal((await person.ask(callsByRoom.profile.endOthers, { password: 'wrong' })).status, 422);
  await fresh.close();
});
