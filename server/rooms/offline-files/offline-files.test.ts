import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { discipline, 'offline-files': offlineFiles, library, umk } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient;
let student: TestClient;
let set: MaterialSetFixture;
let shelf = 0;

before(async () => {
  portal = await openPortal();
  teacher = await portal.as('teacher');
  student = await portal.as('student');
  const [year] = await teacher.get(discipline.currentYear);
  const [{ group } = { group: 0 }] = await portal.database.autocommit<{ group: number }[]>`
    select group_id as group from group_membership where student_id = ${student.uid} and ends_on is null`;
  set = await findSharedMaterialSet(teacher, student, { year: year?.id_a_year ?? 0, group, isSelect: false });
  shelf = (await student.get(library.categories))[0]?.id_bookCategory ?? 0;
});
after(() => portal.close());

const text = (content: string) => ({ files: [{ name: 'a.txt', content: Buffer.from(content) }] });

async function material(content: string, more: object = {}): Promise<number> {
  const [made] = await teacher.get(umk.save, { ...set, bookName: 'Лекция', ...more }, text(content));
  return made?.id_books ?? 0;
}

test('[WEAK-06] a kept file has the same mark until its content is another', async () => {
  const id = await material('first');
  const look = async () => (await student.get(offlineFiles.files, { id_books: [id] }))[0];
  const before = await look();
  assert.deepEqual(
    [before?.id, before?.isEBook, before?.name, before?.fileName, before?.size, before?.type],
    [id, false, 'Лекция', 'a.txt', 5, 'text/plain'],
  );
  await material('first', { id_books: id, bookName: 'Лекция 1' });
  assert.deepEqual(await look(), { ...before, name: 'Лекция 1' });
  await material('second', { id_books: id });
  const after = await look();
  assert.notEqual(after?.mark, before?.mark);
  assert.equal(after?.size, 6);
});

test('[WEAK-06] what a person may not read any more is not named', async () => {
  const id = await material('mine');
  const others = await portal.as('student3');
  assert.deepEqual(await others.get(offlineFiles.files, { id_books: [id] }), []);
  assert.equal((await student.get(offlineFiles.files, { id_books: [id] })).length, 1);
  await teacher.get(umk.deleteBook, { id_books: id });
  assert.deepEqual(await student.get(offlineFiles.files, { id_books: [id] }), []);
});

test('[WEAK-06] books of the library are listed beside materials, each by its own number', async () => {
  const [book] = await teacher.get(
    library.save,
    { id_eBook: -1, isFromUmk: false, nameBook: 'Манас', author: 'Эл', id_bookCategory: shelf },
    text('epos'),
  );
  const ebook = book?.id_eBook ?? 0;
  const id = await material('beside');
  const rows = await student.get(offlineFiles.files, { id_books: [id], id_eBook: [ebook] });
  assert.deepEqual(
    rows.map((one) => [one.id, one.isEBook, one.name]),
    [
      [id, false, 'Лекция'],
      [ebook, true, 'Манас'],
    ],
  );
  await teacher.get(library.deleteBook, { id_EBook: ebook, isFromUMK: false });
  assert.deepEqual(await student.get(offlineFiles.files, { id_eBook: [ebook] }), []);
  assert.deepEqual(await student.get(offlineFiles.files), []);
});
