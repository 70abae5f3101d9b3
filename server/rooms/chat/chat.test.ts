import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { openChatFixture } from '../../test/chat.ts';
import { openPortal, type TestClient } from '../../test/test-client.ts';

const {
  portal,
  teacher,
  student,
  student2,
  student3,
  editor,
  course,
  stream,
  personal,
  group,
  fieldsOf,
  send,
  countFor,
} = await openChatFixture();

const contactsOf = (who: TestClient, of = course) =>
  who.get(who === teacher ? discipline.students : discipline.teachers, {
    year: of.year,
    ws: of.ws,
    id_discipline: of.id_discipline,
    kredit: of.kredit,
    isSelect: of.IsSelect,
    id_semester: of.id_semester,
    id_group: of.gr_potok,
  });

suite('a personal conversation', () => {
  test('[CHAT-03] opens empty, then holds what was written, with the first unread', async () => {
    const empty = await student.get(chat.messages, personal(teacher));
    assert.deepEqual(empty, { messages: [], unreades_start: null, unreades_total: 0, revision: 0 });
    const sent = await send(teacher, student, 'Здравствуйте!');
    assert.equal(sent.ismine, true);
    assert.equal(sent.readAt, null);
    const { messages, unreades_start, unreades_total } = await student.get(chat.messages, personal(teacher));
    assert.equal(unreades_total, 1);
    assert.equal(unreades_start, sent.id_message);
    const [one] = messages;
    assert.deepEqual(one, { ...sent, ismine: false, key: null });
    assert.match(one?.created ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(one?.authorType, 1);
    assert.equal(one?.id_author, teacher.uid);
  });

  test('[CHAT-06] reading one and all, twice, and own messages', async () => {
    const fields = personal(teacher);
    await student.get(chat.readAll, fields);
    const a = await send(teacher, student, 'раз');
    const b = await send(teacher, student, 'два');
    const c = await send(teacher, student, 'три');
    assert.equal(await countFor(student, fields), 3);
    const read = async (id_message: number) => (await student.get(chat.read, { id_message }))[0]?.countMessages;
    assert.equal(await read(b.id_message), 2);
    assert.equal(await read(b.id_message), 2);
    const opened = await student.get(chat.messages, fields);
    assert.equal(opened.unreades_start, a.id_message);
    assert.equal(await read(a.id_message), 1);
    assert.equal((await student.get(chat.messages, fields)).unreades_start, c.id_message);
    const mine = await send(student, teacher, 'моё');
    assert.equal(await read(mine.id_message), 1);
    assert.deepEqual(await student.get(chat.readAll, fields), [{ result: 1, countMessages: 0 }]);
    assert.equal(await countFor(student, fields), 0);
    const [seen] = (await teacher.get(chat.old, { ...personal(student), id_top_message: c.id_message + 1 })).slice(-1);
    assert.equal(seen?.seenBy, 1);
    assert.ok(seen?.readAt);
    const mineNow = await countFor(teacher, personal(student));
    assert.equal(mineNow, 1);
    await teacher.get(chat.readAll, personal(student));
  });

  test('[CHAT-06] a screen is marked up to a position with one call', async () => {
    const fields = personal(teacher);
    const ids: number[] = [];
    for (const text of ['1', '2', '3', '4']) ids.push((await send(teacher, student, text)).id_message);
    const [left] = await student.get(chat.readAll, { ...fields, id_last_message: ids[2] });
    assert.equal(left?.countMessages, 1);
    const [again] = await student.get(chat.readAll, { ...fields, id_last_message: ids[0] });
    assert.equal(again?.countMessages, 1);
    assert.equal(await countFor(student, fields), 1);
    await student.get(chat.readAll, fields);
  });

  test('[CHAT-01] contacts begin with the group chat and show unread counts, as unreadcontacts does', async () => {
    await send(teacher, student, 'для счёта');
    await send(teacher, null, 'всей группе');
    const [first, ...people] = await contactsOf(student);
    assert.equal(first?.idid, -1);
    assert.equal(first?.id_type, -1);
    assert.equal(first?.fio, 'Групповой чат');
    assert.equal(first?.countMessages, 1);
    assert.equal(people.find(({ idid }) => idid === teacher.uid)?.countMessages, 1);
    const waiting = await student.get(chat.unreadContacts, { id: student.uid, forType: 2 });
    assert.deepEqual(
      waiting.map(({ idid, id_type, countMessages }) => ({ idid, id_type, countMessages })),
      [
        { idid: -1, id_type: -1, countMessages: 1 },
        { idid: teacher.uid, id_type: 1, countMessages: 1 },
      ],
    );
    assert.equal(waiting[0]?.gr_potok, course.gr_potok);
    assert.equal(waiting[1]?.gr_potok, null);
    await student.get(chat.readAll, personal(teacher));
    await student.get(chat.readAll, group());
    assert.deepEqual(await student.get(chat.unreadContacts), []);
    assert.equal((await contactsOf(teacher))[0]?.idid, -1);
  });

  test("a group's conversation shows how many belong to it: its students, and its teachers once each", async () => {
    const [listed] = await portal.database.autocommit<{ count: number }[]>`
      select count(*)::int as count from (
        select student_id from group_membership where group_id = ${course.gr_potok} and ends_on is null
        union select teacher_id from group_load
        where group_id = ${course.gr_potok} and year_id = ${course.year} and term_id = ${course.ws}
          and discipline_id = ${course.id_discipline} and credits = ${course.kredit}) all_of_them`;
    assert.ok(listed && listed.count > 2);
    for (const who of [teacher, student])
      assert.deepEqual(await who.get(chat.members, group()), [{ countMembers: listed.count }]);
  });

  test('[CHAT-04] pages of 20 both ways, oldest first; fewer than 20 means no more', async () => {
    const fields = personal(teacher, stream);
    const ids: number[] = [];
    for (let i = 0; i < 45; i++) ids.push((await send(teacher, student, `сообщение ${i}`, {}, stream)).id_message);
    const idsOf = (rows: { id_message: number }[]) => rows.map((row) => row.id_message);
    const { messages } = await student.get(chat.messages, fields);
    assert.deepEqual(idsOf(messages), ids.slice(25));
    const older = await student.get(chat.old, { ...fields, id_top_message: ids[25] });
    assert.deepEqual(idsOf(older), ids.slice(5, 25));
    const oldest = await student.get(chat.old, { ...fields, id_top_message: ids[5] });
    assert.deepEqual(idsOf(oldest), ids.slice(0, 5));
    assert.deepEqual(idsOf(await student.get(chat.new, { ...fields, id_last_message: 0 })), ids.slice(0, 20));
    assert.deepEqual(idsOf(await student.get(chat.new, { ...fields, id_last_message: ids[40] })), ids.slice(41));
  });
});

suite('what is written', () => {
  test('[CHAT-13] 4 000 characters, emoji, markup and line breaks come back as they were', async () => {
    for (const text of [
      '<b onclick="x()">жирно</b> <script>alert(1)</script> &amp; {{t}}',
      'Өзгөчө ыраазычылык, Ңүрсултан!\n\nЭкинчи сап\ttab',
      '👩‍🎓'.repeat(1000).slice(0, 4000),
      '🎓'.repeat(4000),
      'а'.repeat(4000),
      'null',
      '-1',
    ])
      assert.equal((await send(student, teacher, text)).message, text.normalize('NFC'));
  });

  test('[CHAT-13] 4 001 characters, blanks only, NUL and nothing are refused with a sentence', async () => {
    const status = async (message: string | undefined) => {
      const answer = await student.ask(chat.insert, {
        ...fieldsOf(teacher, course),
        ...(message !== undefined && { message }),
      });
      return [answer.status, answer.error?.code];
    };
    assert.deepEqual(await status('а'.repeat(4001)), [400, 'chat.tooLong']);
    for (const blank of ['', '   ', '\n\t', '\u200b\u200d', '\u2800', '\u3164', undefined])
      assert.deepEqual(await status(blank), [400, 'chat.empty']);
    assert.deepEqual(await status('а\0б'), [400, 'call.invalid']);
    const { error } = await student.ask(chat.insert, { ...fieldsOf(teacher, course), message: ' ' });
    assert.equal(error?.message, 'Напишите сообщение или приложите файл.');
  });

  test('[CHAT-13] editing and searching refuse the same, or take a text exactly as it is', async () => {
    const { id_message } = await send(student, teacher, 'исправляемое');
    const edit = async (message: string) => {
      const { status, error, data } = await student.ask(chat.edit, { id_message, message });
      return status === 200 ? data[0]?.message : [status, error?.code];
    };
    const emoji = '👩‍🎓'.repeat(1333);
    for (const text of ['<script>alert(1)</script>', '🎓'.repeat(4000), emoji, 'строка\nи ещё'])
      assert.equal(await edit(text), text);
    assert.deepEqual(await edit('🎓'.repeat(4001)), [400, 'chat.tooLong']);
    assert.deepEqual(await edit(' \n\t '), [400, 'chat.empty']);
    for (const text of ['а\0б', 'пол-эмодзи \ud83c']) assert.deepEqual(await edit(text), [400, 'call.invalid']);
    const search = async (text: string) => (await student.ask(chat.search, { ...personal(teacher), text })).status;
    for (const text of ['\0', 'я'.repeat(201), '', '\ud800']) assert.equal(await search(text), 400);
    for (const text of ['%', '_', '\\', '<b>', '🎓'.repeat(200)]) assert.equal(await search(text), 200);
  });

  test('[CHAT-12] the same key stores one message; another text under it is refused', async () => {
    const key = randomUUID();
    const fields = { ...fieldsOf(teacher, course), message: 'один раз' };
    const first = await student.get(chat.insert, fields, { key });
    const again = await student.ask(chat.insert, fields, { key });
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.data, first);
    const found = await teacher.get(chat.search, { ...personal(student), text: 'один раз' });
    assert.equal(found.length, 1);
    const other = await student.ask(chat.insert, { ...fields, message: 'другой' }, { key });
    assert.equal(other.error?.code, 'call.keyReused');
    assert.equal(first[0]?.key, key);
    // Days later, when the kept answer is gone.
    await portal.database.autocommit`delete from idempotency_key where key = ${key}`;
    assert.deepEqual(await student.get(chat.insert, fields, { key }), first);
  });

  test('[CHAT-05] files: members fetch them, nobody else; gone with the message', async () => {
    const files = [
      { name: 'план.txt', content: 'план занятий' },
      { name: 'план.txt', content: 'другой' },
    ];
    const [sent] = await student.get(chat.insert, fieldsOf(teacher, course), { files });
    assert.deepEqual(
      sent?.files.map(({ name }) => name),
      ['план.txt', 'план (2).txt'],
    );
    const id = sent?.files[0]?.id;
    const answer = await teacher.ask(chat.download, { id });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, 'план занятий');
    for (const wrong of [student2, student3, editor]) {
      const refused = await wrong.ask(chat.download, { id });
      assert.deepEqual([refused.status, refused.error?.code], [404, 'file.notFound']);
    }
    await student.get(chat.delete, { id_message: sent?.id_message });
    assert.equal((await student.ask(chat.download, { id })).status, 404);
  });

  test('[CHAT-14] a file above the limit is refused and nothing is kept', async () => {
    const small = await openPortal({ FILE_LIMIT_MB: '1' });
    try {
      const writer = await small.as('student');
      const files = [{ name: 'велик.bin', content: Buffer.alloc(1_100_000, 1) }];
      const { status, error } = await writer.ask(
        chat.insert,
        { ...fieldsOf(teacher, course), message: 'с файлом' },
        { files },
      );
      assert.deepEqual([status, error?.code, error?.message], [413, 'file.tooLarge', 'Файл больше 1 МБ.']);
      const kept = await small.database
        .autocommit`select (select count(*) from message) + (select count(*) from file) as n`;
      assert.equal(kept[0]?.n, 0);
    } finally {
      await small.close();
    }
  });

  test('an answer carries what it answers, as long as that is there', async () => {
    const asked = await send(teacher, student, 'вопрос');
    const answered = await send(student, teacher, 'ответ', { replyTo: asked.id_message });
    const quoted = { id_message: asked.id_message, id_author: teacher.uid, fio: asked.fio };
    assert.deepEqual(answered.replyTo, { ...quoted, message: 'вопрос' });
    await teacher.get(chat.delete, { id_message: asked.id_message });
    const [row] = await student.get(chat.search, { ...personal(teacher), text: 'ответ' });
    assert.deepEqual(row?.replyTo, { ...quoted, message: null });
    const elsewhere = await send(teacher, null, 'в группе');
    for (const replyTo of [elsewhere.id_message, asked.id_message]) {
      const refused = await student.ask(chat.insert, { ...fieldsOf(teacher, course), message: 'x', replyTo });
      assert.deepEqual([refused.status, refused.error?.code], [404, 'chat.notFound']);
    }
  });

  test("one edits only one's own, within 15 minutes; the old text is kept as history", async () => {
    const sent = await send(student, teacher, 'с ошыбкой');
    const edit = (who: TestClient, message: string, id_message = sent.id_message) =>
      who.ask(chat.edit, { id_message, message });
    const { data } = await edit(student, 'с ошибкой');
    assert.equal(data[0]?.message, 'с ошибкой');
    assert.ok(data[0]?.editedAt);
    const codeOf = async (answer: ReturnType<typeof edit>) => (await answer).error?.code;
    assert.equal(await codeOf(edit(teacher, 'x')), 'chat.notYourMessage');
    assert.equal(await codeOf(edit(student2, 'x')), 'chat.notFound');
    assert.equal(await codeOf(edit(student, ' ')), 'chat.empty');
    assert.equal(await codeOf(edit(student, 'а'.repeat(4001))), 'chat.tooLong');
    const { autocommit } = portal.database;
    const history = await autocommit`select message, what from message_history where message_id = ${sent.id_message}`;
    assert.deepEqual([...history], [{ message: 'с ошыбкой', what: 'edited' }]);
    await autocommit`update message set created_at = created_at - interval '15 minutes' where id = ${sent.id_message}`;
    assert.equal(await codeOf(edit(student, 'поздно')), 'chat.tooLate');
  });

  test("[CHAT-07] one deletes only one's own; text is gone for readers, kept for disputes, counts fall", async () => {
    const fields = personal(teacher);
    await student.get(chat.readAll, fields);
    const sent = await send(teacher, student, 'тайна');
    const unread = await send(teacher, student, 'ещё');
    assert.equal(await countFor(student, fields), 2);
    const remove = (who: TestClient) => who.ask(chat.delete, { id_message: sent.id_message });
    assert.equal((await remove(student)).error?.code, 'chat.notYourMessage');
    assert.equal((await remove(student3)).error?.code, 'chat.notFound');
    assert.deepEqual((await remove(teacher)).data, [{ result: 1 }]);
    assert.deepEqual((await remove(teacher)).data, [{ result: 1 }]);
    assert.equal((await remove(student)).error?.code, 'chat.notFound');
    assert.equal(await countFor(student, fields), 1);
    await student.get(chat.readAll, fields);
    await teacher.get(chat.delete, { id_message: unread.id_message });
    assert.equal(await countFor(student, fields), 0);
    assert.equal((await student.ask(chat.read, { id_message: sent.id_message })).error?.code, 'chat.notFound');
    const everything = JSON.stringify(await student.get(chat.messages, fields));
    assert.ok(!everything.includes('тайна'));
    const [row] = await portal.database.autocommit`
      select m.message, m.deleted_by, h.message as kept from message m join message_history h on h.message_id = m.id
      where m.id = ${sent.id_message}`;
    assert.deepEqual({ ...row }, { message: '', deleted_by: teacher.uid, kept: 'тайна' });
  });
});
