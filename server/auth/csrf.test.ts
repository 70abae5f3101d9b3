import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../test/test-client.ts';

const { login, apps, news, profile } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const settings = (person: TestClient, headers: Record<string, string>) => person.ask(apps.settings, {}, { headers });

describe('the anti-forgery value', () => {
  test('[BASE-09] any GET below /api gives one when it is missing or does not hold, and keeps one that does', async () => {
    const person = portal.nobody();
    await person.fetch('/api/logo.json');
    const first = person.cookies.get('XSRF-TOKEN');
    assert.ok(first);
    await person.fetch('/lms/api/config');
    assert.equal(person.cookies.get('XSRF-TOKEN'), first);
    person.cookies.set('XSRF-TOKEN', 'made.up');
    await person.fetch('/api/config.json');
    assert.notEqual(person.cookies.get('XSRF-TOKEN'), 'made.up');
    const anonymousClient = portal.nobody();
    assert.equal((await anonymousClient.fetch('/api/discipline/current/ws.json')).status, 401);
    assert.ok(anonymousClient.cookies.get('XSRF-TOKEN'), 'a refused GET gives one as well');
  });

  test('[BASE-09] a POST without it, with another one, or with a made-up pair is 403 call.csrf', async () => {
    const person = await portal.as('student');
    const other = await portal.as('student');
    for (const value of ['', 'x', 'x.y', other.cookies.get('XSRF-TOKEN') ?? '']) {
      const answer = await settings(person, { 'x-xsrf-token': value });
      assert.equal(answer.status, 403);
      assert.equal(answer.error?.code, 'call.csrf');
    }
    person.cookies.set('XSRF-TOKEN', 'x.y');
    assert.equal((await settings(person, { 'x-xsrf-token': 'x.y' })).error?.code, 'call.csrf');
  });

  test("[BASE-09] another session's value does not fit, even as cookie and header both", async () => {
    const person = await portal.as('student');
    const attacker = await portal.as('student2');
    person.cookies.set('XSRF-TOKEN', attacker.cookies.get('XSRF-TOKEN') ?? '');
    assert.equal((await settings(person, {})).error?.code, 'call.csrf');
    const anonymous = portal.nobody();
    await anonymous.fetch('/api/config.json');
    person.cookies.set('XSRF-TOKEN', anonymous.cookies.get('XSRF-TOKEN') ?? '');
    assert.equal((await settings(person, {})).error?.code, 'call.csrf', 'the one from before signing in');
  });

  test('[BASE-09] signing in and out need it as well and change nothing without it', async () => {
    const person = await portal.as('student');
    const without = { headers: { 'x-xsrf-token': '' } };
    assert.equal((await person.ask(login.logout, {}, without)).error?.code, 'call.csrf');
    assert.equal((await person.ask(login.authenticate, { token: person.token }, without)).error?.code, 'call.csrf');
    const credentials = { login: 'student2', password: passwords.student2 };
    const anonymousClient = portal.nobody();
    assert.equal((await anonymousClient.ask(login.authorize, credentials, without)).error?.code, 'call.csrf');
    assert.equal(anonymousClient.cookies.has('sid'), false);
    assert.equal((await person.ask(apps.settings)).status, 200, 'still signed in');
    assert.equal((await person.ask(login.authenticate, { token: person.token })).status, 200);
  });

  test('[BASE-09] a form that another site could send is refused: multipart without the header', async () => {
    const editor = await portal.as('editor');
    const count = async () => (await portal.database.autocommit`select count(*)::int as n from news`)[0]?.n as number;
    const before = await count();
    const answer = await editor.ask(news.insert, { message: 'from elsewhere' }, { headers: { 'x-xsrf-token': '' } });
    assert.equal(answer.error?.code, 'call.csrf');
    assert.equal(await count(), before);
  });

  test('[BASE-09] signing in, again and out give a new value each', async () => {
    const person = portal.nobody();
    const seen = new Set<string | undefined>();
    await person.fetch('/api/config.json');
    seen.add(person.cookies.get('XSRF-TOKEN'));
    await person.signIn('student', passwords.student);
    seen.add(person.cookies.get('XSRF-TOKEN'));
    await person.ask(login.authenticate, { token: person.token });
    seen.add(person.cookies.get('XSRF-TOKEN'));
    await person.ask(login.logout);
    seen.add(person.cookies.get('XSRF-TOKEN'));
    assert.equal(seen.size, 4);
  });
});

describe('where a request comes from', () => {
  test('[BASE-09] the browser says cross-site or same-site: refused', async () => {
    const person = await portal.as('student');
    for (const site of ['cross-site', 'same-site'])
      assert.equal((await settings(person, { 'sec-fetch-site': site })).error?.code, 'call.csrf');
    for (const site of ['same-origin', 'none'])
      assert.equal((await settings(person, { 'sec-fetch-site': site })).status, 200);
  });

  test('[BASE-09] without Sec-Fetch-Site the origin has to be ours; a client that sends neither passes', async () => {
    const person = await portal.as('student');
    for (const origin of ['https://evil.example', 'null', `${portal.base}.evil.example`])
      assert.equal((await settings(person, { origin })).error?.code, 'call.csrf');
    assert.equal((await settings(person, { origin: portal.base })).status, 200);
    assert.equal((await settings(person, {})).status, 200);
  });

  test('[BASE-09] a password is not changed by a forged request', async () => {
    const person = await portal.as('student');
    const input = { password: passwords.student, newPassword: 'Taken-Over-1' };
    const along = { headers: { 'sec-fetch-site': 'cross-site' } };
    assert.equal((await person.ask(profile.changePassword, input, along)).error?.code, 'call.csrf');
    assert.equal((await portal.nobody().signIn('student', passwords.student)).status, 200);
  });

  test('[BASE-09] no reply invites other sites', async () => {
    const person = portal.nobody();
    const response = await person.fetch('/api/config.json', { headers: { origin: 'https://evil.example' } });
    for (const name of response.headers.keys()) assert.ok(!name.startsWith('access-control-'), name);
    const asked = await person.fetch('/api/auth/authorize.json', { method: 'OPTIONS' });
    assert.equal(asked.status, 404);
  });
});
