import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { sha256 } from '../../auth/session.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, people, profile } = callsByRoom;

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** What somebody reads who comes back with an ended session: in the middle of work, and at the opening. */
async function refusalCodes(person: TestClient): Promise<readonly (string | undefined)[]> {
  portal.app.context.sessions.forget(person.uid);
  const [work, opening] = [
    await person.ask(profile.data),
    await person.ask(login.authenticate, { token: person.token }),
  ];
  assert.deepEqual([work.status, work.error?.code], [401, 'call.notSignedIn']);
  assert.deepEqual([opening.status, opening.error?.code], [401, 'login.tokenRefused']);
  return [work.error?.message, opening.error?.message];
}
const alike = async (person: TestClient, words: RegExp) => {
  for (const sentence of await refusalCodes(person)) assert.match(sentence ?? '', words);
};

test('[AUTH-16] who returns reads that the password was changed, elsewhere or by a slip', async () => {
  const [one, other] = [await portal.as('student'), await portal.as('student')];
  await one.get(profile.changePassword, { password: 'Student1', newPassword: 'Student1' });
  await alike(other, /Пароль был изменён/);
  assert.equal((await one.ask(profile.data)).status, 200);
});

test('[AUTH-16] ended from another device, or by who looks after accounts', async () => {
  const [one, other, third] = [await portal.as('student2'), await portal.as('student2'), await portal.as('student2')];
  await one.get(profile.endOthers, { password: 'Student2' });
  await alike(other, /с другого вашего устройства/);
  await alike(third, /с другого вашего устройства/);
  const admin = await portal.as('admin');
  await admin.get(people.endSessions, { id_person: one.uid, reason: 'Проверка' });
  await alike(one, /завершил сотрудник университета/);
});

test('[AUTH-16] blocked; the right to the portal withdrawn, because the person has left or for the role of the account', async () => {
  const person = await portal.as('clerk');
  await portal.ownerSql`update account set blocked = true where person_id = ${person.uid}`;
  await alike(person, /заблокировали/);
  await portal.ownerSql`update account set blocked = false where person_id = ${person.uid}`;
  await portal.ownerSql`update person set closed_on = today() where id = ${person.uid}`;
  await alike(person, /право входить в портал отозвано/);
  await portal.ownerSql`update person set closed_on = null where id = ${person.uid}`;
  await portal.ownerSql`update account set role = 3 where person_id = ${person.uid}`;
  await alike(person, /право входить в портал отозвано/);
  await portal.ownerSql`update account set role = 1 where person_id = ${person.uid}`;
  portal.app.context.sessions.forget(person.uid);
  assert.equal((await person.ask(profile.data)).status, 200);
});

test('[AUTH-16] merged: who was signed in to the removed account reads that, who was signed in to the other one that staff ended it', async () => {
  const [stays, gone, admin] = [await portal.as('student2'), await portal.as('student3'), await portal.as('admin')];
  const pair = { id_person: stays.uid, id_other: gone.uid, reason: 'Двойник' };
  const [merged = assert.fail()] = await admin.get(people.merge, pair);
  await alike(gone, /объединили с другой вашей/);
  await alike(stays, /завершил сотрудник университета/);
  await admin.get(people.part, { id_person: stays.uid, id_merge: merged.id_merge, reason: 'Не двойник' });
  // Both sign in as before.
  await alike(gone, /завершил сотрудник университета/);
});

test('[AUTH-16] each reason has a sentence of its own in each language', async () => {
  const person = await portal.as('student2');
  const hash = sha256(person.cookies.get('sid') ?? '');
  await portal.ownerSql`delete from session where hash = ${hash}`;
  portal.app.context.sessions.forget(person.uid);
  const reasons = ['password', 'elsewhere', 'provider', 'more', 'office', 'blocked', 'closed', 'merged', 'idle'];
  for (const language of ['kg', 'ru', 'en']) {
    person.cookies.set('lang', language);
    const messages = new Set<string | undefined>();
    for (const why of reasons) {
      await portal.ownerSql`
        insert into session_end (hash, why) values (${hash}, ${why}) on conflict (hash) do update set why = ${why}`;
      messages.add((await person.ask(profile.data)).error?.message);
    }
    await portal.ownerSql`delete from session_end where hash = ${hash}`;
    messages.add((await person.ask(profile.data)).error?.message);
    assert.equal(messages.size, reasons.length + 1, language);
  }
});

test('[AUTH-16] the eleventh sign-in ends the first', async () => {
  const first = await portal.as('student3');
  for (let count = 0; count < 10; count++) await portal.as('student3');
  await alike(first, /на многих устройствах/);
});

test('[AUTH-16] a session whose time was over says so, before it is swept and after', async () => {
  const person = await portal.as('teacher');
  await portal.ownerSql`update session set expires_at = now() - interval '1 minute' where person_id = ${person.uid}`;
  await alike(person, /давно не заходили/);
  await portal.ownerSql`delete from session where expires_at < now()`;
  await alike(person, /давно не заходили/);
});

test('[AUTH-16] who signed out, and who never was in, is only asked to sign in', async () => {
  const person = await portal.as('editor');
  const cookies = [...person.cookies];
  await person.get(login.logout);
  for (const [name, value] of cookies) person.cookies.set(name, value);
  assert.deepEqual(await refusalCodes(person), ['Войдите в систему.', 'Введите имя пользователя и пароль']);
  const anonymous = portal.nobody();
  anonymous.cookies.set('sid', 'nobody-has-this-one');
  assert.equal((await anonymous.ask(profile.data)).error?.message, 'Войдите в систему.');
});
