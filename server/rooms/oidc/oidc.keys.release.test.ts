import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { providerKeysUrl } from '../../auth/oidc-providers.ts';
import { parseOidcProviders } from '../../core/oidc-provider-settings.ts';
import { waitUntil } from '../../test/http.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { oidc, profile } = callsByRoom;
const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };

let provider: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  provider = await MaliciousProvider.open();
  const uni = { id: 'uni', clientId: providerClient.id, clientSecret: providerClient.secret, name };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      { ...uni, issuer: provider.issuer, claim: 'preferred_username', is: 'login', secondStep: { acr: ['two'] } },
    ]),
  });
});
after(async () => {
  await portal.close();
  await provider.close();
});
afterEach(async () => {
  provider.forgery = {};
  await portal.ownerSql`delete from linked_account`;
});

const student: JWTPayload = { sub: 'u-1', preferred_username: 'student' };

/** A browser that has come back from the provider. */
async function back(claims: JWTPayload = student) {
  const person = portal.nobody();
  const [to] = await person.get(oidc.begin, { provider: 'uni' });
  const { pathname, search } = provider.signIn(to?.address ?? '', claims);
  await person.fetch(pathname + search);
  return person;
}

const signIn = async (claims?: JWTPayload) => (await (await back(claims)).ask(oidc.finish)).error?.code ?? 'in';

describe('the keys of a provider', () => {
  test('[AUTH-12] attack: do not lie at an address without TLS where the provider has it', () => {
    const secure = 'https://id.university.test/realm';
    assert.equal(providerKeysUrl(secure, 'https://keys.university.test/k').href, 'https://keys.university.test/k');
    for (const named of [
      'http://id.university.test/k',
      'http://127.0.0.1/k',
      'ftp://id.university.test/k',
      'keys',
      undefined,
    ])
      assert.throws(() => providerKeysUrl(secure, named), /keys/, named);
    assert.equal(
      providerKeysUrl('http://127.0.0.1:1', 'http://127.0.0.1:1/k').protocol,
      'http:',
      'on this machine it may',
    );
  });

  test('[AUTH-12] that change without an overlap, also for one of the same name, lock nobody out', async () => {
    assert.equal(await signIn(), 'in', 'its keys are known from here on');
    await provider.rotate('ES256');
    assert.equal(await signIn(), 'in');
    await provider.rotate('RS256', 'one');
    assert.equal(await signIn(), 'in');
    await provider.rotate('RS256', 'one');
    assert.equal(await signIn(), 'in');
  });

  test('[AUTH-12] attack: one that the provider has changed from counts for five minutes at most', async (t) => {
    assert.equal(await signIn(), 'in');
    await provider.rotate('RS256');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 301_000 });
    provider.forgery = { formerKey: true };
    assert.equal(await signIn(), 'outside.refused');
    provider.forgery = {};
    assert.equal(await signIn(), 'in');
  });
});

describe('what a provider calls somebody', () => {
  test('[AUTH-12] attack: is compared letter by letter: no look-alike leads to another account', async () => {
    await portal.ownerSql`update account set login = 'clerk.k' where login = 'clerk'`;
    const names = [
      'cler\u212a.\u212a',
      'cler\u212a.k',
      '\u00a0clerk.k',
      'clerk.k\ufeff',
      ' clerk.k',
      'Clerk.k',
      'CLERK.K',
      'clerk.k\u0000',
      'clerk.k\u200b',
      '\u0441lerk.k',
    ];
    for (const preferred_username of names)
      assert.equal(await signIn({ sub: 'x', preferred_username }), 'outside.unknown');
    assert.equal(await signIn({ sub: 'x\u0000', preferred_username: 'clerk.k' }), 'outside.refused');
    assert.equal(await signIn({ sub: 'y', preferred_username: 'clerk.k' }), 'in');
    for (const sub of ['Y', 'y ', 'y\u200b', '\uff59', 'y\u0301'])
      assert.equal(await signIn({ sub, preferred_username: 'nobody' }), 'outside.unknown', JSON.stringify(sub));
    assert.equal(await signIn({ sub: 'y', preferred_username: 'nobody' }), 'in');
    const noted = await portal.ownerSql`select from audit where action in ('outside.unknown', 'outside.refused')`;
    assert.ok(noted.length > names.length, 'each is noted');
    await portal.ownerSql`update account set login = 'clerk' where login = 'clerk.k'`;
  });

  test('[AUTH-12] may be a number, which is read as text', async () => {
    await portal.ownerSql`update account set login = '20241234' where login = 'student'`;
    assert.equal(await signIn({ sub: 'x', preferred_username: 20241234 }), 'in');
    await portal.ownerSql`update account set login = 'student' where login = '20241234'`;
  });
});

const replayed = async () => (await portal.ownerSql`select from audit where action = 'outside.replayed'`).length;

test('[AUTH-12] attack: the end of a sign-in works once', async () => {
  const person = await back();
  const copy = portal.nobody();
  for (const [cookie, value] of person.cookies) copy.cookies.set(cookie, value);
  const answers = [await person.ask(oidc.finish), await copy.ask(oidc.finish)];
  assert.deepEqual(
    answers.map(({ status, error }) => [status, error?.code]),
    [
      [200, undefined],
      [401, 'outside.over'],
    ],
  );
  await waitUntil('the copy is noted', async () => (await replayed()) === 1);
});

test('[AUTH-12] attack: a state that no text can be is a wrong one, and is noted', async () => {
  const before = await replayed();
  const person = portal.nobody();
  const [to] = await person.get(oidc.begin, { provider: 'uni' });
  const address = provider.signIn(to?.address ?? '', student);
  address.searchParams.set('state', 'x\u0000');
  const answer = await person.fetch(address.pathname + address.search);
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/lms/login?way=uni']);
  assert.equal(await replayed(), before + 1);
  assert.equal((await person.ask(oidc.finish)).error?.code, 'outside.over');
});

test('[AUTH-12] [AUTH-14] a second step counts where the provider says so by a word of the settings', async () => {
  const [address] = await portal.nobody().get(oidc.begin, { provider: 'uni' });
  assert.equal(new URL(address?.address ?? '').searchParams.get('acr_values'), 'two');
  await portal.ownerSql`update account set second_step_since = now() where login = 'student'`;
  assert.equal(await signIn({ ...student, acr: 'one' }), 'login.secondStep');
  assert.equal(await signIn({ ...student, acr: 'two' }), 'in');
  await portal.ownerSql`update account set second_step_since = null`;
});

describe('a provider of other habits', () => {
  let other: MaliciousProvider;
  let there: TestPortal;
  before(async () => {
    other = await MaliciousProvider.open();
    other.takesSecret = 'client_secret_post';
    other.endsWithSlash = true;
    const uni = { id: 'uni', clientId: providerClient.id, clientSecret: providerClient.secret, name };
    there = await openPortal({
      PUBLIC_URL: 'http://portal.test',
      OIDC_PROVIDERS: JSON.stringify([{ ...uni, issuer: other.issuer, claim: 'preferred_username', is: 'login' }]),
    });
  });
  after(async () => {
    await there.close();
    await other.close();
  });

  test('[AUTH-12] takes the secret in the form, and names itself with a slash: in and out', async () => {
    const person = there.nobody();
    const [to] = await person.get(oidc.begin, { provider: 'uni' });
    const { pathname, search } = other.signIn(to?.address ?? '', student);
    await person.fetch(pathname + search);
    assert.equal((await person.ask(oidc.finish)).status, 200);
    const message = await other.endMessage({ sub: 'u-1' });
    const ended = await there.nobody().fetch(oidc.backchannelLogout.path.replace(':provider', 'uni'), {
      method: 'POST',
      body: new URLSearchParams({ logout_token: message }),
    });
    assert.equal(ended.status, 200);
    assert.equal((await person.ask(profile.data)).status, 401);
  });
});

test('[AUTH-12] a slash that an office adds to the address later is the same provider', () => {
  const of = (issuer: string) =>
    parseOidcProviders(
      JSON.stringify([{ id: 'uni', clientId: 'c', clientSecret: 's', name, claim: 'code', is: 'code', issuer }]),
    );
  const [[plain], [longer]] = [of('https://id.university.kg/realms/uni'), of('https://id.university.kg/realms/uni/')];
  assert.equal(longer?.issuer, plain?.issuer);
});

describe('an issuer with a path', () => {
  let other: MaliciousProvider;
  before(async () => {
    other = await MaliciousProvider.open('/realms/uni');
  });
  after(() => other.close());

  for (const [settings, document] of [
    ['', ''],
    ['', '/'],
    ['/', ''],
    ['/', '/'],
  ] as const)
    test(`[AUTH-12] signs in and out, ending in "${settings}" in the settings and in "${document}" in its document`, async () => {
      other.endsWithSlash = document === '/';
      const uni = { id: 'uni', clientId: providerClient.id, clientSecret: providerClient.secret, name };
      const issuer = other.issuer + settings;
      const there = await openPortal({
        PUBLIC_URL: 'http://portal.test',
        OIDC_PROVIDERS: JSON.stringify([{ ...uni, issuer, claim: 'preferred_username', is: 'login' }]),
      });
      try {
        const person = there.nobody();
        const [to] = await person.get(oidc.begin, { provider: 'uni' });
        const { pathname, search } = other.signIn(to?.address ?? '', student);
        await person.fetch(pathname + search);
        assert.equal((await person.ask(oidc.finish)).status, 200);
        const ended = await there.nobody().fetch(oidc.backchannelLogout.path.replace(':provider', 'uni'), {
          method: 'POST',
          body: new URLSearchParams({ logout_token: await other.endMessage({ sub: 'u-1' }) }),
        });
        assert.equal(ended.status, 200);
        assert.equal((await person.ask(profile.data)).status, 401);
      } finally {
        await there.close();
      }
    });
});
