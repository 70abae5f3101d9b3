import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { startNextYear } from '../../test/factories/academic-years.ts';
import { waitUntil } from '../../test/http.ts';

const { portal, teacher, student, student2, student3, course, stream, group, send, countFor } = await openChatFixture();
const { autocommit } = portal.database;
const { gr_potok: _, id_semester, ...rest } = course;
const { IsSelect: isSelect, ...term } = rest;

const groupsOf = async () =>
  (await teacher.get(discipline.groups, { ...term, isSelect, id_semester })).map(({ id_group }) => id_group);
const stored = async (text: string) =>
  await autocommit<{ group: number; author: number }[]>`
  select c.course_id as "group", m.author_id as author from message m join conversation c on c.id = m.conversation_id
  where m.message = ${text} order by c.course_id`;

suite('one message to several groups', () => {
  test('[TALK-05] goes to each group once, in one call; its members get its event, and each file is theirs', async () => {
    const groups = await groupsOf();
    assert.ok(groups.length > 1);
    await send(student, null, 'до неё');
    const received: string[] = [];
    const stop = await listenToRoom(student, (key) => received.push(key));
    const key = randomUUID();
    const fields = { ...rest, groups: [...groups, ...groups], message: 'Завтра занятий\r\nне будет' };
    const files = [{ name: 'Приказ.txt', content: 'перенос' }];
    const [sent, again] = await Promise.all([1, 2].map(() => teacher.ask(chat.writeToGroups, fields, { key, files })));
    await waitUntil('something is told', () => received.length > 0);
    stop();
    const answers = [sent, again].filter((one) => one?.status === 200);
    assert.ok(answers.length);
    assert.deepEqual(answers[0]?.data.map(({ gr_potok }) => gr_potok).toSorted(), groups.toSorted());
    const repeated = await teacher.get(chat.writeToGroups, fields, { key, files });
    assert.deepEqual(repeated, answers[0]?.data);
    // A day later the kept answer is gone; the message is not.
    await autocommit`delete from idempotency_key`;
    assert.deepEqual(await teacher.get(chat.writeToGroups, fields, { key, files }), repeated);
    assert.equal((await stored('Завтра занятий\nне будет')).length, groups.length);
    const mine = answers[0]?.data.find(({ gr_potok }) => gr_potok === course.gr_potok);
    const { messages } = await student.get(chat.groupMessages, group());
    const last = messages.at(-1);
    assert.deepEqual([last?.id_message, last?.message], [mine?.id_message, 'Завтра занятий\nне будет']);
    assert.equal((await student.ask(chat.download, { id: last?.files[0]?.id })).text, 'перенос');
    assert.equal((await student3.ask(chat.download, { id: last?.files[0]?.id })).status, 404);
    assert.equal(await countFor(student, group()), 1);
    assert.equal(await countFor(teacher, group()), 1);
    await teacher.get(chat.readAll, group());
    await teacher.get(chat.writeToGroups, { ...rest, groups, message: 'прочитавшему' });
    assert.equal(await countFor(teacher, group()), 0);
    assert.equal((await stored('прочитавшему')).length, groups.length);
  });

  test('[TALK-05] all or none: a group of others among them, no group, no text, a past year', async () => {
    const groups = await groupsOf();
    const [foreign] = await autocommit<{ id: number }[]>`
      select g.id from study_group g where not exists (
        select from group_load l where l.group_id = g.id and l.teacher_id = ${teacher.uid}) limit 1`;
    const message = 'никому';
    const refusal = async (who: typeof teacher, input: object) => {
      const { status, error } = await who.ask(chat.writeToGroups, { ...rest, groups, message, ...input });
      return [status, error?.code];
    };
    assert.deepEqual(await refusal(teacher, { groups: [...groups, foreign?.id] }), [403, 'chat.notYourConversation']);
    assert.deepEqual(await refusal(teacher, { groups: [...groups, stream.gr_potok], IsSelect: true }), [
      403,
      'chat.notYourConversation',
    ]);
    assert.deepEqual(await refusal(teacher, { groups: [] }), [400, 'call.invalid']);
    assert.deepEqual(await refusal(teacher, { message: '  ' }), [400, 'chat.empty']);
    assert.deepEqual(await refusal(student2, {}), [403, 'call.notAllowed']);
    await startNextYear(autocommit, course.year);
    try {
      assert.deepEqual(await refusal(teacher, {}), [422, 'chat.closed']);
    } finally {
      await autocommit`update academic_year set is_default = false`;
      await autocommit`update academic_year set is_default = true where id = ${course.year}`;
    }
    assert.equal((await stored(message)).length, 0);
  });
});
