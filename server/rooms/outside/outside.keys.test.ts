import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal } from '../../test/as.ts';
import { client, LyingProvider } from '../../test/lying-provider.ts';

const { outside } = everything;

test('[AUTH-12] attack: a key that the provider has changed from counts for five minutes at most; the new one, also of elliptic curves, after one', async () => {
  const provider = await LyingProvider.open();
  const name = { ru: 'Университет', kg: 'Окуу жайы', en: 'University' };
  const uni = { id: 'uni', clientId: client.id, clientSecret: client.secret, name };
  const portal = await openPortal({
    PUBLIC_URL: 'http://portal.test',
    OIDC_PROVIDERS: JSON.stringify([{ ...uni, issuer: provider.issuer, claim: 'preferred_username', is: 'login' }]),
  });
  const signIn = async () => {
    const person = portal.nobody();
    const [to] = await person.get(outside.begin, { provider: 'uni' });
    const { pathname, search } = provider.signIn(to?.address ?? '', { sub: 'u-1', preferred_username: 'student' });
    await person.fetch(pathname + search);
    return (await person.ask(outside.finish)).error?.code ?? 'in';
  };
  assert.equal(await signIn(), 'in', 'its keys are known from here on');
  await provider.rotate('ES256');
  const { now: present } = Date;
  try {
    const later = (seconds: number) => {
      Date.now = () => present() + seconds * 1000;
    };
    later(61);
    assert.equal(await signIn(), 'in');
    await provider.rotate('RS256');
    later(61 + 301);
    provider.lies = { formerKey: true };
    assert.equal(await signIn(), 'outside.refused');
    provider.lies = {};
    assert.equal(await signIn(), 'in');
  } finally {
    Date.now = present;
  }
  await portal.close();
  await provider.close();
});
