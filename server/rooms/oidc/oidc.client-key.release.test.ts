import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { readSettings } from '../../settings.ts';
import { MaliciousProvider, providerClient } from '../../test/malicious-provider.ts';
import { openPortal, type TestPortal } from '../../test/test-client.ts';

const { oidc, profile } = callsByRoom;
const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  short: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  other: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
};

let folder: string;
let byRsa: MaliciousProvider;
let byEc: MaliciousProvider;
let portal: TestPortal;

const pathOf = (pair: string) => join(folder, `${pair}.pem`);
const uniOf = (issuer: string, more: object) => ({
  ...{ issuer, clientId: providerClient.id, name, claim: 'preferred_username', is: 'login' },
  ...more,
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilim-client-key-'));
  // The older form of RSA keys is taken too.
  for (const [pair, { privateKey }] of Object.entries(pairs))
    await writeFile(
      pathOf(pair),
      privateKey.export({ type: pair === 'rsa' ? 'pkcs1' : 'pkcs8', format: 'pem' } as never),
    );
  await writeFile(join(folder, 'public.pem'), pairs.rsa.publicKey.export({ type: 'spki', format: 'pem' }));
  [byRsa, byEc] = [await MaliciousProvider.open(), await MaliciousProvider.open()];
  byRsa.clientKey = { key: pairs.rsa.publicKey };
  byEc.clientKey = { key: pairs.ec.publicKey, kid: 'of 2026' };
  portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([
      uniOf(byRsa.issuer, { id: 'rsa', privateKey: pathOf('rsa') }),
      uniOf(byEc.issuer, { id: 'ec', privateKey: pathOf('ec'), keyId: 'of 2026' }),
    ]),
  });
});
after(async () => {
  await portal.close();
  await byRsa.close();
  await byEc.close();
  await rm(folder, { recursive: true });
});

async function come(provider: 'rsa' | 'ec') {
  const person = portal.nobody();
  const [to] = await person.get(oidc.begin, { provider });
  const there = { rsa: byRsa, ec: byEc }[provider];
  const claims = { sub: 'u-1', preferred_username: 'student' };
  const { pathname, search } = there.signIn(to?.address ?? '', claims);
  await person.fetch(pathname + search);
  return { person, answer: await person.ask(oidc.finish) };
}

test('[AUTH-12] a provider that knows the portal by its key lets people in, with every sign-in signed separately', async () => {
  for (const provider of ['rsa', 'ec', 'rsa', 'ec'] as const) {
    const { person, answer } = await come(provider);
    assert.equal(answer.status, 200, provider);
    assert.equal((await person.ask(profile.data)).status, 200);
    await portal.ownerSql`delete from linked_account`;
  }
});

test('[AUTH-12] its clock may be almost a minute before ours, or behind', async () => {
  for (const off of [-55, 55]) {
    byRsa.isAhead = off;
    assert.equal((await come('rsa')).answer.status, 200, String(off));
  }
  byRsa.isAhead = 0;
});

test('[AUTH-12] another key than the one that was entered there opens nothing', async () => {
  const entered = byRsa.clientKey;
  byRsa.clientKey = { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey };
  const { person, answer } = await come('rsa');
  assert.deepEqual([answer.status, answer.error?.code], [401, 'outside.refused']);
  assert.equal((await person.ask(profile.data)).status, 401);
  byRsa.clientKey = entered;
});

test('[AUTH-12] the settings name what is wrong with a key, and nothing of it', () => {
  const wrong: [object, RegExp][] = [
    [{ privateKey: join(folder, 'nowhere.pem') }, /no private key/],
    [{ privateKey: join(folder, 'public.pem') }, /no private key/],
    [{ privateKey: pathOf('short') }, /2048/],
    [{ privateKey: pathOf('other') }, /P-256/],
    [{ privateKey: pathOf('rsa'), clientSecret: 'a secret' }, /not both/],
  ];
  const body = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' })).split('\n')[1] ?? '';
  for (const [part, sentence] of wrong)
    assert.throws(
      () =>
        readSettings({
          PUBLIC_URL: 'https://lms.test',
          OIDC_PROVIDERS: JSON.stringify([uniOf('https://id.test', { id: 'uni', ...part })]),
        }),
      ({ message }: Error) =>
        sentence.test(message) &&
        !message.includes('a secret') &&
        Object.values(pairs).every(({ privateKey }) => !message.includes(body(privateKey))),
      JSON.stringify(part),
    );
});
