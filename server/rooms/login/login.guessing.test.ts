import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createFailedSignIns, delayNextSignIn, recordFailedSignIns } from '../../test/factories/failed-sign-ins.ts';
import { waitUntil } from '../../test/http.ts';
import { solveChallenge } from '../../test/proof-of-work.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, profile } = callsByRoom;

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

/** Fails so often that the free tries of a browser are used up; gives the browser. */
async function failFive(name: string, address?: string, person = portal.nobody()): Promise<TestClient> {
  for (let i = 0; i < 5; i++) assert.equal((await attempt(name, 'Wrong1', address, person)).status, 401);
  await hold();
  return person;
}

/** Puts an hour on top of every wait, so that a slow machine cannot outlive one. */
const hold = () => portal.database.autocommit`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;

/** Lets every wait be over. */
const pass = () => portal.database.autocommit`update signin_wait set last_at = last_at - interval '2 hours'`;

/** Failures at an account that came from the first addresses of a range, so many from each, a minute ago. */
const hunt = (name: string, addresses: number, each: number) =>
  recordFailedSignIns(portal.database.autocommit, createFailedSignIns(`login|${name}`, addresses, each), 60);

describe('one account in one browser', () => {
  test('[AUTH-11] [SAFE-07] five failures are free, then the right password has to wait too', async () => {
    const browser = await failFive('student');
    const refused = await attempt('student', passwords.student, '10.0.0.1', browser);
    assert.equal(refused.status, 429);
    assert.equal(refused.code, 'login.tooOften');
    assert.ok(refused.wait > 0);
    assert.equal((await attempt('student', passwords.student, '10.9.9.9', browser)).status, 429, 'wherever it goes');
    await pass();
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', browser)).status, 200);
  });

  test('[AUTH-11] the wait grows 1, 2, 4 ... to 900 seconds', async () => {
    const browser = await failFive('student');
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const asked = performance.now();
      await hold();
      const { status, wait } = await attempt('student', 'Wrong1', '10.0.0.1', browser);
      const passed = (performance.now() - asked) / 1000;
      assert.equal(status, 429);
      assert.ok(wait <= 3600 + seconds && wait >= 3600 + seconds - Math.ceil(passed), `${wait - 3600} for ${seconds}`);
      await pass();
      assert.equal((await attempt('student', 'Wrong1', '10.0.0.1', browser)).status, 401);
    }
  });

  test('[AUTH-11] [SAFE-07] the wait that is shown is the true one: seconds below a minute, then minutes', async () => {
    const browser = await failFive('student');
    const attemptAfter = async (ahead: string) => {
      await portal.database.autocommit`update signin_wait set last_at = clock_timestamp() + ${ahead}::interval`;
      return await attempt('student', 'Wrong1', '10.0.0.1', browser);
    };
    const short = await attemptAfter('40 seconds');
    assert.ok(short.wait > 1 && short.wait < 60, `${short.wait}`);
    assert.match(short.message ?? '', new RegExp(` ${short.wait} с\\.$`));
    const long = await attemptAfter('150 seconds');
    assert.match(long.message ?? '', / 3 мин\.$/);
  });

  test('[AUTH-11] counters survive the refusal, and a wait that is refused does not count as a failure', async () => {
    const browser = await failFive('student');
    for (let i = 0; i < 10; i++) assert.equal((await attempt('student', 'Wrong1', '10.0.0.1', browser)).status, 429);
    const [row] = await portal.database.autocommit<{ failures: number }[]>`select failures from signin_wait`;
    assert.equal(row?.failures, 5);
  });

  test('[AUTH-11] a success clears the count', async () => {
    const browser = await failFive('student');
    await pass();
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', browser)).status, 200);
    await failFive('student', '10.0.0.1', browser);
  });

  test('[AUTH-11] thirty wrong tries of one browser at once are not thirty guesses', async () => {
    const browser = portal.nobody();
    await browser.fetch('/api/config.json');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => attempt('student', 'Wrong1', '10.0.0.1', browser)),
    );
    const tried = answers.filter((answer) => answer.status === 401).length;
    assert.ok(tried >= 5 && tried <= 7, `${tried} were checked: five, and what a slow machine waits for`);
    assert.equal(answers.filter((answer) => answer.status === 429).length, 30 - tried);
  });

  test('[AUTH-11] unknown logins are slowed in the same way, so that nothing is learnt from it', async () => {
    const browser = await failFive('no-such-person');
    const refused = await attempt('NO-such-person ', 'Wrong1', '10.0.0.1', browser);
    assert.deepEqual([refused.status, refused.code], [429, 'login.tooOften']);
  });

  test('[AUTH-11] [SAFE-07] other accounts, and other browsers at the same address, are not slowed', async () => {
    const browser = await failFive('student');
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', browser)).status, 429);
    assert.equal((await attempt('student', passwords.student)).status, 200, 'another browser');
    assert.equal((await attempt('student2', passwords.student2, '10.0.0.1', browser)).status, 200);
  });

  test('[SAFE-07] every visitor gets the cookie, and one that we did not sign is replaced', async () => {
    const visitor = portal.nobody();
    const cookie = (await visitor.fetch('/api/config.json')).headers
      .getSetCookie()
      .find((one) => one.startsWith('device='));
    assert.match(cookie ?? '', /; HttpOnly; SameSite=Lax/);
    const mark = visitor.cookies.get('device');
    await visitor.fetch('/api/logo.json');
    assert.equal(visitor.cookies.get('device'), mark);
    visitor.cookies.set('device', 'made.up.cookie');
    await attempt('student', 'Wrong1', '10.0.0.1', visitor);
    const fresh = visitor.cookies.get('device');
    assert.ok(fresh && fresh !== 'made.up.cookie' && fresh !== mark);
    await failFive('student', '10.0.0.1', visitor);
    assert.equal((await attempt('student', 'Wrong1', '10.0.0.1', visitor)).status, 429);
  });
});

describe('nobody is locked out', () => {
  test('[AUTH-11] the known browser has its own count of five', async () => {
    const known = await portal.byPassword('student');
    await failFive('student', '10.0.0.1', known);
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', known)).status, 429);
    assert.equal((await attempt('student', passwords.student)).status, 200, 'a new browser at the same address');
  });

  test('[AUTH-11] [SAFE-07] a made-up mark, or that of another account, is not a known browser', async () => {
    const other = await portal.byPassword('student2');
    const student = await portal.byPassword('student');
    const withMark = (mark: string) => {
      const person = portal.nobody();
      person.cookies.set('device', mark);
      return person;
    };
    const [mark = '', , signature = ''] = (other.cookies.get('device') ?? '').split('.');
    await hunt('student', 10, 10);
    await delayNextSignIn(portal.database.autocommit, 'login|student', 3600);
    for (const person of [
      other,
      withMark(`${mark}.${student.uid}.${'A'.repeat(43)}`),
      withMark(`${mark}.${student.uid}.${signature}`),
    ])
      assert.equal((await attempt('student', passwords.student, '10.0.0.1', person)).status, 429);
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', student)).status, 200);
  });
});

describe('an account that is guessed at from many places', () => {
  test('[AUTH-11] [SAFE-07] lets one try in two seconds be looked at, its own browser any', async () => {
    const known = await portal.byPassword('student');
    await hunt('student', 10, 9);
    assert.equal((await attempt('student', 'Wrong1', '10.1.0.1')).status, 401, 'not yet');
    await hunt('student', 10, 1);
    assert.equal((await attempt('student', 'Wrong1', '10.1.0.1')).status, 401, 'one try');
    await portal.database.autocommit`update signin_queue set next_at = next_at + interval '10 seconds'`;
    const refused = await attempt('student', 'Wrong1', '10.1.0.2');
    assert.equal(refused.status, 429, 'and no second one');
    assert.ok(refused.wait >= 1 && refused.wait <= 12);
    assert.equal((await attempt('student', passwords.student, '10.1.0.2', known)).status, 200);
    assert.equal((await attempt('student2', passwords.student2, '10.1.0.2')).status, 200);
    await portal.database.autocommit`update signin_failure set at = at - interval '1 hour'`;
    assert.equal((await attempt('student', passwords.student, '10.1.0.2')).status, 200);
  });

  test('[AUTH-11] [SAFE-07] the owner gets in from a new browser while each guesser comes from a new /64', async () => {
    const guesses = Array.from({ length: 100 }, (_, at) => ({
      account: 'login|student',
      address: `2001:db8:1:${(at + 1).toString(16)}::1`,
    }));
    await recordFailedSignIns(portal.database.autocommit, guesses);
    let guessing = true;
    let refused = 0;
    let place = 100;
    const guessers = Array.from({ length: 10 }, async () => {
      while (guessing) {
        place++;
        const headers = { 'x-forwarded-for': `2001:db8:1:${place.toString(16)}::1` };
        const answer = await portal
          .nobody()
          .ask(login.authorize, { login: 'student', password: 'Wrong1' }, { headers });
        assert.ok(answer.status === 401 || answer.status === 429);
        if (answer.status === 429) refused++;
      }
    });
    await waitUntil('the guessers are slowed', () => refused > 50);
    assert.equal((await attempt('student', passwords.student, '2001:db8:2::1')).status, 200);
    guessing = false;
    await Promise.all(guessers);
  });

  test('[AUTH-11] [SAFE-07] a turn of one’s own costs work, which a crowd from new networks has to do each time', async () => {
    await hunt('student', 10, 10);
    const headers = { 'x-forwarded-for': '2001:db8:3::1' };
    const without = await portal
      .nobody()
      .ask(login.authorize, { login: 'student', password: passwords.student }, { headers });
    assert.deepEqual([without.status, without.error?.code], [401, 'login.proof']);
    const [row] = await portal.database.autocommit`select from signin_queue`;
    assert.equal(row, undefined, 'no turn is taken without it');
    assert.equal((await attempt('student', passwords.student, '2001:db8:3::1')).status, 200);
  });
});

describe('the same counts elsewhere', () => {
  test('[AUTH-11] authenticate counts by session', async () => {
    const person = await portal.byPassword('student3');
    const tryToken = (token: string, from: TestClient) => from.ask(login.authenticate, { token });
    for (let i = 0; i < 5; i++) assert.equal((await tryToken(crypto.randomUUID(), person)).status, 401);
    await hold();
    const refused = await tryToken(person.token, person);
    assert.equal(refused.status, 429);
    assert.equal(refused.error?.code, 'login.tooOften');
    const elsewhere = await portal.byPassword('student3');
    assert.equal((await tryToken(elsewhere.token, elsewhere)).status, 200);
    await pass();
    assert.equal((await tryToken(person.token, person)).status, 200);
  });

  test('[AUTH-11] a wrong old password counts as well', async () => {
    const person = await portal.byPassword('student3');
    const change = (password: string) =>
      person.ask(profile.changePassword, { password, newPassword: passwords.student3 });
    for (let i = 0; i < 5; i++) assert.equal((await change('Wrong1')).status, 422);
    await hold();
    const refused = await change(passwords.student3);
    assert.equal(refused.status, 429);
    assert.equal(refused.error?.code, 'login.tooOften');
    assert.equal((await portal.nobody().signIn('student3', passwords.student3)).status, 200);
    const [mark] = (person.cookies.get('device') ?? '').split('.');
    person.cookies.delete('device');
    assert.ok(mark);
    assert.equal((await change(passwords.student3)).status, 429, 'also without the cookie of the browser');
  });
});

test('[AUTH-11] [SAFE-07] tries that cost nothing fill the audit trail of one address with no more than 120 rows a minute', async () => {
  const noted = async (address: string) =>
    (
      await portal.ownerSql`
        select from audit where address = ${address} and action = 'login.wrong' and detail->>'why' = 'noPassword'`
    ).length;
  const browser = portal.nobody();
  for (let i = 0; i < 140; i++) assert.equal((await attempt('student', '', '10.9.0.1', browser)).status, 400);
  await attempt('student', '', '10.9.0.2', browser);
  await waitUntil('another address has its row', async () => (await noted('10.9.0.2')) === 1);
  await waitUntil('the rows are written', async () => (await noted('10.9.0.1')) >= 120);
  assert.equal(await noted('10.9.0.1'), 120);
});
