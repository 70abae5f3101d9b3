import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, TestClient, type TestPortal } from '../../test/test-client.ts';

const { profile, apps, login, live } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const isIn = async (person: TestClient) => (await person.ask(apps.settings)).status === 200;

/** The same browser at this moment, as somebody would have stolen it. */
function copyOf(person: TestClient): TestClient {
  const copy = new TestClient(portal.base);
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  return copy;
}

const change = (person: TestClient, password: string, newPassword: string) =>
  person.ask(profile.changePassword, { password, newPassword });

describe('a password change', () => {
  test('[SAFE-10] gives the session a new id: the old one is dead, the new one goes on', async () => {
    const person = await portal.as('student');
    assert.ok(await isIn(person));
    const [stolen, token] = [copyOf(person), person.token];
    const answer = await change(person, passwords.student, 'Another-1');
    assert.deepEqual([answer.status, answer.data[0]?.result], [200, 1]);
    assert.notEqual(person.cookies.get('sid'), stolen.cookies.get('sid'));
    assert.notEqual(person.cookies.get('XSRF-TOKEN'), stolen.cookies.get('XSRF-TOKEN'));
    const renewed = answer.data[0]?.token ?? '';
    assert.match(renewed, /^[0-9a-f-]{36}$/);
    assert.notEqual(renewed, token);
    await waitUntil('the end of the old id', async () => !(await isIn(stolen)));
    assert.equal((await stolen.ask(login.authenticate, { token })).status, 401);
    assert.equal((await stolen.ask(login.authenticate, { token: renewed })).status, 401);
    assert.ok(await isIn(person));
    assert.equal((await person.ask(login.authenticate, { token: renewed })).status, 200);
    await change(person, 'Another-1', passwords.student);
  });

  test('[SAFE-10] other tabs of the same browser go on, with the token that they hold', async () => {
    const tab = await portal.as('student2');
    const token = tab.token;
    await change(tab, passwords.student2, 'Another-2');
    // Cookies are the browser's, tokens each tab's.
    const [user] = await tab.get(login.authenticate, { token });
    assert.equal(user?.uid, tab.uid);
    await change(tab, 'Another-2', passwords.student2);
  });

  test('[SAFE-10] the live line of the browser lives on, that of other sessions ends', async () => {
    const [here, there] = [await portal.as('student3'), await portal.as('student3')];
    const streams = await Promise.all([here, there].map((person) => person.fetch(live.stream.path)));
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200],
    );
    await waitUntil('both hang on the line', () => portal.app.context.live.size === 2);
    await change(here, passwords.student3, 'Another-3');
    await waitUntil('the end of one', () => portal.app.context.live.size === 1);
    const other = await streams[1]?.text();
    assert.match(other ?? '', /"room":"login"/);
    portal.app.context.live.publish([{ to: [`u:${here.uid}`], room: 'news', key: 'heard' }]);
    const reader = streams[0]?.body?.getReader();
    let received = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      received += Buffer.from(part.value).toString();
      if (received.includes('heard')) break;
    }
    assert.doesNotMatch(received, /"room":"login"/);
    await reader?.cancel();
    await change(here, 'Another-3', passwords.student3);
  });

  test('[SAFE-10] a session of a shared computer stays one', async () => {
    const person = portal.nobody();
    await person.ask(login.authorize, { login: 'student', password: passwords.student, shared: true });
    const answer = await change(person, passwords.student, 'Another-1');
    const sid = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('sid='));
    assert.ok(sid && !/Max-Age|Expires/i.test(sid));
    await change(person, 'Another-1', passwords.student);
  });
});

describe('the longest life of a session', () => {
  const age = (person: TestClient, days: number) => portal.database.autocommit`
    update session set created_at = now() - ${days} * interval '1 day', last_seen_at = now() - interval '2 minutes',
      expires_at = now() + interval '20 days'
    where id = (select max(id) from session where person_id = ${person.uid})`;

  test('[SAFE-10] 90 days after its beginning it ends, however much it is used', async () => {
    const person = await portal.as('clerk');
    await age(person, 91);
    portal.app.context.sessions.forget(person.uid);
    assert.equal(await isIn(person), false);
    assert.equal((await person.ask(login.authenticate, { token: person.token })).status, 401);
  });

  test('[SAFE-10] no call puts the end off beyond that', async () => {
    const left = async (person: TestClient) => {
      const [row] = await portal.database.autocommit<{ days: number }[]>`
        select extract(epoch from expires_at - now()) / 86400 as days from session
        where id = (select max(id) from session where person_id = ${person.uid})`;
      return Number(row?.days);
    };
    const byCall = await portal.as('clerk');
    await age(byCall, 80);
    portal.app.context.sessions.forget(byCall.uid);
    assert.ok(await isIn(byCall));
    await waitUntil('the new end', async () => (await left(byCall)) < 10.01);
    const byToken = await portal.as('clerk');
    await age(byToken, 80);
    assert.equal((await byToken.ask(login.authenticate, { token: byToken.token })).status, 200);
    assert.ok((await left(byToken)) < 10.01);
    const young = await portal.as('clerk');
    assert.ok((await left(young)) > 29, 'a young one has its thirty days');
  });
});

describe('ending a session elsewhere', () => {
  test('[SAFE-10] asks for the password', async () => {
    const [here, there] = [await portal.as('teacher'), await portal.as('teacher')];
    const other = (await here.get(profile.sessions)).find((one) => !one.isThis);
    assert.ok(other);
    const end = (password?: string) => here.ask(profile.endSession, { id_session: other.id_session, password });
    assert.equal((await end()).status, 400);
    const wrong = await end('Wrong1');
    assert.deepEqual([wrong.status, wrong.error?.code], [422, 'profile.wrongPassword']);
    assert.equal(wrong.error?.fields?.password, 'Пароль указан неверно.');
    assert.ok(await isIn(there));
    assert.equal((await end(passwords.teacher)).status, 200);
    await waitUntil('the end', async () => !(await isIn(there)));
    assert.ok(await isIn(here));
  });

  test('[SAFE-10] whoever holds a session cannot try passwords there without end', async () => {
    const [here] = [await portal.as('teacher'), await portal.as('teacher')];
    const other = (await here.get(profile.sessions)).find((one) => !one.isThis);
    const end = (password: string) => here.ask(profile.endSession, { id_session: other?.id_session, password });
    for (let i = 0; i < 5; i++) assert.equal((await end('Wrong1')).status, 422);
    await portal.database.autocommit`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
    assert.equal((await end(passwords.teacher)).error?.code, 'login.tooOften');
    assert.equal((await portal.nobody().signIn('teacher', passwords.teacher)).status, 200);
  });
});
