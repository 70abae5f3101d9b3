import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../core/clock.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, secondstep, profile } = callsByRoom;

/** As docs/permissions.md names it for passwords. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

let portal: TestPortal;
before(async () => {
  portal = await openPortal({ SECOND_STEP: 'permissions' });
});
after(() => portal.close());

/** What an app shows; `ahead` steps of thirty seconds later. */
function appCode(key: string, ahead = 0, at = now().getTime()): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at + ahead * 30_000 });
}

/** A code that the app does not show for some minutes. */
function wrongCode(key: string): string {
  const shown = Array.from({ length: 12 }, (_, place) => appCode(key, place - 2));
  return ['000000', '999999', '123123'].find((code) => !shown.includes(code)) ?? assert.fail();
}

/** Sets up codes for somebody who is signed in: the key, and the recovery codes. */
async function setUp(person: TestClient, password: string) {
  const { key, address } = await person.get(secondstep.begin, { password });
  assert.match(address, /^otpauth:\/\/totp\//);
  const { codes } = await person.get(secondstep.confirm, { code: appCode(key) });
  return { key, codes };
}

/** The password of somebody who has a second step: what the refusal says, and the browser that waits. */
async function password(name: keyof typeof passwords, person = portal.nobody()) {
  const answer = await person.ask(login.authorize, { login: name, password: passwords[name] });
  return { person, answer };
}

const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;

/** Takes the second step from an account, and what was counted of it. */
async function reset(name: string) {
  await portal.ownerSql`
    with gone as (delete from one_time_key where person_id = (select person_id from account where login = ${name}))
    update account set second_step_since = null where login = ${name}`;
  await portal.ownerSql`truncate signin_wait, signin_failure, signin_queue`;
}

const noted = (action: string, name: string) =>
  waitUntil(`${action} is noted`, async () => {
    const rows = await portal.ownerSql`
      select from audit u join account a on a.person_id = u.person_id where u.action = ${action} and a.login = ${name}`;
    return rows.length > 0;
  });

/** A sign-in that comes to the account while something else holds it, which then sets up a second step. */
async function setUpMeanwhile(name: keyof typeof passwords) {
  let set = () => {};
  const held = new Promise<void>((done) => {
    set = done;
  });
  let isHeld = false;
  const holder = portal.database.transaction(async (db) => {
    await db`select from account where login = ${name} for update`;
    isHeld = true;
    await held;
    await db`update account set second_step_since = now() where login = ${name}`;
  });
  await waitUntil('the account is held', () => isHeld);
  const coming = password(name);
  await waitUntil('the sign-in waits for it', async () => {
    const rows = await portal.ownerSql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });
  set();
  await holder;
  return await coming;
}

describe('codes of an app', () => {
  test('[AUTH-14] attack: a second step that is set up in the middle of a sign-in is asked for at once', async () => {
    const { person, answer } = await setUpMeanwhile('student2');
    assert.deepEqual([answer.status, answer.error?.code], [401, 'login.secondStep']);
    assert.equal(await isIn(person), false);
    assert.equal((await person.ask(secondstep.waiting)).status, 200);
    await noted('login.secondStep', 'student2');
    await reset('student2');
  });

  test('[AUTH-14] a code is looked at in the order in which codes are set up: the account is locked before what waits', async () => {
    const { key } = await setUp(await portal.as('student'), passwords.student);
    const { person } = await password('student');
    const code = appCode(key, 1);
    const coming = await portal.database.transaction(async (db) => {
      const [{ uid } = assert.fail()] = await db`
        select person_id as uid from account where login = 'student' for update`;
      await db`select from one_time_key where person_id = ${uid} for update`;
      const asked = person.ask(secondstep.signIn, { code });
      await waitUntil('the code waits', async () => {
        const rows = await portal.ownerSql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return rows.length > 0;
      });
      const free = await portal.ownerSql`
        select from pending_second_step where person_id = ${uid} for update skip locked`;
      return { asked, free: free.length };
    });
    assert.equal((await coming.asked).status, 200);
    assert.equal(coming.free, 1, 'whoever holds the account may end what waits');
    await reset('student');
  });

  test('[AUTH-14] after the password the code of the app is asked for, and opens the portal', async () => {
    const { key } = await setUp(await portal.as('student'), passwords.student);
    const { person, answer } = await password('student');
    assert.equal(answer.status, 401);
    assert.equal(answer.error?.code, 'login.secondStep');
    assert.equal(await isIn(person), false);
    const entered = await person.ask(secondstep.signIn, { code: appCode(key, 1) });
    assert.equal(entered.status, 200, entered.text);
    assert.ok(await isIn(person));
    await reset('student');
  });

  test('[AUTH-14] attack: a code sent again is refused, also for another sign-in', async () => {
    const { key } = await setUp(await portal.as('student'), passwords.student);
    const code = appCode(key, 1);
    const first = await password('student');
    assert.equal((await first.person.ask(secondstep.signIn, { code })).status, 200);
    const second = await password('student');
    const refused = await second.person.ask(secondstep.signIn, { code });
    assert.equal(refused.error?.code, 'login.codeWrong');
    await noted('login.codeWrong', 'student');
    await reset('student');
  });

  test('[AUTH-14] attack: a used code begins no second session, nor with the cookie of its own sign-in', async () => {
    const { key, codes } = await setUp(await portal.as('student'), passwords.student);
    for (const code of [appCode(key, 1), codes[0] ?? '']) {
      const { person } = await password('student');
      const waiting = new Map(person.cookies);
      assert.equal((await person.ask(secondstep.signIn, { code })).status, 200);
      const again = portal.nobody();
      for (const [name, value] of waiting) again.cookies.set(name, value);
      assert.equal((await again.ask(secondstep.signIn, { code })).error?.code, 'login.secondStepOver');
      assert.equal(await isIn(again), false);
    }
    await reset('student');
  });

  test('[AUTH-14] five wrong codes end the sign-in, and the right one comes too late', async () => {
    const { key } = await setUp(await portal.as('student2'), passwords.student2);
    const { person } = await password('student2');
    const right = appCode(key, 1);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 5; tries++)
      codes.push((await person.ask(secondstep.signIn, { code: wrong })).error?.code);
    assert.deepEqual(codes, [...Array(4).fill('login.codeWrong'), 'login.secondStepOver']);
    const late = await person.ask(secondstep.signIn, { code: right });
    assert.equal(late.status, 401);
    assert.equal(await isIn(person), false);
    await reset('student2');
  });

  /** Wrong codes of many browsers: each is new, as whoever throws the cookie away is. */
  async function guess(
    name: keyof typeof passwords,
    key: string,
    times: number,
    more: { nextCode?: string } = {},
  ): Promise<string[]> {
    const code = wrongCode(key);
    const refusals: string[] = [];
    while (refusals.length < times) {
      const { person } = await password(name);
      for (let tries = 0; tries < 4 && refusals.length < times; tries++)
        refusals.push((await person.ask(secondstep.signIn, { code, ...more })).error?.code ?? '');
    }
    return refusals;
  }

  test('[AUTH-14] [AUTH-11] attack: other browsers give new tries only until the account’s are used up', async () => {
    const { key } = await setUp(await portal.as('student2'), passwords.student2);
    assert.deepEqual(new Set(await guess('student2', key, 20)), new Set(['login.codeWrong']));
    const after = await guess('student2', key, 4);
    assert.deepEqual(after, Array(4).fill('login.twoCodes'), 'then none is looked at by itself');
    const { person } = await password('student2');
    const right = await person.ask(secondstep.signIn, { code: appCode(key, 1) });
    assert.equal(right.error?.code, 'login.twoCodes', 'nor does the answer tell a right one');
    await reset('student2');
  });

  test('[AUTH-14] [AUTH-11] attack: codes tried from everywhere keep the owner out of no new browser', async () => {
    const { key } = await setUp(await portal.as('student2'), passwords.student2);
    await guess('student2', key, 20);
    const wrong = await guess('student2', key, 40, { nextCode: '111111' });
    assert.deepEqual(new Set(wrong), new Set(['login.codeWrong']), 'pairs are looked at at once');
    // Made at one moment, and the first of them used, however long ago the app was set up.
    const at = now().getTime();
    const [used, following, ...later] = [0, 1, 2, 3].map((ahead) => appCode(key, ahead, at));
    await portal.ownerSql`
      update one_time_key set last_step = ${Math.floor(at / 30_000)}
      where person_id = (select person_id from account where login = 'student2')`;
    const { person } = await password('student2');
    const ask = async (code = '', nextCode = '') =>
      (await person.ask(secondstep.signIn, { code, nextCode })).error?.code;
    assert.equal(await ask(following, following), 'login.codeWrong', 'one code twice');
    assert.equal(await ask(used, following), 'login.codeWrong', 'one that was used before');
    assert.equal(await ask(following, used), 'login.codeWrong', 'the other way round');
    assert.equal(await ask(...later), 'login.codeWrong', 'two that the app does not show yet');
    await portal.ownerSql`
      update one_time_key set last_step = last_step - 3
      where person_id = (select person_id from account where login = 'student2')`;
    const browsers = [await password('student2'), await password('student2')];
    const pair = { code: used ?? '', nextCode: following ?? '' };
    const answers = await Promise.all(browsers.map((browser) => browser.person.ask(secondstep.signIn, pair)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401], 'a pair begins one session');
    await reset('student2');
  });

  test('[AUTH-14] [AUTH-11] whoever knows the password keeps the owner out of no way in', async () => {
    const owner = await portal.byPassword('student2');
    const { key, codes } = await setUp(owner, passwords.student2);
    await guess('student2', key, 24);
    const known = await password('student2', owner);
    assert.equal((await owner.ask(secondstep.signIn, { code: appCode(key, 1) })).status, 200, 'a known browser');
    assert.equal(known.answer.error?.code, 'login.secondStep');
    const fresh = await password('student2');
    assert.equal((await fresh.person.ask(secondstep.signIn, { code: codes[0] })).status, 200, 'a recovery code');
    await reset('student2');
  });

  test('[AUTH-14] what is kept of codes opens nothing by itself', async () => {
    const { key, codes } = await setUp(await portal.as('student'), passwords.student);
    const [seed] = await portal.ownerSql<{ secret: Buffer }[]>`
      select secret from one_time_key k join account a on a.person_id = k.person_id where a.login = 'student'`;
    const bytes = Buffer.from(Secret.fromBase32(key).bytes);
    assert.equal(seed?.secret.includes(bytes), false);
    const rows = await portal.ownerSql<{ hash: Buffer; salt: Buffer }[]>`
      select r.hash, r.salt from recovery_code r join account a on a.person_id = r.person_id where a.login = 'student'`;
    const [code = ''] = codes;
    const plain = code.replace('-', '');
    const hashed = await hashRaw(plain, { salt: rows[0]?.salt ?? Buffer.alloc(0), ...strength });
    assert.ok(
      rows.some(({ hash }) => hash.equals(hashed)),
      'by argon2id',
    );
    await reset('student');
  });

  test('[AUTH-14] attack: the second step is not skipped by another call', async () => {
    await setUp(await portal.as('student3'), passwords.student3);
    const { person } = await password('student3');
    assert.ok(person.cookies.has('second'));
    for (const call of [profile.data, profile.sessions, secondstep.state, secondstep.endRest])
      assert.equal((await person.ask(call)).status, 401);
    await noted('login.secondStep', 'student3');
    await waitUntil('each is noted', async () => {
      const rows = await portal.ownerSql<{ call: string }[]>`
        select detail->>'call' as call from audit u join account a on a.person_id = u.person_id
        where u.action = 'refused' and u.detail->>'code' = 'login.secondStep' and a.login = 'student3'`;
      return rows.length === 4 && rows.some(({ call }) => call.includes(profile.data.path));
    });
    const anonymous = portal.nobody();
    assert.equal((await anonymous.ask(secondstep.signIn, { code: '123456' })).error?.code, 'login.secondStepOver');
    await waitUntil('a code of nobody is noted', async () => {
      const rows = await portal.ownerSql`select from audit where action = 'login.codeWrong' and person_id is null`;
      return rows.length > 0;
    });
    await reset('student3');
  });

  test('[AUTH-14] an account that is blocked meanwhile does not come in with a code', async () => {
    const { key } = await setUp(await portal.as('student3'), passwords.student3);
    const { person } = await password('student3');
    await portal.ownerSql`update account set blocked = true where login = 'student3'`;
    const answer = await person.ask(secondstep.signIn, { code: appCode(key, 1) });
    assert.equal(answer.error?.code, 'login.secondStepOver');
    await portal.ownerSql`update account set blocked = false where login = 'student3'`;
    await reset('student3');
  });
});

describe('recovery codes', () => {
  test('[AUTH-14] each opens once, in any way of writing it', async () => {
    const { codes } = await setUp(await portal.as('student'), passwords.student);
    assert.equal(new Set(codes).size, 10);
    const [code = ''] = codes;
    const first = await password('student');
    const answer = await first.person.ask(secondstep.signIn, { code: ` ${code.toUpperCase().replace('-', ' ')}` });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await first.person.get(secondstep.state)).recoveryLeft, 9);
    const second = await password('student');
    assert.equal((await second.person.ask(secondstep.signIn, { code })).error?.code, 'login.codeWrong');
    await reset('student');
  });

  test('[AUTH-14] new ones end the old ones, and cost the password', async () => {
    const person = await portal.as('student');
    const { codes: old } = await setUp(person, passwords.student);
    assert.equal((await person.ask(secondstep.renewCodes, { password: 'no' })).error?.code, 'profile.wrongPassword');
    const { codes } = await person.get(secondstep.renewCodes, { password: passwords.student });
    const waiting = await password('student');
    assert.equal((await waiting.person.ask(secondstep.signIn, { code: old[1] })).status, 401);
    assert.equal((await waiting.person.ask(secondstep.signIn, { code: codes[1] })).status, 200);
    await reset('student');
  });
});

describe('browsers that are not asked', () => {
  test('[AUTH-14] a second step is remembered for its person alone, until it is to be asked for again', async () => {
    const { codes } = await setUp(await portal.as('student'), passwords.student);
    const { person } = await password('student');
    assert.equal((await person.ask(secondstep.signIn, { code: codes[0], rest: true })).status, 200);
    assert.equal((await password('student', person)).answer.status, 200);
    await setUp(await portal.as('student2'), passwords.student2);
    assert.equal((await password('student2', person)).answer.error?.code, 'login.secondStep');
    assert.equal((await password('student', person)).answer.status, 200);
    assert.equal((await person.get(secondstep.endRest)).resting, 0);
    assert.equal((await password('student', person)).answer.error?.code, 'login.secondStep');
    await reset('student');
    await reset('student2');
  });

  test('[AUTH-14] a shared computer is asked each time', async () => {
    const { codes } = await setUp(await portal.as('student'), passwords.student);
    const person = portal.nobody();
    const given = { login: 'student', password: passwords.student, shared: true };
    await person.ask(login.authorize, given);
    assert.equal((await person.ask(secondstep.signIn, { code: codes[0], rest: true })).status, 200);
    assert.equal((await person.ask(login.authorize, given)).error?.code, 'login.secondStep');
    await reset('student');
  });
});

describe('who must have one', () => {
  test('[AUTH-14] a holder of a permission does nothing before it is set up, others go on', async () => {
    const clerk = portal.nobody();
    const [user] = (await clerk.signIn('clerk', passwords.clerk)).data;
    assert.equal(user?.mustSetSecondStep, true);
    assert.equal((await clerk.ask(profile.sessions)).error?.code, 'secondstep.setFirst');
    await setUp(clerk, passwords.clerk);
    assert.equal((await clerk.ask(profile.sessions)).status, 200);
    const removed = await clerk.ask(secondstep.remove, { password: passwords.clerk });
    assert.equal(removed.error?.code, 'secondstep.demanded');
    const [student] = (await portal.nobody().signIn('student', passwords.student)).data;
    assert.equal(student?.mustSetSecondStep, undefined);
  });

  test('[AUTH-14] whoever may go without removes it with the password, and is not asked again', async () => {
    const person = await portal.as('student');
    await setUp(person, passwords.student);
    const state = await person.get(secondstep.remove, { password: passwords.student });
    assert.deepEqual(state, { demanded: false, codesSince: null, recoveryLeft: 0, resting: 0 });
    assert.equal((await password('student')).answer.status, 200);
  });

  test('[AUTH-14] a key that was not confirmed asks nobody, and a wrong first code confirms none', async () => {
    const person = await portal.as('student');
    await person.get(secondstep.begin, { password: passwords.student });
    assert.equal((await person.ask(secondstep.confirm, { code: 'abc' })).error?.code, 'secondstep.codeWrong');
    assert.equal((await password('student')).answer.status, 200);
  });
});
