import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, apps } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const isIn = async (person: TestClient) => (await person.ask(apps.settings)).status === 200;

/** Signs in again with a token; gives the fresh one, or the refusal's code. */
async function authenticate(person: TestClient, token: string): Promise<string> {
  const answer = await person.ask(login.authenticate, { token });
  if (answer.status === 200) return answer.data[0]?.token ?? '';
  assert.equal(answer.status, 401);
  assert.equal(answer.data, null);
  return answer.error?.code ?? '';
}

/** A browser with only some of another one's cookies. */
function withCookies(of: TestClient, names: readonly string[]): TestClient {
  const person = portal.nobody();
  for (const name of names) person.cookies.set(name, of.cookies.get(name) ?? '');
  return person;
}

describe('authenticate', () => {
  test('[AUTH-05] cookie and token together open the portal again, with a fresh token', async () => {
    const person = await portal.as('student');
    const answer = await person.ask(login.authenticate, { token: person.token });
    assert.equal(answer.status, 200);
    const [user] = answer.data;
    assert.equal(user?.uid, person.uid);
    assert.notEqual(user?.token, person.token);
    assert.match(user?.token ?? '', /^[0-9a-f-]{36}$/);
  });

  test('[AUTH-06] the token without its cookie opens nothing', async () => {
    const person = await portal.as('student');
    const anonymous = portal.nobody();
    assert.equal(await authenticate(anonymous, person.token), 'login.tokenRefused');
    assert.equal(anonymous.cookies.has('sid'), false);
  });

  test('[AUTH-06] the cookie without the token opens the calls, but does not sign in', async () => {
    const person = await portal.as('student');
    assert.equal(await authenticate(person, crypto.randomUUID()), 'login.tokenRefused');
    assert.equal((await person.ask(login.authenticate, {})).status, 400);
    assert.ok(await isIn(person));
  });

  test('[AUTH-05] a token of another session is refused, also of the same person', async () => {
    const here = await portal.as('student');
    const there = await portal.as('student');
    const other = await portal.as('student2');
    assert.equal(await authenticate(here, there.token), 'login.tokenRefused');
    assert.equal(await authenticate(here, other.token), 'login.tokenRefused');
  });

  test('[AUTH-05] the five newest tokens of a session stay good, the sixth does not', async () => {
    const person = await portal.as('student2');
    const tokens = [person.token];
    for (let i = 0; i < 4; i++) tokens.unshift(await authenticate(person, tokens[0] ?? ''));
    // Each success makes one more, so the oldest is tried first and pushes out the next one only afterwards.
    const sixth = await authenticate(person, tokens[4] ?? '');
    assert.match(sixth, /^[0-9a-f-]{36}$/);
    assert.equal(await authenticate(person, tokens[4] ?? ''), 'login.tokenRefused');
    assert.match(await authenticate(person, tokens[3] ?? ''), /^[0-9a-f-]{36}$/);
  });

  test('[AUTH-05] the database keeps neither cookie nor token', async () => {
    const person = await portal.as('student3');
    const [row] = await portal.database.autocommit<{ kept: number }[]>`
      select count(*)::int as kept from session s
      where to_jsonb(s)::text like ${`%${person.token}%`} or to_jsonb(s)::text like ${`%${person.cookies.get('sid')}%`}`;
    assert.equal(row?.kept, 0);
  });
});

describe('the end of a session', () => {
  test('[AUTH-09] logout ends cookie and token; other sessions stay', async () => {
    const person = await portal.as('student');
    const elsewhere = await portal.as('student');
    const before = withCookies(person, ['sid', 'XSRF-TOKEN']);
    const answer = await person.ask(login.logout, { logout: true });
    assert.deepEqual(answer.data, [{ result: 1 }]);
    assert.equal(person.cookies.has('sid'), false);
    assert.equal(await isIn(before), false);
    assert.equal(await authenticate(before, person.token), 'login.tokenRefused');
    assert.ok(await isIn(elsewhere));
  });

  test('[AUTH-09] logout without a session, and twice, is no failure', async () => {
    const person = await portal.as('student');
    const twin = withCookies(person, ['sid', 'XSRF-TOKEN']);
    assert.equal((await portal.nobody().ask(login.logout)).status, 200);
    assert.equal((await person.ask(login.logout)).status, 200);
    assert.equal((await person.ask(login.logout)).status, 200);
    assert.deepEqual((await twin.ask(login.logout)).data, [{ result: 1 }]);
  });

  test('[AUTH-05] a session ends when its time is over', async () => {
    const person = await portal.as('student');
    await portal.database
      .autocommit`update session set expires_at = now() - interval '1 second' where person_id = ${person.uid}`;
    portal.app.context.sessions.forget(person.uid);
    assert.equal((await person.ask(apps.settings)).status, 401);
    assert.equal((await person.ask(apps.settings)).error?.code, 'call.notSignedIn');
    assert.equal(await authenticate(person, person.token), 'login.tokenRefused');
  });

  test('[AUTH-05] each call puts the end off', async () => {
    const person = await portal.as('student');
    const end = async () => {
      const [row] = await portal.database.autocommit<{ days: number }[]>`
        select extract(epoch from expires_at - now()) / 86400 as days from session
        where person_id = ${person.uid} order by id desc limit 1`;
      return Number(row?.days);
    };
    await portal.database.autocommit`
      update session set last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 day'
      where person_id = ${person.uid}`;
    portal.app.context.sessions.forget(person.uid);
    assert.ok(await isIn(person));
    await waitUntil('the new end', async () => (await end()) > 29);
  });

  test('[AUTH-05] a made-up, overlong or odd cookie is nobody', async () => {
    for (const sid of ['x', 'a'.repeat(5000), "' or 1=1 --", '%00', 'ы']) {
      const person = portal.nobody();
      person.cookies.set('sid', encodeURIComponent(sid));
      assert.equal((await person.ask(apps.settings)).status, 401);
    }
  });

  test('[AUTH-09] nobody has more than ten sessions: the oldest ends', async () => {
    const first = await portal.as('student3');
    const second = await portal.as('student3');
    for (let i = 0; i < 9; i++) await portal.as('student3');
    await waitUntil('the end of the oldest', async () => !(await isIn(first)));
    assert.ok(await isIn(second));
    const [row] = await portal.database
      .autocommit`select count(*)::int as many from session where person_id = ${first.uid}`;
    assert.equal(row?.many, 10);
  });

  test('[AUTH-09] a deleted session row ends the session on every node', async () => {
    const person = await portal.as('teacher');
    assert.ok(await isIn(person));
    await portal.database.autocommit`delete from session where person_id = ${person.uid}`;
    await waitUntil('the end', async () => !(await isIn(person)));
  });

  test('[AUTH-09] after logout the next person of the same browser gets nothing of the last one', async () => {
    const browser = await portal.as('teacher');
    const { token, uid } = browser;
    await browser.ask(login.logout);
    await browser.signIn('student', passwords.student);
    assert.notEqual(browser.uid, uid);
    assert.equal(await authenticate(browser, token), 'login.tokenRefused');
    assert.equal((await browser.ask(apps.settings, { role: 1 })).error?.code, 'call.notYou');
  });
});
