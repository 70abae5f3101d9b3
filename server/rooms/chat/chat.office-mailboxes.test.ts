import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import { search } from '@bilim/contract/search.ts';
import { officeContactType } from '@bilim/contract/url-selection.ts';
import { listenToRoom, openChatFixture } from '../../test/chat.ts';
import { readFaculty } from '../../test/factories/people.ts';
import { grantPermissions, withdrawPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import type { TestClient } from '../../test/test-client.ts';

const { portal, teacher, student, student2, student3, editor, personal, send } = await openChatFixture();
const [clerk, admin] = await Promise.all([portal.as('clerk'), portal.as('admin')]);
const { autocommit } = portal.database;

const none = { year: 0, ws: 0, id_discipline: 0, kredit: 0 };
/** The fields of the conversation with an office, or of one who answers a person in its name. */
const at = (id_office: number, to?: TestClient) => ({ ...none, id_office, id_to: to?.uid ?? id_office });

async function write(by: TestClient, id_office: number, to: TestClient | null, message: string) {
  const [sent] = await by.get(chat.insert, {
    ...{ year: 0, semester: 0, discipline: 0, kredit: 0, id_office, currentContactId: to?.uid ?? id_office, message },
  });
  assert.ok(sent);
  return sent;
}

async function officeOf(who: TestClient, permission: string): Promise<Output<typeof chat.offices>[number]> {
  const office = (await who.get(chat.offices)).find((one) => one.permission === permission);
  assert.ok(office, permission);
  return office;
}

const rowOf = async (who: TestClient, id_office: number) =>
  (await who.get(chat.conversations)).find((row) => row.id_office === id_office);

/** Gives a right while some work is done. */
async function withRight<T>(
  who: TestClient,
  code: Permission,
  faculty: number | null,
  work: () => Promise<T>,
): Promise<T> {
  await grantPermissions(autocommit, who.uid, code, { faculty });
  try {
    return await work();
  } finally {
    await withdrawPermissions(autocommit, who.uid, code);
  }
}

const window = (await officeOf(student, 'orders')).id_office;

suite('offices as people to write to', () => {
  test("[TALK-04] the dean's office of one's own faculty and those of the university, called as one reads", async () => {
    const names = async (who: TestClient) => (await who.get(chat.offices)).map(({ fio }) => fio);
    const [, ...rest] = await names(student);
    assert.deepEqual(rest, ['Отдел регистрации', 'Единое окно']);
    const dean = await officeOf(student, 'journal');
    const [faculty] =
      await autocommit`select short, name_ru from faculty where id = ${await readFaculty(autocommit, student.uid)}`;
    assert.deepEqual([dean.fio, dean.faculty], [`Деканат ${faculty?.short}`, faculty?.name_ru]);
    assert.notEqual((await officeOf(student3, 'journal')).id_office, dean.id_office);
    student.cookies.set('lang', 'en');
    assert.deepEqual((await names(student)).slice(1), ['Registration office', 'Single window']);
    student.cookies.set('lang', 'kg');
    assert.deepEqual((await names(student))[0], `${faculty?.short} деканаты`);
    student.cookies.set('lang', 'ru');
    assert.ok((await names(teacher)).includes('Единое окно'));
  });

  test('[TALK-04] one where nobody is there to answer is no contact; every new faculty has its own', async () => {
    const before = await student.get(chat.offices);
    await autocommit`update account set blocked = true where person_id = ${admin.uid}`;
    assert.deepEqual(
      (await student.get(chat.offices)).map(({ permission }) => permission),
      ['orders'],
    );
    await autocommit`update account set blocked = false where person_id = ${admin.uid}`;
    assert.deepEqual(await student.get(chat.offices), before);
    const [made] = await autocommit<{ id: number }[]>`
      insert into faculty (code, short, name_ru, name_kg, name_en) values ('new', 'НФ', 'а', 'б', 'c') returning id`;
    const called = () => autocommit`select name_ru, name_kg, name_en from office where faculty_id = ${made?.id ?? 0}`;
    assert.deepEqual(
      [...(await called())],
      [{ name_ru: 'Деканат НФ', name_kg: 'НФ деканаты', name_en: "НФ dean's office" }],
    );
    await autocommit`update faculty set short = 'ДФ' where code = 'new'`;
    assert.equal((await called())[0]?.name_ru, 'Деканат ДФ');
    await autocommit`delete from faculty where code = 'new'`;
    assert.deepEqual([...(await called())], []);
    assert.deepEqual([...(await autocommit`select from person where surname = 'Деканат' and name = 'ДФ'`)], []);
  });

  test('[TALK-04] they are found by name beside people', async () => {
    const found = async (text: string) => (await student.get(chat.findPeople, { text })).map(({ idid }) => idid);
    assert.deepEqual(await found('окно един'), [window]);
    assert.deepEqual(await found('терезе'), [window]);
  });
});

suite('the conversation with an office', () => {
  test('[TALK-04] it answers in its own name; who wrote is in the audit alone', async () => {
    const asked = await write(student, window, null, 'Где моя справка?');
    assert.deepEqual([asked.ismine, asked.id_author], [true, student.uid]);
    const row = await rowOf(clerk, window);
    assert.deepEqual(
      [row?.idid, row?.id_type, row?.discipline, row?.countMessages],
      [student.uid, 2, 'Единое окно', 1],
    );
    const { messages } = await clerk.get(chat.messages, at(window, student));
    assert.deepEqual([messages.at(-1)?.message, messages.at(-1)?.ismine], ['Где моя справка?', false]);
    const answer = await write(clerk, window, student, 'В кабинете 105.');
    await admin.get(chat.edit, { id_message: answer.id_message, message: 'В кабинете 106.' });
    await clerk.get(chat.react, { id_message: asked.id_message, sign: 1, put: true });
    const seen = await Promise.all([
      student.ask(chat.messages, at(window)),
      student.ask(chat.conversations),
      student.ask(chat.unreadContacts),
      student.ask(chat.seen, { id_message: asked.id_message }),
      student.ask(chat.reactors, { id_message: asked.id_message }),
      student.ask(chat.marks, { ...at(window), id_top_message: 1, id_last_message: answer.id_message }),
      student.ask(chat.find, { text: 'кабинете' }),
      student.ask(search.texts, { text: 'кабинете' }),
    ]);
    const [clerkName, adminName] = await Promise.all(
      [clerk, admin].map(
        async ({ uid }) => (await autocommit`select full_name from person where id = ${uid}`)[0]?.full_name,
      ),
    );
    for (const { status, text } of seen) {
      assert.equal(status, 200);
      for (const secret of [clerkName, adminName]) assert.ok(!text.includes(secret));
      for (const { uid } of [clerk, admin]) assert.ok(!new RegExp(`\\b${uid}\\b`).test(text), text);
    }
    const last = seen[0].data.messages.at(-1);
    assert.deepEqual(
      [last?.message, last?.id_author, last?.authorType, last?.fio, last?.ismine],
      ['В кабинете 106.', window, officeContactType, 'Единое окно', false],
    );
    assert.deepEqual(
      seen[4].data.map(({ idid, fio, id_type }) => [idid, fio, id_type]),
      [[window, 'Единое окно', officeContactType]],
    );
    assert.deepEqual(
      [...(await autocommit`select action, person_id::int as by from audit where action like 'office.%' order by id`)],
      [
        { action: 'office.written', by: clerk.uid },
        { action: 'office.edited', by: admin.uid },
      ],
    );
    const [kept] =
      await autocommit`select by_person_id::int as by from message_history where message_id = ${answer.id_message}`;
    assert.equal(kept?.by, admin.uid);
  });

  test('[TALK-04] the office reads as one: what a colleague read or wrote is read and own for all of it', async () => {
    await clerk.get(chat.readAll, at(window, student));
    await write(student, window, null, 'Ещё вопрос');
    assert.deepEqual(
      [(await rowOf(clerk, window))?.countMessages, (await rowOf(admin, window))?.countMessages],
      [1, 1],
    );
    await clerk.get(chat.readAll, at(window, student));
    assert.equal((await rowOf(admin, window))?.countMessages, 0);
    const [mine] = (await student.get(chat.messages, at(window))).messages.slice(-1);
    assert.deepEqual([mine?.seenBy, mine?.readAt !== null], [1, true]);
    await student.get(chat.readAll, at(window));
    const answer = await write(clerk, window, student, 'Ответ коллеги');
    const [last] = (await admin.get(chat.messages, at(window, student))).messages.slice(-1);
    assert.deepEqual([last?.id_message, last?.ismine, last?.seenBy], [answer.id_message, true, 0]);
    assert.equal((await rowOf(admin, window))?.countMessages, 0);
    assert.equal((await rowOf(student, window))?.countMessages, 1);
    await write(student, window, null, 'Ждёт отдел');
    await clerk.get(chat.readEverything);
    assert.equal((await rowOf(clerk, window))?.countMessages, 1);
    await student.get(chat.readEverything);
    assert.equal((await rowOf(student, window))?.countMessages, 0);
  });

  test('[TALK-04] both sides are notified at once, nobody else; each key is the same for both', async () => {
    const received = new Map<TestClient, string[]>();
    const stops = await Promise.all(
      [student, student2, clerk, admin, editor].map((who) =>
        listenToRoom(who, (key) => received.set(who, [...(received.get(who) ?? []), key])),
      ),
    );
    const key = `p/0/0/0/0/${Math.min(window, student.uid)}/${Math.max(window, student.uid)}`;
    const all = [student, clerk, admin];
    const allNotified = () => waitUntil('all are told', () => all.every((who) => received.get(who)?.includes(key)));
    try {
      await write(student, window, null, 'слышно');
      await allNotified();
      received.clear();
      await write(clerk, window, student, 'слышно обратно');
      await allNotified();
      assert.deepEqual([received.get(student2), received.get(editor)], [undefined, undefined]);
    } finally {
      for (const stop of stops) stop();
    }
  });

  test('[TALK-04] who loses the right loses it at the next call, and gets no more events', async () => {
    const received: string[] = [];
    const others: string[] = [];
    await grantPermissions(autocommit, editor.uid, 'orders');
    await waitUntil(
      'the right is known',
      async () => (await editor.ask(chat.messages, at(window, student))).status === 200,
    );
    const stops = [
      await listenToRoom(editor, (key) => received.push(key)),
      await listenToRoom(clerk, (key) => others.push(key)),
    ];
    const sent = await write(student, window, null, 'ещё видно');
    await waitUntil('something is told', () => received.length > 0);
    assert.ok(await rowOf(editor, window));
    await withdrawPermissions(autocommit, editor.uid, 'orders');
    received.length = others.length = 0;
    assert.equal((await editor.ask(chat.messages, at(window, student))).error?.code, 'chat.notYourConversation');
    assert.equal((await editor.ask(chat.read, { id_message: sent.id_message })).error?.code, 'chat.notFound');
    assert.equal(await rowOf(editor, window), undefined);
    assert.deepEqual(await editor.get(chat.find, { text: 'видно' }), []);
    await write(student, window, null, 'без него');
    await waitUntil('the other side is told', () => others.length > 0);
    for (const stop of stops) stop();
    assert.deepEqual(received, []);
  });
});

suite('whose office it is', () => {
  test("[TALK-04] a permission for one faculty answers messages of that faculty's people alone", async () => {
    const [mine, theirs] = [await readFaculty(autocommit, student.uid), await readFaculty(autocommit, student3.uid)];
    const deans = [await officeOf(student, 'journal'), await officeOf(student3, 'journal')].map((one) => one.id_office);
    const [dean = 0, otherDean = 0] = deans;
    for (const [who, to] of [
      [student, window],
      [student3, window],
      [student, dean],
      [student3, otherDean],
    ] as const)
      await write(who, to, null, 'кто ответит?');
    const statuses = async (who: TestClient, tries: [number, TestClient][]) =>
      await Promise.all(tries.map(async ([id, to]) => (await who.ask(chat.messages, at(id, to))).status));
    const all: [number, TestClient][] = [
      [window, student],
      [window, student3],
      [dean, student],
      [otherDean, student3],
    ];
    assert.deepEqual(await statuses(editor, all), [403, 403, 403, 403]);
    const limited = async (code: Permission, faculty: number, expected: number[]) =>
      await withRight(editor, code, faculty, async () => {
        await waitUntil('the right is known', async () => (await statuses(editor, all)).join() === expected.join());
        const rows = await editor.get(chat.conversations);
        const listed = all.map(([id, to]) => rows.some((row) => row.id_office === id && row.idid === to.uid));
        assert.deepEqual(
          listed,
          expected.map((status) => status === 200),
        );
      });
    await limited('orders', mine, [200, 403, 403, 403]);
    await limited('orders', theirs, [403, 200, 403, 403]);
    await limited('journal', mine, [403, 403, 200, 403]);
    await limited('journal', theirs, [403, 403, 403, 200]);
    // Another faculty's office is nobody to write to.
    const { error } = await student.ask(chat.messages, at(otherDean));
    assert.equal(error?.code, 'chat.notYourConversation');
  });

  test('[TALK-04] who has gone to another faculty reads what was said, and writes no more', async () => {
    const dean = (await officeOf(student2, 'journal')).id_office;
    await write(student2, dean, null, 'до перевода');
    const [moved] = await autocommit<{ group: number; id: number }[]>`
      select m.id, m.group_id as "group" from group_membership m where m.student_id = ${student2.uid} and m.ends_on is null`;
    await autocommit`update group_membership set group_id = (
      select group_id from group_student where student_id = ${student3.uid} and is_current) where id = ${moved?.id ?? 0}`;
    try {
      await waitUntil('the right is known', async () =>
        (await student2.get(chat.offices)).every(({ id_office }) => id_office !== dean),
      );
      assert.equal((await student2.get(chat.messages, at(dean))).messages.at(-1)?.message, 'до перевода');
      assert.equal((await rowOf(student2, dean))?.over, 'chat.otherOffice');
      const fields = { year: 0, semester: 0, discipline: 0, kredit: 0, id_office: dean, currentContactId: dean };
      const refused = await student2.ask(chat.insert, { ...fields, message: 'после' });
      assert.deepEqual([refused.status, refused.error?.code], [422, 'chat.otherOffice']);
    } finally {
      await autocommit`update group_membership set group_id = ${moved?.group ?? 0} where id = ${moved?.id ?? 0}`;
    }
    await waitUntil('the right is known', async () => (await rowOf(student2, dean))?.over === null);
  });

  test('[TALK-04] nobody speaks for an office by naming it', async () => {
    await write(student, window, null, 'чужое');
    const codeOf = async (who: TestClient, fields: object) => (await who.ask(chat.messages, fields)).error?.code;
    const shut = 'chat.notYourConversation';
    assert.equal(await codeOf(student, at(window, student)), shut);
    assert.equal(await codeOf(clerk, at(window, clerk)), shut);
    assert.equal(await codeOf(student2, at(window, student)), shut);
    assert.equal(await codeOf(teacher, at(window, student)), shut);
    assert.equal(await codeOf(student, { ...none, id_office: teacher.uid, id_to: teacher.uid }), shut);
    assert.equal(await codeOf(clerk, { ...personal(student), id_office: window }), 'call.invalid');
    assert.equal(await codeOf(student, { ...none, id_to: window }), 'call.invalid');
    assert.equal(await codeOf(clerk, at(999_999, student)), shut);
  });
});

test('[TALK-04] what was said with a teacher who left the university stays to be read, without writing', async () => {
  const sent = await send(teacher, student, 'до ухода');
  const fields = personal(teacher);
  await autocommit`update person set closed_on = today() where id = ${teacher.uid}`;
  const loads = await autocommit`delete from group_load where teacher_id = ${teacher.uid} returning *`;
  try {
    assert.equal((await student.get(chat.messages, fields)).messages.at(-1)?.id_message, sent.id_message);
    const [row] = await student.get(chat.conversation, fields);
    assert.equal(row?.over, 'chat.left');
    assert.ok((await student.get(chat.conversations)).some((one) => one.last?.id_message === sent.id_message));
    const insert = { year: fields.year, semester: fields.ws, discipline: fields.id_discipline, kredit: fields.kredit };
    const refused = await student.ask(chat.insert, { ...insert, currentContactId: teacher.uid, message: 'после' });
    assert.deepEqual([refused.status, refused.error?.code], [422, 'chat.left']);
    assert.equal((await student3.ask(chat.messages, fields)).status, 403);
    assert.equal((await student.ask(chat.messages, { ...fields, kredit: 99 })).status, 403);
  } finally {
    await autocommit`insert into group_load ${autocommit(loads)}`;
    await autocommit`update person set closed_on = null where id = ${teacher.uid}`;
  }
});
