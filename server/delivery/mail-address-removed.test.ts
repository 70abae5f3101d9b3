import assert from 'node:assert/strict';
import { test } from 'node:test';
import { people } from '@bilim/contract/people.ts';
import { removeMethods } from '../auth/methods/sign-in-methods.queries.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { setMailAddress } from '../test/factories/mail-addresses.ts';
import { addStudents } from '../test/factories/people.ts';
import { waitUntil } from '../test/http.ts';
import type { TestClient } from '../test/test-client.ts';
import { notifyMethodsChanged } from './method-changes.queries.ts';

const trial = new DeliveryFixture({ mails: true });

/** A student with a confirmed address. */
async function studentAt(to: string) {
  const [person] = await addStudents(trial.portal, 'student', 1);
  assert.ok(person);
  const { database, ownerSql } = trial.portal;
  await setMailAddress(database.autocommit, person.uid, to);
  await ownerSql`insert into signin_first (person_id) values (${person.uid}) on conflict do nothing`;
  return person;
}

/** Resets an account with a confirmed address; gives the letters that came there until the outbox had nothing more for it. */
async function mailsOfReset(to: string, { isBlocked }: { isBlocked: boolean }) {
  const person = await studentAt(to);
  await trial.portal.database.transaction(async (db) => {
    await db`update account set blocked = ${isBlocked} where person_id = ${person.uid}`;
    await notifyMethodsChanged(db, person.uid, 'reset', true);
    await removeMethods(db, person.uid, ['mail'], []);
  });
  // That about the address, and that of the change.
  return await mailsTo(person, to, 2);
}

/** What came to the address once so many letters were sent or withdrawn. */
async function mailsTo({ uid }: TestClient, to: string, count: number) {
  await waitUntil('all letters were sent or withdrawn', async () => {
    const rows = await trial.portal.ownerSql<{ outcome: string | null }[]>`
      select outcome from notification_outbox where person_id = ${uid}`;
    return rows.length === count && rows.every(({ outcome }) => outcome !== null);
  });
  return trial.mails.of(to);
}

test('[TOLD-02] [AUTH-15] an address that is removed with all sign-in methods is notified of that, not of settings, in one mail', async () => {
  const [firstMail, ...more] = await mailsOfReset('farewell@example.test', { isBlocked: false });
  assert.equal(firstMail?.subject, 'Вход в вашу запись сброшен, адрес отвязан');
  assert.doesNotMatch(firstMail?.text ?? '', /в настройках/);
  assert.equal(more.length, 0);
});

test('[TOLD-02] [AUTH-15] the address of an account that was blocked is notified of that', async () => {
  const [firstMail, ...more] = await mailsOfReset('blocked@example.test', { isBlocked: true });
  assert.equal(firstMail?.subject, 'Ваша запись заблокирована, адрес отвязан');
  assert.match(firstMail?.text ?? '', /войти в неё нельзя/);
  assert.equal(more.length, 0);
});

test('[TOLD-02] [PEOPLE-01] an address that stays with a blocked account is notified of the block, and of whom to ask', async () => {
  const to = 'kept@example.test';
  const person = await studentAt(to);
  const admin = await trial.portal.as('admin');
  await admin.get(people.block, { id_person: person.uid, reason: 'Проверка', keep: ['mail'] });
  const [firstMail, ...more] = await mailsTo(person, to, 1);
  assert.equal(firstMail?.subject, 'Ваша запись заблокирована');
  assert.match(firstMail?.text ?? '', /К кому обратиться/);
  assert.equal(firstMail?.headers.get('list-unsubscribe'), undefined);
  assert.equal(more.length, 0);
});
