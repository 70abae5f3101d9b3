import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../core/clock.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../test/test-client.ts';

const { apps, discipline, login, secondstep } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Sends a call with these cookies, in this order, and this anti-forgery value. */
async function send(
  person: TestClient,
  path: string,
  cookies: readonly string[],
  { guard, body = {} }: { guard?: string; body?: object } = {},
): Promise<Response> {
  return await fetch(person.base + path, {
    method: guard === undefined ? 'GET' : 'POST',
    headers: {
      cookie: cookies.join('; '),
      ...(guard !== undefined && { 'content-type': 'application/json', 'x-xsrf-token': guard }),
    },
    ...(guard !== undefined && { body: JSON.stringify(body) }),
  });
}

const pairOf = (person: TestClient, name: string) => `${name}=${person.cookies.get(name)}`;

describe('cookies that another site of the domain has set', () => {
  test('[BASE-09] an anti-forgery value that was planted does not block, in whatever order', async () => {
    const person = await portal.as('student');
    const guard = person.cookies.get('XSRF-TOKEN') ?? '';
    const [sid, own, planted] = [pairOf(person, 'sid'), pairOf(person, 'XSRF-TOKEN'), 'XSRF-TOKEN=planted.value'];
    for (const cookies of [
      [sid, planted, own],
      [sid, own, planted],
    ])
      assert.equal((await send(person, apps.settings.path, cookies, { guard })).status, 200);
  });

  test('[BASE-09] attack: one that was planted does not pass either', async () => {
    const [person, attacker] = [await portal.as('student'), await portal.as('student2')];
    const foreign = attacker.cookies.get('XSRF-TOKEN') ?? '';
    const cookies = [pairOf(person, 'sid'), `XSRF-TOKEN=${foreign}`, pairOf(person, 'XSRF-TOKEN')];
    assert.equal((await send(person, apps.settings.path, cookies, { guard: foreign })).status, 403);
    assert.equal((await send(person, apps.settings.path, cookies, { guard: 'planted.value' })).status, 403);
  });

  test('[BASE-09] a page that finds two learns which one is its own, and no new one is made', async () => {
    const person = await portal.as('student');
    const cookies = [pairOf(person, 'sid'), 'XSRF-TOKEN=planted.value', pairOf(person, 'XSRF-TOKEN')];
    const answer = await send(person, '/api/config.json', cookies);
    assert.equal(answer.headers.get('x-xsrf-token'), person.cookies.get('XSRF-TOKEN'));
    assert.deepEqual(
      answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('XSRF')),
      [],
    );
  });

  test('[AUTH-06] a session that was planted takes no place of the person’s own', async () => {
    const [person, attacker] = [await portal.as('student'), await portal.as('student2')];
    const guard = person.cookies.get('XSRF-TOKEN') ?? '';
    for (const planted of ['sid=planted', pairOf(attacker, 'sid')])
      for (const sids of [
        [planted, pairOf(person, 'sid')],
        [pairOf(person, 'sid'), planted],
      ]) {
        const cookies = [...sids, pairOf(person, 'XSRF-TOKEN')];
        const answer = await send(person, callsByRoom.profile.data.path, cookies, { guard });
        const { data } = (await answer.json()) as { data: { uid: number }[] };
        assert.equal(data[0]?.uid, person.uid);
      }
  });

  test('[AUTH-06] however many were planted, each for a path of its own', async () => {
    const person = await portal.as('student');
    const planted = Array.from({ length: 70 }, (_, number) => `sid=planted${number}`);
    assert.equal((await send(person, discipline.currentTerm.path, planted)).status, 401);
    const answer = await send(person, discipline.currentTerm.path, [...planted, pairOf(person, 'sid')]);
    assert.equal(answer.status, 200);
  });

  test('[AUTH-06] a browser stays the one that it was', async () => {
    const person = portal.nobody();
    await person.signIn('student3', passwords.student3);
    const own = person.cookies.get('device') ?? assert.fail();
    person.cookies.delete('sid');
    person.cookies.delete('XSRF-TOKEN');
    await person.fetch(login.config.path);
    const guard = person.cookies.get('XSRF-TOKEN') ?? '';
    const cookies = ['device=planted', `device=${own}`, `XSRF-TOKEN=${guard}`];
    const body = { login: 'student3', password: passwords.student3 };
    const answer = await send(person, login.authorize.path, cookies, { guard, body });
    assert.equal(answer.status, 200);
    const given = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));
    const markOf = (value = '') => decodeURIComponent(value.replace('device=', '')).split('.')[0];
    assert.equal(markOf(given), markOf(own));
  });
});

/** Sets codes up for somebody: their recovery codes. */
async function withCodes(who: 'student' | 'student2' | 'student3'): Promise<readonly string[]> {
  const person = await portal.as(who);
  const { key } = await person.get(secondstep.begin, { password: passwords[who] });
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
  return (await person.get(secondstep.confirm, { code })).codes;
}

describe('[AUTH-14] cookies of the second step that another site of the domain has set for a longer path', () => {
  let codes: Record<'student2' | 'student3', readonly string[]>;
  let uid = 0;
  before(async () => {
    uid = (await portal.as('student2')).uid;
    codes = { student2: await withCodes('student2'), student3: await withCodes('student3') };
  });
  const begin = async (who: 'student2' | 'student3') => {
    const person = portal.nobody();
    await person.ask(login.authorize, { login: who, password: passwords[who] });
    return person;
  };
  /** What a browser sends with these cookies before its own, all of one name. */
  const sent = async (person: TestClient, path: string, planted: readonly string[], body: object) => {
    const cookies = [...planted, ...[...person.cookies].map(([name, value]) => `${name}=${value}`)];
    const answer = await send(person, path, cookies, { guard: person.cookies.get('XSRF-TOKEN') ?? '', body });
    return (await answer.json()) as { error: { code: string } | null; data: { uid: number }[] | null };
  };

  test('a sign-in of somebody else that waits does not take the place of the one just begun', async () => {
    const attacker = await begin('student3');
    const person = await begin('student2');
    const planted = ['second=planted', pairOf(attacker, 'second'), 'second=planted'];
    const body = { code: codes.student2[0] };
    const { error, data } = await sent(person, secondstep.signIn.path, planted, body);
    assert.equal(error, null);
    assert.equal(data?.[0]?.uid, uid);
  });

  test('a second step is remembered all the same, and by no cookie that was put there', async () => {
    const planted = ['rest=planted'];
    for (const code of codes.student3.slice(1, 3)) {
      const attacker = await begin('student3');
      await attacker.get(secondstep.signIn, { code, rest: true });
      planted.push(pairOf(attacker, 'rest'));
    }
    const person = await begin('student2');
    await person.get(secondstep.signIn, { code: codes.student2[1], rest: true });
    const again = { login: 'student2', password: passwords.student2 };
    assert.equal((await sent(person, login.authorize.path, planted, again)).data?.[0]?.uid, uid);
    const restarted = await begin('student2');
    const body = { code: codes.student2[2], rest: true };
    assert.equal((await sent(restarted, secondstep.signIn.path, planted, body)).error, null);
    person.cookies.delete('rest');
    assert.equal((await sent(person, login.authorize.path, planted, again)).error?.code, 'login.secondStep');
  });
});

test('[AUTH-14] attack: a second step is remembered by a fresh value, never by one that somebody put there', async () => {
  const first = await portal.as('student');
  const { key } = await first.get(secondstep.begin, { password: passwords.student });
  const code = (ahead: number) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() + ahead * 30_000 });
  const { codes } = await first.get(secondstep.confirm, { code: code(0) });
  const planted = 'A'.repeat(43);
  const person = portal.nobody();
  person.cookies.set('rest', planted);
  await person.ask(login.authorize, { login: 'student', password: passwords.student });
  assert.equal((await person.ask(secondstep.signIn, { code: codes[0], rest: true })).status, 200);
  assert.notEqual(person.cookies.get('rest'), planted);
  const thief = portal.nobody();
  thief.cookies.set('rest', planted);
  const answer = await thief.ask(login.authorize, { login: 'student', password: passwords.student });
  assert.equal(answer.error?.code, 'login.secondStep');
  assert.equal((await person.signIn('student', passwords.student)).status, 200, 'the own browser is not asked');
});
