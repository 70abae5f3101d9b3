import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import { LiveEventListener } from '../../test/live-event-listener.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, course, stream, personal, group, fieldsOf, send, countFor } =
  await openChatFixture();

suite('what others see of it', () => {
  test('search ignores case and the difference of ё and е, and takes signs literally', async () => {
    const sent = await send(teacher, student, 'Зачёт перенЕСЁН на 100%_точно');
    const found = async (text: string) =>
      (await student.get(chat.search, { ...personal(teacher), text })).map(({ id_message }) => id_message);
    for (const text of ['зачет', 'ЗАЧЁТ', 'перенесен', '100%_ТОЧ'])
      assert.deepEqual(await found(text), [sent.id_message]);
    assert.deepEqual(await found('100_%точно'), []);
    const deleted = await send(teacher, student, 'удалённое слово');
    await teacher.get(chat.delete, { id_message: deleted.id_message });
    assert.deepEqual(await found('удаленное слово'), []);
  });

  test('[CHAT-11] changes after a revision: written, edited, deleted and seen, each once', async () => {
    const { revision } = await student.get(chat.messages, personal(teacher));
    const mine = await send(student, teacher, 'моё для чтения');
    const kept = await send(teacher, student, 'останется');
    const deletedMessage = await send(teacher, student, 'уйдёт');
    await teacher.get(chat.edit, { id_message: kept.id_message, message: 'осталось' });
    await teacher.get(chat.delete, { id_message: deletedMessage.id_message });
    await teacher.get(chat.readAll, personal(student));
    const ask = async (from: number) => {
      const [row] = await student.get(chat.sync, {
        ...personal(teacher),
        revision: from,
        id_top_message: mine.id_message,
      });
      assert.ok(row);
      return row;
    };
    const change = await ask(revision);
    assert.deepEqual(
      change.messages.map(({ message }) => message),
      ['моё для чтения', 'осталось'],
    );
    assert.deepEqual(change.deleted, [deletedMessage.id_message]);
    assert.equal(change.seen[0]?.seenBy, 1);
    assert.equal(change.more, false);
    const nothing = await ask(change.revision);
    assert.deepEqual([nothing.messages, nothing.deleted], [[], []]);
  });

  test('[CHAT-11] the event about a message names to its author alone the call that sent it', async () => {
    const key = randomUUID();
    const lines = await Promise.all([student, teacher].map((who) => LiveEventListener.open(who)));
    await student.get(chat.insert, { ...fieldsOf(teacher, course), message: 'с ключом' }, { key });
    for (const line of lines) await line.waitForEvents('chat');
    assert.deepEqual(
      lines.map(({ events }) => events.filter(({ room }) => room === 'chat').map(({ cause }) => cause)),
      [[key], [undefined]],
    );
    for (const line of lines) line.close();
  });

  test('[CHAT-11] a whole group that asks at one moment: to each what is theirs, never anything old', async () => {
    const crowd = await addStudents(portal, 'student', 6);
    const fields = group(course);
    // The first message gives everybody a place in the conversation.
    await send(teacher, null, 'для всех');
    const { revision } = await student.get(chat.groupMessages, fields);
    const first = await send(teacher, null, 'первое');
    await student2.get(chat.read, { id_message: first.id_message });
    const ask = async (who: TestClient, from = revision) => {
      const [row] = await who.get(chat.sync, { ...fields, revision: from, id_top_message: 0 });
      assert.ok(row);
      return row;
    };
    const everybody = [teacher, student, student2, ...crowd];
    const answers = await Promise.all(everybody.map((who) => ask(who)));
    for (const [i, { messages, revision: now }] of answers.entries()) {
      assert.deepEqual([messages.map(({ message }) => message), now], [['первое'], revision + 1]);
      assert.deepEqual([messages[0]?.ismine, messages[0]?.key === null], [i === 0, true]);
      assert.equal(messages[0]?.readAt !== null, i === 0 || i === 2);
    }
    await teacher.get(chat.edit, { id_message: first.id_message, message: 'исправлено' });
    await send(student, null, 'ответ');
    for (const { messages } of await Promise.all(everybody.map((who) => ask(who))))
      assert.deepEqual(
        messages.map(({ message }) => message),
        ['исправлено', 'ответ'],
      );
    await teacher.get(chat.delete, { id_message: first.id_message });
    for (const { messages, deleted } of await Promise.all(everybody.map((who) => ask(who))))
      assert.deepEqual([messages.map(({ message }) => message), deleted], [['ответ'], [first.id_message]]);
    for (const { messages, deleted } of await Promise.all(everybody.map((who) => ask(who, answers[0]?.revision))))
      assert.deepEqual([messages.map(({ message }) => message), deleted], [['ответ'], [first.id_message]]);
  });

  test('[CHAT-11] members are notified after the commit, with the exact key, and nobody else', async () => {
    const received = new Map<TestClient, string[]>();
    const people = [teacher, student, student2, student3];
    const stops = await Promise.all(
      people.map((who) => listenToRoom(who, (line) => received.set(who, [...(received.get(who) ?? []), line]))),
    );
    try {
      await student.get(chat.readAll, personal(teacher));
      const smaller = Math.min(teacher.uid, student.uid);
      const key = `${course.year}/${course.ws}/${course.id_discipline}/${course.kredit}`;
      await send(teacher, student, 'слышно');
      const personalConversationKey = `p/${key}/${smaller}/${Math.max(teacher.uid, student.uid)}`;
      await waitUntil('both sides are told', () =>
        [student, teacher].every((who) => received.get(who)?.includes(personalConversationKey)),
      );
      await send(student, null, 'слышно всем');
      const groupKey = `g/${key}/0/${course.gr_potok}`;
      await waitUntil('all are told', () =>
        [teacher, student, student2].every((who) => received.get(who)?.includes(groupKey)),
      );
      assert.ok(!received.get(student2)?.includes(personalConversationKey));
      assert.equal(received.get(student3), undefined);
    } finally {
      for (const stop of stops) stop();
    }
  });
});

test('counters hold under many writers, readers and deleters at once', async () => {
  const fields = personal(teacher, stream);
  await student.get(chat.readAll, fields);
  const work: Promise<unknown>[] = [];
  for (let i = 0; i < 12; i++) {
    work.push(
      send(teacher, student, `враз ${i}`, {}, stream).then(async ({ id_message }) => {
        if (i % 3 === 0) await teacher.get(chat.delete, { id_message });
        else
          await student.ask(
            i % 3 === 1 ? chat.read : chat.readAll,
            i % 3 === 1 ? { id_message } : { ...fields, id_last_message: id_message },
          );
      }),
    );
    if (i % 4 === 0) work.push(send(student, teacher, `ответ ${i}`, {}, stream));
  }
  await Promise.all(work);
  for (const [who, to] of [
    [student, teacher],
    [teacher, student],
  ] as const) {
    const [real] = await portal.database.autocommit<{ unread: number }[]>`
      select count(*)::int as unread from message m
      join conversation c on c.id = m.conversation_id and c.person_a = least(${who.uid}, ${to.uid}::bigint)
        and c.person_b = greatest(${who.uid}, ${to.uid}::bigint) and c.discipline_id = ${stream.id_discipline}
      join conversation_member x on x.conversation_id = c.id and x.person_id = ${who.uid}
      where m.deleted_at is null and m.author_id <> ${who.uid} and m.id > x.read_to
        and not exists (select from read_single s where s.message_id = m.id and s.person_id = ${who.uid})`;
    assert.equal(await countFor(who, personal(to, stream)), real?.unread);
  }
});
