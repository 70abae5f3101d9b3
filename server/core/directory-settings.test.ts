import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSettings } from '../settings.ts';
import { directoryBaseDn, directoryServiceAccount } from '../test/directory-peer.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-directory-settings-'));
const garbage = join(folder, 'garbage.pem');
writeFileSync(garbage, 'not a certificate');
const broken = join(folder, 'broken.pem');
writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nTm8gY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n');
after(() => rmSync(folder, { recursive: true }));

const uni = {
  ...{
    id: 'uni',
    servers: ['ldaps://ldap.test'],
    base: directoryBaseDn,
    ...directoryServiceAccount,
    claim: 'employeeNumber',
    is: 'code',
  },
  ...{
    groups: `ou=groups,${directoryBaseDn}`,
    permissions: [{ group: `cn=staff,ou=groups,${directoryBaseDn}`, permission: 'library' }],
  },
};
const read = (part: object) => readSettings({ LDAP_DIRECTORIES: JSON.stringify([{ ...uni, ...part }]) });
const right = (group: string) => ({ permissions: [{ group, permission: 'library' }] });

/** What is given, and the sentence that names it. */
const wrong: [object, RegExp][] = [
  [{ servers: ['http://x'] }, /must look like ldaps/],
  [{ servers: ['ldaps://ldap.test:0'] }, /must look like ldaps/],
  [{ servers: ['ldaps://ldap.test', 'ldaps://LDAP.test.:636'] }, /twice/],
  [{ insecure: true, servers: ['ldap://10.0.0.1'] }, /only this machine/],
  [{ claim: 'mail' }, /anybody's/],
  [{ claim: 'surname' }, /anybody's/],
  [{ claim: 'commonName' }, /anybody's/],
  [{ claim: ' mail' }, /"\/claim"/],
  [{ claim: 'mail;lang-en' }, /"\/claim"/],
  [{ claim: '0.9.2342.19200300.100.1.3' }, /"\/claim"/],
  [{ uniqueId: 'mail' }, /"uniqueId".*never/],
  [{ uniqueId: 'UID' }, /"uniqueId".*never/],
  [{ filter: '(uid=*)' }, /\{login\}/],
  [{ filter: '(uid={login}' }, /cannot be read/],
  [{ filter: 'uid {login}' }, /cannot be read/],
  [{ filter: '({login}=x)' }, /needs a match/],
  [{ filter: '(!(uid={login}))' }, /needs a match/],
  [{ filter: '(|(uid={login})(objectClass=person))' }, /needs a match/],
  [{ filter: '(uid={login}*)' }, /needs a match/],
  [{ ca: '/nowhere/ca.pem' }, /cannot be read/],
  [{ ca: garbage }, /no certificates/],
  [{ ca: broken }, /no certificates/],
  [{ base: 'university.kg' }, /no name of an entry/],
  [{ groups: 'groups' }, /no name of an entry/],
  [right('deans'), /no name of an entry/],
  [{ groups: undefined }, /needs "groups"/],
  [{ permissions: [{ group: 'cn=x', permission: 'everything' }] }, /permissions/],
  [{ surprise: 1 }, /"\/surprise"/],
];
for (const [part, sentence] of wrong)
  test(`[AUTH-13] the settings name what is wrong, and no secret: ${JSON.stringify(part).replaceAll(folder, '')}`, () => {
    assert.throws(
      () => read(part),
      (error: Error) => sentence.test(error.message) && !error.message.includes(directoryServiceAccount.password),
    );
  });

test('[AUTH-13] the settings name one directory twice, or none at all', () => {
  assert.throws(() => readSettings({ LDAP_DIRECTORIES: JSON.stringify([uni, uni]) }), /twice/);
  assert.throws(() => readSettings({ LDAP_DIRECTORIES: '{' }), /JSON list/);
});

test('[AUTH-13] the settings take what directories are like', () => {
  for (const part of [
    {},
    { filter: '(&(objectClass=user)(sAMAccountName={login}))', uniqueId: 'objectGUID' },
    { filter: '(userPrincipalName={login}@university.kg)' },
    { filter: '(|(uid={login})(employeeNumber={login}))' },
    { base: 'OU=People, DC=university,DC=kg', ...right('cn=a\\,b+ou=x,dc=university,dc=kg') },
    { servers: ['ldaps://ldap.test', 'ldap://ldap.test', 'ldaps://ldap.test:3269'] },
  ])
    assert.equal(read(part).directories.length, 1);
});
