import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Call } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { signInPeople } from '../../test/factories/people.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, editor, course, stream, personal, group, fieldsOf, send } =
  await openChatFixture();
const { autocommit } = portal.database;

/** One conversation with a message and a picture in it, as an outsider tries to reach it. */
interface Kept {
  readonly fields: object;
  readonly insert: object;
  readonly message: number;
  readonly file: number;
}

type Named = { idid: number; id_discipline: number; gr_potok: number | null };

const secret = 'тайное-слово';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function keep(by: TestClient, to: TestClient | null, fields: object, of = course): Promise<Kept> {
  const insert = fieldsOf(to, of);
  const [sent] = await by.get(
    chat.insert,
    { ...insert, message: secret },
    { files: [{ name: `${secret}.png`, content: pixel, type: 'image/png' }] },
  );
  return { fields, insert, message: sent?.id_message ?? 0, file: sent?.files[0]?.id ?? 0 };
}

const closed = [403, 'chat.notYourConversation'] as const;
const notFound = [404, 'chat.notFound'] as const;
const noFile = [404, 'file.notFound'] as const;

/** How every call is tried, and what it must answer; a call that the contract gains is missed here at once. */
const tries: { [Name in keyof typeof chat]: (kept: Kept) => [object, readonly [number, string?]][] } = {
  messages: ({ fields }) => ('id_to' in fields ? [[fields, closed]] : []),
  groupMessages: ({ fields }) =>
    'id_to' in fields
      ? []
      : [
          [fields, closed],
          [{ ...fields, id_lastMessage: 0 }, closed],
        ],
  new: ({ fields }) => [[{ ...fields, id_last_message: 0 }, closed]],
  old: ({ fields, message }) => [[{ ...fields, id_top_message: message + 1 }, closed]],
  count: ({ fields }) => [[fields, closed]],
  readAll: ({ fields, message }) => [
    [fields, closed],
    [{ ...fields, id_last_message: message }, closed],
  ],
  sync: ({ fields }) => [[{ ...fields, revision: 0, id_top_message: 0 }, closed]],
  search: ({ fields }) => [[{ ...fields, text: secret }, closed]],
  members: ({ fields }) => ('id_to' in fields ? [] : [[fields, closed]]),
  insert: ({ insert, message }) => [
    [{ ...insert, message: 'пустите' }, closed],
    [{ ...insert, message: 'пустите', replyTo: message }, closed],
  ],
  read: ({ message }) => [[{ id_message: message }, notFound]],
  seen: ({ message }) => [[{ id_message: message }, notFound]],
  delete: ({ message }) => [[{ id_message: message }, notFound]],
  edit: ({ message }) => [[{ id_message: message, message: 'иначе' }, notFound]],
  unreadContacts: () => [[{}, [200]]],
  conversations: () => [
    [{}, [200]],
    [{ unread: true }, [200]],
    [{ groups: true }, [200]],
    [{ id_discipline: course.id_discipline }, [200]],
  ],
  conversation: ({ fields }) => [[fields, closed]],
  mute: ({ fields }) => [[{ ...fields, muted: true }, closed]],
  pin: ({ fields }) => [[{ ...fields, pinned: true }, closed]],
  readEverything: () => [[{}, [200]]],
  marks: ({ fields, message }) => [[{ ...fields, id_top_message: 1, id_last_message: message + 1 }, closed]],
  react: ({ message }) => [[{ id_message: message, sign: 1, put: true }, notFound]],
  reactors: ({ message }) => [[{ id_message: message }, notFound]],
  pinMessage: ({ message }) => [[{ id_message: message, pinned: true }, notFound]],
  writeToGroups: () => [],
  report: ({ message, file }) => [
    [{ id_message: message, reason: 'spam' }, notFound],
    [{ id_message: message, id_file: file, reason: 'spam' }, notFound],
  ],
  offices: () => [[{}, [200]]],
  find: () => [[{ text: secret }, [200]]],
  findPeople: () => [[{ text: secret }, [200]]],
  people: ({ fields }) => ('id_to' in fields ? [] : [[fields, closed]]),
  download: ({ file }) => [
    [{ id: file }, noFile],
    [{ id: file, inline: 1 }, noFile],
    [{ id: file, inline: 1, size: 'small' }, noFile],
  ],
};

/** Calls that list what the same person may read elsewhere. */
const lists: ReadonlySet<keyof typeof chat> = new Set(['conversations', 'find']);

/** Tries every call; nothing of the conversation may come back, and nothing may change in it. */
async function getsNothing(who: TestClient, kept: Kept, whom: string): Promise<void> {
  const state = () => autocommit`
    select c.revision, c.live, c.pinned_id, m.message, m.edited_at, m.deleted_at, m.first_read_at,
      (select count(*)::int from message_reaction r where r.message_id = m.id) as reactions
    from message m
    join conversation c on c.id = m.conversation_id where m.id = ${kept.message}`;
  const fields = kept.fields as Partial<Named> & { id_to?: number };
  const isThis = (row: Named) =>
    row.id_discipline === fields.id_discipline &&
    (fields.id_to === undefined ? row.gr_potok === fields.gr_potok : row.idid === fields.id_to);
  const before = await state();
  for (const [name, call] of Object.entries(chat) as [keyof typeof chat, Call][])
    for (const [input, [status, code]] of tries[name](kept)) {
      const answer = await who.ask(call, input);
      assert.deepEqual([answer.status, answer.error?.code], [status, code], `${name} ${whom}`);
      if (!lists.has(name)) assert.ok(!answer.text.includes(secret), `${name} ${whom}`);
      if (lists.has(name) || name === 'unreadContacts')
        assert.ok(!(answer.data as Named[]).some(isThis), `${name} ${whom}`);
    }
  assert.deepEqual([...(await state())], [...before], whom);
}

/** A teacher of the same group who teaches it something else. */
const [wrongTeacher] = await (async () => {
  const rows = await autocommit<{ id: number }[]>`
    select l.teacher_id as id from group_load l
    where l.group_id = ${course.gr_potok} and l.year_id = ${course.year} and l.term_id = ${course.ws}
      and not exists (select from group_load x where x.teacher_id = l.teacher_id and x.group_id = l.group_id
        and x.discipline_id = ${course.id_discipline})
      and l.teacher_id <> ${teacher.uid} limit 1`;
  await autocommit`update account set must_change = false where person_id = ${rows[0]?.id ?? 0}`;
  return await signInPeople({ database: portal.database, base: portal.base }, rows[0]?.id ?? 0);
})();

/** A question to the single window, and how the person who answers it names the conversation. */
async function keepAtOffice(by: TestClient): Promise<{ own: Kept; asOffice: Kept }> {
  const office = (await by.get(chat.offices)).find(({ permission }) => permission === 'orders')?.id_office ?? 0;
  const insert = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: office };
  const [sent] = await by.get(
    chat.insert,
    { ...insert, currentContactId: office, message: secret },
    { files: [{ name: `${secret}.png`, content: pixel, type: 'image/png' }] },
  );
  const kept = { message: sent?.id_message ?? 0, file: sent?.files[0]?.id ?? 0 };
  const none = { year: 0, ws: 0, id_discipline: 0, kredit: 0, id_office: office };
  return {
    own: { ...kept, fields: { ...none, id_to: office }, insert: { ...insert, currentContactId: office } },
    asOffice: { ...kept, fields: { ...none, id_to: by.uid }, insert: { ...insert, currentContactId: by.uid } },
  };
}

suite('a person outside a conversation gets nothing by any call, parameter or file address', () => {
  test('[CHAT-10] the wrong student and the wrong teacher', async () => {
    assert.ok(wrongTeacher);
    const toOne = await keep(teacher, student, personal(student));
    const asStudent = { ...toOne, fields: personal(teacher), insert: fieldsOf(teacher) };
    const byGroup = await keep(teacher, null, group());
    const byStream = await keep(teacher, null, group(stream), stream);
    const outside: [TestClient, string][] = [
      [student3, 'a student of another group'],
      [wrongTeacher, 'a teacher of the same group'],
      [editor, 'somebody without any load'],
    ];
    for (const [who, whom] of outside) {
      for (const kept of [toOne, asStudent, byGroup]) await getsNothing(who, kept, whom);
      if (who !== wrongTeacher) await getsNothing(who, byStream, whom);
    }
    // A fellow student belongs to the group, not to what the teacher writes to another.
    await getsNothing(student2, { ...toOne, fields: personal(student), insert: fieldsOf(student) }, 'a fellow student');
    assert.equal((await student.ask(chat.download, { id: byGroup.file })).status, 200);
    assert.equal((await student.ask(chat.download, { id: toOne.file })).status, 200);
  });

  test('[TALK-04] who does not answer for the office, and who no more does', async () => {
    const { asOffice, own: asked } = await keepAtOffice(student);
    for (const who of [student2, student3, teacher, editor]) await getsNothing(who, asOffice, 'who has no right there');
    const clerk = await portal.as('clerk');
    assert.equal((await clerk.ask(chat.messages, asOffice.fields)).status, 200);
    assert.equal((await clerk.ask(chat.download, { id: asOffice.file })).status, 200);
    assert.equal((await student.ask(chat.messages, asked.fields)).status, 200);
    await withdrawPermissions(autocommit, clerk.uid, 'orders');
    try {
      await getsNothing(clerk, asOffice, 'whose right was withdrawn');
    } finally {
      await grantPermissions(autocommit, clerk.uid, 'orders');
    }
  });

  test('[CHAT-10] fields that fit no conversation, or one with oneself or with a fellow student', async () => {
    await send(teacher, student, secret);
    const wrongs: [TestClient, object][] = [
      [student, personal(student)],
      [student, personal(student2)],
      [student, { ...personal(teacher), id_to_type: 2 }],
      [student, { ...personal(teacher), kredit: course.kredit + 1 }],
      [student, { ...personal(teacher), ws: course.ws === 1 ? 2 : 1 }],
      [student, { ...personal(teacher), year: course.year - 1 }],
      [student, { ...personal(teacher), id_to: 999_999_999 }],
      [student, { ...group(), IsSelect: true }],
      [student, { ...group(), gr_potok: 999_999 }],
      [teacher, { ...group(), kredit: course.kredit + 1 }],
    ];
    for (const [who, fields] of wrongs)
      for (const [name, call] of Object.entries(chat) as [keyof typeof chat, Call][])
        for (const [input, [status, code]] of tries[name]({ fields, insert: {}, message: 1, file: 0 })) {
          if (code !== closed[1] || name === 'insert') continue;
          const answer = await who.ask(call, input);
          assert.deepEqual([answer.status, answer.error?.code], [status, code], `${name} ${JSON.stringify(fields)}`);
        }
  });

  test('[CHAT-10] a student who has left the group, with the next call, and not notified', async () => {
    const mine = await keep(student2, null, group());
    const toMe = await keep(teacher, student2, personal(teacher));
    const received: string[] = [];
    const stop = await listenToRoom(student2, (key) => received.push(key));
    await autocommit`update group_membership set ends_on = today() - 1 where student_id = ${student2.uid} and ends_on is null`;
    try {
      await getsNothing(student2, mine, 'who has left');
      await getsNothing(student2, { ...toMe, insert: fieldsOf(teacher) }, 'who has left');
      await getsNothing(
        teacher,
        { ...toMe, fields: personal(student2), insert: fieldsOf(student2) },
        'to who has left',
      );
      const others: string[] = [];
      const stopOther = await listenToRoom(student, (key) => others.push(key));
      // Events keep their order: when this one has come, all from before the student left have.
      await send(teacher, null, 'уже без него');
      await waitUntil('the other side is told', () => others.length > 0);
      others.length = 0;
      received.length = 0;
      await send(teacher, null, 'без него');
      await waitUntil('the other side is told', () => others.length > 0);
      stopOther();
      assert.deepEqual(received, []);
    } finally {
      stop();
      await autocommit`update group_membership set ends_on = null where student_id = ${student2.uid} and ends_on = today() - 1`;
    }
    assert.equal((await student2.ask(chat.groupMessages, group())).status, 200);
    assert.equal((await student2.ask(chat.download, { id: mine.file })).status, 200);
  });

  test('[CHAT-10] a teacher who has handed the discipline over', async () => {
    assert.ok(wrongTeacher);
    const byGroup = await keep(teacher, null, group());
    const toOne = await keep(student, teacher, personal(student));
    const hand = (from: number, to: number) => autocommit`
      update group_load set teacher_id = ${to}
      where teacher_id = ${from} and group_id = ${course.gr_potok} and discipline_id = ${course.id_discipline}
        and year_id = ${course.year} and term_id = ${course.ws}`;
    await hand(teacher.uid, wrongTeacher.uid);
    try {
      await getsNothing(teacher, byGroup, 'who taught before');
      await getsNothing(teacher, { ...toOne, insert: fieldsOf(student) }, 'who taught before');
      assert.equal((await wrongTeacher.ask(chat.groupMessages, group())).status, 200);
      assert.equal((await wrongTeacher.ask(chat.download, { id: toOne.file })).status, 404);
    } finally {
      await hand(wrongTeacher.uid, teacher.uid);
    }
    assert.equal((await teacher.ask(chat.groupMessages, group())).status, 200);
  });
});
