import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeMethods } from '../auth/methods/sign-in-methods.queries.ts';
import { DeliveryTrial } from '../test/delivering.ts';
import { addStudents } from '../test/factories/people.ts';
import { until } from '../test/http.ts';

const trial = new DeliveryTrial({ mails: true });

test('[TOLD-02] [AUTH-15] an address that goes with all that lets in is told that, and not of settings', async () => {
  const [person] = await addStudents(trial.portal, 'student', 1);
  assert.ok(person);
  const to = 'farewell@example.test';
  const { own } = trial.portal.database;
  await own`
    insert into mail_address (person_id, address, asked_at, confirmed_at, language)
    values (${person.uid}, ${to}, now(), now(), 'ru')`;
  await removeMethods(own, person.uid, ['mail'], []);
  await until('the letter came', () => trial.mails.of(to).length === 1);
  const [letter] = trial.mails.of(to);
  assert.equal(letter?.subject, 'Вход в вашу запись сброшен, адрес отвязан');
  assert.doesNotMatch(letter?.text ?? '', /в настройках/);
});
