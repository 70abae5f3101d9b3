import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../settings.ts';
import { warnOfUnencryptedProviders } from './unencrypted-peers.ts';

test('[AUTH-12] [AUTH-13] who keeps accounts and is asked without TLS is warned of at the start, whichever profile it has', () => {
  const name = { ru: 'У', kg: 'У', en: 'U' };
  const uni = { clientId: 'x', name, claim: 'number', is: 'code' };
  const directory = { account: 'cn=x', password: 'x', base: 'dc=x', claim: 'uid', is: 'login' };
  const settings = readSettings({
    PUBLIC_URL: 'https://lms.test',
    OIDC_PROVIDERS: JSON.stringify([
      { id: 'state', profile: 'national', issuer: 'http://127.0.0.1:1', clientId: 'x' },
      { ...uni, id: 'uni', issuer: 'http://localhost:1' },
      { ...uni, id: 'safe', issuer: 'https://id.test' },
    ]),
    LDAP_DIRECTORIES: JSON.stringify([
      { ...directory, id: 'here', servers: ['ldap://localhost'], insecure: true },
      { ...directory, id: 'far', servers: ['ldap://dc1.test'] },
    ]),
  });
  const warned: unknown[] = [];
  warnOfUnencryptedProviders(settings, { warn: (of: object) => void warned.push((of as { id: string }).id) });
  assert.deepEqual(warned, ['state', 'uni', 'here']);
});
