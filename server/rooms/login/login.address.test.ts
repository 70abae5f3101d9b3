import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, passwords, type TestPortal } from '../../test/test-client.ts';

const { login } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test('[AUTH-11] X-Forwarded-For changes nothing unless a proxy is named in the settings', async () => {
  const browser = portal.nobody();
  const attempt = (password: string, from: string) =>
    browser.ask(
      login.authorize,
      { login: 'student', password },
      { headers: { 'x-forwarded-for': from, forwarded: from } },
    );
  for (let i = 0; i < 5; i++) assert.equal((await attempt('Wrong1', `10.9.0.${i}`)).status, 401);
  await portal.database.autocommit`update signin_wait set last_at = last_at + interval '1 hour'`;
  assert.equal((await attempt(passwords.student, '10.9.0.99')).status, 429);
  const rows = await portal.database.autocommit<{ address: string }[]>`
    select distinct host(address) as address from signin_failure`;
  assert.deepEqual(
    rows.map((row) => row.address),
    ['127.0.0.1'],
  );
});
