import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { decodeJwt } from 'jose';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, oidc, profile } = callsByRoom;

let university: MaliciousProvider;
let mute: MaliciousProvider;
let state: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  [university, mute, state] = [
    await MaliciousProvider.open(),
    await MaliciousProvider.open(),
    await MaliciousProvider.open(),
  ];
  university.endsSessions = true;
  state.endsSessions = true;
  const both = { clientId: providerClient.id, clientSecret: providerClient.secret };
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  const byLogin = { name, claim: 'preferred_username', is: 'login' };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      { ...both, ...byLogin, id: 'uni', issuer: university.issuer },
      { ...both, ...byLogin, id: 'mute', issuer: mute.issuer },
      { ...both, id: 'state', issuer: state.issuer, profile: 'national', claim: 'pin', responseMode: 'query' },
    ]),
  });
});
after(async () => {
  await portal.close();
  for (const provider of [university, mute, state]) await provider.close();
});
afterEach(async () => {
  await portal.ownerSql`delete from linked_account`;
});

/** Signs in by a provider in a new browser. */
async function come(id = 'uni', claims = {}, person = portal.nobody()): Promise<TestClient> {
  const provider = { uni: university, mute, state }[id] ?? assert.fail();
  const [to] = await person.get(oidc.begin, { provider: id });
  const allClaims = { sub: `${id}-1`, preferred_username: 'student', ...claims };
  const { pathname, search } = provider.signIn(to?.address ?? '', allClaims);
  await person.fetch(pathname + search);
  await person.get(oidc.finish);
  return person;
}

const leave = async (person: TestClient) => (await person.get(login.logout, { logout: true }))[0]?.there;

test('[AUTH-12] whoever came by a provider and signs out learns where to sign out there too', async () => {
  const person = await come();
  const there = await leave(person);
  assert.equal((await person.ask(profile.data)).status, 401, 'the session here has ended');
  assert.equal(there?.way, 'uni');
  const address = new URL(there?.address ?? '');
  assert.equal(address.origin + address.pathname, `${university.issuer}/leave`);
  const { searchParams } = address;
  assert.deepEqual(
    [searchParams.get('post_logout_redirect_uri'), searchParams.get('client_id')],
    ['http://portal.test/lms/login', providerClient.id],
  );
  const hint = decodeJwt(searchParams.get('id_token_hint') ?? '');
  assert.deepEqual([hint.iss, hint.sub], [university.issuer, 'uni-1']);
  assert.equal(person.cookies.has('hint'), false);
  assert.equal(await leave(person), undefined, 'a second time there is nothing to end');
});

test('[AUTH-06] a key of another site of the domain before ours changes nothing of that', async () => {
  const person = portal.nobody();
  // Two of one name: the map's own order is that of the header.
  person.cookies.set('theme=dark; hint', 'planted');
  await come('uni', {}, person);
  const there = await leave(person);
  assert.ok(new URL(there?.address ?? '').searchParams.has('id_token_hint'));
});

test('[AUTH-12] a provider without such an address, or who came by the password, signs out as ever', async () => {
  assert.equal(await leave(await come('mute')), undefined);
  const person = await come();
  await person.signIn('student', passwords.student);
  assert.equal(await leave(person), undefined);
});

test('[AUTH-12] the ID token is read by neither the database nor the browser alone', async () => {
  const person = portal.nobody();
  const [to] = await person.get(oidc.begin, { provider: 'uni' });
  const { pathname, search } = university.signIn(to?.address ?? '', { sub: 'uni-1', preferred_username: 'student' });
  const answer = await person.fetch(pathname + search);
  const [cookie = ''] = answer.headers.getSetCookie().filter((one) => one.startsWith('hint='));
  assert.match(cookie, /^hint=[\w-]{43}; .*Path=\/; HttpOnly/);
  await person.get(oidc.finish);
  const rows = await portal.ownerSql<{ all: string }[]>`
    select coalesce(string_agg(t, ' '), '') as all from (
      select s::text as t from session s union all select o::text from pending_signin o
      union all select h::text from signout_hint h) x`;
  assert.doesNotMatch(rows[0]?.all ?? '', /eyJ/);
  const key = person.cookies.get('hint') ?? '';
  assert.equal((rows[0]?.all ?? '').includes(key), false);
  person.cookies.set('hint', `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`);
  const there = await leave(person);
  assert.equal(new URL(there?.address ?? '').searchParams.has('id_token_hint'), false, 'another key opens none');
});

test('[AUTH-12] attack: a hint of somebody else who was here before goes to nobody', async () => {
  const person = await come();
  const hint = person.cookies.get('hint') ?? '';
  const other = await come('uni', { sub: 'uni-2', preferred_username: 'student2' });
  other.cookies.set('hint', hint);
  const there = await leave(other);
  assert.equal(new URL(there?.address ?? '').searchParams.has('id_token_hint'), false);
});

test('[AUTH-12] where the ID token may hold a personal number none is kept; the provider asks whom it signs out', async () => {
  const pin = '21501199001234';
  await portal.ownerSql`update person p set pin = ${portal.app.context.pins.hash(pin)} from account a
    where a.person_id = p.id and a.login = 'student'`;
  const person = await come('state', { pin });
  assert.equal(person.cookies.has('hint'), false);
  const there = await leave(person);
  assert.deepEqual([there?.way, new URL(there?.address ?? '').searchParams.has('id_token_hint')], ['state', false]);
});
