import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { openPortal, type Person, type Portal, passwords } from '../../test/as.ts';

const { login, profile } = everything;

let portal: Portal;
before(async () => {
  // This machine stands for the university's proxy, so that tests can come from many addresses.
  portal = await openPortal({ TRUST_PROXY: '127.0.0.1' });
});
after(() => portal.close());
afterEach(async () => {
  await portal.database.own`truncate signin_wait, signin_failure`;
});

/** One try from an address; by default by a browser that was never here. */
async function attempt(name: string, password: string, address = '10.0.0.1', person: Person = portal.nobody()) {
  const headers = { 'x-forwarded-for': address };
  const answer = await person.ask(login.authorize, { login: name, password }, { headers });
  return { status: answer.status, code: answer.error?.code, wait: Number(answer.headers.get('retry-after') ?? 0) };
}

/** Fails so often that the free tries are used up. */
async function failFive(name: string, address?: string, person?: Person): Promise<void> {
  for (let i = 0; i < 5; i++) assert.equal((await attempt(name, 'Wrong1', address, person)).status, 401);
  await hold();
}

/** Puts an hour on top of every wait, so that a slow machine cannot outlive one. */
const hold = () => portal.database.own`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
/** Lets every wait be over. */
const pass = () => portal.database.own`update signin_wait set last_at = last_at - interval '2 hours'`;

describe('one account from one address', () => {
  test('[AUTH-11] five failures are free, then the right password has to wait too', async () => {
    await failFive('student');
    const refused = await attempt('student', passwords.student);
    assert.equal(refused.status, 429);
    assert.equal(refused.code, 'login.tooOften');
    assert.ok(refused.wait > 0);
    await pass();
    assert.equal((await attempt('student', passwords.student)).status, 200);
  });

  test('[AUTH-11] the wait grows 1, 2, 4 ... to 900 seconds', async () => {
    await failFive('student');
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const asked = performance.now();
      await hold();
      const { status, wait } = await attempt('student', 'Wrong1');
      const passed = (performance.now() - asked) / 1000;
      assert.equal(status, 429);
      assert.ok(wait <= 3600 + seconds && wait >= 3600 + seconds - Math.ceil(passed), `${wait - 3600} for ${seconds}`);
      await pass();
      assert.equal((await attempt('student', 'Wrong1')).status, 401);
    }
  });

  test('[AUTH-11] counters survive the refusal, and a wait that is refused does not count as a failure', async () => {
    await failFive('student');
    for (let i = 0; i < 10; i++) assert.equal((await attempt('student', 'Wrong1')).status, 429);
    const [row] = await portal.database.own<{ failures: number }[]>`select failures from signin_wait`;
    assert.equal(row?.failures, 5);
  });

  test('[AUTH-11] a success clears the count', async () => {
    await failFive('student');
    await pass();
    assert.equal((await attempt('student', passwords.student)).status, 200);
    await failFive('student');
  });

  test('[AUTH-11] thirty wrong tries at once are not thirty guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('student', 'Wrong1')));
    const tried = answers.filter((answer) => answer.status === 401).length;
    assert.ok(tried >= 5 && tried <= 7, `${tried} were checked: five, and what a slow machine waits for`);
    assert.equal(answers.filter((answer) => answer.status === 429).length, 30 - tried);
  });

  test('[AUTH-11] unknown logins are slowed in the same way, so that nothing is learnt from it', async () => {
    await failFive('no-such-person');
    const refused = await attempt('NO-such-person ', 'Wrong1');
    assert.deepEqual([refused.status, refused.code], [429, 'login.tooOften']);
  });

  test('[AUTH-11] other accounts and other addresses are not slowed', async () => {
    await failFive('student');
    assert.equal((await attempt('student', passwords.student)).status, 429);
    assert.equal((await attempt('student2', passwords.student2)).status, 200);
    assert.equal((await attempt('student', passwords.student, '10.0.0.2')).status, 200);
  });
});

describe('nobody is locked out', () => {
  test('[AUTH-11] 200 wrong sign-ins slow neither others nor the browser that signed in before', async () => {
    const known = await portal.as('student');
    await failFive('student');
    for (let done = 5; done < 200; done += 39)
      await Promise.all(Array.from({ length: 39 }, () => attempt('student', 'Wrong1')));
    assert.equal((await attempt('student', passwords.student)).status, 429);
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', known)).status, 200);
    assert.equal((await attempt('student2', passwords.student2)).status, 200);
    assert.equal((await attempt('teacher', passwords.teacher)).status, 200);
  });

  test('[AUTH-11] the known browser has its own count of five', async () => {
    const known = await portal.as('student');
    await failFive('student', '10.0.0.1', known);
    assert.equal((await attempt('student', passwords.student, '10.0.0.1', known)).status, 429);
    assert.equal((await attempt('student', passwords.student)).status, 200, 'a new browser at the same address');
  });

  test('[AUTH-11] a made-up mark, or that of another account, exempts nobody', async () => {
    const other = await portal.as('student2');
    const forged = portal.nobody();
    const student = await portal.as('student');
    const mark = (student.cookies.get('device') ?? '').split('.');
    forged.cookies.set('device', `${mark[0]}.${student.uid}.${'A'.repeat(43)}`);
    const swapped = portal.nobody();
    const theirs = (other.cookies.get('device') ?? '').split('.');
    swapped.cookies.set('device', `${theirs[0]}.${student.uid}.${theirs[2]}`);
    await failFive('student');
    for (const person of [other, forged, swapped])
      assert.equal((await attempt('student', passwords.student, '10.0.0.1', person)).status, 429);
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

describe('many addresses, many accounts', () => {
  test('[AUTH-11] an account tried from everywhere gets one try in ten seconds, its own browser any', async () => {
    const known = await portal.as('student');
    for (let i = 0; i < 50; i++) assert.equal((await attempt('student', 'Wrong1', `10.1.0.${i + 1}`)).status, 401);
    const asked = await attempt('student', passwords.student, '10.2.0.1');
    assert.equal(asked.status, 429);
    assert.ok(asked.wait >= 1 && asked.wait <= 10);
    assert.equal((await attempt('student', passwords.student, '10.2.0.1', known)).status, 200);
    assert.equal((await attempt('student2', passwords.student2, '10.2.0.1')).status, 200);
    await portal.database.own`update signin_failure set at = at - interval '10 seconds'`;
    assert.equal((await attempt('student', 'Wrong1', '10.2.0.1')).status, 401, 'one try');
    assert.equal((await attempt('student', 'Wrong1', '10.2.0.1')).status, 429, 'and no second one');
    await portal.database.own`update signin_failure set at = at - interval '1 hour'`;
    assert.equal((await attempt('student', passwords.student, '10.2.0.1')).status, 200);
  });

  test('[AUTH-11] an address with 300 failures in an hour has to wait, others and known browsers do not', async () => {
    const known = await portal.as('student');
    await portal.database.own`
      insert into signin_failure (at, account, address)
      select clock_timestamp() - i * interval '10 seconds', sha256((i % 60)::text::bytea), '10.3.0.1'
      from generate_series(1, 300) i`;
    const asked = await attempt('student', passwords.student, '10.3.0.1');
    assert.equal(asked.status, 429);
    assert.ok(asked.wait > 1 && asked.wait <= 3600);
    assert.equal((await attempt('student', passwords.student, '10.3.0.1', known)).status, 200);
    assert.equal((await attempt('student', passwords.student, '10.3.0.2')).status, 200);
    await portal.database.own`update signin_failure set at = at - interval '1 hour'`;
    assert.equal((await attempt('student', passwords.student, '10.3.0.1')).status, 200);
  });

  test('[AUTH-11] an address that fails with 100 accounts in ten minutes has to wait', async () => {
    for (let done = 0; done < 100; done += 20)
      await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(`nobody${done + i}`, 'Wrong1', '10.4.0.1')));
    assert.equal((await attempt('student', passwords.student, '10.4.0.1')).status, 429);
    assert.equal((await attempt('student', passwords.student, '10.4.0.2')).status, 200);
    await portal.database.own`update signin_failure set at = at - interval '10 minutes'`;
    assert.equal((await attempt('student', passwords.student, '10.4.0.1')).status, 200);
  });
});

describe('the same counts elsewhere', () => {
  test('[AUTH-11] authenticate counts by session and address', async () => {
    const person = await portal.as('student3');
    const tryToken = (token: string, from: Person) => from.ask(login.authenticate, { token });
    for (let i = 0; i < 5; i++) assert.equal((await tryToken(crypto.randomUUID(), person)).status, 401);
    await hold();
    const refused = await tryToken(person.token, person);
    assert.equal(refused.status, 429);
    assert.equal(refused.error?.code, 'login.tooOften');
    const elsewhere = await portal.as('student3');
    assert.equal((await tryToken(elsewhere.token, elsewhere)).status, 200);
    await pass();
    assert.equal((await tryToken(person.token, person)).status, 200);
  });

  test('[AUTH-11] a wrong old password counts as well', async () => {
    const person = await portal.as('student3');
    const change = (password: string) =>
      person.ask(profile.changePassword, { password, newPassword: passwords.student3 });
    for (let i = 0; i < 5; i++) assert.equal((await change('Wrong1')).status, 422);
    await hold();
    const refused = await change(passwords.student3);
    assert.equal(refused.status, 429);
    assert.equal(refused.error?.code, 'login.tooOften');
    assert.equal((await portal.nobody().signIn('student3', passwords.student3)).status, 200);
  });
});
