import { after, before, test } from 'node:test';
import { permissions } from '@bilim/contract/permissions.ts';
import { openPortal, type Portal } from './test/as.ts';
import { walk } from './test/every-call.ts';

let portal: Portal;
before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
});
after(() => portal.close());

for (const permission of permissions)
  test(`[BASE-12] a teacher with the permission ${permission} and no other, at every call`, async () => {
    const { uid } = await portal.as('teacher');
    await portal.database.own`delete from permission where person_id = ${uid}`;
    await portal.database.own`insert into permission (person_id, code) values (${uid}, ${permission})`;
    await walk(await portal.as('teacher'), { role: 1, permissions: [permission] });
  });
