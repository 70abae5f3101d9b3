import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { JWTPayload } from 'jose';
import { preparePortalPinHasher } from '../../import/pins.ts';
import { readSettings } from '../../settings.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { oidc, profile, login } = callsByRoom;
const pin = '21501199001234';

let state: MaliciousProvider;
let portal: TestPortal;
before(async () => {
  state = await MaliciousProvider.open();
  const named = {
    id: 'state',
    profile: 'national',
    issuer: state.issuer,
    clientId: providerClient.id,
    clientSecret: providerClient.secret,
  };
  portal = await openPortal({ PUBLIC_URL: 'http://portal.test', OIDC_PROVIDERS: JSON.stringify([named]) });
  await portal.ownerSql`update person p set pin = ${portal.app.context.pins.hash(pin)} from account a
    where a.person_id = p.id and a.login = 'student'`;
});
after(async () => {
  await portal.close();
  await state.close();
});
afterEach(async () => {
  await portal.ownerSql`delete from linked_account`;
});

/** A whole sign-in by the national identity service, which sends its form from its own page. */
async function come(claims: JWTPayload) {
  const person = portal.nobody();
  const [to] = await person.get(oidc.begin, { provider: 'state' });
  const asked = new URL(to?.address ?? '').searchParams;
  const back = state.signIn(to?.address ?? '', claims);
  await person.fetch(back.pathname, {
    method: 'POST',
    body: back.searchParams,
    headers: { origin: state.issuer, 'sec-fetch-site': 'cross-site' },
  });
  return { person, asked, answer: await person.ask(oidc.finish) };
}

test('[AUTH-12] the national identity service signs in by the imported personal number, which nobody is shown', async () => {
  const { person, asked, answer } = await come({ sub: 'n-1', pin, name: 'Азамат', phone_number: '+996700000000' });
  assert.deepEqual(
    [asked.get('response_mode'), asked.get('scope'), answer.data[0]?.uid],
    ['form_post', 'openid profile phone', (await portal.as('student')).uid],
  );
  assert.equal((await person.ask(profile.data)).text.includes('pin'), false);
  const rows = await portal.ownerSql<{ all: string }[]>`
    select coalesce(string_agg(t::text, ' '), '') as all from (
      select a::text as t from audit a union all select o::text from linked_account o
      union all select s::text from pending_signin s union all select p::text from person p) t`;
  assert.doesNotMatch(rows[0]?.all ?? '', new RegExp(`${pin}|996700000000`));
});

test('[AUTH-12] a personal number that nobody imported, a name and a telephone open nothing', async () => {
  for (const claims of [
    { pin: '11111111111111' },
    { pin: 'student' },
    { phone_number: '+996700000000', name: 'student' },
  ]) {
    const { answer } = await come({ sub: 'n-2', ...claims });
    assert.deepEqual([answer.status, answer.error?.code], [403, 'outside.unknown']);
  }
  const [noted] = await portal.ownerSql`select from audit where action = 'outside.unknown'`;
  assert.ok(noted);
});

test('[AUTH-12] a hash of an earlier release, whose key lay in the database, is hashed on when the portal starts', async () => {
  const { database, pins, signer, vault } = portal.app.context;
  const kept = async () => (await portal.ownerSql`select pin from person where pin is not null`)[0]?.pin;
  await portal.ownerSql`update person set pin = ${signer.sign('pin', pin)} where pin is not null`;
  await preparePortalPinHasher(database, vault, 'UTC');
  assert.deepEqual([await kept(), signer.sign('pin', pin) === (await kept())], [pins.hash(pin), false]);
  assert.equal((await come({ sub: 'n-1', pin })).answer.status, 200);
});

test('[AUTH-12] the profile is named in three languages, and each part of it may be named otherwise', async () => {
  const { ways } = await portal.nobody().get(login.config);
  const [way] = ways;
  assert.deepEqual([way?.id, new Set(Object.values(way?.name ?? {})).size, way?.icon], ['state', 3, 'national']);
  const named = { id: 'state', profile: 'national', issuer: 'https://id.test', clientId: 'x', scope: 'openid pin' };
  const [provider] = readSettings({
    PUBLIC_URL: 'https://lms.test',
    OIDC_PROVIDERS: JSON.stringify([named]),
  }).oidcProviders;
  assert.deepEqual([provider?.scope, provider?.claim, provider?.is], ['openid pin', 'pin', 'pin']);
});
