import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chat } from '@bilim/contract/chat.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { startNextYear } from '../../test/factories/academic-years.ts';
import { addStudents } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, course, personal, group, send } = await openChatFixture();
const { autocommit } = portal.database;

const marksOf = async (who: TestClient, fields: object, from: number, to = from) => {
  const [read] = await who.get(chat.marks, { ...fields, id_top_message: from, id_last_message: to });
  assert.ok(read);
  return read;
};
const nameOf = async ({ uid }: TestClient) => {
  const [row] = await autocommit<
    { name: string }[]
  >`select surname || ' ' || name as name from person where id = ${uid}`;
  return row?.name ?? '';
};

suite('reactions', () => {
  test('[TALK-03] each member puts each of the five once, all see how many and who, live', async () => {
    const { id_message } = await send(teacher, null, 'Кто понял, отметьтесь');
    const received: string[] = [];
    const stopMarks = await receiveMarks(student2, (key) => received.push(key));
    await student.get(chat.react, { id_message, sign: 1, put: true });
    await waitUntil('the first is told', () => received.length >= 1);
    await student.get(chat.react, { id_message, sign: 1, put: true });
    await student2.get(chat.react, { id_message, sign: 1, put: true });
    await student2.get(chat.react, { id_message, sign: 5, put: true });
    await waitUntil('three are told', () => received.length >= 3);
    stopMarks();
    assert.equal(new Set(received).size, 1);
    const { messages } = await marksOf(student, group(), id_message);
    assert.deepEqual(messages, [
      {
        id_message,
        reactions: [
          { sign: 1, count: 2, ismine: true },
          { sign: 5, count: 1, ismine: false },
        ],
        mentions: [],
      },
    ]);
    const who = await teacher.get(chat.reactors, { id_message });
    assert.deepEqual(
      who.map(({ idid, sign, id_type }) => [idid, sign, id_type]),
      [
        [student.uid, 1, 2],
        [student2.uid, 1, 2],
        [student2.uid, 5, 2],
      ],
    );
    await student.get(chat.react, { id_message, sign: 1, put: false });
    await student.get(chat.react, { id_message, sign: 1, put: false });
    const [left] = (await marksOf(student, group(), id_message)).messages;
    assert.deepEqual(left?.reactions[0], { sign: 1, count: 1, ismine: false });
    const { messages: page } = await student.get(chat.groupMessages, group());
    assert.equal(page.at(-1)?.id_message, id_message);
  });

  test('[TALK-03] none on what is deleted, of a sixth kind, or in a past year', async () => {
    const { id_message } = await send(teacher, student, 'на время');
    const refusal = async (input: object) => {
      const { status, error } = await student.ask(chat.react, { id_message, sign: 1, put: true, ...input });
      return [status, error?.code];
    };
    assert.deepEqual(await refusal({ sign: 6 }), [400, 'call.invalid']);
    await student.get(chat.react, { id_message, sign: 2, put: true });
    await startNextYear(autocommit, course.year);
    try {
      assert.deepEqual(await refusal({}), [422, 'chat.closed']);
      assert.equal((await marksOf(student, personal(teacher), id_message)).messages.length, 1);
    } finally {
      await autocommit`update academic_year set is_default = false`;
      await autocommit`update academic_year set is_default = true where id = ${course.year}`;
    }
    await teacher.get(chat.delete, { id_message });
    assert.deepEqual(await refusal({}), [404, 'chat.notFound']);
    assert.deepEqual((await marksOf(student, personal(teacher), id_message)).messages, []);
  });

  test('[TALK-03] nobody outside the conversation gets events of, sees or sets one: others, and a student who has left', async () => {
    const { id_message } = await send(teacher, null, 'только для своих');
    const [left] = await addStudents({ database: portal.database, base: portal.base }, 'student', 1);
    assert.ok(left);
    const received: string[] = [];
    const stops = [
      await receiveMarks(student3, (key) => received.push(key)),
      await receiveMarks(left, (key) => received.push(key)),
    ];
    await student.get(chat.react, { id_message, sign: 3, put: true });
    await left.get(chat.react, { id_message, sign: 4, put: true });
    await waitUntil('both are told', () => received.length >= 2);
    await autocommit`update group_membership set ends_on = today() - 1 where student_id = ${left.uid}`;
    received.length = 0;
    const inside: string[] = [];
    stops.push(await receiveMarks(student2, (key) => inside.push(key)));
    await student.get(chat.react, { id_message, sign: 1, put: true });
    await teacher.get(chat.pinMessage, { id_message, pinned: true });
    await waitUntil('both are told inside', () => inside.length >= 2);
    for (const stop of stops) stop();
    assert.deepEqual(received, []);
    for (const who of [student3, left]) {
      const fields = { ...group(), id_top_message: id_message, id_last_message: id_message };
      for (const [call, input, code] of [
        [chat.marks, fields, 'chat.notYourConversation'],
        [chat.people, group(), 'chat.notYourConversation'],
        [chat.react, { id_message, sign: 5, put: true }, 'chat.notFound'],
        [chat.react, { id_message, sign: 4, put: false }, 'chat.notFound'],
        [chat.reactors, { id_message }, 'chat.notFound'],
        [chat.pinMessage, { id_message, pinned: false }, 'chat.notFound'],
      ] as const) {
        const answer = await who.ask(call, input);
        assert.equal(answer.error?.code, code, call.path);
        assert.ok(!answer.text.includes('своих'));
      }
    }
    const { pinned, messages } = await marksOf(student, group(), id_message);
    assert.equal(pinned?.id_message, id_message);
    assert.deepEqual(
      messages[0]?.reactions.map(({ sign }) => sign),
      [1, 3, 4],
    );
    await teacher.get(chat.pinMessage, { id_message, pinned: false });
  });
});

suite('a pinned message and a mentioned member', () => {
  test('[TALK-03] one message stands above the conversation for all, until it is unpinned or deleted', async () => {
    const first = await send(teacher, null, 'Правила курса');
    const second = await send(teacher, null, 'Новые правила');
    const pin = (id_message: number, pinned: boolean) => teacher.get(chat.pinMessage, { id_message, pinned });
    const pinnedFor = async (who: TestClient) => (await marksOf(who, group(), first.id_message)).pinned;
    await pin(first.id_message, true);
    assert.deepEqual(await pinnedFor(student), {
      id_message: first.id_message,
      id_author: teacher.uid,
      fio: first.fio,
      message: 'Правила курса',
    });
    await pin(second.id_message, true);
    await pin(first.id_message, false);
    assert.equal((await pinnedFor(student2))?.message, 'Новые правила');
    await teacher.get(chat.edit, { id_message: second.id_message, message: 'Самые новые правила' });
    assert.equal((await pinnedFor(student2))?.message, 'Самые новые правила');
    await teacher.get(chat.delete, { id_message: second.id_message });
    assert.equal(await pinnedFor(student2), null);
    const note = await send(student, teacher, 'Личное');
    await student.get(chat.pinMessage, { id_message: note.id_message, pinned: true });
    assert.equal((await marksOf(teacher, personal(student), note.id_message)).pinned?.message, 'Личное');
    assert.equal(await pinnedFor(student), null);
  });

  test('[TALK-03] a text names members by @ surname and name; only members, and as it reads after an edit', async () => {
    const [one, two, outsider] = [await nameOf(student), await nameOf(student2), await nameOf(student3)];
    const { id_message } = await send(teacher, null, `@${one}, @${outsider} и почта a@b.kg`);
    const mentioned = async () =>
      (await marksOf(student2, group(), id_message)).messages[0]?.mentions.map(({ idid, name }) => [idid, name]);
    assert.deepEqual(await mentioned(), [[student.uid, one]]);
    const row = async (who: TestClient) => (await who.get(chat.conversations, { groups: true }))[0];
    assert.deepEqual([(await row(student))?.mentioned, (await row(student2))?.mentioned], [true, false]);
    await teacher.get(chat.edit, { id_message, message: `@${two}, ваш черёд` });
    assert.deepEqual(await mentioned(), [[student2.uid, two]]);
    assert.deepEqual([(await row(student))?.mentioned, (await row(student2))?.mentioned], [false, true]);
    await student2.get(chat.readAll, group());
    assert.equal((await row(student2))?.mentioned, false);
    await teacher.get(chat.edit, { id_message, message: 'никого' });
    assert.equal(await mentioned(), undefined);
  });

  test('[TALK-03] of members who are called the same whoever was chosen is mentioned, after an edit too', async () => {
    const { autocommit } = portal.database;
    const before = await autocommit<{ id: number; surname: string; name: string }[]>`
      select id, surname, name from person where id = any (${[student.uid, student2.uid]}::bigint[])`;
    await autocommit`update person set surname = 'Тезкаева', name = 'Айжан' where id = any (${[student.uid, student2.uid]}::bigint[])`;
    const mentioned = async (id_message: number) =>
      (await marksOf(teacher, group(), id_message)).messages[0]?.mentions.map(({ idid }) => idid);
    const text = '@Тезкаева Айжан, ваш черёд';
    const both = await send(teacher, null, text);
    assert.deepEqual(await mentioned(both.id_message), [student.uid, student2.uid].toSorted());
    const one = await send(teacher, null, text, { mentions: [student2.uid, student3.uid] });
    assert.deepEqual(await mentioned(one.id_message), [student2.uid]);
    await teacher.get(chat.edit, { id_message: one.id_message, message: `${text}!` });
    assert.deepEqual(await mentioned(one.id_message), [student2.uid]);
    for (const { id, surname, name } of before)
      await autocommit`update person set ${autocommit({ surname, name })} where id = ${id}`;
  });

  test('[TALK-03] who may be mentioned: the members, teachers first', async () => {
    const people = await student.get(chat.people, group());
    const [count] = await student.get(chat.members, group());
    assert.equal(people.length, count?.countMembers);
    assert.equal(people[0]?.id_type, 1);
    assert.ok(people.some(({ idid }) => idid === student2.uid) && people.some(({ idid }) => idid === teacher.uid));
    assert.ok(!people.some(({ idid }) => idid === student3.uid));
    const types = people.map(({ id_type }) => id_type);
    assert.deepEqual(types, types.toSorted());
  });
});

/** Hangs on the live line; gives the keys of the events about marks and a function that ends it. */
async function receiveMarks(who: TestClient, hear: (key: string) => void): Promise<() => void> {
  return await listenToRoom(who, hear, 'chat.marks');
}

test('[TALK-03] authors of a group of the same name are distinguished, also above the conversation', async () => {
  const { id_message } = await send(student, null, 'Кто я?');
  await teacher.get(chat.pinMessage, { id_message, pinned: true });
  assert.deepEqual((await marksOf(teacher, group(), id_message)).namesakes, undefined);
  await autocommit`update person p set (surname, name, patronymic) = (
    select surname, name, patronymic from person where id = ${student.uid}) where p.id = ${student2.uid}`;
  const numbers = await autocommit<{ idid: number; apart: string }[]>`
    select id as idid, number as apart from student where id = any (${[student.uid, student2.uid]}::bigint[]) order by id`;
  const read = await marksOf(teacher, group(), id_message);
  assert.deepEqual(read.namesakes, [...numbers]);
  assert.equal(read.pinned?.apart, numbers.find(({ idid }) => idid === student.uid)?.apart);
  // Fellow students read no numbers of each other.
  const seen = (await marksOf(student, group(), id_message)).namesakes ?? [];
  assert.deepEqual(
    seen.map(({ idid }) => idid),
    numbers.map(({ idid }) => idid),
  );
  assert.ok(seen.every(({ apart }) => !numbers.some((one) => one.apart === apart)));
  assert.notEqual(seen[0]?.apart, seen[1]?.apart);
  const answer = await send(teacher, null, 'Вы', { replyTo: id_message });
  assert.equal(answer.replyTo?.id_author, student.uid);
});
