import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { searchLimits } from '@bilim/contract/search-limits.ts';
import { pino } from 'pino';
import { resolveFileStoreLocation } from '../../files/store-location.ts';
import { TextExtractionSupervisor } from '../../fulltext/reading-supervisor.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { chat, search, library, news, umk } = callsByRoom;

let portal: TestPortal;
let chatFixture: ChatFixture;
let reading: TextExtractionSupervisor;
let teacher: TestClient;
let student: TestClient;
let student2: TestClient;
let student3: TestClient;
let editor: TestClient;
let admin: TestClient;
let clerk: TestClient;
let set: MaterialSetFixture;

before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
  chatFixture = await openChatFixture(portal);
  ({ teacher, student, student2, student3, editor } = chatFixture);
  [admin, clerk] = [await portal.as('admin'), await portal.as('clerk')];
  reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  reading.start();
  const [group] = await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  set = await findSharedMaterialSet(teacher, student, {
    year: chatFixture.course.year,
    group: group?.id ?? 0,
    isSelect: false,
  });
});
after(async () => {
  await reading.stop();
  await portal.close();
});

async function names(who: TestClient, text: string, only?: string) {
  const [found] = await who.get(search.names, { text, ...(only && { only }) });
  assert.ok(found);
  return found;
}

async function texts(who: TestClient, text: string, only?: string) {
  const [found] = await who.get(search.texts, { text, ...(only && { only }) });
  assert.ok(found);
  return found;
}

/** Everything that a person finds for a text, as one text. */
const allFound = async (who: TestClient, text: string) =>
  JSON.stringify([await names(who, text), await texts(who, text)]);

/** What of a marked text is marked. */
const markedIn = ({ text, marks }: { text: string; marks: number[] }) =>
  marks.flatMap((from, place) => (place % 2 ? [] : [text.slice(from, marks[place + 1])]));

describe('disciplines and people', () => {
  test('[FIND-01] an own discipline is found by the beginning of its name in any language, with its course', async () => {
    const { autocommit } = portal.database;
    await autocommit`
      update discipline set name_ru = 'Базы данных', name_kg = 'Маалымат базалары', name_en = 'Databases'
      where id = ${chatFixture.course.id_discipline}`;
    for (const text of ['баз', 'ДАННЫЕ', 'маалыматтын', 'databas']) {
      const { disciplines } = await names(student, text);
      const row = disciplines.rows.find((one) => one.id_discipline === chatFixture.course.id_discipline);
      assert.equal(row?.name.text, 'Базы данных', text);
      assert.equal(row?.isSelect, false);
    }
    const [row] = (await names(student, 'баз')).disciplines.rows;
    assert.deepEqual(row && markedIn(row.name), ['Баз']);
    assert.ok((await names(teacher, 'баз')).disciplines.rows.length);
    // Of another faculty: not studied there.
    assert.deepEqual((await names(student3, 'баз')).disciplines.rows, []);
  });

  test('[FIND-01] a student finds teachers, a teacher students, and nobody else; a permission covers its faculties', async () => {
    const { autocommit } = portal.database;
    const rename = (person: TestClient, surname: string) =>
      autocommit`update person set surname = ${surname}, name = 'Канарейка', patronymic = null where id = ${person.uid}`;
    await Promise.all([
      rename(teacher, 'Өкмөтбаева'),
      rename(student, 'Үмүтова'),
      rename(student2, 'Соседова'),
      rename(student3, 'Чужакова'),
    ]);
    const found = async (who: TestClient, text: string) =>
      (await names(who, text, 'people')).people.rows.map(({ idid }) => idid);
    assert.deepEqual(await found(student, 'канарейка'), [teacher.uid], 'no fellow students');
    assert.deepEqual(await found(student, 'okmotb'), [teacher.uid], 'from a Latin keyboard');
    assert.ok((await found(teacher, 'умутова')).includes(student.uid));
    assert.ok(!(await found(teacher, 'чужакова')).includes(student3.uid), 'taught by others');
    assert.deepEqual(await found(clerk, 'канарейка'), [], 'the desk is no right to look for people');
    const students = [student, student2, student3].map(({ uid }) => uid);
    assert.deepEqual((await found(admin, 'канарейка')).sort(), students.sort(), 'whoever registers students');
    const [contact] = (await names(student, 'канарейка')).people.rows;
    assert.equal(contact?.course?.year, chatFixture.course.year);
    const [covered] = (await names(admin, 'чужакова')).people.rows;
    assert.deepEqual([covered?.idid, covered?.course], [student3.uid, null]);
    const [faculty] = await autocommit<{ id: number }[]>`
      select sp.faculty_id as id from group_membership m join study_group g on g.id = m.group_id
      join speciality sp on sp.id = g.speciality_id where m.student_id = ${student3.uid} and m.ends_on is null`;
    await autocommit`
      update permission set faculty_id = ${faculty?.id ?? 0}
      where person_id = ${admin.uid} and code = 'registration'`;
    const limited = await portal.as('admin');
    assert.deepEqual(await found(limited, 'канарейка'), [student3.uid], 'limited to a faculty');
  });

  test('[PEOPLE-02] [FIND-01] a right that was taken finds nobody at the next search', async () => {
    const { people } = callsByRoom;
    const [pupil] = await portal.database.autocommit<{ name: string }[]>`
      select full_name as name from person where id = ${student3.uid}`;
    const rows = async () => (await names(editor, pupil?.name ?? '', 'people')).people.rows;
    assert.deepEqual(await rows(), []);
    // Given by the database: the one who takes it holds it at one faculty by now.
    await grantPermissions(portal.database.autocommit, 'admin', 'registration');
    await grantPermissions(portal.database.autocommit, 'editor', 'registration');
    portal.app.context.sessions.forget(editor.uid);
    portal.app.context.sessions.forget(admin.uid);
    assert.deepEqual(
      (await rows()).map(({ idid }) => idid),
      [student3.uid],
    );
    const [{ rights } = { rights: [] }] = await admin.get(people.person, { id_person: editor.uid });
    const taken = rights.find(({ permission }) => permission === 'registration');
    await admin.get(people.withdraw, { id_person: editor.uid, id_right: taken?.id_right, reason: 'Ошибка' });
    assert.deepEqual(await rows(), []);
  });

  test('[FIND-01] [TALK-04] offices to which one may write are found by any of their names', async () => {
    const found = async (who: TestClient, text: string) =>
      (await names(who, text, 'people')).people.rows.filter(({ idid, id_office }) => idid === id_office);
    for (const text of ['окно', 'бирдиктуу', 'single']) {
      const [office, ...more] = await found(student, text);
      assert.deepEqual([office?.fio.text, office?.course, more.length], ['Единое окно', null, 0], text);
    }
    assert.deepEqual(
      (await found(student, 'окн')).flatMap(({ fio }) => markedIn(fio)),
      ['окн'],
    );
    const mayWrite = (await student.get(chat.offices)).filter(({ permission }) => permission === 'journal');
    const [dean] = await found(student, 'деканаты');
    assert.equal(dean?.idid, mayWrite[0]?.id_office);
    const ids = (list: { idid: number }[]) => list.map(({ idid }) => idid);
    assert.deepEqual(ids(await found(student, 'деканат')), [dean?.idid], 'of the own faculty alone');
    assert.ok(!ids(await found(student3, 'деканат')).includes(dean?.idid ?? 0));
    await portal.database.autocommit`delete from permission where code = 'orders'`;
    assert.deepEqual(await found(student, 'окно'), [], 'where nobody answers, nobody is written to');
  });
});

describe('texts', () => {
  test('[FIND-01] materials and books with the words inside: the piece, its page and what is marked', async () => {
    const files = [{ name: 'a.txt', content: 'Первая строка.\nВулканология изучает извержения, её методы точны.' }];
    const [made] = await teacher.get(umk.save, { id_books: -1, bookName: 'Дарс', ...set }, { files });
    const [shelf] = await teacher.get(library.categories);
    const [book] = await teacher.get(
      library.save,
      { id_eBook: -1, nameBook: 'Основы вулканологии', author: 'Ким', id_bookCategory: shelf?.id_bookCategory },
      { files: [{ name: 'b.txt', content: 'пусто' }] },
    );
    await waitUntil('the text is read', async () => (await texts(student, 'вулканологию')).books.rows.length === 2);
    const { rows } = (await texts(student, 'вулканологию')).books;
    assert.deepEqual(
      rows.map((row) => [row.id, row.isFromUmk, row.page]),
      [
        [book?.id_eBook, false, null],
        [made?.id_books, true, 1],
      ],
    );
    assert.deepEqual(rows[0] && markedIn(rows[0].name), ['вулканологи']);
    assert.deepEqual(rows[1]?.snippet && markedIn(rows[1].snippet), ['Вулканологи']);
    assert.equal(rows[1]?.course?.id_discipline, set.id_discipline);
    // Another faculty has the library's book alone.
    assert.deepEqual(
      (await texts(student3, 'вулканология')).books.rows.map(({ id }) => id),
      [book?.id_eBook],
    );
  });

  test('[FIND-01] what library and materials find by the name of a shelf or a discipline is found here too', async () => {
    const { autocommit } = portal.database;
    const [shelf] = await autocommit<{ id: number }[]>`
      update book_category set name_ru = 'Спелеология', name_kg = 'Үңкүр китептери', name_en = 'Caving'
      where id = (select max(id) from book_category) returning id`;
    for (const name of ['Своды', 'Натёки', 'Реки под землёй', 'Ледяные залы', 'Летучие мыши', 'Карст'])
      await teacher.get(
        library.save,
        { id_eBook: -1, nameBook: name, author: 'Ким', id_bookCategory: shelf?.id },
        { files: [{ name: 'b.bin', content: 'x' }] },
      );
    const files = [{ name: 'a.bin', content: 'x' }];
    const [made] = await teacher.get(umk.save, { id_books: -1, bookName: 'Дарс беш', ...set }, { files });
    await autocommit`update discipline set name_ru = 'Геохронология' where id = ${set.id_discipline}`;
    for (const text of ['спелеология', 'спелеологию', 'үңкүр китеп', 'caving']) {
      const here = (await texts(student, text, 'books')).books.rows.map(({ id }) => id);
      const there = (await student.get(library.search, { text })).map(({ id_eBook }) => id_eBook);
      assert.ok(there.length >= 6, text);
      assert.deepEqual(here.toSorted(), there.toSorted(), text);
    }
    const found = (await texts(student, 'геохронологии', 'books')).books.rows;
    assert.ok(found.some(({ id, isFromUmk }) => isFromUmk && id === made?.id_books));
    assert.ok(
      (await student.get(umk.search, { text: 'геохронологии' })).some(({ id_books: id }) => id === made?.id_books),
    );
    // A name goes before a shelf that is called so.
    await teacher.get(
      library.save,
      { id_eBook: -1, nameBook: 'Спелеология для всех', author: 'Ким', id_bookCategory: shelf?.id },
      { files: [{ name: 'b.bin', content: 'x' }] },
    );
    assert.equal((await texts(student, 'спелеология')).books.rows[0]?.name.text, 'Спелеология для всех');
  });

  test('[FIND-01] messages of own conversations only, by their forms in both languages', async () => {
    await chatFixture.send(teacher, student, 'Лабораторные работы сдайте до пятницы, палеонтологиябыз кийинки жумада');
    await chatFixture.send(teacher, null, 'Палеонтологию читаем все');
    const found = async (who: TestClient, text: string) =>
      (await texts(who, text, 'messages')).messages.rows.map(({ message }) => markedIn(message)[0]);
    assert.deepEqual(await found(student, 'палеонтология'), ['Палеонтологи', 'палеонтология']);
    assert.deepEqual(await found(student, 'лабораторная работа'), ['Лабораторн']);
    assert.deepEqual(await found(teacher, 'палеонт'), ['Палеонт', 'палеонт'], 'typed half');
    assert.deepEqual(await found(student2, 'палеонтология'), ['Палеонтологи'], 'only what the group was told');
    for (const outsider of [student3, editor, admin]) assert.deepEqual(await found(outsider, 'палеонтология'), []);
    const [row] = (await texts(student, 'лабораторная')).messages.rows;
    assert.deepEqual(
      [row?.idid, row?.id_discipline, row?.year],
      [teacher.uid, chatFixture.course.id_discipline, chatFixture.course.year],
    );
    const [deleted] = await chatOf(student, teacher, 'Криптозоология');
    assert.equal((await found(teacher, 'криптозоология')).length, 1);
    await student.get(chat.delete, { id_message: deleted?.id_message });
    assert.deepEqual(await found(teacher, 'криптозоология'), []);
    await portal.database.autocommit`
      update group_membership set ends_on = today() - 1 where student_id = ${student2.uid} and ends_on is null`;
    assert.deepEqual(await found(student2, 'палеонтология'), [], 'left the group');
  });

  test('[FIND-01] announcements that are addressed to the person', async () => {
    const [both] = await editor.get(news.insert, { message: 'Доступ к базам научных журналов, гельминтология' });
    const [own] = await editor.get(news.insert, {
      message: 'Гельминтологияны мугалимдер үчүн',
      id_humanTypeFor: 1,
    });
    const found = async (who: TestClient, text: string) =>
      (await texts(who, text)).news.rows.map(({ id_eventMessage }) => id_eventMessage);
    assert.deepEqual(await found(teacher, 'гельминтология'), [own?.id_eventMessage, both?.id_eventMessage]);
    assert.deepEqual(await found(student, 'гельминтология'), [both?.id_eventMessage]);
    assert.deepEqual(await found(student, 'научная база'), [both?.id_eventMessage]);
    await editor.get(news.delete, { id_eventMessage: both?.id_eventMessage });
    assert.deepEqual(await found(student, 'гельминтология'), []);
  });

  test('[FIND-01] a group shows a few rows and how many more there are; alone it shows them all', async () => {
    for (let number = 0; number < 7; number++) await chatFixture.send(teacher, student, `Диалектология ${number}`);
    const some = (await texts(student, 'диалектология')).messages;
    assert.deepEqual([some.rows.length, some.more], [searchLimits.shown, 7 - searchLimits.shown]);
    const all = await texts(student, 'диалектология', 'messages');
    assert.deepEqual([all.messages.rows.length, all.messages.more, all.books.rows.length], [7, 0, 0]);
  });

  test('[FIND-01] signs, operators and nothing find nothing and break nothing; without a session nothing is returned', async () => {
    for (const text of ['!!!', "'); drop table person;--", '%_%', 'а:* | !б', '\\\\', '  ', '😀😀', 'ab'.repeat(50)])
      assert.ok((await allFound(student, text)).length);
    assert.equal((await student.ask(search.names, { text: 'а' })).status, 400);
    assert.equal((await student.ask(search.texts, { text: 'а'.repeat(101) })).status, 400);
    const nobody = portal.nobody();
    for (const call of [search.names, search.texts]) assert.equal((await nobody.ask(call, { text: 'аб' })).status, 401);
  });
});

function chatOf(by: TestClient, to: TestClient, message: string) {
  return by.get(chat.insert, { ...chatFixture.fieldsOf(to), message });
}
