import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[AUTH-01] the logo is an address below /lms/public; a university may put its own there', async () => {
  const [nobody, kyrgyz] = [portal.nobody(), portal.nobody()];
  kyrgyz.cookies.set('lang', 'kg');
  const ours = await nobody.get(callsByRoom.login.logo);
  assert.match(ours.logo, /^\/lms\/public\/logo\.svg$/);
  assert.ok(ours.width > 0 && ours.fontsize > 0);
  assert.notEqual((await kyrgyz.get(callsByRoom.login.logo)).name, ours.name);

  await writeFile(join(portal.settings.dataDir, 'public', 'own.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await portal.database.autocommit`update university set logo = 'university/own.svg'`;
  const own = await nobody.get(callsByRoom.login.logo);
  const picture = await nobody.fetch(own.logo);
  assert.equal(picture.status, 200);
  assert.equal(picture.headers.get('content-type')?.split(';')[0], 'image/svg+xml');
  assert.match(picture.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.equal((await nobody.fetch('/lms/public/university/none.svg')).status, 404);
});
