import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createFailedSignIns, delayNextSignIn, recordFailedSignIns } from '../../test/factories/failed-sign-ins.ts';
import { waitUntil } from '../../test/http.ts';
import { solveChallenge } from '../../test/proof-of-work.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login } = callsByRoom;

let portal: TestPortal;

before(async () => {
  // This machine stands for the university's proxy, so that tests can come from many addresses.
  portal = await openPortal({ TRUST_PROXY: '127.0.0.1' });
});

after(() => portal.close());

afterEach(async () => {
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_success, signin_queue`;
});

/** One try from an address, with the work that is asked for; by default by a browser that was never here. */
async function attempt(name: string, password: string, address = '10.0.0.1', person: TestClient = portal.nobody()) {
  const headers = { 'x-forwarded-for': address };
  let answer = await person.ask(login.authorize, { login: name, password }, { headers });
  if (answer.error?.proof) {
    const proof = solveChallenge(answer.error.proof);
    answer = await person.ask(login.authorize, { login: name, password, proof }, { headers });
  }
  const { code, message } = answer.error ?? {};
  return { status: answer.status, code, message, wait: Number(answer.headers.get('retry-after') ?? 0) };
}

/** Failures at an account that came from the first addresses of a range, so many from each, a minute ago. */
const hunt = (name: string, addresses: number, each: number) =>
  recordFailedSignIns(portal.database.autocommit, createFailedSignIns(`login|${name}`, addresses, each), 60);

describe('nobody is locked out', () => {
  test('[AUTH-11] [SAFE-07] 99 wrong sign-ins of an address slow nobody else there', async () => {
    const known = await portal.as('student');
    for (let done = 0; done < 99; done += 33)
      await Promise.all(Array.from({ length: 33 }, () => attempt('student', 'Wrong1')));
    assert.equal((await attempt('student', passwords.student)).status, 200);
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', known)).status, 200);
    assert.equal((await attempt('student2', passwords.student2)).status, 200);
  });

  test('[AUTH-11] 200 right sign-ins from one address all succeed', async () => {
    const names = Object.keys(passwords) as (keyof typeof passwords)[];
    for (let done = 0; done < 200; done += 20) {
      const wave = Array.from({ length: 20 }, (_, i) => names[(done + i) % names.length] ?? 'student');
      const answers = await Promise.all(wave.map((name) => attempt(name, passwords[name])));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    }
  });
});

describe('an account that is guessed at from many places', () => {
  test('[AUTH-11] [SAFE-07] the owner gets in from a new browser at a 51st address while 50 go on guessing', async () => {
    await hunt('student', 50, 2);
    let guessing = true;
    let refused = 0;
    // Ten guessers without a pause: more than five tries a second.
    const guessers = Array.from({ length: 10 }, async (_, first) => {
      for (let i = first; guessing; i += 10) {
        const { status } = await attempt('student', 'Wrong1', `10.1.0.${(i % 50) + 1}`);
        assert.ok(status === 401 || status === 429);
        if (status === 429) refused++;
      }
    });
    await waitUntil('the guessers are slowed', () => refused > 50);
    // The server answers every call within 25 seconds.
    assert.equal((await attempt('student', passwords.student, '10.2.0.1')).status, 200);
    guessing = false;
    await Promise.all(guessers);
    const [row] = await portal.database.autocommit<{ many: number }[]>`
      select count(*)::int as many from signin_failure where at > clock_timestamp() - interval '50 seconds'`;
    assert.ok((row?.many ?? 0) < refused, 'few guesses were looked at');
  });

  test('[SAFE-07] whoever waits for a turn when the node stops is asked to try again', async () => {
    const other = await openPortal({ TRUST_PROXY: '127.0.0.1' });
    await recordFailedSignIns(other.database.autocommit, createFailedSignIns('login|student', 10, 10));
    await delayNextSignIn(other.database.autocommit, 'login|student', 15);
    const person = other.nobody();
    const given = { login: 'student', password: passwords.student };
    const { error } = await person.ask(login.authorize, given);
    const waiting = person.ask(login.authorize, {
      ...given,
      ...(error?.proof && { proof: solveChallenge(error.proof) }),
    });
    await waitUntil('a turn is taken', async () => {
      const [row] = await other.database
        .autocommit`select from signin_queue where next_at > clock_timestamp() + interval '15 s'`;
      return row !== undefined;
    });
    // The node's own stop alone: that of the test's portal cuts what is open.
    await other.app.close();
    assert.equal((await waiting).status, 503);
    await other.close();
  });
});
