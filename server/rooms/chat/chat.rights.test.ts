import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { openChatFixture } from '../../test/chat.ts';
import { startNextYear } from '../../test/factories/academic-years.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, course, stream, personal, group, fieldsOf, send, countFor } =
  await openChatFixture();

suite('the conversation of a group', () => {
  test('[CHAT-10] every student of the group and its teacher, in groups and in streams', async () => {
    for (const taught of [course, stream]) {
      const sent = await send(student, null, 'привет группе', {}, taught);
      for (const who of [student, student2, teacher]) {
        const { messages } = await who.get(chat.groupMessages, group(taught));
        assert.equal(messages.at(-1)?.id_message, sent.id_message);
      }
      const after = await teacher.get(chat.groupMessages, { ...group(taught), id_lastMessage: sent.id_message });
      assert.deepEqual(after.messages, []);
      await teacher.get(chat.readAll, group(taught));
      await student2.get(chat.readAll, group(taught));
      const [last] = (await student.get(chat.groupMessages, group(taught))).messages.slice(-1);
      assert.equal(last?.seenBy, 2);
      const readers = await student.get(chat.seen, { id_message: sent.id_message });
      assert.deepEqual(
        readers.map(({ idid, id_type }) => [idid, id_type]).toSorted(),
        [
          [teacher.uid, 1],
          [student2.uid, 2],
        ].toSorted(),
      );
      assert.equal((await teacher.ask(chat.seen, { id_message: sent.id_message })).error?.code, 'chat.notYourMessage');
    }
  });

  test('whoever joins later has read what was before', async () => {
    const sent = await send(teacher, null, 'до него');
    const { autocommit } = portal.database;
    const [gone] = await autocommit`
      with c as (select id from conversation where course_id = ${course.gr_potok} and not is_select and discipline_id = ${course.id_discipline}),
      s as (delete from read_step r using c where r.conversation_id = c.id and r.person_id = ${student2.uid}),
      o as (delete from read_single r using c where r.conversation_id = c.id and r.person_id = ${student2.uid})
      select id from c`;
    await autocommit`delete from conversation_member where conversation_id = ${gone?.id} and person_id = ${student2.uid}`;
    assert.equal(await countFor(student2, group()), 0);
    const next = await send(teacher, null, 'при нём');
    const { messages, unreades_start, unreades_total } = await student2.get(chat.groupMessages, group());
    assert.deepEqual([unreades_start, unreades_total], [next.id_message, 1]);
    const before = messages.find(({ id_message }) => id_message === sent.id_message);
    assert.equal(before?.readAt, before?.created);
  });

  test('in a past year one reads, marks and deletes, but does not write', async () => {
    const sent = await send(student, teacher, 'давно');
    const { autocommit } = portal.database;
    await startNextYear(autocommit, course.year);
    try {
      const { status, error } = await student.ask(chat.insert, { ...fieldsOf(teacher, course), message: 'поздно' });
      assert.deepEqual([status, error?.code], [422, 'chat.closed']);
      assert.equal(
        (await student.ask(chat.edit, { id_message: sent.id_message, message: 'x' })).error?.code,
        'chat.closed',
      );
      assert.equal((await teacher.ask(chat.readAll, personal(student))).status, 200);
      assert.equal((await student.ask(chat.delete, { id_message: sent.id_message })).status, 200);
    } finally {
      await autocommit`update academic_year set is_default = false`;
      await autocommit`update academic_year set is_default = true where id = ${course.year}`;
    }
  });

  test('[BASE-02] fields that name another caller, of neither kind, or that contradict are refused', async () => {
    const codeOf = async (call: Parameters<TestClient['ask']>[0], input: object) =>
      (await student.ask(call, input)).error?.code;
    assert.equal(await codeOf(chat.messages, { ...personal(teacher), id_from: teacher.uid }), 'call.notYou');
    assert.equal(
      await codeOf(chat.insert, { ...fieldsOf(teacher, course), message: 'x', from: teacher.uid }),
      'call.notYou',
    );
    const { id_to: _, ...neither } = personal(teacher);
    assert.equal(await codeOf(chat.count, neither), 'call.invalid');
    assert.equal(await codeOf(chat.messages, { ...personal(teacher), id_to: -1 }), 'call.invalid');
    assert.equal(
      await codeOf(chat.insert, { ...fieldsOf(null, course), message: 'x', IsGroupChat: 0 }),
      'call.invalid',
    );
    assert.equal(
      await codeOf(chat.insert, { ...fieldsOf(teacher, course), message: 'x', IsGroupChat: 1 }),
      'call.invalid',
    );
  });
});
