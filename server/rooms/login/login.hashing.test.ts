import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, test } from 'node:test';

// The library that hashes is counted, not replaced: every verification still happens.
const counted = `
  import * as argon2 from '${import.meta.resolve('@node-rs/argon2')}';
  export const hash = argon2.hash;
  export const verify = (...given) => { globalThis.verifications++; return argon2.verify(...given); };`;
registerHooks({
  resolve(specifier, context, next) {
    return specifier === '@node-rs/argon2' && !context.parentURL?.startsWith('data:')
      ? { url: `data:text/javascript,${encodeURIComponent(counted)}`, shortCircuit: true }
      : next(specifier, context);
  },
});
const counter = globalThis as unknown as { verifications: number };
counter.verifications = 0;

const { openPortal, passwords } = await import('../../test/as.ts');
const portal = await openPortal();
after(() => portal.close());

test('[AUTH-03] every sign-in costs exactly one hash verification, whatever is wrong with it', async () => {
  const first = 'abcd-efgh-ijkl-mnop-qrst';
  await portal.database.own`
    update account set password_hash = 'sha256$salt1$' || encode(sha256(${`salt1${first}`}::bytea), 'hex')
    where login = 'student3'`;
  await portal.database.own`update account set blocked = true where login = 'student2'`;
  for (const [login, password, status] of [
    ['student', passwords.student, 200],
    ['student', 'Wrong1', 401],
    ['no-such-login', 'Wrong1', 401],
    ['student2', passwords.student2, 401],
    ['student3', first, 200],
    ['student3', 'Wrong1', 401],
  ] as const) {
    const before = counter.verifications;
    assert.equal((await portal.nobody().signIn(login, password)).status, status);
    assert.equal(counter.verifications - before, 1, `${login} ${password}`);
  }
});
