import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { createMailCode } from '../../delivery/mail-keys.ts';
import { setMailAddress } from '../../test/factories/mail-addresses.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { forgotten, people, profile } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'University <lms@university.test>',
    PUBLIC_URL: 'http://portal.test',
  });
});
after(() => portal.close());

const askedOf = async (uid: number) =>
  (
    await portal.ownerSql<{ times: number; asked: number | null }[]>`
      select times, (extract(epoch from code_at) * 1000000)::bigint as asked from forgotten_password
      where person_id = ${uid}`
  )[0];
const mailsOf = async (uid: number) =>
  await portal.ownerSql<{ address: string; thing: string }[]>`
    select address, thing from notification_outbox where person_id = ${uid} and topic = 'forgotten' order by id`;

/** Somebody with an address that they have confirmed. */
async function withAddress(login: 'student' | 'student2' | 'teacher'): Promise<TestClient> {
  const person = await portal.as(login);
  await setMailAddress(portal.ownerSql, person.uid, `${login}@example.test`);
  return person;
}
async function codeOf(uid: number): Promise<string> {
  await waitUntil('the code is made', async () => (await askedOf(uid))?.asked != null);
  return createMailCode(portal.app.context.signer, { person: uid, asked: Number((await askedOf(uid))?.asked) });
}

test('[PEOPLE-05] every name is answered alike, and only who has a confirmed address is sent a code', async () => {
  const [person, without] = [await withAddress('student'), await portal.as('student3')];
  const anonymous = portal.nobody();
  const answers = [];
  for (const login of ['nobody-at-all', ' STUDENT ', 'student3'])
    answers.push(await anonymous.ask(forgotten.ask, { login }));
  assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  await waitUntil('it is noted', async () => (await askedOf(person.uid)) !== undefined);
  await waitUntil('it is noted', async () => (await askedOf(without.uid)) !== undefined);
  assert.deepEqual(
    (await mailsOf(person.uid)).map(({ address }) => address),
    ['student@example.test'],
  );
  assert.deepEqual([...(await mailsOf(without.uid))], []);
  const admin = await portal.as('admin');
  const asked = await admin.get(people.list, { state: 'asked' });
  assert.deepEqual(asked.map(({ id_person }) => id_person).toSorted(), [person.uid, without.uid].toSorted());
  assert.equal((await admin.get(people.figures))[0]?.asked, 2);
  await admin.get(people.password, { id_person: without.uid, reason: 'Пришёл лично' });
  assert.equal(await askedOf(without.uid), undefined, 'a slip settles it');
});

test('[PEOPLE-05] the office sees at once who asks, also where it has just been counted', async () => {
  const admin = await portal.as('admin');
  const before = (await admin.get(people.figures))[0]?.asked ?? 0;
  const stop = new AbortController();
  const line = (await admin.fetch('/api/live', { signal: stop.signal })).body?.pipeThrough(new TextDecoderStream());
  await portal.nobody().get(forgotten.ask, { login: 'student3' });
  let asked = before;
  // Events of what others asked before may come first.
  for await (const text of line ?? []) {
    if (text.includes('"room":"people"')) asked = (await admin.get(people.figures))[0]?.asked ?? 0;
    if (asked > before) break;
  }
  assert.equal(asked, before + 1);
  stop.abort();
});

test('[PEOPLE-05] the code gives a new password once, ends the sessions and signs nobody in', async () => {
  const person = await withAddress('student2');
  const anonymous = portal.nobody();
  await anonymous.get(forgotten.ask, { login: 'student2' });
  const code = await codeOf(person.uid);
  const renewal = { login: 'student2', newPassword: 'Forgotten7' };
  const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0');
  assert.deepEqual(refusalOf(await anonymous.ask(forgotten.renew, { ...renewal, code: wrong })), [
    422,
    'forgotten.codeWrong',
  ]);
  const unknown = await anonymous.ask(forgotten.renew, { ...renewal, login: 'nobody-at-all', code });
  assert.deepEqual(refusalOf(unknown), [422, 'forgotten.codeWrong']);
  await waitUntil('both are noted', async () => {
    const rows = await portal.ownerSql<{ whose: number | null }[]>`
      select person_id::int as whose from audit where action = 'login.codeWrong' and detail ? 'byMail' order by id`;
    return rows.length === 2 && rows[0]?.whose === person.uid && rows[1]?.whose === null;
  });
  assert.deepEqual(refusalOf(await anonymous.ask(forgotten.renew, { ...renewal, newPassword: 'ab1', code })), [
    400,
    'profile.shortPassword',
  ]);
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
  const done = await anonymous.ask(forgotten.renew, { ...renewal, code: spaced });
  assert.equal(done.status, 200, done.text);
  assert.equal(anonymous.cookies.get('sid'), undefined);
  assert.equal((await person.ask(profile.data)).status, 401);
  assert.deepEqual(refusalOf(await anonymous.ask(forgotten.renew, { ...renewal, code })), [422, 'forgotten.codeWrong']);
  assert.equal((await portal.nobody().signIn('student2', 'Student2')).status, 401);
  assert.equal((await portal.nobody().signIn('student2', 'Forgotten7')).status, 200);
});

test('[PEOPLE-05] five wrong tries void the code, three times a day it is asked for, and it is over after a quarter of an hour', async () => {
  const person = await withAddress('teacher');
  const anonymous = portal.nobody();
  for (let time = 1; time <= 3; time++) {
    await anonymous.get(forgotten.ask, { login: 'teacher' });
    await waitUntil('it is noted', async () => (await askedOf(person.uid))?.times === time);
  }
  const code = await codeOf(person.uid);
  await anonymous.get(forgotten.ask, { login: 'teacher' });
  assert.equal((await mailsOf(person.uid)).length, 3);
  const renewal = { login: 'teacher', code, newPassword: 'Forgotten7' };
  await portal.ownerSql`
    update forgotten_password set code_at = code_at - interval '20 minutes' where person_id = ${person.uid}`;
  const old = createMailCode(portal.app.context.signer, {
    person: person.uid,
    asked: Number((await askedOf(person.uid))?.asked),
  });
  assert.deepEqual(refusalOf(await anonymous.ask(forgotten.renew, { ...renewal, code: old })), [
    422,
    'forgotten.codeWrong',
  ]);
  await portal.ownerSql`
    update forgotten_password set code_at = code_at + interval '20 minutes', tries = 5 where person_id = ${person.uid}`;
  assert.deepEqual(refusalOf(await anonymous.ask(forgotten.renew, renewal)), [422, 'forgotten.codeWrong']);
  assert.equal((await person.ask(profile.data)).status, 200, 'nothing happened to the account');
});

test('[PEOPLE-05] a faculty says whom to ask, in three languages; who looks after another one says nothing there', async () => {
  const admin = await portal.as('admin');
  const [one, other] = await admin.get(forgotten.texts);
  assert.ok(one && other);
  await admin.get(forgotten.setText, {
    id_faculty: one.id_faculty,
    text_ru: 'Каб. 108, пн–пт 9:00–17:00',
    text_en: 'Room 108',
  });
  const anonymous = portal.nobody();
  const places = async () => (await anonymous.get(forgotten.help))[0]?.places.map(({ text }) => text);
  assert.deepEqual(await places(), ['Каб. 108, пн–пт 9:00–17:00']);
  anonymous.cookies.set('lang', 'en');
  assert.deepEqual(await places(), ['Room 108']);
  const clerk = await portal.as('clerk');
  await grantPermissions(portal.ownerSql, clerk.uid, 'accounts', { faculty: other.id_faculty });
  portal.app.context.sessions.forget(clerk.uid);
  assert.deepEqual(
    (await clerk.get(forgotten.texts)).map(({ id_faculty }) => id_faculty),
    [other.id_faculty],
  );
  const foreign = { id_faculty: one.id_faculty, text_ru: 'Не сюда' };
  assert.deepEqual(refusalOf(await clerk.ask(forgotten.setText, foreign)), [403, 'forgotten.notYours']);
  await admin.get(forgotten.setText, { id_faculty: one.id_faculty, text_ru: ' ' });
  assert.deepEqual(await places(), []);
});
