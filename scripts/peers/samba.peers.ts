import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createSelfSignedCertificate } from '../../server/test/certificate.ts';
import { openPortal } from '../../server/test/test-client.ts';
import { Samba, sambaBaseDn, sambaServiceAccount } from './samba.ts';

const there = 'Пароль домена 1!';
const papers = createSelfSignedCertificate();
const folder = mkdtempSync(join(tmpdir(), 'bilim-samba-peers-'));
let samba: Samba;
before(async () => {
  writeFileSync(join(folder, 'ca.pem'), papers.certificate);
  samba = await Samba.open(papers, {
    people: { student: there, teacher: there },
    groups: { staff: ['it'], it: ['teacher'] },
  });
});
after(async () => {
  await samba.close();
  rmSync(folder, { recursive: true });
});

const portalBy = async (server: string) =>
  await openPortal({
    LDAP_DIRECTORIES: JSON.stringify([
      {
        ...{ id: 'uni', servers: [server], ca: join(folder, 'ca.pem'), base: sambaBaseDn, ...sambaServiceAccount },
        ...{ filter: '(&(objectClass=user)(sAMAccountName={login}))', uniqueId: 'objectGUID' },
        ...{ claim: 'sAMAccountName', is: 'login', groups: `cn=users,${sambaBaseDn}`, nested: 'activeDirectory' },
        permissions: [{ group: `cn=staff,cn=users,${sambaBaseDn}`, permission: 'library' }],
      },
    ]),
  });

for (const [how, server] of [
  ['LDAPS', 'ldaps://localhost:636'],
  ['StartTLS', 'ldap://localhost:389'],
] as const)
  test(`[AUTH-13] Active Directory of Samba lets its people in over ${how}, with the rights of groups in groups`, async () => {
    const portal = await portalBy(server);
    try {
      const teacher = await portal.nobody().signIn('teacher', there);
      assert.deepEqual([teacher.status, teacher.data[0]?.permissions], [200, ['library']]);
      const [linked] = await portal.ownerSql<{ subject: string }[]>`select subject from linked_account`;
      assert.match(linked?.subject ?? '', /^[0-9a-f]{32}$/, 'by its objectGUID');
      const student = await portal.nobody().signIn('Student', there);
      assert.deepEqual([student.status, student.data[0]?.permissions], [200, []]);
      for (const [name, password] of [
        ['student', 'wrong'],
        ['nobody', there],
        ['*', there],
        ['student)(sAMAccountName=*', there],
      ] as const)
        assert.equal((await portal.nobody().signIn(name, password)).error?.code, 'login.wrong', name);
      assert.equal(await portal.app.context.directories.prove('student', ''), null);
    } finally {
      await portal.close();
    }
  });
