import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { resolveFileStoreLocation } from '../../files/store-location.ts';
import { TextExtractionSupervisor } from '../../fulltext/reading-supervisor.ts';
import { createNamesakeTeacher } from '../../test/factories/people.ts';
import { waitUntil } from '../../test/http.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { umk, library, apps } = callsByRoom;

let portal: TestPortal;
let reading: TextExtractionSupervisor;
let teacher: TestClient;
let student: TestClient;
let set: MaterialSetFixture;

before(async () => {
  portal = await openPortal();
  [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
  reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  reading.start();
  const [settings] = await student.get(apps.settings, { role: 2 });
  const [group] = await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  const year = (settings as { id_a_year_def: number }).id_a_year_def;
  set = await findSharedMaterialSet(teacher, student, { year, group: group?.id ?? 0, isSelect: false });
});
after(async () => {
  await reading.stop();
  await portal.close();
});

async function add(bookName: string, text: string, more: object = {}): Promise<number> {
  const files = [{ name: `${bookName}.txt`, content: Buffer.from(text) }];
  const [made] = await teacher.get(umk.save, { id_books: -1, bookName, ...set, ...more }, { files });
  return made?.id_books ?? 0;
}

const ids = async (person: TestClient, text: string) =>
  (await person.get(umk.search, { text })).map((one) => one.id_books);

describe('the search over teaching materials', () => {
  test('[UMK-02] a material is found by its name, its discipline and the text inside, across disciplines', async () => {
    const made = await add('Үчүнчү дарс', 'Термодинамиканын экинчи мыйзамы жана энтропия жөнүндө баян.');
    assert.ok((await ids(student, 'учунчу дарс')).includes(made), 'by the name, typed on a Russian keyboard');
    const [row] = (await student.get(umk.search, { text: 'учунчу дарс' })).filter((one) => one.id_books === made);
    assert.equal(row?.page, null);
    assert.ok((await ids(student, `${row?.discipline.slice(0, 5)} дарс`)).includes(made), 'with its discipline');
    await waitUntil('the text is read', async () => (await ids(student, 'энтропиянын')).includes(made));
    const [inside] = await student.get(umk.search, { text: 'энтропия' });
    assert.deepEqual([inside?.id_books, inside?.page, inside?.canEdit], [made, 1, false]);
    assert.match(inside?.snippet ?? '', /энтропия жөнүндө/);
    assert.equal(inside?.apart, undefined);
    const colleague = await createNamesakeTeacher(portal.database.autocommit, teacher.uid);
    const [named] = await student.get(umk.search, { text: 'энтропия' });
    assert.ok(named?.apart, 'a colleague has the name of its teacher');
    await portal.database.autocommit`update person set closed_on = today() where id = ${colleague}`;
    assert.deepEqual((await teacher.get(umk.search, { text: 'энтропия' }))[0]?.canEdit, true);
  });

  test('a reference is found by the text of its original; what is deleted is found no more', async () => {
    const original = await add('Түпнуска', 'Стратосфера деген сөз ушул жерде гана бар.');
    await waitUntil('the text is read', async () => (await ids(teacher, 'стратосфера')).includes(original));
    const [copy] = await teacher.get(umk.save, {
      ...set,
      id_books: -1,
      bookName: 'Шилтеме',
      id_booksShare: original,
      id_typeUmk: set.id_typeUmk,
    });
    assert.deepEqual((await ids(student, 'стратосфера')).sort(), [original, copy?.id_books].sort());
    await teacher.get(umk.deleteBook, { id_books: copy?.id_books });
    await teacher.get(umk.deleteBook, { id_books: original });
    assert.deepEqual(await ids(teacher, 'стратосфера'), []);
  });

  test("a teacher's own stands before a colleague's that is newer or holds the word more often", async () => {
    const own = await add('Тектоника боюнча дарс', 'Жер кыртышы жөнүндө баян. Тектоника бир жолу гана айтылат.');
    const theirs = await add('Тектоника дарсы', 'Тектоника, тектоника, тектоника.');
    const inside = await add('Менин тоолорум', 'Субдукция жөнүндө бир сөз, калганы башка нерсе тууралуу узун баян.');
    const theirsInside = await add('Башка тоолор', 'Субдукция, субдукция, субдукция.');
    const { autocommit: sql } = portal.database;
    await sql`
      with colleague as (
        select theirs.teacher_id as id from employment mine
        join employment theirs on theirs.department_id = mine.department_id and theirs.teacher_id <> mine.teacher_id
        where mine.teacher_id = ${teacher.uid} and mine.ends_on is null and theirs.ends_on is null limit 1)
      update material set teacher_id = (select id from colleague) where id = any (${[theirs, theirsInside]}::bigint[])`;
    await waitUntil('the texts are read', async () => (await ids(teacher, 'субдукция')).length === 2);
    assert.deepEqual(await ids(teacher, 'тектоника'), [own, theirs]);
    assert.deepEqual(await ids(teacher, 'субдукция'), [inside, theirsInside]);
  });

  test('nobody finds what they may not list', async () => {
    const made = await add('Жашыруун барак', 'Гиперболоид сөзү.');
    const part = await add('Заочникам', 'Гиперболоид для заочного отделения.', { id_forStudentKind: 2 });
    await waitUntil('the texts are read', async () => (await ids(teacher, 'гиперболоид')).length === 2);
    assert.deepEqual(await ids(student, 'гиперболоид'), [made]);
    const student3 = await portal.as('student3');
    assert.deepEqual(await ids(student3, 'гиперболоид'), []);
    assert.deepEqual(await student3.get(library.search, { text: 'гиперболоид' }), [], 'nor through the library');
    const editor = await portal.as('editor');
    await portal.database.autocommit`delete from employment where teacher_id = ${editor.uid}`;
    assert.deepEqual(await ids(editor, 'гиперболоид'), [], 'a teacher of no common department');
    assert.ok((await ids(await portal.as('admin'), 'гиперболоид')).includes(part));
    for (const text of ['!!! &&', "'); drop table material;--", '%_%', 'а:* | !б', '\\\\']) await ids(student, text);
    assert.equal((await student.ask(umk.search, { text: 'а' })).status, 400);
  });
});
