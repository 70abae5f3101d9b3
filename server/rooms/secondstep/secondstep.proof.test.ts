import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { callsByRoom, listCalls } from '@bilim/contract/calls-by-room.ts';
import { signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { Secret, TOTP } from 'otpauth';
import { now } from '../../core/clock.ts';
import { createMailCode } from '../../delivery/mail-keys.ts';
import { Authenticator } from '../../test/authenticator.ts';
import { createExampleInput } from '../../test/example-input.ts';
import { setMailAddress } from '../../test/factories/mail-addresses.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, passwords, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { forgotten, login, 'email-address': emailAddress, oidc, passkeys, profile, schedule, secondstep } = callsByRoom;
const origin = 'http://portal.test';

let portal: TestPortal;
before(async () => {
  portal = await openPortal({
    PUBLIC_URL: origin,
    SECOND_STEP: 'permissions',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'University <lms@university.test>',
  });
});
after(() => portal.close());
afterEach(async () => {
  await portal.ownerSql`delete from one_time_key`;
  await portal.ownerSql`delete from passkey`;
  await portal.ownerSql`update account set second_step_since = null`;
  await portal.ownerSql`delete from signin_wait`;
});

function appCode(key: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() + ahead * 30_000 });
}

/** Sets up codes in a session. */
async function setUp(person: TestClient, password: string) {
  const { key } = await person.get(secondstep.begin, { password });
  const { codes } = await person.get(secondstep.confirm, { code: appCode(key) });
  return { key, codes };
}

/** Somebody who has codes, signed in by a recovery code. */
async function withCodes(name: 'student' | 'clerk') {
  const { codes, key } = await setUp(await portal.as(name), passwords[name]);
  const person = portal.nobody();
  await person.ask(login.authorize, { login: name, password: passwords[name] });
  assert.equal((await person.ask(secondstep.signIn, { code: codes[0] })).status, 200);
  return { person, codes, key, password: passwords[name] };
}

const isIn = async (person: TestClient) => (await person.ask(profile.data)).status === 200;

describe('a set-up', () => {
  test('[AUTH-14] attack: ends every other session, which showed no second step', async () => {
    const [thief, clerk] = [portal.nobody(), portal.nobody()];
    for (const one of [thief, clerk]) await one.signIn('clerk', passwords.clerk);
    await setUp(clerk, passwords.clerk);
    assert.ok(await isIn(clerk));
    assert.equal(await isIn(thief), false);
  });

  test('[AUTH-14] a first key where a second step is demanded ends every other session too', async () => {
    const [thief, clerk] = [portal.nobody(), portal.nobody()];
    for (const one of [thief, clerk]) await one.signIn('clerk', passwords.clerk);
    const { options } = await clerk.get(passkeys.begin, { password: passwords.clerk });
    await clerk.get(passkeys.add, { answer: new Authenticator(origin).make(options) });
    assert.equal((await clerk.ask(profile.sessions)).status, 200);
    assert.equal(await isIn(thief), false);
  });

  test('[AUTH-14] a session that showed nothing passes for none that did, until it shows it', async () => {
    const { person, codes } = await withCodes('clerk');
    await portal.ownerSql`update session set twice = false where person_id = ${(await person.get(profile.data))[0]?.uid ?? 0}`;
    portal.app.context.sessions.forget((await person.get(profile.data))[0]?.uid ?? 0);
    assert.deepEqual(refusalOf(await person.ask(profile.sessions)), [403, 'secondstep.setFirst']);
    await person.get(secondstep.prove, { code: codes[1] });
    assert.equal((await person.ask(profile.sessions)).status, 200);
  });

  test('[AUTH-14] attack: a key that another session began is confirmed in none but its own', async () => {
    const [thief, student] = [await portal.as('student'), await portal.as('student')];
    const { key } = await thief.get(secondstep.begin, { password: passwords.student });
    const confirmed = await student.ask(secondstep.confirm, { code: appCode(key) });
    assert.deepEqual(refusalOf(confirmed), [422, 'secondstep.codeWrong']);
  });
});

test('[AUTH-14] attack: after the password alone no call of the portal answers that asks for a session', async () => {
  await withCodes('clerk');
  const person = portal.nobody();
  const answer = await person.ask(login.authorize, { login: 'clerk', password: passwords.clerk });
  assert.deepEqual(refusalOf(answer), [401, 'login.secondStep']);
  const closed = listCalls().filter(({ call }) => call.access !== 'all');
  assert.ok(closed.length > 100);
  const open: string[] = [];
  for (const { call } of closed) if ((await person.ask(call)).status !== 401) open.push(call.path);
  assert.deepEqual(open, []);
  for (const [call, input] of [
    [login.authenticate, { token: 'x' }],
    [oidc.finish, {}],
    [passkeys.signIn, { answer: '{}' }],
  ] as const)
    assert.notEqual((await person.ask(call, input)).status, 200, call.path);
  assert.equal(person.cookies.has('sid'), false);
  assert.equal(await isIn(person), false);
});

test('[AUTH-14] attack: who has still to set up a second step gets from no call more than it takes to do so', async () => {
  const person = portal.nobody();
  await person.signIn('clerk', passwords.clerk);
  const answered = new Set<string>();
  let shut = 0;
  for (const { room, name, call } of listCalls()) {
    // The live line stays open.
    if (call.access === 'all' || room === 'live') continue;
    const fields = 'password' in call.input.properties ? { password: 'wrong' } : {};
    const { status, error } = await person.ask(call, { ...createExampleInput(call), ...fields });
    if (status === 200) answered.add(`${room}.${name}`);
    if (error?.code === 'secondstep.setFirst') shut++;
  }
  assert.ok(shut > 100, `${shut} calls ask for it`);
  assert.deepEqual(
    answered,
    new Set([
      ...['apps.settings', 'passkeys.beginProof', 'passkeys.list', 'profile.data', 'profile.methods'],
      ...['profile.photo', 'secondstep.state'],
    ]),
  );
});

describe('what changes how somebody signs in', () => {
  const actions = (password: string) =>
    [
      [secondstep.begin, { password }],
      [secondstep.renewCodes, { password }],
      [secondstep.remove, { password }],
      [passkeys.begin, { password }],
      [passkeys.remove, { id: 1, password }],
      [profile.changePassword, { password, newPassword: 'Another-1' }],
      ...signInMethods.map(
        (method) => [profile.changePassword, { password, newPassword: 'Another-1', remove: [method] }] as const,
      ),
      [emailAddress.setAddress, { password, address: 'thief@evil.test' }],
      [emailAddress.removeAddress, {}],
    ] as const;

  test('[AUTH-14] attack: is not done with a session and the password alone', async () => {
    const { person, password } = await withCodes('student');
    for (const [call, input] of actions(password))
      assert.deepEqual(refusalOf(await person.ask(call, input)), [403, 'secondstep.prove'], call.path);
    const kept = await portal.ownerSql`select from one_time_key where next_secret is not null`;
    assert.equal(kept.length, 0);
    assert.equal((await portal.ownerSql`select from mail_address where person_id = ${person.uid}`).length, 0);
    assert.equal(
      (await portal.nobody().signIn('student', password)).error?.code,
      'login.secondStep',
      'the old one holds',
    );
    await waitUntil('each is noted', async () => {
      const rows = await portal.ownerSql`
        select from audit where action = 'refused' and detail ->> 'code' = 'secondstep.prove'`;
      return rows.length === actions(password).length;
    });
  });

  test('[AUTH-14] is done once a code was shown in this session, for five minutes', async () => {
    const { person, codes, password } = await withCodes('student');
    const wrong = await person.ask(secondstep.prove, { code: 'abcde-fghjk' });
    assert.deepEqual(refusalOf(wrong), [422, 'secondstep.codeWrong']);
    await person.get(secondstep.prove, { code: codes[1] });
    const { key } = await person.get(secondstep.begin, { password });
    await person.get(secondstep.confirm, { code: appCode(key) });
    const [given] = await person.get(emailAddress.setAddress, { password, address: 'aibek@example.test' });
    assert.equal(given?.address, 'aibek@example.test');
    assert.equal((await person.get(emailAddress.removeAddress))[0]?.address, null);
    await person.get(profile.changePassword, { password, newPassword: password });
    await portal.ownerSql`update session set proven_at = now() - interval '6 minutes' where proven_at is not null`;
    assert.deepEqual(refusalOf(await person.ask(secondstep.renewCodes, { password })), [403, 'secondstep.prove']);
  });

  test('[AUTH-14] a key that is a demanded second step is shown the same way, and its question answers no other', async () => {
    const clerk = portal.nobody();
    await clerk.signIn('clerk', passwords.clerk);
    const device = new Authenticator(origin);
    const { options } = await clerk.get(passkeys.begin, { password: passwords.clerk });
    await clerk.get(passkeys.add, { answer: device.make(options) });
    await portal.ownerSql`update session set proven_at = null`;
    const password = passwords.clerk;
    assert.deepEqual(refusalOf(await clerk.ask(secondstep.begin, { password })), [403, 'secondstep.prove']);
    const question = await clerk.get(passkeys.beginProof);
    const added = await clerk.ask(passkeys.add, { answer: new Authenticator(origin).make(question.options) });
    assert.deepEqual(refusalOf(added), [422, 'passkeys.wrong']);
    const foreign = await clerk.get(passkeys.beginProof);
    const strange = await clerk.ask(passkeys.prove, { answer: new Authenticator(origin).unlock(foreign.options) });
    assert.deepEqual(refusalOf(strange), [422, 'passkeys.wrong']);
    const asked = await clerk.get(passkeys.beginProof);
    await clerk.get(passkeys.prove, { answer: device.unlock(asked.options) });
    assert.equal((await clerk.ask(secondstep.begin, { password })).status, 200);
  });

  test('[AUTH-14] whoever has no second step needs the password alone', async () => {
    const student = await portal.as('student');
    assert.equal((await student.ask(secondstep.begin, { password: passwords.student })).status, 200);
    assert.equal((await student.ask(passkeys.begin, { password: passwords.student })).status, 200);
    assert.equal((await student.ask(oidc.linked)).status, 200);
  });
});

/**
 * Ends a person's session and code for a forgotten password as a reset does, account first, once a call waits for that or is over;
 * fails where the call holds more already, for which a reset would wait.
 */
async function endBefore<T>(person: TestClient, call: () => Promise<T>): Promise<T> {
  const called: Promise<T>[] = [];
  await portal.database.transaction(async (db) => {
    await db`select from account where person_id = ${person.uid} for update`;
    let isOver = false;
    called.push(call().finally(() => (isOver = true)));
    const waits = async () =>
      (
        await portal.ownerSql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0;
    await waitUntil('it waits for the account, or is over', async () => isOver || (await waits()));
    for (const table of ['session', 'passkey', 'one_time_key', 'recovery_code', 'forgotten_password'])
      await db`select from ${db(table)} where person_id = ${person.uid} for update nowait`;
    await db`update session set expires_at = now() where person_id = ${person.uid}`;
    await db`delete from forgotten_password where person_id = ${person.uid}`;
  });
  const [answer = assert.fail()] = called;
  return await answer;
}

test('[AUTH-14] attack: no call changes a proof in a session that a reset has just ended, nor holds that up', async () => {
  const password = passwords.student;
  const person = await portal.as('student');
  const device = new Authenticator(origin);
  await person.get(passkeys.add, { answer: device.make((await person.get(passkeys.begin, { password })).options) });
  const { codes } = await setUp(person, password);
  const { key } = await person.get(secondstep.begin, { password });
  const { options } = await person.get(passkeys.beginProof);
  const shown = device.unlock(options);
  const calls: (() => Promise<{ status: number; error: { code: string } | null }>)[] = [
    () => person.ask(secondstep.begin, { password }),
    () => person.ask(secondstep.confirm, { code: appCode(key) }),
    () => person.ask(secondstep.renewCodes, { password }),
    () => person.ask(secondstep.remove, { password }),
    () => person.ask(secondstep.prove, { code: codes[0] ?? '' }),
    () => person.ask(secondstep.endRest),
    () => person.ask(passkeys.remove, { id: 1, password }),
    () => person.ask(passkeys.prove, { answer: shown }),
    () => person.ask(profile.changePassword, { password, newPassword: 'Student-1' }),
    () => person.ask(profile.endSession, { password, id_session: 1 }),
    () => person.ask(profile.endOthers, { password }),
    () => person.ask(emailAddress.setAddress, { password, address: 'thief@evil.test' }),
    () => person.ask(emailAddress.removeAddress),
    () => person.ask(schedule.renewFeed),
    () => person.ask(schedule.revokeFeed),
  ];
  for (const call of calls) {
    assert.deepEqual(refusalOf(await endBefore(person, call)), [401, 'call.notSignedIn'], String(call));
    await portal.ownerSql`update session set expires_at = now() + interval '1 hour' where person_id = ${person.uid}`;
    portal.app.context.sessions.forget(person.uid);
  }
});

test('[PEOPLE-05] attack: nor does a code for a forgotten password outlive a reset that comes between', async () => {
  const person = await portal.as('student');
  await setMailAddress(portal.ownerSql, person.uid, 'student@example.test');
  const anonymous = portal.nobody();
  await anonymous.get(forgotten.ask, { login: 'student' });
  const rows = async () =>
    await portal.ownerSql<{ asked: string }[]>`
    select (extract(epoch from code_at) * 1000000)::bigint as asked from forgotten_password where person_id = ${person.uid}`;
  await waitUntil('the code is made', async () => (await rows())[0] !== undefined);
  const code = createMailCode(portal.app.context.signer, {
    person: person.uid,
    asked: Number((await rows())[0]?.asked),
  });
  const renew = () => anonymous.ask(forgotten.renew, { login: 'student', code, newPassword: 'Another-password-1' });
  assert.deepEqual(refusalOf(await endBefore(person, renew)), [422, 'forgotten.codeWrong']);
});
