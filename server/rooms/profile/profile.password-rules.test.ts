import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { type App, createApp } from '../../app.ts';
import { openPortal, passwords, TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, profile } = callsByRoom;

describe('a new password in a real university', () => {
  let portal: TestPortal;
  let real: App;
  let base: string;
  before(async () => {
    portal = await openPortal();
    // The rule is that of the university in the database, which is no invented one from here on.
    await portal.database.autocommit`update university set demo = false`;
    real = await createApp({
      settings: portal.settings,
      database: portal.database,
      log: pino({ level: 'silent' }),
    });
    await real.fastify.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(real.fastify.server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await real.close();
    await portal.close();
  });

  async function signedIn(): Promise<TestClient> {
    const student = new TestClient(base);
    assert.equal((await student.signIn('student', passwords.student)).status, 200);
    return student;
  }

  test('[AUTH-16] [SAFE-13] has eight characters at least; refusal and config say so', async () => {
    const student = await signedIn();
    const { passwordMin, passwordUncommon } = await student.get(login.config);
    assert.deepEqual([passwordMin, passwordUncommon], [8, true]);
    const short = { password: passwords.student, newPassword: 'k7$wq9ё' };
    for (const [lang, words] of [
      ['ru', 'не короче 8 символов'],
      ['en', '8'],
      ['kg', '8'],
    ] as const) {
      student.cookies.set('lang', lang);
      const answer = await student.ask(profile.changePassword, short);
      assert.deepEqual([answer.status, answer.error?.code], [400, 'profile.shortPassword']);
      assert.ok(answer.error?.message.includes(words), answer.error?.message);
      assert.equal(answer.error?.fields?.newPassword, answer.error?.message);
    }
  });

  test('[AUTH-16] [SAFE-13] is none of those that are tried first, in any script and on any keyboard', async () => {
    const student = await signedIn();
    const [mine] = await student.get(profile.data);
    const tried = ['password', 'QWERTY123', '1q2w3e4r5t', 'йцукенгш', 'Кыргызстан', 'bishkek2024', 'Пароль12345'];
    for (const newPassword of [...tried, 'ghbdtn2005', '!!!йцукенг!!!', mine?.fullName ?? '', 'student!']) {
      const answer = await student.ask(profile.changePassword, { password: passwords.student, newPassword });
      assert.deepEqual([answer.status, answer.error?.code], [400, 'profile.commonPassword'], newPassword);
      assert.ok(answer.error?.fields?.newPassword);
    }
    await student.get(profile.changePassword, { password: passwords.student, newPassword: 'Ысык-Көл боюнда 7' });
  });
});

test('[AUTH-10] in an invented university four characters are enough, and none are refused as common', async () => {
  const portal = await openPortal();
  try {
    const student = await portal.as('student2');
    const { passwordMin, passwordUncommon } = await student.get(login.config);
    assert.deepEqual([passwordMin, passwordUncommon], [4, false]);
    const short = await student.ask(profile.changePassword, { password: passwords.student2, newPassword: '123' });
    assert.equal(short.error?.code, 'profile.shortPassword');
    await student.get(profile.changePassword, { password: passwords.student2, newPassword: '1234' });
  } finally {
    await portal.close();
  }
});

test('[AUTH-10] PASSWORD_MIN holds in an invented university too; from 8 on common passwords are refused', async () => {
  const portal = await openPortal({ PASSWORD_MIN: '9' });
  try {
    const student = await portal.as('student');
    const ask = (newPassword: string) =>
      student.ask(profile.changePassword, { password: passwords.student, newPassword });
    assert.equal((await student.get(login.config)).passwordMin, 9);
    assert.equal((await ask('password')).error?.code, 'profile.shortPassword');
    assert.equal((await ask('qwertyuiop')).error?.code, 'profile.commonPassword');
  } finally {
    await portal.close();
  }
});
