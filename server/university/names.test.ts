import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openChatFixture } from '../test/chat.ts';
import type { TestClient } from '../test/test-client.ts';

const { chat, journal, library, registration, singlewindow } = callsByRoom;

/** A name with every letter that a Russian keyboard lacks, an apostrophe and two blanks, and how it is typed on one. */
const surname = 'Үңкүрбекова';
const name = 'Өмүт-Ёркиной  Маʼмура';
const fullName = `${surname} ${name}`;
const typed = [
  'ункурбекова',
  'УНКУРБЕКОВА омут',
  '  омут-еркиной   мамура ',
  'ункурбекова ОМУТ-ЁРКИНОЙ',
  'Үңкүр',
  "ма'мура",
];
/** The same in Latin letters, as people spell their names. */
const inLatin = ['unkurbekova', 'Unkurbekova Omut', 'mamura unkur', 'yorkinoy'];
const foreign = ['ункурбекава', 'unkurbekava', 'kurbek', 'омут-арк', '%%', 'ункурбеков_', 'үнкүрбекова омүтт'];

const chatFixture = await openChatFixture();
const { portal, student, teacher } = chatFixture;
const [admin, clerk] = (await Promise.all([portal.as('admin'), portal.as('clerk')])) as [TestClient, TestClient];
const { year, ws: term } = chatFixture.course;
await portal.database.autocommit`
  update person set surname = ${surname}, name = ${name}, patronymic = null where id in (${student.uid}, ${teacher.uid})`;

/** Every way of typing finds the person, and what only looks alike does not. */
async function finds(search: (text: string) => Promise<boolean>, latin: readonly string[] = inLatin): Promise<void> {
  for (const text of [...typed, ...latin]) assert.equal(await search(text), true, text);
  for (const text of foreign) assert.equal(await search(text), false, text);
}

test('[FIND-02] the clerk’s queue finds people from a Russian keyboard', async () => {
  const [document] = await student.get(singlewindow.documents);
  const [region] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: region?.id_oblast });
  await student.get(singlewindow.save, { ...document, ...region, ...district });
  await finds(async (find) => (await clerk.get(singlewindow.queue, { find })).some((one) => one.uid === student.uid));
});

test('[FIND-02] the registration office finds students and streams from a Russian keyboard', async () => {
  await finds(
    async (search) =>
      (await admin.get(registration.officeFind, { search })).some((one) => one.id_student === student.uid),
    // The whole search is the beginning of a word there.
    ['unkurbek', 'mamura'],
  );
  await portal.database.autocommit`
    update stream set teacher_id = ${teacher.uid} where id = (
      select id from stream where year_id = ${year} and term_id = ${term} order by id limit 1)`;
  await finds(async (search) =>
    (await admin.get(registration.officeStreams, { id_a_year: year, id_ws: term, search })).some(
      (one) => one.t_fio === fullName,
    ),
  );
});

test('[FIND-02] the journal office finds teachers from a Russian keyboard', async () => {
  await finds(async (search) =>
    (await admin.get(journal.journals, { id_a_year: year, id_ws: term, search })).some(
      (one) => one.id_teacher === teacher.uid,
    ),
  );
});

test('[FIND-02] the library finds authors from a Russian keyboard', async () => {
  const [category] = await teacher.get(library.categories);
  const [book] = await teacher.get(
    library.save,
    { id_eBook: -1, name: 'Китеп', author: fullName, id_bookCategory: category?.id_bookCategory },
    { files: [{ name: 'a.txt', content: 'Жок' }] },
  );
  for (const text of typed)
    assert.ok(
      (await student.get(library.search, { text })).some((one) => one.id_eBook === book?.id_eBook),
      text,
    );
  assert.deepEqual(await student.get(library.search, { text: 'щункурбекова' }), []);
});

test('[FIND-02] the search in a conversation finds messages from a Russian keyboard, and nothing without a letter', async () => {
  await student.get(chat.insert, { ...chatFixture.fieldsOf(teacher), message: `${fullName}, саламатсызбы?` });
  const where = chatFixture.personal(teacher);
  for (const text of [...typed, 'маʼмура, Саламатсызбы'])
    assert.equal((await student.get(chat.search, { ...where, text })).length, 1, text);
  for (const text of ["'", '’ ', '%', 'ункурбекава'])
    assert.deepEqual(await student.get(chat.search, { ...where, text }), [], text);
});
