import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { openPortal, type Person, type Portal } from '../../test/as.ts';

/** A course of the teacher and both students, with the fields of the wire that name its conversations. */
interface Course {
  year: number;
  ws: number;
  id_discipline: number;
  kredit: number;
  IsSelect: boolean;
  gr_potok: number;
  id_semester: number;
}

let portal: Portal;
let teacher: Person;
let student: Person;
let student2: Person;
let student3: Person;
let editor: Person;
let course: Course;
let stream: Course;

before(async () => {
  portal = await openPortal();
  [teacher, student, student2, student3, editor] = (await Promise.all(
    (['teacher', 'student', 'student2', 'student3', 'editor'] as const).map((login) => portal.as(login)),
  )) as [Person, Person, Person, Person, Person];
  course = await courseOf(false);
  stream = await courseOf(true);
});
after(() => portal.close());

/** The first course of that kind that the teacher teaches to the student's group or stream. */
async function courseOf(isSelect: boolean): Promise<Course> {
  const [now] = await student.get(discipline.currentTerm);
  const [thisYear] = await student.get(discipline.currentYear);
  const term = { year: thisYear?.id_a_year ?? 0, ws: now?.id_ws ?? 0 };
  for (const one of await student.get(discipline.listForStudent, term)) {
    if (one.isSelect !== isSelect) continue;
    const key = { ...term, id_discipline: one.id, isSelect, kredit: one.kredit };
    for (const { id_semester } of await student.get(discipline.semestersForStudent, key))
      for (const { id_group } of await student.get(discipline.groupsForStudent, { ...key, id_semester })) {
        const people = await student.get(discipline.teachers, { ...key, id_semester, id_group });
        if (people.some(({ idid }) => idid === teacher.uid))
          return {
            ...term,
            id_discipline: one.id,
            kredit: one.kredit,
            IsSelect: isSelect,
            gr_potok: id_group,
            id_semester,
          };
      }
  }
  throw new Error('the test university has no such course');
}

const personal = (to: Person, of = course) => ({
  year: of.year,
  ws: of.ws,
  id_discipline: of.id_discipline,
  kredit: of.kredit,
  id_to: to.uid,
});
const group = ({ id_semester: _, ...of } = course) => of;

const fieldsOf = (to: Person | null, of: Course) => ({
  year: of.year,
  semester: of.ws,
  discipline: of.id_discipline,
  kredit: of.kredit,
  currentContactId: to?.uid ?? -1,
  IsGroupChat: to ? 0 : 1,
  isSelect: of.IsSelect ? 1 : 0,
  group_subgroup: of.gr_potok,
});

async function send(by: Person, to: Person | null, message: string, more: object = {}, of = course) {
  const [sent] = await by.get(chat.insert, { ...fieldsOf(to, of), message, ...more });
  assert.ok(sent);
  return sent;
}

const countFor = async (who: Person, fields: object) => (await who.get(chat.count, fields))[0]?.countMessages;
const contactsOf = (who: Person, of = course) =>
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

  test('[CHAT-01] contacts begin with the group chat and tell unread counts, as unreadcontacts does', async () => {
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
    await portal.database.own`delete from once where key = ${key}`;
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
      const kept = await small.database.own`select (select count(*) from message) + (select count(*) from file) as n`;
      assert.equal(kept[0]?.['n'], 0);
    } finally {
      await small.close();
    }
  });

  test('an answer carries what it answers, as long as that is there', async () => {
    const asked = await send(teacher, student, 'вопрос');
    const answered = await send(student, teacher, 'ответ', { replyTo: asked.id_message });
    assert.deepEqual(answered.replyTo, { id_message: asked.id_message, fio: asked.fio, message: 'вопрос' });
    await teacher.get(chat.delete, { id_message: asked.id_message });
    const [row] = await student.get(chat.search, { ...personal(teacher), text: 'ответ' });
    assert.deepEqual(row?.replyTo, { id_message: asked.id_message, fio: asked.fio, message: null });
    const elsewhere = await send(teacher, null, 'в группе');
    for (const replyTo of [elsewhere.id_message, asked.id_message]) {
      const refused = await student.ask(chat.insert, { ...fieldsOf(teacher, course), message: 'x', replyTo });
      assert.deepEqual([refused.status, refused.error?.code], [404, 'chat.notFound']);
    }
  });

  test("one edits only one's own, within 15 minutes; the old text is kept as history", async () => {
    const sent = await send(student, teacher, 'с ошыбкой');
    const edit = (who: Person, message: string, id_message = sent.id_message) =>
      who.ask(chat.edit, { id_message, message });
    const { data } = await edit(student, 'с ошибкой');
    assert.equal(data[0]?.message, 'с ошибкой');
    assert.ok(data[0]?.editedAt);
    const codeOf = async (answer: ReturnType<typeof edit>) => (await answer).error?.code;
    assert.equal(await codeOf(edit(teacher, 'x')), 'chat.notYourMessage');
    assert.equal(await codeOf(edit(student2, 'x')), 'chat.notFound');
    assert.equal(await codeOf(edit(student, ' ')), 'chat.empty');
    assert.equal(await codeOf(edit(student, 'а'.repeat(4001))), 'chat.tooLong');
    const { own } = portal.database;
    const history = await own`select message, what from message_history where message_id = ${sent.id_message}`;
    assert.deepEqual([...history], [{ message: 'с ошыбкой', what: 'edited' }]);
    await own`update message set created_at = created_at - interval '15 minutes' where id = ${sent.id_message}`;
    assert.equal(await codeOf(edit(student, 'поздно')), 'chat.tooLate');
  });

  test("[CHAT-07] one deletes only one's own; text is gone for readers, kept for disputes, counts fall", async () => {
    const fields = personal(teacher);
    await student.get(chat.readAll, fields);
    const sent = await send(teacher, student, 'тайна');
    const unread = await send(teacher, student, 'ещё');
    assert.equal(await countFor(student, fields), 2);
    const remove = (who: Person) => who.ask(chat.delete, { id_message: sent.id_message });
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
    const [row] = await portal.database.own`
      select m.message, m.deleted_by, h.message as kept from message m join message_history h on h.message_id = m.id
      where m.id = ${sent.id_message}`;
    assert.deepEqual({ ...row }, { message: '', deleted_by: teacher.uid, kept: 'тайна' });
  });
});

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

  test('[CHAT-10] somebody else gets nothing by any call', async () => {
    const inGroup = await send(teacher, null, 'только группе');
    const toOne = await send(teacher, student, 'только одному');
    const wrongs: [Person, object][] = [
      [student3, personal(teacher)],
      [editor, personal(student)],
      [student2, personal(student)],
      [student, personal(student)],
      [student, { ...personal(teacher), id_to_type: 2 }],
      [student, { ...personal(teacher), kredit: course.kredit + 1 }],
      [student, { ...personal(teacher), ws: course.ws === 1 ? 2 : 1 }],
      [student, { ...personal(teacher), id_to: 999_999_999 }],
      [student3, group()],
      [editor, group()],
      [student, { ...group(), IsSelect: true }],
      [student, { ...group(), gr_potok: 999_999 }],
      [student3, group(stream)],
    ];
    for (const [who, fields] of wrongs) {
      const calls: [Parameters<Person['ask']>[0], object][] = [
        ['id_to' in fields ? chat.messages : chat.groupMessages, {}],
        [chat.new, { id_last_message: 0 }],
        [chat.old, { id_top_message: 999_999_999 }],
        [chat.count, {}],
        [chat.readAll, {}],
        [chat.changes, { revision: 0, id_top_message: 0 }],
        [chat.search, { text: 'только' }],
      ];
      for (const [call, more] of calls) {
        const { status, error, text } = await who.ask(call, { ...fields, ...more });
        assert.deepEqual([status, error?.code], [403, 'chat.notYourConversation'], `${call.path} ${text}`);
      }
    }
    for (const [who, to] of [
      [student3, teacher],
      [student3, null],
      [editor, null],
      [student, student2],
    ] as const) {
      const { error } = await who.ask(chat.insert, { ...fieldsOf(to, course), message: 'пустите' });
      assert.equal(error?.code, 'chat.notYourConversation');
    }
    for (const call of [chat.read, chat.delete, chat.seen] as const) {
      assert.equal((await student3.ask(call, { id_message: inGroup.id_message })).error?.code, 'chat.notFound');
      assert.equal((await student2.ask(call, { id_message: toOne.id_message })).error?.code, 'chat.notFound');
    }
  });

  test('[CHAT-10] whoever leaves the group is out with the next call, and told nothing', async () => {
    const sent = await send(student2, null, 'я уйду');
    const { own } = portal.database;
    await own`update group_membership set ends_on = current_date - 1 where student_id = ${student2.uid} and ends_on is null`;
    try {
      assert.equal((await student2.ask(chat.groupMessages, group())).error?.code, 'chat.notYourConversation');
      assert.equal((await student2.ask(chat.messages, personal(teacher))).error?.code, 'chat.notYourConversation');
      assert.equal((await student2.ask(chat.delete, { id_message: sent.id_message })).error?.code, 'chat.notFound');
      await send(teacher, null, 'без него');
      const waiting = await student2.get(chat.unreadContacts);
      assert.ok(waiting.every(({ gr_potok, isSelect }) => isSelect || gr_potok !== course.gr_potok));
    } finally {
      await own`update group_membership set ends_on = null where student_id = ${student2.uid} and ends_on = current_date - 1`;
    }
    assert.equal((await student2.ask(chat.groupMessages, group())).status, 200);
  });

  test('whoever joins later has read what was before', async () => {
    const sent = await send(teacher, null, 'до него');
    const { own } = portal.database;
    const [gone] = await own`
      with c as (select id from conversation where course_id = ${course.gr_potok} and not is_select and discipline_id = ${course.id_discipline}),
      s as (delete from read_step r using c where r.conversation_id = c.id and r.person_id = ${student2.uid}),
      o as (delete from read_single r using c where r.conversation_id = c.id and r.person_id = ${student2.uid})
      select id from c`;
    await own`delete from conversation_member where conversation_id = ${gone?.['id']} and person_id = ${student2.uid}`;
    assert.equal(await countFor(student2, group()), 0);
    const next = await send(teacher, null, 'при нём');
    const { messages, unreades_start, unreades_total } = await student2.get(chat.groupMessages, group());
    assert.deepEqual([unreades_start, unreades_total], [next.id_message, 1]);
    const before = messages.find(({ id_message }) => id_message === sent.id_message);
    assert.equal(before?.readAt, before?.created);
  });
});

suite('beside the messages', () => {
  test('in a past year one reads, marks and deletes, but does not write', async () => {
    const sent = await send(student, teacher, 'давно');
    const { own } = portal.database;
    await own`update academic_year set is_default = false`;
    await own`insert into academic_year (id, label, is_default) values (${course.year + 1}, 'next', true)
      on conflict (id) do update set is_default = true`;
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
      await own`update academic_year set is_default = false`;
      await own`update academic_year set is_default = true where id = ${course.year}`;
    }
  });

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
    const gone = await send(teacher, student, 'уйдёт');
    await teacher.get(chat.edit, { id_message: kept.id_message, message: 'осталось' });
    await teacher.get(chat.delete, { id_message: gone.id_message });
    await teacher.get(chat.readAll, personal(student));
    const ask = async (from: number) => {
      const [row] = await student.get(chat.changes, {
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
    assert.deepEqual(change.deleted, [gone.id_message]);
    assert.equal(change.seen[0]?.seenBy, 1);
    assert.equal(change.more, false);
    const nothing = await ask(change.revision);
    assert.deepEqual([nothing.messages, nothing.deleted], [[], []]);
  });

  test('[BASE-02] fields that name another caller, of neither kind, or that contradict are refused', async () => {
    const codeOf = async (call: Parameters<Person['ask']>[0], input: object) =>
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

  test('[CHAT-11] members are told after the commit, with the exact key, and nobody else', async () => {
    const heard = new Map<Person, string[]>();
    const people = [teacher, student, student2, student3];
    const stops = await Promise.all(
      people.map((who) => listen(who, (line) => heard.set(who, [...(heard.get(who) ?? []), line]))),
    );
    try {
      await student.get(chat.readAll, personal(teacher));
      const smaller = Math.min(teacher.uid, student.uid);
      const key = `${course.year}/${course.ws}/${course.id_discipline}/${course.kredit}`;
      await send(teacher, student, 'слышно');
      const personalKey = `p/${key}/${smaller}/${Math.max(teacher.uid, student.uid)}`;
      await until(() => heard.get(student)?.includes(personalKey) && heard.get(teacher)?.includes(personalKey));
      await send(student, null, 'слышно всем');
      const groupKey = `g/${key}/0/${course.gr_potok}`;
      await until(() => [teacher, student, student2].every((who) => heard.get(who)?.includes(groupKey)));
      assert.ok(!heard.get(student2)?.includes(personalKey));
      assert.equal(heard.get(student3), undefined);
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
    const [real] = await portal.database.own<{ unread: number }[]>`
      select count(*)::int as unread from message m
      join conversation c on c.id = m.conversation_id and c.person_a = least(${who.uid}, ${to.uid}::bigint)
        and c.person_b = greatest(${who.uid}, ${to.uid}::bigint) and c.discipline_id = ${stream.id_discipline}
      join conversation_member x on x.conversation_id = c.id and x.person_id = ${who.uid}
      where m.deleted_at is null and m.author_id <> ${who.uid} and m.id > x.read_to
        and not exists (select from read_single s where s.message_id = m.id and s.person_id = ${who.uid})`;
    assert.equal(await countFor(who, personal(to, stream)), real?.unread);
  }
});

/** Hangs on the live line; gives the keys of the chat's events and a function that ends it. */
async function listen(who: Person, hear: (key: string) => void): Promise<() => void> {
  const stop = new AbortController();
  const answer = await who.fetch('/api/live', { signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return;
      for (const [, data] of (value ?? '').matchAll(/^data: (.*)$/gm)) {
        const event = JSON.parse(data ?? '{}') as { room?: string; key?: string };
        if (event.room === 'chat' && event.key) hear(event.key);
      }
    }
  })().catch(() => undefined);
  return () => stop.abort();
}

async function until(done: () => unknown): Promise<void> {
  while (!done()) await new Promise((next) => setImmediate(next));
}
