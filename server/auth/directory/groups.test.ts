import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeEntryName } from './entry-names.ts';
import { isConfusableGroup } from './groups.ts';

test('[AUTH-13] a group is the same in other letters and with other spaces around its signs', () => {
  const name = normalizeEntryName('cn=kafedra,ou=groups,dc=university,dc=kg');
  for (const same of ['CN=Kafedra, OU=Groups, DC=university,DC=kg', ' cn = kafedra ,ou=groups , dc=university, dc=kg '])
    assert.equal(normalizeEntryName(same), name);
  assert.equal(normalizeEntryName('cn=Деканат ФИТ,dc=kg'), normalizeEntryName('CN=ДЕКАНАТ ФИТ,dc=kg'));
});

test('[AUTH-13] a group is the same however its signs are escaped, and its parts ordered', () => {
  for (const [one, ...others] of [
    ['cn=Staff\\, IT,dc=kg', 'cn=Staff\\2C IT,dc=kg', 'CN=staff\\2c it , dc=kg', 'cn=Staff\\,\\20IT,dc=kg'],
    ['cn=Деканат \\+ УМО,dc=kg', 'cn=Деканат \\2B УМО,dc=kg', 'cn=\\D0\\94еканат \\+ УМО,dc=kg'],
    ['cn=№ 1 \\"A\\",dc=kg', 'cn=№ 1 \\22A\\22,dc=kg', 'cn=\\E2\\84\\96 1 \\22a\\22,dc=kg'],
    ['cn=a\\\\b,dc=kg', 'cn=a\\5Cb,dc=kg'],
    ['cn=a=b,dc=kg', 'cn=a\\=b,dc=kg', 'cn=a\\3Db,dc=kg'],
    ['cn=\\#1,dc=kg', 'cn=\\231,dc=kg'],
    ['cn=a\\ ,dc=kg', 'cn=a\\20,dc=kg', 'cn=a\\  ,dc=kg'],
    ['cn=a + ou=b,dc=kg', 'ou=B+cn=A,dc=kg'],
  ])
    for (const other of others) assert.equal(normalizeEntryName(other), normalizeEntryName(one ?? ''), other);
});

test('[AUTH-13] attack: no sign that is escaped makes one group another', () => {
  for (const [one, other] of [
    ['cn=a\\,ou=b,dc=kg', 'cn=a,ou=b,dc=kg'],
    ['cn=a\\+ou=b,dc=kg', 'cn=a+ou=b,dc=kg'],
    ['cn=a\\2Cou=b,dc=kg', 'cn=a,ou=b,dc=kg'],
    ['cn=a\\5C\\2C,dc=kg', 'cn=a\\\\\\\\2C,dc=kg'],
    ['cn=a\\ ,dc=kg', 'cn=a,dc=kg'],
    ['cn=a  b,dc=kg', 'cn=a b,dc=kg'],
    ['cn=\\FF,dc=kg', 'cn=\\EF\\BF\\BD,dc=kg'],
    ['cn=\\FF,dc=kg', 'cn=\\FE,dc=kg'],
    ['cn=\\k,dc=kg', 'cn=k,dc=kg'],
    ['cn=k\\', 'cn=k'],
    ['cn=#6b,dc=kg', 'cn=\\#6b,dc=kg'],
    ['cn=a+cn=b,dc=kg', 'cn=a\\+cn\\=b,dc=kg'],
    ['cn=a,dc=kg', 'cn=a,,dc=kg'],
  ] as const)
    assert.notEqual(normalizeEntryName(one), normalizeEntryName(other), one);
});

test('[AUTH-13] attack: a name with very many spaces in it is read in one go', () => {
  const spaces = ' '.repeat(200_000);
  assert.equal(normalizeEntryName(`cn=${spaces}a${spaces}b${spaces},dc=kg`), `cn=a${spaces}b,dc=kg`);
});

test('[AUTH-13] attack: no look-alike is that group', () => {
  const name = normalizeEntryName('cn=kafedra,ou=groups,dc=university,dc=kg');
  for (const other of [
    '\u212aafedra',
    'kafedra\u00a0',
    '\ufeffkafedra',
    'kafedra\\ ',
    'k*',
    '*',
    'kafedra\\,ou=x',
    'каfedra',
  ])
    assert.notEqual(normalizeEntryName(`cn=${other},ou=groups,dc=university,dc=kg`), name, other);
});

test('[AUTH-13] attack: a group with a wildcard, or in letters that look the same, is known as a look-alike', () => {
  const of = (name: string) => `cn=${name},ou=groups,dc=university,dc=kg`;
  for (const name of [
    '*',
    'k*',
    'ka*dra',
    'kafedra*',
    '\u212aafedra',
    'kafedra\u00a0',
    '\ufeffkafedra',
    '\uff4bafedra',
    '\u043aafedra',
    'kafedr\u03b1',
  ])
    assert.ok(isConfusableGroup(of(name), of('kafedra')), name);
  for (const name of ['kafedra2', 'x*', 'deans', 'kafedr'])
    assert.equal(isConfusableGroup(of(name), of('kafedra')), false, name);
});
