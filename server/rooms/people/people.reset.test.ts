import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { directoryIssuer } from '../../auth/directory/directories.ts';
import { createMailCode } from '../../delivery/mail-keys.ts';
import { insertLinkedAccount } from '../../test/factories/linked-accounts.ts';
import { setMailAddress } from '../../test/factories/mail-addresses.ts';
import { insertPasskey } from '../../test/factories/passkeys.ts';
import { addConfirmedAuthenticator, addPendingSecondStep, rememberBrowser } from '../../test/factories/second-steps.ts';
import { addServiceToken } from '../../test/factories/service-tokens.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { people, profile, passkeys, schedule, notices, forgotten, 'email-address': emailAddress } = callsByRoom;
const reason = 'Чужой вход, пришла лично';

let portal: TestPortal;
let admin: TestClient;
let student: TestClient;
let hash: string;
before(async () => {
  portal = await openPortal({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'lms@university.test',
    PUBLIC_URL: 'http://portal.test',
  });
  const [row] = await portal.ownerSql<{ hash: string }[]>`
    select password_hash as hash from account where login = 'student'`;
  hash = row?.hash ?? '';
});
after(() => portal.close());

/** All that a thief who knew the password once may have left behind. */
async function plant(uid: number): Promise<void> {
  await insertPasskey(portal.ownerSql, uid);
  await addConfirmedAuthenticator(portal.ownerSql, uid);
  await insertLinkedAccount(portal.ownerSql, uid, 'https://provider.test');
  await setMailAddress(portal.ownerSql, uid, 'thief@evil.test');
  await portal.ownerSql`
    insert into schedule_feed (person_id, hash, language) values (${uid}, ${randomBytes(32)}, 'ru')
    on conflict do nothing`;
  await rememberBrowser(portal.ownerSql, uid);
  await addPendingSecondStep(portal.ownerSql, uid);
  await portal.ownerSql`
    insert into pending_signin (hash, provider, state, nonce, verifier, shared, back_at, person_id, expires_at)
    values (decode(md5(random()::text), 'hex'), 'one', '', '', '', false, now(), ${uid}, now() + interval '2 minutes')`;
  await addServiceToken(portal.ownerSql, 'thief', uid);
}

/** What is left of it. */
async function leftOf(uid: number): Promise<string[]> {
  const [row] = await portal.ownerSql<Record<string, boolean>[]>`
    select exists (select from passkey where person_id = ${uid}) as passkeys,
      exists (select from one_time_key where person_id = ${uid}) as codes,
      exists (select from linked_account where person_id = ${uid}) as links,
      exists (select from mail_address where person_id = ${uid}) as mail,
      exists (select from schedule_feed where person_id = ${uid}) as calendar,
      exists (select from service_token where made_by = ${uid} and revoked_at is null) as programs,
      exists (select from remembered_second_step where person_id = ${uid}) as resting,
      exists (select from pending_second_step where person_id = ${uid}) as waiting,
      exists (select from pending_signin where person_id = ${uid}) as coming,
      exists (select from session where person_id = ${uid} and invented is null) as sessions`;
  return Object.entries(row ?? {}).flatMap(([name, isThere]) => (isThere ? [name] : []));
}

beforeEach(async () => {
  await portal.ownerSql`delete from service_token`;
  await portal.ownerSql`delete from passkey`;
  await portal.ownerSql`delete from signin_wait`;
  await portal.ownerSql`
    update account set second_step_since = null, blocked = false, must_change = false, slip_until = null,
      password_hash = ${hash} where login = 'student'`;
  student = await portal.as('student');
  admin = await portal.as('admin');
  await plant(student.uid);
});

describe('a reset by the help desk', () => {
  for (const call of [people.password, people.endSessions, people.block, people.resetSecondStep])
    test(`[PEOPLE-01] ${call.path} leaves no sign-in method`, async () => {
      await admin.get(call, { id_person: student.uid, reason, programs: true });
      assert.deepEqual(await leftOf(student.uid), []);
    });

  test('[PEOPLE-01] leaves what is to be kept, but never a second step that is reset', async () => {
    const keep = [...signInMethods];
    await admin.get(people.endSessions, { id_person: student.uid, reason, keep });
    assert.deepEqual(await leftOf(student.uid), keep);
    await admin.get(people.resetSecondStep, { id_person: student.uid, reason, keep });
    assert.deepEqual(await leftOf(student.uid), ['links', 'mail', 'calendar', 'programs']);
    const strange = await admin.ask(people.endSessions, { id_person: student.uid, reason, keep: ['sessions'] });
    assert.deepEqual([strange.status, strange.error?.code], [400, 'call.invalid']);
  });

  test('[PEOPLE-01] the page of a person lists all of it, and the trail says what went', async () => {
    const [row] = await admin.get(people.person, { id_person: student.uid });
    assert.equal(row?.passkeys.length, 1);
    assert.ok(row?.codesSince && row.calendarSince);
    assert.deepEqual(
      row?.outside.map(({ name }) => name),
      ['https://provider.test'],
    );
    assert.deepEqual(row?.mail, { address: 'thief@evil.test', isConfirmed: true });
    assert.equal(row?.resting, 1);
    await admin.get(people.endSessions, { id_person: student.uid, reason, programs: true });
    const [act] = await portal.ownerSql<{ removed: Record<string, number> }[]>`
      select detail->'removed' as removed from audit where action = 'account.sessions' order by id desc limit 1`;
    assert.deepEqual(act?.removed, { passkeys: 1, codes: 1, links: 1, mail: 1, calendar: 1, programs: 1 });
  });

  test('[PEOPLE-01] its person finds it in the bell', async () => {
    await admin.get(people.endSessions, { id_person: student.uid, reason });
    const [list] = await (await portal.as('student')).get(notices.list);
    // The browser in which it is looked at is new, and has a notice as well.
    const [notice] = list?.notices.filter(({ kind, step }) => kind === 'signInMethods' && step !== 'device') ?? [];
    assert.equal(notice?.step, 'reset');
  });

  test('[PEOPLE-01] so is a link with a directory that is ended', async () => {
    await insertLinkedAccount(portal.ownerSql, student.uid, directoryIssuer({ id: 'uni' }));
    await admin.get(people.unlinkDirectory, { id_person: student.uid, directory: 'uni', reason });
    const [list] = await (await portal.as('student')).get(notices.list);
    const [notice] = list?.notices.filter(({ kind, step }) => kind === 'signInMethods' && step !== 'device') ?? [];
    assert.equal(notice?.step, 'unlinked');
  });
});

describe('a change of the own password', () => {
  test('[AUTH-10] keeps the own sign-in methods unless they are ticked, and ends sign-ins that are on their way', async () => {
    await portal.ownerSql`update account set second_step_since = null where login = 'student'`;
    await portal.ownerSql`delete from one_time_key where person_id = ${student.uid}`;
    const [counts] = await student.get(profile.methods);
    assert.deepEqual(counts, { passkeys: 1, codes: 0, links: 1, mail: 1, calendar: 1, programs: 1 });
    const change = (password: string, newPassword: string, remove?: string[]) =>
      student.get(profile.changePassword, { password, newPassword, ...(remove && { remove }) });
    await change(passwords.student, 'Another-1');
    assert.deepEqual(await leftOf(student.uid), ['passkeys', 'links', 'mail', 'calendar', 'programs', 'sessions']);
    await change('Another-1', passwords.student, [...signInMethods]);
    assert.deepEqual(await leftOf(student.uid), ['sessions']);
    const [feed] = await student.get(schedule.feed);
    assert.equal(feed?.path, null);
    assert.deepEqual(await student.get(passkeys.list), []);
  });
});

describe('what races with a reset', () => {
  test('[PEOPLE-01] attack: nothing is added in a session that a reset has just ended', async () => {
    await portal.ownerSql`update account set second_step_since = null where login = 'student'`;
    await portal.ownerSql`delete from schedule_feed where person_id = ${student.uid}`;
    await portal.app.context.sessions.find(student.cookies.get('sid'));
    // The node still remembers the caller: the session itself is gone.
    await portal.ownerSql`alter table session disable trigger user`;
    await portal.ownerSql`delete from session where person_id = ${student.uid}`;
    await portal.ownerSql`alter table session enable trigger user`;
    const asked = await student.ask(schedule.renewFeed);
    assert.equal(asked.status, 401);
    const given = await student.ask(emailAddress.setAddress, {
      address: 'thief@evil.test',
      password: passwords.student,
    });
    assert.equal(given.status, 401);
    assert.equal((await leftOf(student.uid)).includes('calendar'), false);
  });

  test('[PEOPLE-05] a code by mail ends sign-ins that wait, and on request other sign-in methods', async () => {
    await portal.ownerSql`
      insert into forgotten_password (person_id, code_at) values (${student.uid}, now())
      on conflict (person_id) do update set code_at = now(), tries = 0`;
    const [row] = await portal.ownerSql<{ asked: string }[]>`
      select (extract(epoch from code_at) * 1000000)::bigint as asked from forgotten_password
      where person_id = ${student.uid}`;
    const code = createMailCode(portal.app.context.signer, { person: student.uid, asked: Number(row?.asked) });
    await portal.nobody().get(forgotten.renew, {
      login: 'student',
      code,
      newPassword: passwords.student,
      removeOthers: true,
    });
    assert.deepEqual(await leftOf(student.uid), ['codes', 'mail', 'programs']);
  });
});
