import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainName } from './groups.ts';

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
