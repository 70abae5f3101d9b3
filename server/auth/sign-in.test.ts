import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Product code that calls something, by the part of the portal. */
const callers = (call: RegExp) =>
  globSync('**/*.ts', { cwd: home })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|^(test|demo)\//.test(path) && call.test(readFileSync(home + path, 'utf8')))
    .sort();

describe('signing in', () => {
  it('has one door: by password and directory, provider, passkey and second step', () => {
    assert.deepEqual(callers(/\bcompleteSignIn\(ctx\b/), [
      'rooms/login/login.ts',
      'rooms/oidc/oidc.ts',
      'rooms/passkeys/passkeys.ts',
      'rooms/secondstep/secondstep.signin.ts',
    ]);
  });

  it('begins no session, and leaves none waiting, anywhere else', () => {
    assert.deepEqual(callers(/\bsessions\.begin\(/), ['auth/sign-in.ts']);
    assert.deepEqual(callers(/\bbeginSecondStep\(db, /), ['auth/sign-in.ts']);
    assert.deepEqual(callers(/insert into session\b/), ['auth/session.ts']);
    assert.deepEqual(callers(/insert into waiting_signin\b/), ['auth/second-step.ts']);
  });
});
