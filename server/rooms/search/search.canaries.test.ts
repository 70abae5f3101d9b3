import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { absentMarkId } from '@bilim/contract/limits.ts';
import { pino } from 'pino';
import { resolveFileStoreLocation } from '../../files/store-location.ts';
import { TextExtractionSupervisor } from '../../fulltext/reading-supervisor.ts';
import { type ChatFixture, openChatFixture } from '../../test/chat.ts';
import { createEverySearch, type EverySearch } from '../../test/every-search.ts';
import { waitUntil } from '../../test/http.ts';
import { openJournalFixture } from '../../test/journal.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { createDistinctWordGenerator } from '../../test/random-words.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

/**
 * A word that is nowhere else is put into every kind of text; then everybody asks every search for it. Whoever may
 * see the text finds it, so that the word is truly there; nobody else gets a row.
 */

const { chat, journal, library, news, singlewindow, umk } = callsByRoom;

const logins = ['teacher', 'student', 'student2', 'student3', 'editor', 'clerk', 'admin'] as const;
type Login = (typeof logins)[number];

let portal: TestPortal;
let chatFixture: ChatFixture;
let reading: TextExtractionSupervisor;
let people: Record<Login, TestClient>;
let set: MaterialSetFixture;
let shelf = 0;
let every: EverySearch;

const word = createDistinctWordGenerator();

before(async () => {
  portal = await openPortal({ RATE_PERCENT: '100000', DATABASE_CONNECTIONS: '2' });
  chatFixture = await openChatFixture(portal);
  every = createEverySearch(chatFixture);
  const [clerk, admin] = [await portal.as('clerk'), await portal.as('admin')];
  const { teacher, student, student2, student3, editor } = chatFixture;
  people = { teacher, student, student2, student3, editor, clerk, admin };
  reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  reading.start();
  // Editor and clerk are nobody's colleagues.
  await portal.database
    .autocommit`delete from employment where teacher_id = any (${[editor.uid, clerk.uid]}::bigint[])`;
  const [group] = await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  set = await findSharedMaterialSet(teacher, student, {
    year: chatFixture.course.year,
    group: group?.id ?? 0,
    isSelect: false,
  });
  shelf = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
});
after(async () => {
  await reading.stop();
  await portal.close();
});

type Search = keyof EverySearch['searches'];

/** search.canaries.release.test.ts loads this file so: then every word is asked for in every search. */
const asksAll = import.meta.url.endsWith('?every');
let wordsAsked = 0;

/**
 * Everybody asks for the word: who finds it, and where, is as expected, `login: search, search`. It is asked for where its
 * kind of text is `near`, where somebody is to find it, and in every fourth of the other searches, in turn.
 */
async function isFound(text: string, expected: readonly string[], near: readonly Search[]): Promise<void> {
  const turn = wordsAsked++;
  const asked = (Object.keys(every.searches) as Search[]).filter(
    (name, place) =>
      asksAll || near.includes(name) || expected.some((one) => one.includes(name)) || (place + turn) % 4 === 0,
  );
  const all = await Promise.all(
    logins.map(async (login) => {
      const where: string[] = [];
      for (const name of asked) if ((await every.searches[name](people[login], text)).length) where.push(name);
      return where.length ? `${login}: ${where.join(', ')}` : [];
    }),
  );
  assert.deepEqual(all.flat(), expected);
}

const nobody: string[] = [];
const inConversation = ['texts', 'messages', 'inOneConversation', 'inTheGroup'] as const;
const inShortTexts = ['texts'] as const;
const inBooks = ['texts', 'library', 'materials'] as const;
const inNames = ['names', 'contacts', 'desk', 'office', 'journals'] as const;
const inKept = ['texts', 'desk', 'office', 'journals'] as const;

describe('[FIND-01] of what a conversation holds', () => {
  const personal = ['teacher: texts, messages', 'student: texts, messages, inOneConversation'];
  const ofGroup = ['teacher', 'student', 'student2'].map((login) => `${login}: texts, messages, inTheGroup`);

  test('two people find their messages, a group its own, each alone', async () => {
    const [own, group] = [word(), word()];
    await chatFixture.send(chatFixture.teacher, chatFixture.student, `Сизге ${own} жөнүндө`);
    await chatFixture.send(chatFixture.teacher, null, `Всем: ${group}`);
    await isFound(own, personal, inConversation);
    await isFound(group, ofGroup, inConversation);
  });

  test('an edited message is found by what it says now, a deleted one not at all, a pinned one by its members', async () => {
    const [old, now, gone, pinned, goneForAll] = [word(), word(), word(), word(), word()];
    const { teacher, student } = chatFixture;
    const edited = await chatFixture.send(student, teacher, old);
    await student.get(chat.edit, { id_message: edited.id_message, message: now });
    for (const [to, text] of [
      [student, gone],
      [null, goneForAll],
    ] as const) {
      const sent = await chatFixture.send(teacher, to, text);
      if (to) await chatFixture.send(student, teacher, 'Ответ', { replyTo: sent.id_message });
      await teacher.get(chat.delete, { id_message: sent.id_message });
    }
    const above = await chatFixture.send(teacher, null, pinned);
    await teacher.get(chat.pinMessage, { id_message: above.id_message, pinned: true });
    await isFound(old, nobody, inConversation);
    await isFound(now, personal, inConversation);
    for (const text of [gone, goneForAll]) await isFound(text, nobody, inConversation);
    await isFound(pinned, ofGroup, inConversation);
  });

  test('the names of files and what stands in them is nothing that is searched', async () => {
    const [name, inside] = [word(), word()];
    const files = [{ name: `${name}.txt`, content: `Тут ${inside}` }];
    for (const to of [chatFixture.student, null])
      await chatFixture.teacher.get(chat.insert, { ...chatFixture.fieldsOf(to), message: 'Файл' }, { files });
    for (const text of [name, inside]) await isFound(text, nobody, inConversation);
  });

  test("what is said to an office finds the person and who answers there, never another office's people", async () => {
    const { student } = chatFixture;
    const none = { year: 0, semester: 0, discipline: 0, kredit: 0 };
    for (const [permission, found] of [
      ['orders', ['student: texts, messages', 'clerk: texts, messages', 'admin: texts, messages']],
      ['journal', ['student: texts, messages', 'admin: texts, messages']],
    ] as const) {
      const office = (await student.get(chat.offices)).find((one) => one.permission === permission)?.id_office ?? 0;
      const [asked, answered] = [word(), word()];
      await student.get(chat.insert, { ...none, id_office: office, currentContactId: office, message: asked });
      const back = { ...none, id_office: office, currentContactId: student.uid, message: answered };
      await people.admin.get(chat.insert, back);
      for (const text of [asked, answered]) await isFound(text, found, inConversation);
    }
  });

  test('who left a group finds nothing of it any more, who joins another one none of the first', async () => {
    const text = word();
    await chatFixture.send(chatFixture.teacher, null, text);
    const { autocommit } = portal.database;
    const [was] = await autocommit<{ id: number; group: number }[]>`
      select id, group_id as group from group_membership where student_id = ${chatFixture.student2.uid} and ends_on is null`;
    await autocommit`update group_membership set group_id = (
      select group_id from group_student where student_id = ${chatFixture.student3.uid} and is_current) where id = ${was?.id ?? 0}`;
    try {
      await isFound(
        text,
        ofGroup.filter((one) => !one.startsWith('student2')),
        inConversation,
      );
    } finally {
      await autocommit`update group_membership set group_id = ${was?.group ?? 0} where id = ${was?.id ?? 0}`;
    }
  });
});

describe('[FIND-01] of announcements', () => {
  test('those they are addressed to find them, and who may take them back; of another faculty or role nobody', async () => {
    const { student3, editor } = chatFixture;
    const [faculty] = await portal.database.autocommit<{ id: number }[]>`
      select sp.faculty_id as id from group_student gs join study_group g on g.id = gs.group_id
      join speciality sp on sp.id = g.speciality_id where gs.student_id = ${student3.uid} and gs.is_current`;
    const [ofFaculty, ofTeachers, gone, fileName, inFile] = [word(), word(), word(), word(), word()];
    const files = [{ name: `${fileName}.txt`, content: inFile }];
    await editor.get(news.insert, { message: ofFaculty, id_faculty: faculty?.id, id_humanTypeFor: 2 }, { files });
    await editor.get(news.insert, { message: ofTeachers, id_humanTypeFor: 1 });
    const [item] = await editor.get(news.insert, { message: gone });
    await editor.get(news.delete, { id_eventMessage: item?.id_eventMessage });
    await isFound(ofFaculty, ['student3: texts', 'editor: texts', 'admin: texts'], inShortTexts);
    await isFound(ofTeachers, ['teacher: texts', 'editor: texts', 'clerk: texts', 'admin: texts'], inShortTexts);
    for (const text of [gone, fileName, inFile]) await isFound(text, nobody, inShortTexts);
  });
});

describe('[FIND-01] of materials and books', () => {
  const add = async (bookName: string, inside: string, more: object = {}, name = 'a') => {
    const files = [{ name: `${name}.txt`, content: `Первая строка, потом ${inside} и ещё немного.` }];
    const [made] = await chatFixture.teacher.get(umk.save, { id_books: -1, bookName, ...set, ...more }, { files });
    return made?.id_books ?? 0;
  };
  const isRead = (text: string) =>
    waitUntil('the text is read', async () => (await chatFixture.teacher.get(umk.search, { text })).length > 0);

  test('only who studies or teaches the discipline finds name, author, description and text; its file name nobody', async () => {
    const [name, author, description, inside, fileName] = [word(), word(), word(), word(), word()];
    await add(`Дарс ${name}`, inside, { author, description }, fileName);
    await isRead(inside);
    const found = ['teacher', 'student', 'student2', 'admin'].map((login) => `${login}: texts, materials`);
    for (const text of [name, author, description, inside]) await isFound(text, found, inBooks);
    await isFound(fileName, nobody, inBooks);
  });

  test('one for part-time students no other student finds; a deleted one nobody; one of the library everybody', async () => {
    const [partTime, gone, inLibrary] = [word(), word(), word()];
    const partTimers = { id_forStudentKind: 2 };
    await add('Заочникам', partTime, partTimers);
    const deleted = await add('Лишнее', gone);
    await add('В библиотеку', inLibrary, { ...partTimers, author: 'Ким', isForEBooks: true, id_bookCategory: shelf });
    for (const text of [partTime, gone, inLibrary]) await isRead(text);
    await chatFixture.teacher.get(umk.deleteBook, { id_books: deleted });
    await isFound(partTime, ['teacher: texts, materials', 'admin: texts, materials'], inBooks);
    await isFound(gone, nobody, inBooks);
    await isFound(
      inLibrary,
      logins.map((login) => `${login}: texts, library${/teacher|admin/.test(login) ? ', materials' : ''}`),
      inBooks,
    );
  });

  test('a book taken from the shelf is found by nobody, neither by its cover nor by its text', async () => {
    const [name, inside] = [word(), word()];
    const files = [{ name: 'b.txt', content: inside }];
    const fields = { id_eBook: -1, nameBook: name, author: 'Ким', id_bookCategory: shelf };
    const [book] = await chatFixture.teacher.get(library.save, fields, { files });
    await waitUntil(
      'the text is read',
      async () => (await chatFixture.student3.get(library.search, { text: inside })).length > 0,
    );
    const all = logins.map((login) => `${login}: texts, library`);
    for (const text of [name, inside]) await isFound(text, all, inBooks);
    await chatFixture.teacher.get(library.deleteBook, { id_EBook: book?.id_eBook, isFromUMK: false });
    for (const text of [name, inside]) await isFound(text, nobody, inBooks);
  });
});

describe('[FIND-01] of names', () => {
  /** Gives a person a name of its own while it is searched for: who finds it, and where, is as expected. */
  async function isFoundUnder(who: TestClient, field: 'surname' | 'patronymic', expected: readonly string[]) {
    const { autocommit } = portal.database;
    const text = word();
    const [was] = await autocommit`select surname, patronymic from person where id = ${who.uid}`;
    await autocommit`update person set ${autocommit({ [field]: text })} where id = ${who.uid}`;
    try {
      await isFound(text, expected, inNames);
    } finally {
      await autocommit`update person set ${autocommit({ [field]: was?.[field] })} where id = ${who.uid}`;
    }
  }

  test('a student is found by the own teachers and the registration office, never by fellow students', async () => {
    for (const field of ['surname', 'patronymic'] as const)
      await isFoundUnder(chatFixture.student2, field, ['teacher: names, contacts', 'admin: names, office']);
    await isFoundUnder(chatFixture.student3, 'surname', ['admin: names, office']);
  });

  test('a teacher is found by the own students and who keeps journals; who works at a desk by nobody', async () => {
    await isFoundUnder(chatFixture.teacher, 'surname', [
      'student: names, contacts',
      'student2: names, contacts',
      'admin: journals',
    ]);
    for (const who of [people.clerk, people.editor, people.admin]) await isFoundUnder(who, 'surname', []);
  });

  test("a faculty's office is found by its own people, that of the university by all but those who are it alone", async () => {
    const { autocommit } = portal.database;
    const offices = await chatFixture.student3.get(chat.offices);
    for (const [permission, found] of [
      ['journal', ['student3: names, contacts']],
      ['registration', logins.filter((login) => login !== 'admin').map((login) => `${login}: names, contacts`)],
    ] as const) {
      const id = offices.find((one) => one.permission === permission)?.id_office ?? 0;
      const text = word();
      const [was] = await autocommit`select name_kg from office where id = ${id}`;
      await autocommit`update office set name_kg = ${text} where id = ${id}`;
      await isFound(text, found, inNames);
      await autocommit`update office set name_kg = ${was?.name_kg} where id = ${id}`;
    }
  });

  test('logins and addresses of accounts are nothing that is searched', async () => {
    const { autocommit } = portal.database;
    const [login, email] = ['zqvkanareika', 'wqvpochta'];
    await autocommit`update person set email = ${`${email}@example.kg`} where id = ${chatFixture.student2.uid}`;
    await autocommit`update account set login = ${login} where person_id = ${chatFixture.student2.uid}`;
    for (const text of [login, email]) await isFound(text, nobody, inNames);
    await autocommit`update account set login = 'student2' where person_id = ${chatFixture.student2.uid}`;
  });

  test('a discipline is found by who studies or teaches it', async () => {
    const { autocommit } = portal.database;
    const text = word();
    await autocommit`update discipline set name_kg = ${`${text} негиздери`} where id = ${chatFixture.course.id_discipline}`;
    // Whom the permission for materials covers finds those of the discipline, not the discipline. One material of it stands
    // in the library, for all.
    await isFound(
      text,
      [
        ...['teacher', 'student', 'student2'].map((login) => `${login}: names, texts, materials`),
        ...['student3', 'editor', 'clerk'].map((login) => `${login}: texts`),
        'admin: texts, materials',
      ],
      inNames,
    );
  });
});

describe('[FIND-01] of what offices and journals keep', () => {
  test('the reason of an entry is found by nobody', async () => {
    const text = word();
    const at = await openJournalFixture(portal);
    const [first] = await at.students();
    const entry = {
      ...at.k,
      ...at.column(),
      id_student: first?.id_student,
      isVisited: false,
      id_otsenka: absentMarkId,
    };
    await at.teacher.get(journal.mark, { ...entry, reason: text });
    const [kept] = await portal.database.autocommit`select from journal_event where reason = ${text}`;
    assert.ok(kept);
    await isFound(text, nobody, inKept);
  });

  test("a clerk's note, scan and refusal of an order are found by nobody, not even at the desk", async () => {
    const { student } = chatFixture;
    const { clerk } = people;
    const [note, scanName, scanText, reason] = [word(), word(), word(), word()];
    const order = async () => {
      const documents = await student.get(singlewindow.documents);
      const [region] = await student.get(singlewindow.regions);
      const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
      const [made] = await student.get(singlewindow.save, {
        id_okno_document: documents.find((one) => one.okno_document === 'Справка с места учёбы')?.id_okno_document,
        ...{ id_oblast: region?.id_oblast, id_raion: district?.id_raion },
      });
      return { id_okno_zakaz: made?.id_okno_zakaz };
    };
    const noted = await order();
    await clerk.get(singlewindow.move, { ...noted, status: 'preparing' });
    const files = [{ name: `${scanName}.txt`, content: scanText }];
    await clerk.get(singlewindow.note, { ...noted, note }, { files });
    await clerk.get(singlewindow.move, { ...noted, status: 'prepared' });
    await clerk.get(singlewindow.refuse, { ...(await order()), reason });
    const ownOrders = JSON.stringify(await student.get(singlewindow.orders));
    for (const text of [note, scanName, reason]) assert.ok(ownOrders.includes(text));
    for (const text of [note, scanName, scanText, reason]) await isFound(text, nobody, inKept);
  });
});

test('[FIND-01] each group of the one search has a word here that somebody finds', () => {
  const { groups } = every;
  assert.deepEqual([...groups.found].sort(), [...groups.asked].sort(), 'a new group needs a word that somebody finds');
});
