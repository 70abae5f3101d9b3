import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeMethods } from '../auth/methods/sign-in-methods.queries.ts';
import { DeliveryTrial } from '../test/delivering.ts';
import { addStudents } from '../test/factories/people.ts';
import { until } from '../test/http.ts';
import { notifyMethodsChanged } from './method-changes.queries.ts';

const trial = new DeliveryTrial({ mails: true });

/** Resets an account with a confirmed address; gives the letters that came there until the outbox had nothing more for it. */
async function lettersOfReset(to: string, { isBlocked }: { isBlocked: boolean }) {
  const [person] = await addStudents(trial.portal, 'student', 1);
  assert.ok(person);
  const { database, owner } = trial.portal;
  await database.own`
    insert into mail_address (person_id, address, asked_at, confirmed_at, language)
    values (${person.uid}, ${to}, now(), now(), 'ru')`;
  await owner`insert into signin_first (person_id) values (${person.uid}) on conflict do nothing`;
  await database.transaction(async (db) => {
    await db`update account set blocked = ${isBlocked} where person_id = ${person.uid}`;
    await notifyMethodsChanged(db, person.uid, 'reset', true);
    await removeMethods(db, person.uid, ['mail'], []);
  });
  await until('both letters were sent or withdrawn', async () => {
    const rows = await owner<{ outcome: string | null }[]>`
      select outcome from notification_outbox where person_id = ${person.uid}`;
    return rows.length === 2 && rows.every(({ outcome }) => outcome !== null);
  });
  return trial.mails.of(to);
}

test('[TOLD-02] [AUTH-15] an address that goes with all that lets in is told that, not of settings, in one letter', async () => {
  const [letter, ...more] = await lettersOfReset('farewell@example.test', { isBlocked: false });
  assert.equal(letter?.subject, 'Вход в вашу запись сброшен, адрес отвязан');
  assert.doesNotMatch(letter?.text ?? '', /в настройках/);
  assert.equal(more.length, 0);
});

test('[TOLD-02] [AUTH-15] the address of an account that was blocked is told that', async () => {
  const [letter, ...more] = await lettersOfReset('blocked@example.test', { isBlocked: true });
  assert.equal(letter?.subject, 'Ваша запись заблокирована, адрес отвязан');
  assert.match(letter?.text ?? '', /войти в неё нельзя/);
  assert.equal(more.length, 0);
});
