import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createFailuresFromAddress, recordFailedSignIns } from '../../test/factories/failed-sign-ins.ts';
import { solveChallenge } from '../../test/proof-of-work.ts';
import { openPortal, passwords, type TestPortal } from '../../test/test-client.ts';

const { login } = callsByRoom;
const names = Object.keys(passwords) as (keyof typeof passwords)[];
const campus = '10.50.0.7';
const home = '10.3.0.1';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ TRUST_PROXY: '127.0.0.1', CAMPUS_RANGES: '10.50.0.0/16' });
  // A thousand wrong ones from each, a minute ago.
  const failures = [campus, home].flatMap((address) => createFailuresFromAddress(address, 1000));
  await recordFailedSignIns(portal.database.autocommit, failures, 60);
});
after(() => portal.close());

const signIn = (name: keyof typeof passwords, address: string, proof?: string) =>
  portal
    .nobody()
    .ask(
      login.authorize,
      { login: name, password: passwords[name], proof },
      { headers: { 'x-forwarded-for': address } },
    );

test('[AUTH-11] [SAFE-07] 200 right sign-ins from one address of the campus all succeed after 1 000 wrong ones', async () => {
  for (let done = 0; done < 200; done += 20) {
    const wave = Array.from({ length: 20 }, (_, i) => names[(done + i) % names.length] ?? 'student');
    const answers = await Promise.all(wave.map((name) => signIn(name, campus)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  }
});

test('[AUTH-11] [SAFE-07] elsewhere they succeed too, each after its work', async () => {
  for (const name of names) {
    const asked = await signIn(name, home);
    assert.equal(asked.error?.code, 'login.proof');
    assert.ok(asked.error.proof);
    assert.equal((await signIn(name, home, solveChallenge(asked.error.proof))).status, 200);
  }
});
