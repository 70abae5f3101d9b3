import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOidcProviders } from './oidc-provider-settings.ts';

const uni = {
  ...{ id: 'uni', issuer: 'https://id.test', clientId: 'bilim', clientSecret: 'a-secret', claim: 'number', is: 'code' },
  name: { ru: 'У', kg: 'О', en: 'U' },
};
const read = (...parts: object[]) => parseOidcProviders(JSON.stringify(parts.map((part) => ({ ...uni, ...part }))));

/** What is given, and the sentence that names it. */
const wrong: [object, RegExp][] = [
  [{ scope: 'profile' }, /"scope".*openid/],
  [{ scope: 'profile openid2' }, /"scope".*openid/],
  [{ issuer: 'https://user:a-secret@id.test' }, /must not hold a name/],
  [{ issuer: 'https://id.test/.well-known/openid-configuration' }, /well-known/],
  [{ name: { ru: ' ', kg: 'О', en: 'U' } }, /"\/name\/ru"/],
  [{ claim: 'employee number' }, /"\/claim"/],
  ...['email', 'name', 'nickname', 'phone_number'].map((claim): [object, RegExp] => [
    { claim },
    new RegExp(`the claim "${claim}" may be anybody's`),
  ]),
  [{ secondStep: { amr: [''] } }, /"\/secondStep\/amr\/0"/],
  [{ secondStep: { amr: ['mfa'], arc: [] } }, /"\/secondStep\/arc"/],
  [{ clientsecret: 'a-secret' }, /"\/clientsecret"/],
  [{ icon: 'rose' }, /"\/icon"/],
];
for (const [part, sentence] of wrong)
  test(`[AUTH-12] the settings name what is wrong, and no secret: ${JSON.stringify(part)}`, () => {
    assert.throws(
      () => read(part),
      ({ message }: Error) => sentence.test(message) && !message.includes('a-secret'),
    );
  });

test('[AUTH-12] each provider has the drawing that is named, or the one of what it is', () => {
  const iconOf = (part: object) => read(part)[0]?.icon;
  assert.deepEqual(
    [{}, { icon: 'google' }, { profile: 'national' }, { profile: 'national', icon: 'card' }].map(iconOf),
    [...['university', 'google', 'national', 'card']],
  );
});

test('[AUTH-12] one issuer is one provider, however it is written', () => {
  for (const issuer of ['https://ID.test', 'https://id.test:443', 'https://id.test/'])
    assert.throws(() => read({}, { id: 'other', issuer }), /twice/, issuer);
  assert.equal(read({}, { id: 'other', issuer: 'https://id.test:8443' }).length, 2);
});
