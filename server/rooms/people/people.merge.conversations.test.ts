import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { createDuplicateAccount, signInPeople } from '../../test/factories/people.ts';
import { openPortal, refusalOf, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { people, chat } = callsByRoom;
const reason = 'Одна и та же студентка';

let portal: TestPortal;
let admin: TestClient;
let chatFixture: ChatFixture;
before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  chatFixture = await openChatFixture(portal);
});
after(() => portal.close());

/** A second account of a student, signed in. */
async function signInDouble(uid: number): Promise<TestClient> {
  const { id } = await createDuplicateAccount(portal.ownerSql, uid);
  const [client = assert.fail()] = await signInPeople(portal, id);
  return client;
}

const signInAgain = async ({ uid }: TestClient) => (await signInPeople(portal, uid))[0] ?? assert.fail();

// A merge ends the sessions of both.
beforeEach(async () => {
  chatFixture.student = await signInAgain(chatFixture.student);
});

/** All that is said and read; `revision` counts changes and never goes back. */
async function stateOfConversations(): Promise<string> {
  const tables = ['conversation', 'conversation_member', 'read_step', 'read_single', 'message', 'message_reaction'];
  const each = [...tables, 'message_mention', 'message_removal', 'merged_conversation'].map(
    (name) => `
      select '${name}' as name, coalesce(string_agg((to_jsonb(r) - '{${name === 'conversation' ? 'revision' : ''}}'::text[])::text, E'\n'
        order by to_jsonb(r)::text), '') as rows from ${name} r`,
  );
  return JSON.stringify(await portal.ownerSql.unsafe(each.join(' union all ')), null, 1);
}

/** Members whose counts are not what the messages say. */
async function wrongCounts(): Promise<unknown[]> {
  const rows = await portal.ownerSql`
    select k.* from conversation_member k join conversation c on c.id = k.conversation_id
    cross join lateral (
      select count(*)::int as live, count(*) filter (where id <= k.read_to)::int as read,
        count(*) filter (where author_id = k.person_id)::int as sent,
        count(*) filter (where author_id = k.person_id and id <= k.read_to)::int as sent_read
      from message where conversation_id = c.id and deleted_at is null) n
    where (c.live, k.live_read, k.sent, k.sent_read) is distinct from (n.live, n.read, n.sent, n.sent_read)`;
  return [...rows];
}

const merge = async (stay: TestClient, gone: TestClient) => {
  const [merged = assert.fail()] = await admin.get(people.merge, { id_person: stay.uid, id_other: gone.uid, reason });
  return merged;
};
const part = async (stay: TestClient, id_merge: number) =>
  await admin.get(people.part, { id_person: stay.uid, id_merge, reason });

test('[PEOPLE-07] in the group of both all messages are one person’s, read once, and parted as they were', async () => {
  const { student, student2, teacher, send, group, fieldsOf, countFor } = chatFixture;
  const double = await signInDouble(student.uid);
  await student.get(chat.readAll, group());
  await send(student, null, 'Первое');
  const [file] = await double.get(
    chat.insert,
    { ...fieldsOf(null), message: 'Второе' },
    {
      files: [{ name: 'own.txt', content: 'own' }],
    },
  );
  const third = await send(teacher, null, 'Ответ');
  await double.get(chat.readAll, group());
  await student2.get(chat.readAll, group());
  for (const who of [student, double]) await who.get(chat.react, { id_message: third.id_message, sign: 1, put: true });
  await send(student2, null, 'И ещё');
  const before = await stateOfConversations();

  const merged = await merge(student, double);
  const again = await signInAgain(student);
  const { messages, unreades_total } = await again.get(chat.groupMessages, group());
  const written = messages.filter(({ message }) => message === 'Первое' || message === 'Второе');
  assert.deepEqual(
    written.map(({ id_author, ismine, seenBy }) => [id_author, ismine, seenBy]),
    [
      [student.uid, true, 1],
      [student.uid, true, 1],
    ],
  );
  assert.equal(unreades_total, 1, 'what the other account had read is read');
  const own = await again.fetch(`/api/chat/download.file?id=${file?.files[0]?.id}`);
  assert.equal(own.status, 200);
  assert.equal(await countFor(student2, group()), 0);
  assert.deepEqual(await wrongCounts(), []);
  const [reacted] = await portal.ownerSql<{ count: number }[]>`
    select count(*)::int as count from message_reaction where message_id = ${third.id_message}`;
  assert.equal(reacted?.count, 1);

  await part(student, merged.id_merge);
  assert.equal(await stateOfConversations(), before);
  assert.deepEqual(await wrongCounts(), []);
});

test('[PEOPLE-07] what is written and read after a merge stays, and the counts are true after the parting', async () => {
  const { student, teacher, send, group } = chatFixture;
  const double = await signInDouble(student.uid);
  await send(double, null, 'Из второй записи');
  const merged = await merge(student, double);
  const again = await signInAgain(student);
  await send(again, null, 'После объединения');
  await send(teacher, null, 'И ответ');
  await again.get(chat.readAll, group());
  await part(student, merged.id_merge);
  assert.deepEqual(await wrongCounts(), []);
  const parted = await signInAgain(student);
  const { messages } = await parted.get(chat.groupMessages, group());
  assert.deepEqual(
    messages.slice(-3).map(({ id_author }) => id_author),
    [double.uid, student.uid, teacher.uid],
  );
});

test('[PEOPLE-07] two conversations with one teacher about one thing become one, and two again', async () => {
  const { teacher, student, send, personal, countFor } = chatFixture;
  const double = await signInDouble(student.uid);
  await send(student, teacher, 'Из первой');
  await teacher.get(chat.readAll, personal(student));
  await send(double, teacher, 'Из второй');
  await send(teacher, double, 'Отвечаю');
  await send(student, teacher, 'Ещё раз из первой');
  const unread = (await countFor(teacher, personal(student))) ?? 0;
  const before = await stateOfConversations();

  const merged = await merge(student, double);
  assert.equal(merged.moved.find(({ kind }) => kind === 'conversations')?.apart, 0);
  const again = await signInAgain(student);
  const messagesOf = (rows: readonly { message: string; ismine: boolean }[]) =>
    rows.slice(-4).map(({ message, ismine }) => [message, ismine]);
  const expected = [
    ['Из первой', true],
    ['Из второй', true],
    ['Отвечаю', false],
    ['Ещё раз из первой', true],
  ];
  assert.deepEqual(messagesOf((await again.get(chat.messages, personal(teacher))).messages), expected);
  const seen = await teacher.get(chat.messages, personal(student));
  assert.deepEqual(
    messagesOf(seen.messages),
    expected.map(([message, isMine]) => [message, !isMine]),
  );
  assert.equal(seen.unreades_total, unread + 1, 'the question of the second one was not read');
  assert.ok(!(await teacher.get(chat.conversations, {})).some(({ idid }) => idid === double.uid));
  assert.deepEqual(await wrongCounts(), []);

  await part(student, merged.id_merge);
  assert.equal(await stateOfConversations(), before);
});

test('[PEOPLE-07] of a double in another group the personal conversations are read on, those of the group end', async () => {
  const { student, student2, teacher, group, fieldsOf, send, personal } = chatFixture;
  const double = await signInDouble(student.uid);
  const groups = await portal.ownerSql<{ id: number }[]>`
    select g.id from study_group g
    where not exists (select from group_membership m where m.group_id = g.id and m.student_id = ${student.uid})
      and not exists (select from group_load l where l.group_id = g.id and l.teacher_id = ${teacher.uid})
    order by id limit 1`;
  const other = groups[0]?.id ?? assert.fail();
  await portal.ownerSql`
    update group_membership set group_id = ${other} where student_id = ${student.uid} and ends_on is null`;
  const [sent] = await double.get(
    chat.insert,
    { ...fieldsOf(null), message: 'С файлом' },
    {
      files: [{ name: 'own.txt', content: 'own' }],
    },
  );
  await send(double, teacher, 'Личное');
  const could = await double.get(chat.conversations, {});
  const before = await stateOfConversations();
  const merged = await merge(student, double);
  const again = await signInAgain(student);

  const can = await again.get(chat.conversations, {});
  const placed = (rows: typeof can) =>
    rows.map(({ idid, gr_potok, id_discipline }) => [idid, gr_potok, id_discipline].join());
  assert.deepEqual(
    placed(could.filter(({ gr_potok }) => gr_potok === null)).filter((place) => !placed(can).includes(place)),
    [],
  );
  assert.equal(can.find(({ idid, last }) => idid === teacher.uid && last?.message === 'Личное')?.over, 'chat.merged');
  assert.deepEqual(refusalOf(await again.ask(chat.groupMessages, group())), [403, 'chat.notYourConversation']);
  assert.notEqual((await again.fetch(`/api/chat/download.file?id=${sent?.files[0]?.id}`)).status, 200);
  assert.deepEqual(refusalOf(await again.ask(chat.insert, { ...fieldsOf(teacher), message: 'Нет' })), [
    422,
    'chat.merged',
  ]);
  const personalOnes = await teacher.get(chat.messages, personal(student));
  assert.equal(personalOnes.messages.at(-1)?.message, 'Личное');
  assert.deepEqual(refusalOf(await teacher.ask(chat.insert, { ...fieldsOf(student), message: 'Нет' })), [
    422,
    'chat.merged',
  ]);
  assert.equal((await student2.get(chat.groupMessages, group())).messages.at(-1)?.id_author, student.uid);

  await part(student, merged.id_merge);
  const parted = await signInAgain(student);
  assert.deepEqual(refusalOf(await parted.ask(chat.groupMessages, group())), [403, 'chat.notYourConversation']);
  assert.equal(await stateOfConversations(), before);
  assert.deepEqual(await wrongCounts(), []);
});
