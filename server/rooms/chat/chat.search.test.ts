import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';
import { openChatFixture } from '../../test/chat.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, course, stream, send } = await openChatFixture();
const { autocommit } = portal.database;

const found = async (who: TestClient, text: string, more: object = {}) => await who.get(chat.find, { text, ...more });

suite('search over all own conversations', () => {
  test('[TALK-02] every word in any order and any case, newest first, with the conversation it stands in', async () => {
    const first = await send(teacher, student, 'Зачёт по Өнүгүү пройдёт в кабинете 214');
    const second = await send(teacher, null, 'КАБИНЕТ для зачета ещё уточним');
    const third = await send(student, teacher, 'без нужного слова', {}, stream);
    const rows = await found(student, 'зачет кабинет');
    assert.deepEqual(
      rows.map(({ id_message, idid, gr_potok }) => [id_message, idid, gr_potok]),
      [
        [second.id_message, -1, course.gr_potok],
        [first.id_message, teacher.uid, null],
      ],
    );
    assert.deepEqual([rows[0]?.fio, rows[0]?.author, rows[0]?.ismine], ['Групповой чат', second.fio, false]);
    assert.ok(rows[0]?.group && rows[0].discipline === rows[1]?.discipline);
    assert.equal(rows[1]?.created, first.created);
    assert.equal((await found(student, 'онугуу'))[0]?.id_message, first.id_message);
    assert.equal((await found(student, 'НУЖНОГО'))[0]?.id_message, third.id_message);
    assert.deepEqual(await found(student, '100%_'), []);
    await teacher.get(chat.delete, { id_message: second.id_message });
    assert.equal((await found(student, 'зачет кабинет')).length, 1);
  });

  test('[TALK-02] pages of 20 without gaps or doubles, and the piece of a long text around the word', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 45; at++) {
      const [to, of] = at % 2 ? [teacher, course] : [null, stream];
      ids.push(
        (await send(student, to, `${'мимо '.repeat(60)}иголка номер ${at} ${'дальше '.repeat(60)}`, {}, of)).id_message,
      );
    }
    const seen: number[] = [];
    for (let last: number | undefined; ; ) {
      const rows = await found(student, 'иголка', last ? { id_last_message: last } : {});
      seen.push(...rows.map(({ id_message }) => id_message));
      for (const { message } of rows) assert.match(message, /^….{20,60}иголка номер \d+ дальше .*…$/);
      last = rows.at(-1)?.id_message;
      if (rows.length < limits.chatPageSize) break;
    }
    assert.deepEqual(seen, ids.toReversed());
  });

  test('[TALK-02] nothing of others: a fellow student, somebody outside, and who has left the group', async () => {
    const secret = 'канарейка-в-переписке';
    await send(teacher, student, secret);
    assert.equal((await found(student, secret)).length, 1);
    for (const who of [student2, student3]) assert.deepEqual(await found(who, secret), []);
    const inGroup = await send(teacher, null, 'канарейка-в-группе');
    assert.equal((await found(student2, 'канарейка-в-группе'))[0]?.id_message, inGroup.id_message);
    await autocommit`update group_membership set ends_on = today() - 1 where student_id = ${student2.uid} and ends_on is null`;
    try {
      assert.deepEqual(await found(student2, 'канарейка'), []);
    } finally {
      await autocommit`update group_membership set ends_on = null where student_id = ${student2.uid} and ends_on = today() - 1`;
    }
  });

  test('[TALK-02] people whom one may write to, by any part of the name: teachers for students, students for teachers', async () => {
    const [asanbaev] = await student.get(chat.findPeople, { text: 'данияр асанб' });
    assert.deepEqual([asanbaev?.idid, asanbaev?.id_type], [teacher.uid, 1]);
    const [row] = await teacher.get(chat.findPeople, { text: 'тологонова' });
    assert.deepEqual([row?.idid, row?.id_type], [student.uid, 2]);
    assert.ok(row?.group);
    for (const one of [...(await student.get(chat.findPeople, { text: 'ов' })), ...(row ? [row] : [])]) {
      const fields = {
        year: one.year,
        ws: one.ws,
        id_discipline: one.id_discipline,
        kredit: one.kredit,
        id_to: one.idid,
      };
      const who = one.id_type === 1 ? student : teacher;
      assert.equal((await who.ask(chat.conversation, fields)).status, 200, one.fio);
    }
    const [fellow] = await autocommit<{ surname: string }[]>`select surname from person where id = ${student2.uid}`;
    assert.ok(
      !(await student.get(chat.findPeople, { text: fellow?.surname })).some(({ idid }) => idid === student2.uid),
    );
    assert.equal((await student.ask(chat.find, { text: 'я' })).status, 400);
  });
});
