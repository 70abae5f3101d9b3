import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { now } from '../../core/clock.ts';
import { waitUntil } from '../../test/http.ts';
import { MaliciousProvider, nowInSeconds, providerClient, type TokenForgery } from '../../test/malicious-provider.ts';
import { openPortal, passwords, TestClient, type TestPortal } from '../../test/test-client.ts';

const { oidc, profile, secondstep } = callsByRoom;

let university: MaliciousProvider;
let state: MaliciousProvider;
let portal: TestPortal;
/** The last row of the audit trail before a test. */
let last = 0;
before(async () => {
  [university, state] = [await MaliciousProvider.open(), await MaliciousProvider.open()];
  await university.rotate('RS256');
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  const both = {
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
    name,
    is: 'login',
    claim: 'preferred_username',
  };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      { ...both, id: 'uni', issuer: university.issuer },
      { ...both, id: 'state', issuer: state.issuer, untypedTokens: true },
    ]),
  });
});
after(async () => {
  await portal.close();
  await university.close();
  await state.close();
});
beforeEach(async () => {
  last = (await portal.ownerSql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit`)[0]?.id ?? 0;
});
afterEach(async () => {
  university.forgery = {};
  await portal.ownerSql`delete from linked_account`;
});

const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;

/** Where a browser is sent. */
async function sent(person: TestClient, more: object = {}): Promise<string> {
  const [to] = await person.get(oidc.begin, { provider: 'uni', ...more });
  return to?.address ?? assert.fail();
}

/** Opens the address that a provider sends a browser back to: where that leads. */
async function back(person: TestClient, { pathname, search }: URL): Promise<string> {
  const answer = await person.fetch(pathname + search);
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get('location') ?? '';
}

/** A whole sign-in by the university's account. */
async function come(claims: JWTPayload, forgeries: TokenForgery = {}) {
  const person = portal.nobody();
  university.forgery = forgeries;
  await back(person, university.signIn(await sent(person), claims));
  const answer = await person.ask(oidc.finish);
  return { person, answer, code: answer.error?.code };
}

const student: JWTPayload = { sub: 'u-1', preferred_username: 'student' };
const over = async (person: TestClient) => (await person.ask(oidc.finish)).error?.code;

/** The audit has these rows since the test began, and no others: what was refused, and why. */
async function noted(...wanted: string[]) {
  const rows = async () =>
    (
      await portal.ownerSql<{ outcome: string }[]>`
        select concat_ws(' ', action, detail->>'why') as outcome from audit where id > ${last} order by id`
    ).map(({ outcome }) => outcome);
  await waitUntil('all is noted', async () => (await rows()).length >= wanted.length);
  assert.deepEqual(await rows(), wanted);
}

describe('an answer that is not to be believed', () => {
  const forgeries: [string, TokenForgery, string][] = [
    ['another audience', { claims: { aud: 'somebody else' } }, 'audience'],
    ['another issuer', { claims: { iss: 'https://evil.test' } }, 'issuer'],
    ['another nonce', { claims: { nonce: 'mine' } }, 'nonce'],
    ['a token from the future', { claims: { iat: nowInSeconds() + 3600, exp: nowInSeconds() + 7200 } }, 'early'],
    ['a token that is over', { claims: { exp: nowInSeconds() - 3600, iat: nowInSeconds() - 7200 } }, 'expired'],
    ['no subject', { claims: { sub: undefined } }, 'subject'],
    ['an empty subject', { claims: { sub: '' } }, 'subject'],
    ['a blank subject', { claims: { sub: ' \u00a0' } }, 'subject'],
    ['half a sign as subject', { claims: { sub: 'x\ud800' } }, 'subject'],
    ['a subject that is too long', { claims: { sub: randomBytes(128).toString('hex') } }, 'subject'],
    ['half a sign as session', { claims: { sid: 'x\ud800' } }, 'session'],
    ['a session with NUL', { claims: { sid: 'a\0b' } }, 'session'],
    ['a token that was made for another client', { claims: { azp: 'somebody else' } }, 'audience'],
    [
      'a token that was made for another client, for two',
      { claims: { aud: [providerClient.id, 'x'], azp: 'x' } },
      'audience',
    ],
    ['a key that nobody published', { strangeKey: true }, 'signature'],
    ['a key that is over', { formerKey: true }, 'key'],
    ['no signature', { unsigned: true }, 'algorithm'],
    ['the shared secret as a key', { hmac: true }, 'algorithm'],
    ['a token for calls', { typ: 'at+jwt' }, 'type'],
    ['a message that somebody signed out', { typ: 'logout+jwt' }, 'type'],
    ['a token that names no type', { typ: null }, 'type'],
    ['a type that is no text', { typ: ['JWT'] as never }, 'type'],
  ];
  for (const [what, forgery, why] of forgeries)
    test(`[AUTH-12] attack: lets nobody in, and the audit says ${why}: ${what}`, async () => {
      const { person, answer } = await come(student, forgery);
      assert.deepEqual([answer.status, answer.error?.code], [401, 'outside.refused']);
      assert.equal(await isIn(person), false);
      await noted(`outside.refused ${why}`);
    });

  test('[AUTH-12] a token that names no type is one of a provider of which the settings say so', async () => {
    const person = portal.nobody();
    state.forgery = { typ: null };
    await back(person, state.signIn(await sent(person, { provider: 'state' }), student));
    state.forgery = {};
    assert.equal((await person.ask(oidc.finish)).status, 200);
  });

  test('[AUTH-12] a clock that is half a minute off is believed', async () => {
    const { answer } = await come(student, { claims: { iat: nowInSeconds() + 30, exp: nowInSeconds() + 200 } });
    assert.equal(answer.status, 200);
  });

  test('[AUTH-12] a provider that is unavailable is distinguished, and the password still opens', async () => {
    const { person, answer } = await come(student, { token: 'fails' });
    assert.deepEqual([answer.status, answer.error?.code], [503, 'outside.away']);
    assert.equal((await person.signIn('student', passwords.student)).status, 200);
  });

  test('[AUTH-12] whoever cancelled at the provider reads that', async () => {
    const person = portal.nobody();
    const asked = new URL(await sent(person)).searchParams;
    const search = new URLSearchParams({
      error: 'access_denied',
      state: asked.get('state') ?? '',
      iss: university.issuer,
    });
    await back(person, new URL(`http://portal.test/api/auth/outside/back/uni?${search}`));
    assert.equal(await over(person), 'outside.cancelled');
  });
});

describe('an answer in the wrong place', () => {
  test('[AUTH-12] attack: a stolen one is worth nothing in another browser', async () => {
    const [victim, thief, bare] = [portal.nobody(), portal.nobody(), portal.nobody()];
    const address = university.signIn(await sent(victim), student);
    await sent(thief);
    assert.equal(await back(thief, address), '/lms/login?way=uni');
    assert.equal(await over(thief), 'outside.over');
    await noted('outside.replayed state');
    await back(bare, address);
    assert.equal(await over(bare), 'outside.over');
    await noted('outside.replayed state', 'outside.replayed browser');
    await back(victim, address);
    assert.equal((await victim.ask(oidc.finish)).status, 200);
    await noted('outside.replayed state', 'outside.replayed browser', 'outside.linked', 'login.in');
  });

  test('[AUTH-12] attack: replayed in its own browser it is worth nothing, before and after the sign-in has ended', async () => {
    const person = portal.nobody();
    const address = university.signIn(await sent(person), student);
    const key = person.cookies.get('outside') ?? '';
    await back(person, address);
    await back(person, address);
    await noted('outside.replayed again');
    assert.equal((await person.ask(oidc.finish)).status, 200, 'what came first counts');
    person.cookies.set('outside', key);
    await back(person, address);
    assert.equal(await over(person), 'outside.over');
    await noted('outside.replayed again', 'outside.linked', 'login.in', 'outside.replayed over');
  });

  test('[AUTH-12] attack: mix-up of providers: the answer of one is nothing to the other', async () => {
    const person = portal.nobody();
    const address = university.signIn(await sent(person), student);
    await back(person, new URL(address.href.replace('/back/uni', '/back/state')));
    assert.equal(await over(person), 'outside.over');
    await noted('outside.replayed mixUp');
    const mixed = portal.nobody();
    const other = university.signIn(await sent(mixed), student);
    other.searchParams.set('iss', state.issuer);
    await back(mixed, other);
    assert.equal(await over(mixed), 'outside.refused');
    await noted('outside.replayed mixUp', 'outside.refused mixUp');
  });

  test('[AUTH-12] attack: ends nothing: the true one is taken afterwards, once', async () => {
    const wrongOnes = async (person: TestClient, address: URL, to: readonly string[]) => {
      const forged = new URL(address);
      forged.searchParams.set('state', 'forged');
      for (const [at, wrong] of [forged, new URL(address.href.replace('/back/uni', '/back/state'))].entries()) {
        assert.equal(await back(person, wrong), to[at]);
        assert.equal(await over(person), 'outside.over');
      }
    };
    const comer = portal.nobody();
    const address = university.signIn(await sent(comer), student);
    await wrongOnes(comer, address, ['/lms/login?way=uni', '/lms/login?way=state']);
    const key = comer.cookies.get('outside') ?? assert.fail();
    await back(comer, address);
    assert.equal((await comer.ask(oidc.finish)).status, 200);
    comer.cookies.set('outside', key);
    assert.equal(await over(comer), 'outside.over');
    assert.equal(comer.cookies.has('outside'), false);

    const linker = await portal.byPassword('teacher');
    const [to] = await linker.get(oidc.link, { provider: 'uni', password: passwords.teacher });
    const linking = university.signIn(to?.address ?? '', { sub: 'u-2', preferred_username: 'x' });
    await wrongOnes(linker, linking, ['/lms/profile?linked=uni', '/lms/profile?linked=state']);
    assert.equal((await linker.ask(oidc.finishLink)).error?.code, 'outside.over');
    await back(linker, linking);
    assert.equal((await linker.ask(oidc.finishLink)).status, 200);
    const refused = ['outside.replayed state', 'outside.replayed mixUp'];
    await noted(
      ...refused,
      'outside.linked',
      'login.in',
      'outside.replayed over',
      'login.in',
      ...refused,
      'outside.linked',
    );
  });

  test('[AUTH-12] attack: a stolen code in the thief’s own answer lacks its secret, and no code counts twice', async () => {
    const [victim, thief] = [portal.nobody(), portal.nobody()];
    const stolen = university.signIn(await sent(victim), student).searchParams.get('code') ?? '';
    const own = university.signIn(await sent(thief), { sub: 'u-9', preferred_username: 'teacher' });
    own.searchParams.set('code', stolen);
    await back(thief, own);
    assert.equal(await over(thief), 'outside.refused');
    assert.equal(await isIn(thief), false);
    await noted('outside.refused code');
  });

  test('[AUTH-12] the cookie of a sign-in ends with it, and after ten minutes', async () => {
    const person = portal.nobody();
    const address = university.signIn(await sent(person), student);
    await portal.ownerSql`update pending_signin set expires_at = now() - interval '1 second'`;
    await back(person, address);
    assert.equal(await over(person), 'outside.over');
    assert.equal(person.cookies.has('outside'), false);
    await noted('outside.replayed late');
  });

  test('[AUTH-12] leads nowhere but into the portal', async () => {
    for (const to of ['https://evil.test', '//evil.test/lms', 'javascript:alert(1)']) {
      const person = portal.nobody();
      const address = await sent(person, { to });
      assert.equal(await back(person, university.signIn(address, student)), '/lms/login?way=uni');
    }
  });

  test('[AUTH-12] from a provider that is not in the settings leads to the sign-in page, which says that nothing was begun', async () => {
    const person = portal.nobody();
    const to = await back(person, new URL('http://portal.test/api/auth/outside/back/other?code=c&state=s'));
    assert.equal(to, '/lms/login?way=none');
    const answer = await person.ask(oidc.finish);
    assert.equal(answer.error?.code, 'outside.over');
    assert.match(answer.error?.message ?? '', /не начат/);
  });

  test('[AUTH-12] a provider that is not in the settings is not there', async () => {
    const person = portal.nobody();
    const answer = await person.ask(oidc.begin, { provider: 'other' });
    assert.deepEqual([answer.status, answer.error?.code], [404, 'outside.unknownProvider']);
  });

  test('[AUTH-12] attack: whoever is on the way in when the provider leaves the settings does not arrive', async () => {
    const { settings } = portal;
    const providers = settings.oidcProviders.filter(({ id }) => id === 'state');
    const log = pino({ level: 'silent' });
    const restarted = await createApp({
      settings: { ...settings, oidcProviders: providers },
      database: portal.database,
      log,
    });
    const base = await restarted.fastify.listen({ port: 0, host: '127.0.0.1' });
    const there = (person: TestClient) =>
      Object.assign(new TestClient(base), { cookies: person.cookies, uid: person.uid });
    const student = await portal.as('student');

    const claims = { sub: 'on-the-way', preferred_username: 'student' };
    await come(claims);
    const comer = portal.nobody();
    await back(comer, university.signIn(await sent(comer), claims));
    const came = await there(comer).ask(oidc.finish);
    assert.deepEqual([came.status, came.error?.code], [401, 'outside.over']);
    assert.equal(await isIn(comer), false);

    await portal.ownerSql`delete from linked_account`;
    const [to] = await student.get(oidc.link, { provider: 'uni', password: passwords.student });
    await back(student, university.signIn(to?.address ?? '', claims));
    const linked = await there(student).ask(oidc.finishLink);
    assert.deepEqual([linked.status, linked.error?.code], [401, 'outside.over']);
    assert.equal((await portal.ownerSql`select from linked_account where issuer = ${university.issuer}`).length, 0);

    const { key } = await student.get(secondstep.begin, { password: passwords.student });
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
    const { codes } = await student.get(secondstep.confirm, { code });
    const waiting = portal.nobody();
    await back(waiting, university.signIn(await sent(waiting), claims));
    assert.equal((await waiting.ask(oidc.finish)).error?.code, 'login.secondStep');
    const shown = await there(waiting).ask(secondstep.signIn, { code: codes[0] });
    assert.deepEqual([shown.status, shown.error?.code], [401, 'outside.over'], 'also before the second step is shown');
    await restarted.close();
  });
});
