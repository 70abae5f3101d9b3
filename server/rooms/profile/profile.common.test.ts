import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type Portal, passwords } from '../../test/as.ts';

let portal: Portal;
before(async () => {
  portal = await openPortal({ PASSWORD_MIN: '8' });
});
after(() => portal.close());

test('[AUTH-10] where eight characters are asked for, common passwords and own names are refused', async () => {
  const student = await portal.as('student');
  const [mine] = await student.get(everything.profile.data);
  for (const newPassword of ['password', 'QWERTY123', mine?.fullName ?? '']) {
    const answer = await student.ask(everything.profile.changePassword, { password: passwords.student, newPassword });
    assert.equal(answer.status, 400, newPassword);
    assert.equal(answer.error?.code, 'profile.commonPassword');
    assert.ok(answer.error?.fields?.newPassword);
  }
  const short = await student.ask(everything.profile.changePassword, {
    password: passwords.student,
    newPassword: 'k7$',
  });
  assert.equal(short.error?.code, 'profile.shortPassword');
  await student.get(everything.profile.changePassword, {
    password: passwords.student,
    newPassword: 'Ысык-Көл боюнда 7',
  });
});
