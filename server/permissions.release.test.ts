import { after, before, test } from 'node:test';
import { permissions } from '@bilim/contract/permissions.ts';
import { assertCallAccess } from './test/every-call.ts';
import { grantPermissions, withdrawPermissions } from './test/factories/permissions.ts';
import { openPortal, type TestPortal } from './test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
});
after(() => portal.close());

for (const permission of permissions)
  test(`[BASE-12] a teacher with the permission ${permission} and no other, at every call`, async () => {
    const { uid } = await portal.as('teacher');
    await withdrawPermissions(portal.database.autocommit, uid);
    await grantPermissions(portal.database.autocommit, uid, permission);
    await assertCallAccess(await portal.as('teacher'), { role: 1, permissions: [permission] });
  });
