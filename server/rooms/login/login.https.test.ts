import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../core/clock.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, passwords, type TestPortal } from '../../test/test-client.ts';

const { login, apps, oidc, passkeys, secondstep } = callsByRoom;

let provider: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  provider = await MaliciousProvider.open();
  const [name, claim] = [
    { ru: 'У', kg: 'У', en: 'U' },
    { claim: 'preferred_username', is: 'login' },
  ];
  const uni = {
    id: 'uni',
    issuer: provider.issuer,
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
    name,
    ...claim,
  };
  portal = await openPortal({
    PUBLIC_URL: 'https://lms.example.kg',
    OIDC_PROVIDERS: JSON.stringify([{ ...uni, responseMode: 'form_post' }]),
  });
});
after(async () => {
  await portal.close();
  await provider.close();
});

test('[AUTH-06] behind TLS every cookie is Secure and the session has the __Host- name', async () => {
  const person = portal.nobody();
  const answer = await person.ask(login.authorize, { login: 'student', password: passwords.student });
  assert.equal(answer.status, 200);
  const cookies = answer.headers.getSetCookie();
  const sid = cookies.find((cookie) => cookie.startsWith('__Host-sid='));
  assert.ok(sid?.includes('; HttpOnly') && sid.includes('; Path=/') && !sid.includes('Domain'));
  for (const cookie of cookies) {
    assert.match(cookie, /; Secure/);
    if (!cookie.startsWith('XSRF-TOKEN=')) assert.match(cookie, /^__Host-[a-z]+=[^;]*;.* Path=\/;/);
  }
  assert.equal((await person.ask(apps.settings)).status, 200);
  assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=31536000/);
});

test('[AUTH-14] so have the cookies of a passkey, of a sign-in that waits for its second step, and of a remembered second step', async () => {
  const owner = await portal.as('student3');
  const { key } = await owner.get(secondstep.begin, { password: passwords.student3 });
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() });
  const { codes } = await owner.get(secondstep.confirm, { code });
  const person = portal.nobody();
  const isHost = (answer: { headers: Headers }, name: string) => {
    const cookie = answer.headers.getSetCookie().find((one) => one.includes(`${name}=`));
    assert.match(cookie ?? '', new RegExp(`^__Host-${name}=[^;]+; .*Path=/; HttpOnly; Secure`));
    assert.doesNotMatch(cookie ?? '', /Domain/);
  };
  isHost(await person.ask(passkeys.ask), 'passkey');
  isHost(await person.ask(login.authorize, { login: 'student3', password: passwords.student3 }), 'second');
  isHost(await person.ask(secondstep.signIn, { code: codes[0], rest: true }), 'rest');
});

test('[AUTH-06] a language that another site has set does not take the place of the chosen one', async () => {
  const answerWith = async (cookies: Record<string, string>) => {
    const person = portal.nobody();
    for (const [name, value] of Object.entries(cookies)) person.cookies.set(name, value);
    return (await person.ask(apps.settings)).error?.message;
  };
  const [kyrgyz, english] = [await answerWith({ lang: 'kg' }), await answerWith({ lang: 'en' })];
  assert.notEqual(kyrgyz, english);
  assert.equal(await answerWith({ lang: 'en', '__Host-lang': 'kg' }), kyrgyz);
});

test('[AUTH-06] the plain cookie name is nobody there', async () => {
  const person = await portal.as('student');
  person.cookies.set('sid', person.cookies.get('__Host-sid') ?? '');
  person.cookies.delete('__Host-sid');
  person.cookies.delete('XSRF-TOKEN');
  assert.equal((await person.ask(apps.settings)).status, 401);
});

test('[BASE-09] behind TLS only the public address may be the origin', async () => {
  const person = await portal.as('student');
  const from = (origin: string) => person.ask(apps.settings, {}, { headers: { origin } });
  assert.equal((await from('https://lms.example.kg')).status, 200);
  assert.equal((await from('http://lms.example.kg')).error?.code, 'call.csrf');
  assert.equal((await from(portal.base)).error?.code, 'call.csrf');
});

test('[AUTH-12] a form of a provider, sent from its own page, brings the cookie of its sign-in alone, which ends with it', async () => {
  const person = await portal.as('student2');
  const ofSession = person.cookies.get('__Host-sid') ?? assert.fail();
  const begun = await person.ask(oidc.begin, { provider: 'uni' });
  const set = begun.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-outside='));
  assert.match(set ?? '', /^__Host-outside=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/);
  const address = provider.signIn(begun.data[0]?.address ?? '', { sub: 'u-1', preferred_username: 'student' });
  // As a browser sends it: what is SameSite=Lax stays behind.
  const ofSite = portal.nobody();
  ofSite.cookies.set('__Host-outside', person.cookies.get('__Host-outside') ?? '');
  const headers = { origin: provider.issuer, 'sec-fetch-site': 'cross-site' };
  const form = await ofSite.fetch(address.pathname, { method: 'POST', body: address.searchParams, headers });
  assert.deepEqual([form.status, form.headers.get('location')], [303, '/lms/login?way=uni']);
  assert.equal(
    form.headers.getSetCookie().some((cookie) => /^__Host-sid=/.test(cookie)),
    false,
  );
  const hint = form.headers.getSetCookie().find((cookie) => cookie.includes('hint='));
  assert.match(hint ?? '', /^__Host-hint=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure/);
  const ended = await person.ask(oidc.finish);
  assert.equal(ended.status, 200);
  assert.notEqual(person.cookies.get('__Host-sid'), ofSession);
  const dropped = ended.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-outside='));
  assert.match(dropped ?? '', /^__Host-outside=; .*Secure; SameSite=None$/);
});
