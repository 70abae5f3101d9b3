import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { chat } from '@bilim/contract/chat.ts';
import { inboxPageSize, maxPinnedConversations } from '@bilim/contract/limits.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { addStudents, createDuplicateAccount } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, course, stream, personal, group, fieldsOf, send, countFor } =
  await openChatFixture();
const { autocommit } = portal.database;

const listOf = (who: TestClient, which: object = {}) => who.get(chat.conversations, which);
const liveKeyOf = (a: TestClient, b: TestClient) =>
  `p/${course.year}/${course.ws}/${course.id_discipline}/${course.kredit}/${Math.min(a.uid, b.uid)}/${Math.max(a.uid, b.uid)}`;

suite('the list of own conversations', () => {
  test('[TALK-01] latest first, whichever discipline: name, discipline, last message, time, unread', async () => {
    assert.deepEqual(await listOf(student), []);
    await send(student, teacher, 'Здравствуйте! Можно вопрос?');
    const inGroup = await send(teacher, null, 'Завтра без опоздания');
    const inStream = await send(teacher, null, 'Поток собирается в 9:30', {}, stream);
    const rows = await listOf(student);
    assert.deepEqual(
      rows.map(({ idid, gr_potok, isSelect, countMessages, last }) => [
        idid,
        gr_potok,
        isSelect,
        countMessages,
        last?.message,
      ]),
      [
        [-1, stream.gr_potok, true, 1, 'Поток собирается в 9:30'],
        [-1, course.gr_potok, false, 1, 'Завтра без опоздания'],
        [teacher.uid, null, null, 0, 'Здравствуйте! Можно вопрос?'],
      ],
    );
    const [latest, second, third] = rows;
    assert.equal(latest?.id_last_message, inStream.id_message);
    // The lecture and the practice of one choice often have the same number.
    assert.match(latest.group ?? '', /^Поток \d+ \(.+\)$/);
    assert.equal(second?.fio, 'Групповой чат');
    assert.ok(second?.group && second.discipline && third?.discipline === second.discipline);
    assert.deepEqual(
      [second.last?.created, second.last?.ismine, second.last?.fio, second.last?.isRead],
      [inGroup.created, false, inGroup.fio, false],
    );
    assert.deepEqual([third.id_type, third.last?.ismine, third.muted, third.pinned], [1, true, false, false]);
    assert.ok(third.fio.length > 5 && third.group === null);
    const [written] = await listOf(teacher, { unread: true });
    assert.deepEqual([written?.idid, written?.id_type, written?.countMessages], [student.uid, 2, 1]);
    assert.deepEqual(await listOf(student3), []);
  });

  test('[TALK-01] by unread, by groups, by discipline; a deleted message gives way to the one before', async () => {
    assert.deepEqual(
      (await listOf(student, { unread: true })).map(({ gr_potok }) => gr_potok),
      [stream.gr_potok, course.gr_potok],
    );
    assert.equal((await listOf(student, { groups: true })).length, 2);
    const ofCourse = await listOf(student, { id_discipline: course.id_discipline });
    assert.deepEqual(
      ofCourse.map(({ idid }) => idid),
      [-1, teacher.uid],
    );
    const late = await send(teacher, student, 'Передумал');
    assert.equal((await listOf(student))[0]?.last?.message, 'Передумал');
    await teacher.get(chat.delete, { id_message: late.id_message });
    const [first] = await listOf(student);
    assert.deepEqual([first?.idid, first?.last?.message], [teacher.uid, 'Здравствуйте! Можно вопрос?']);
    await student.get(chat.insert, fieldsOf(teacher), { files: [{ name: 'Вопрос.txt', content: 'текст' }] });
    assert.deepEqual((await listOf(student))[0]?.last?.file, { name: 'Вопрос.txt', type: 'text/plain' });
    await teacher.get(chat.readAll, personal(student));
    assert.equal((await listOf(student))[0]?.last?.isRead, true);
  });

  test('[TALK-01] pages of 30 without gaps or doubles, each under 10 kB on the line', async () => {
    const many = await addStudents({ database: portal.database, base: portal.base }, 'student', 2 * inboxPageSize + 3);
    const long = 'Прошу разъяснить порядок защиты лабораторной работы номер '.repeat(4);
    for (const one of many) await send(teacher, one, `${long} ${one.uid}`);
    const seen: number[] = [];
    for (let before: number | undefined, pages = 0; pages < 4; pages++) {
      const { data, text } = await teacher.ask(chat.conversations, before ? { id_last_message: before } : {});
      assert.ok(brotliCompressSync(text).length < 10_000, `${brotliCompressSync(text).length}`);
      seen.push(...data.map(({ id_last_message }) => id_last_message));
      before = data.at(-1)?.id_last_message;
      if (data.length < inboxPageSize) break;
    }
    const [all] = await autocommit<{ ids: number[] }[]>`
      select array_agg(c.last_id order by c.last_id desc) as ids from conversation_member m
      join conversation c on c.id = m.conversation_id where m.person_id = ${teacher.uid}`;
    assert.ok(seen.length > 2 * inboxPageSize);
    assert.deepEqual(seen, all?.ids);
  });

  test('[TALK-01] one conversation as the list has it, also before its first message', async () => {
    const [known] = await student.get(chat.conversation, personal(teacher));
    assert.deepEqual(
      [known],
      (await listOf(student)).filter(({ idid }) => idid === teacher.uid),
    );
    const [fresh] = await student.get(chat.conversation, personal(teacher, stream));
    assert.deepEqual([fresh?.idid, fresh?.fio, fresh?.last, fresh?.countMessages], [teacher.uid, known?.fio, null, 0]);
    assert.equal((await student.ask(chat.conversation, personal(student2))).error?.code, 'chat.notYourConversation');
  });
});

suite('what a person keeps of a conversation', () => {
  test('[TALK-03] muted and pinned for oneself alone, in all own browsers, and shown to nobody else', async () => {
    const [mine, others]: [string[], string[]] = [[], []];
    const stops = [
      await listenToRoom(student, (key) => mine.push(key)),
      await listenToRoom(teacher, (key) => others.push(key)),
    ];
    await student.get(chat.mute, { ...personal(teacher), muted: true });
    await student.get(chat.pin, { ...personal(teacher), pinned: true });
    await waitUntil('both are told in own browsers', () => mine.length >= 2);
    assert.deepEqual(mine, [liveKeyOf(student, teacher), liveKeyOf(student, teacher)]);
    await send(teacher, null, 'новее');
    const [first, second] = await listOf(student);
    assert.deepEqual([first?.idid, first?.muted, first?.pinned], [teacher.uid, true, true]);
    assert.deepEqual([second?.last?.message, second?.muted, second?.pinned], ['новее', false, false]);
    const [theirs] = await teacher.get(chat.conversation, personal(student));
    assert.deepEqual([theirs?.muted, theirs?.pinned], [false, false]);
    await waitUntil('the other side is told', () => others.length > 0);
    assert.ok(!others.includes(liveKeyOf(student, teacher)));
    for (const stop of stops) stop();
    await student.get(chat.mute, { ...personal(teacher), muted: false });
    await student.get(chat.pin, { ...personal(teacher), pinned: false });
    assert.ok((await listOf(student)).every(({ muted, pinned }) => !muted && !pinned));
  });

  test('[TALK-03] pinned ones stand first on the first page alone, ten at most', async () => {
    const all = await listOf(teacher);
    const people = all.filter(({ idid }) => idid > 0).slice(-maxPinnedConversations);
    const fields = ({ idid }: { idid: number }) => personal({ uid: idid } as TestClient);
    for (const one of people) await teacher.get(chat.pin, { ...fields(one), pinned: true });
    const more = all.find(({ idid }) => idid > 0 && !people.some((one) => one.idid === idid));
    const refused = await teacher.ask(chat.pin, { ...fields(more ?? { idid: 0 }), pinned: true });
    assert.deepEqual([refused.status, refused.error?.code], [422, 'chat.tooManyPinned']);
    const first = await listOf(teacher);
    assert.deepEqual(
      first.slice(0, maxPinnedConversations).map(({ idid, pinned }) => [idid, pinned]),
      people.map(({ idid }) => [idid, true]),
    );
    const next = await listOf(teacher, { id_last_message: first.at(-1)?.id_last_message });
    assert.equal(next.length, inboxPageSize);
    const both = [...first, ...next].map(({ id_last_message }) => id_last_message);
    assert.equal(new Set(both).size, both.length);
    for (const one of people) await teacher.get(chat.pin, { ...fields(one), pinned: false });
  });

  test('[TALK-01] everything is marked as read at once, and its authors see it; who has left marks nothing', async () => {
    const toAll = await send(teacher, null, 'для всех');
    const toOne = await send(teacher, student2, 'для одного');
    assert.ok((await countFor(student2, group())) && (await countFor(student2, personal(teacher))));
    await autocommit`update group_membership set ends_on = today() - 1 where student_id = ${student2.uid} and ends_on is null`;
    try {
      await student2.get(chat.readEverything);
      const [untouched] = await autocommit`select first_read_at from message where id = ${toOne.id_message}`;
      assert.equal(untouched?.first_read_at, null);
    } finally {
      await autocommit`update group_membership set ends_on = null where student_id = ${student2.uid} and ends_on = today() - 1`;
    }
    const [done] = await student2.get(chat.readEverything);
    assert.ok((done?.countConversations ?? 0) >= 2);
    assert.equal(await countFor(student2, group()), 0);
    assert.equal(await countFor(student2, personal(teacher)), 0);
    assert.deepEqual(await listOf(student2, { unread: true }), []);
    for (const { id_message } of [toAll, toOne]) {
      const readers = await teacher.get(chat.seen, { id_message });
      assert.ok(readers.some(({ idid, readAt }) => idid === student2.uid && readAt));
    }
    assert.deepEqual(await student2.get(chat.readEverything), [{ result: 1, countConversations: 0 }]);
    const again = await send(teacher, student2, 'ещё одно');
    assert.equal(await countFor(student2, personal(teacher)), 1);
    await student2.get(chat.read, { id_message: again.id_message });
    assert.equal(await countFor(student2, personal(teacher)), 0);
  });

  test('whoever joined after the newest message may mute the group', async () => {
    const [late] = await addStudents({ database: portal.database, base: portal.base }, 'student', 1);
    assert.ok(late);
    await late.get(chat.mute, { ...group(), muted: true });
    const [row] = await late.get(chat.conversation, group());
    assert.deepEqual([row?.muted, row?.countMessages], [true, 0]);
  });
});

test('[TALK-01] namesakes are distinguished, and nobody else is', async () => {
  const double = await createDuplicateAccount(autocommit, 'student');
  await send(teacher, student, 'Вам');
  await teacher.get(chat.insert, { ...fieldsOf(student), currentContactId: double.id, message: 'И вам' });
  await send(teacher, student2, 'И вам тоже');
  const rows = await listOf(teacher);
  const [known] = await autocommit<{ number: string }[]>`select number from student where id = ${student.uid}`;
  assert.deepEqual(
    [double.id, student.uid, student2.uid].map((id) => rows.find(({ idid }) => idid === id)?.apart),
    [double.login, known?.number, undefined],
  );
});
