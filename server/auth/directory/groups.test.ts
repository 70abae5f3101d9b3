import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLike, plainName } from './groups.ts';

test('[AUTH-13] a group is the same in other letters and with other spaces around its signs', () => {
  const name = plainName('cn=kafedra,ou=groups,dc=university,dc=kg');
  for (const same of ['CN=Kafedra, OU=Groups, DC=university,DC=kg', ' cn = kafedra ,ou=groups , dc=university, dc=kg '])
    assert.equal(plainName(same), name);
  assert.equal(plainName('cn=Деканат ФИТ,dc=kg'), plainName('CN=ДЕКАНАТ ФИТ,dc=kg'));
});

test('[AUTH-13] attack: no look-alike is that group', () => {
  const name = plainName('cn=kafedra,ou=groups,dc=university,dc=kg');
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
    assert.notEqual(plainName(`cn=${other},ou=groups,dc=university,dc=kg`), name, other);
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
    assert.ok(looksLike(of(name), of('kafedra')), name);
  for (const name of ['kafedra2', 'x*', 'deans', 'kafedr'])
    assert.equal(looksLike(of(name), of('kafedra')), false, name);
});
