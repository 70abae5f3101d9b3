import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strFromU8, unzipSync } from 'fflate';
import { createArchive, fetchArchive, fetchArchiveKey } from '../../test/archive.ts';
import { openChatFixture } from '../../test/chat.ts';
import type { TestClient } from '../../test/test-client.ts';

const { chat, moderation, notices, search, audit } = callsByRoom;
const chatFixture = await openChatFixture();
const { portal, teacher, student, student2, group, fieldsOf, send } = chatFixture;
const admin = await portal.as('admin');
const { ownerSql } = portal;
const reason = 'Оскорбление однокурсника';

const report = (who: TestClient, id_message: number, more: object = {}) =>
  who.get(chat.report, { id_message, reason: 'insult', ...more });
const caseOf = async (id: number) => {
  const found = (await admin.get(moderation.list, { state: 'open' })).find(({ id_message }) => id_message === id);
  assert.ok(found, `message ${id} waits`);
  return found;
};

/** Everything that a member can read of a conversation, and beside it, as one text. */
async function readable(who: TestClient, word: string): Promise<string> {
  const parts = [
    await who.get(chat.groupMessages, group()),
    await who.get(chat.conversations),
    await who.get(chat.find, { text: word }),
    await who.get(chat.search, { ...group(), text: word }),
    await who.get(search.texts, { text: word }),
    await who.get(notices.list),
    await who.get(chat.marks, { ...group(), id_top_message: 0, id_last_message: 1e9 }),
  ];
  return JSON.stringify(parts);
}

suite('[CHAT-15] what a removed message leaves behind', () => {
  test('neither an answer to it, a search, a notice nor the archive of its author holds a word of it, edited or not', async () => {
    const [first, second] = ['первословие', 'вторословие'];
    const sent = await send(student, null, first);
    await send(teacher, null, 'ответ', { replyTo: sent.id_message });
    await student.get(chat.edit, { id_message: sent.id_message, message: second });
    await report(student2, sent.id_message);
    const found = await caseOf(sent.id_message);
    assert.deepEqual([found.message, found.before], [second, [first]]);
    assert.ok((await readable(student2, second)).includes(second), 'it is read before');
    await admin.get(moderation.remove, { id_case: found.id_case, reason });
    for (const who of [student, student2, teacher])
      for (const word of [first, second]) assert.ok(!(await readable(who, word)).includes(word), word);
    await createArchive(student);
    const { body } = await fetchArchive(student, await fetchArchiveKey(student));
    for (const [name, content] of Object.entries(unzipSync(body)))
      for (const word of [first, second]) assert.ok(!strFromU8(content).includes(word), `${word} in ${name}`);
    const entries = JSON.stringify(await admin.get(audit.list));
    assert.ok(!entries.includes(second), 'the trail holds no text');
    const [done] = await admin.get(moderation.list, { state: 'done' });
    assert.deepEqual([done?.message, done?.before], [second, [first]], 'moderators still read both');
  });

  test('a reporter who left the group, and an author who was moved, change nothing of the case', async () => {
    const sent = await send(student, null, 'остаётся в очереди');
    await report(student2, sent.id_message);
    const { id_case } = await caseOf(sent.id_message);
    const places = await ownerSql<{ student_id: number; group_id: number }[]>`
      select student_id, group_id from group_membership
      where student_id in ${ownerSql([student2.uid, student.uid])} and ends_on is null`;
    const endOn = async (day: string | null) => {
      for (const { student_id, group_id } of places)
        await ownerSql`update group_membership set ends_on = ${day} where student_id = ${student_id} and group_id = ${group_id}`;
    };
    await endOn('2026-11-01');
    try {
      assert.equal((await student2.ask(chat.groupMessages, group())).status, 403);
      assert.equal((await caseOf(sent.id_message)).id_case, id_case);
      assert.ok((await admin.get(moderation.around, { id_case })).length > 0);
      await admin.get(moderation.remove, { id_case, reason });
      const notice = (await student.get(notices.list))[0]?.notices.find(({ thing }) => thing === sent.id_message);
      assert.deepEqual([notice?.step, notice?.reason], ['removed', reason]);
    } finally {
      await endOn(null);
    }
  });

  test('what was left and then rewritten by its author can be reported again by the same person', async () => {
    const sent = await send(student, null, 'сначала вежливо');
    await report(student2, sent.id_message);
    const { id_case } = await caseOf(sent.id_message);
    await admin.get(moderation.leave, { id_case, reason: 'Ничего дурного' });
    await student.get(chat.edit, { id_message: sent.id_message, message: 'а теперь грубо' });
    await report(student2, sent.id_message);
    assert.equal((await caseOf(sent.id_message)).message, 'а теперь грубо');
  });

  test('a photograph and a sound go with the message, small and whole', async () => {
    const files = [
      {
        name: 'фото.jpg',
        content: Buffer.from(
          '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
          'base64',
        ),
        type: 'image/jpeg',
      },
      { name: 'голос.ogg', content: Buffer.from('OggS голос'), type: 'audio/ogg' },
    ];
    const answer = await student.ask(chat.insert, { ...fieldsOf(null), message: '' }, { files });
    assert.equal(answer.status, 200, JSON.stringify(answer.error));
    const [sent] = await student.get(chat.insert, { ...fieldsOf(null), message: '' }, { files });
    assert.ok(sent);
    for (const { id } of sent.files) assert.equal((await student2.ask(chat.download, { id })).status, 200);
    await report(student2, sent.id_message, { id_file: sent.files[1]?.id });
    const found = await caseOf(sent.id_message);
    assert.deepEqual(found.meant, [sent.files[1]?.id]);
    await admin.get(moderation.remove, { id_case: found.id_case, reason });
    for (const { id } of sent.files)
      for (const who of [student, student2, teacher])
        for (const more of [{}, { inline: 1 }, { inline: 1, size: 'small' }])
          assert.equal((await who.ask(chat.download, { id, ...more })).status, 404);
  });
});
