import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type ChatFixture, openChatFixture } from '../test/chat.ts';
import { DeliveryFixture } from '../test/delivery-fixture.ts';
import { waitUntil } from '../test/http.ts';

const { chat } = callsByRoom;
const trial = new DeliveryFixture();
let open: Promise<ChatFixture> | null = null;
/** Opened in the first test: the portal is not there before. */
const talking = () => {
  open ??= openChatFixture(trial.portal);
  return open;
};

/** The minute of every message is over. */
async function aMinuteLater() {
  await trial.portal.database.autocommit`update message set notify_at = now() where notify_at is not null`;
  await trial.wake();
}

const nameOf = async ({ uid }: { uid: number }) => {
  const [row] = await trial.portal.database.autocommit<{ name: string }[]>`
    select surname || ' ' || name as name from person where id = ${uid}`;
  return row?.name ?? '';
};

describe('a message on a device', () => {
  test('[TOLD-04] comes once, by its conversation, and not to whom it does not concern', async () => {
    const talk = await talking();
    const { teacher, student, student2, course } = talk;
    const [theirs, others] = [await trial.device(teacher), await trial.device(student2)];
    await talk.send(student, teacher, 'Можно вопрос?');
    await aMinuteLater();
    await waitUntil('it came', () => theirs.received.length === 1);
    const [row] = await trial.portal.database.autocommit`select thing from notification_outbox`;
    assert.equal(theirs.received[0]?.tag, `c${row?.thing}`);
    assert.equal(theirs.received[0]?.title, 'Новое сообщение');
    assert.match(theirs.received[0]?.url ?? '', new RegExp(`^/lms/chat\\?year=${course.year}&.*&c=${student.uid}$`));
    await talk.send(student, teacher, 'Прочитано сразу');
    await teacher.get(chat.readAll, talk.personal(student));
    await talk.send(student2, teacher, 'И ещё один');
    await aMinuteLater();
    await waitUntil('the next one came', () => theirs.received.length === 2);
    assert.notEqual(theirs.received[1]?.tag, theirs.received[0]?.tag);
    assert.deepEqual(others.received, []);
    await waitUntil('nothing waits', async () => !(await trial.outcomes()).waits);
    assert.deepEqual(await trial.outcomes(), { sent: 2 });
    assert.deepEqual(trial.service.faults, []);
  });

  test('[TOLD-03] of the night waits until the morning, with the others in one; what was read meanwhile is not in it', async () => {
    const talk = await talking();
    const { teacher, student, student2 } = talk;
    const device = await trial.device(student);
    await trial.setClock('2026-11-23T23:30:00+06:00');
    await talk.send(teacher, student, 'Лично');
    await talk.send(teacher, null, `@${await nameOf(student)}, к доске`);
    await talk.send(teacher, student2, 'Другому');
    await aMinuteLater();
    const gathered = () => trial.portal.database.autocommit<{ talks: string[] }[]>`
      select talks from notification_outbox where person_id = ${student.uid} and topic = 'digest' and outcome is null`;
    await waitUntil('both wait', async () => (await gathered())[0]?.talks.length === 2);
    assert.equal(device.received.length, 0);
    await student.get(chat.readAll, talk.personal(teacher));
    await trial.setClock('2026-11-24T07:01:00+06:00');
    await waitUntil('it is morning', () => device.received.length === 1);
    const [push] = device.received;
    assert.deepEqual([push?.tag, push?.title, push?.count], ['digest', 'Новое сообщение', 1]);
    assert.match(push?.url ?? '', /c=-1$/);
  });
});
