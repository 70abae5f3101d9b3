import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { findSharedMaterialSet } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { apps, library, umk } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient;
let editor: TestClient;
let admin: TestClient;
let student: TestClient;
let shelf = 0;
const file = { name: 'Китеп.TXT', content: Buffer.from('Манас эпосу') };

before(async () => {
  portal = await openPortal();
  [teacher, editor, admin, student] = (await Promise.all(
    (['teacher', 'editor', 'admin', 'student'] as const).map((login) => portal.as(login)),
  )) as [TestClient, TestClient, TestClient, TestClient];
  shelf = (await student.get(library.categories))[0]?.id_bookCategory ?? 0;
});
after(() => portal.close());

async function add(person: TestClient, more: object = {}, files = [file]) {
  const book = { id_eBook: -1, isFromUmk: false, nameBook: 'Манас', author: 'Эл', id_bookCategory: shelf };
  const [made] = await person.get(library.save, { ...book, ...more }, { files });
  assert.ok(made);
  return made;
}

const refused = (answer: { status: number; error: { code: string } | null }) => [answer.status, answer.error?.code];

test('[LIB-01] sections, categories of one or of all, the books of a category, all by name', async () => {
  const bases = await student.get(library.baseCategories);
  const names = bases.map((one) => one.name);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('ru').compare));
  const all = await student.get(library.categories);
  const some = await student.get(library.categories, { id_baseBookCategory: bases[0]?.id_baseBookCategory });
  assert.ok(some.length > 1 && some.length < all.length);
  assert.ok(some.every((one) => one.id_baseBookCategory === bases[0]?.id_baseBookCategory));
  await add(teacher, { nameBook: 'Ядро' });
  await add(teacher, { nameBook: 'Ёлка' });
  await add(teacher, { nameBook: 'Арча', description: 'О деревьях', totalPages: 40 });
  const books = await student.get(library.list, { id_bookCategory: shelf });
  assert.deepEqual(
    books.map((one) => one.name),
    ['Арча', 'Ёлка', 'Ядро'],
  );
  const [first] = books;
  assert.deepEqual(
    [
      first?.nameBook,
      first?.author,
      first?.description,
      first?.totalPages,
      first?.fileName,
      first?.isFromUmk,
      first?.canEdit,
    ],
    ['Арча', 'Эл', 'О деревьях', 40, 'Китеп.TXT', false, false],
  );
  const other = all.find((one) => one.id_bookCategory !== shelf);
  assert.deepEqual(await student.get(library.list, { id_bookCategory: other?.id_bookCategory }), []);
  assert.ok((await student.get(library.list, { id_bookCategory: -1 })).length >= 3);
});

describe('writing', () => {
  test('[LIB-03] -1 creates, an id changes; the file is replaced behind the same id', async () => {
    const made = await add(teacher);
    assert.equal(made.canEdit, true);
    const changes = { id_eBook: made.id_eBook, nameBook: 'Манас II', author: 'Каралаев', id_bookCategory: shelf };
    const [changed] = await teacher.get(library.save, changes);
    assert.deepEqual([changed?.id_eBook, changed?.name, changed?.fileName], [made.id_eBook, 'Манас II', 'Китеп.TXT']);
    const [replaced] = await teacher.get(library.save, changes, { files: [{ name: 'b.txt', content: 'Семетей' }] });
    assert.deepEqual([replaced?.id_eBook, replaced?.fileName], [made.id_eBook, 'b.txt']);
    const read = await student.fetch(`/api/library/download.file?id_eBook=${made.id_eBook}`);
    assert.equal(await read.text(), 'Семетей');
  });

  test('a new book needs a file, a name, an author and a category that exists', async () => {
    const book = { id_eBook: -1, nameBook: 'X', author: 'Y', id_bookCategory: shelf };
    assert.deepEqual(refused(await teacher.ask(library.save, book)), [400, 'library.fileRequired']);
    const nameless = await teacher.ask(library.save, { ...book, nameBook: ' ' }, { files: [file] });
    assert.deepEqual(Object.keys(nameless.error?.fields ?? {}), ['nameBook']);
    const { id_eBook: _, ...lost } = book;
    const without = await teacher.ask(library.save, lost as typeof book, { files: [file] });
    assert.deepEqual([without.status, Object.keys(without.error?.fields ?? {})], [400, ['id_eBook']]);
    const long = await teacher.ask(library.save, { ...book, nameBook: 'Х'.repeat(201) }, { files: [file] });
    assert.deepEqual([long.status, Object.keys(long.error?.fields ?? {})], [400, ['nameBook']]);
    const nowhere = await teacher.ask(library.save, { ...book, id_bookCategory: 9999 }, { files: [file] });
    assert.deepEqual([nowhere.status, Object.keys(nowhere.error?.fields ?? {})], [400, ['id_bookCategory']]);
  });

  test('[LIB-06] only the owner or the library permission changes or deletes; a student never writes', async () => {
    const made = await add(teacher);
    const changes = { id_eBook: made.id_eBook, nameBook: 'Чужая', author: 'Э', id_bookCategory: shelf };
    assert.deepEqual(refused(await editor.ask(library.save, changes)), [403, 'library.notYours']);
    const doomed = { id_EBook: made.id_eBook, isFromUMK: false };
    assert.deepEqual(refused(await editor.ask(library.deleteBook, doomed)), [403, 'library.notYours']);
    assert.deepEqual(refused(await student.ask(library.deleteBook, doomed)), [403, 'call.notAllowed']);
    assert.deepEqual(refused(await student.ask(library.save, changes)), [403, 'call.notAllowed']);
    const [kept] = (await student.get(library.list, { id_bookCategory: shelf })).filter(
      (one) => one.id_eBook === made.id_eBook,
    );
    assert.equal(kept?.name, 'Манас');
    const [byPermission] = await admin.get(library.save, changes);
    assert.equal(byPermission?.name, 'Чужая');
    assert.deepEqual(refused(await teacher.ask(library.deleteBook, { ...doomed, id_EBook: 999_999 })), [
      404,
      'library.notFound',
    ]);
  });

  test('[LIB-04] the check says whether a book may go and why not; after deletion it is in no list', async () => {
    const made = await add(teacher);
    const about = { id_EBook: made.id_eBook, isFromUMK: false };
    assert.deepEqual(await teacher.get(library.deleteCheck, about), [{ result: 1, code: null, message: null }]);
    const [no] = await editor.get(library.deleteCheck, about);
    assert.deepEqual(no, {
      result: 0,
      code: 'library.notYours',
      message: 'Эта книга принадлежит другому преподавателю.',
    });
    assert.deepEqual((await student.get(library.deleteCheck))[0]?.result, 0);
    assert.deepEqual((await teacher.get(library.deleteCheck, { id_human: teacher.uid }))[0]?.result, 1);
    assert.deepEqual(refused(await teacher.ask(library.deleteCheck, { id_human: editor.uid })), [403, 'call.notYou']);
    await teacher.get(library.deleteBook, about);
    assert.ok(!(await student.get(library.list)).some((one) => !one.isFromUmk && one.id_eBook === made.id_eBook));
    assert.equal((await student.fetch(`/api/library/download.file?id_eBook=${made.id_eBook}`)).status, 404);
  });
});

test('[LIB-06] attack: what its author takes out of the library does not stay there as what others show of it', async () => {
  const [settings] = await student.get(apps.settings, { role: 2 });
  const { id_a_year_def: year } = settings as { id_a_year_def: number };
  const [{ id: group } = { id: 0 }] = await portal.ownerSql<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  const set = await findSharedMaterialSet(teacher, student, { year, group, isSelect: false });
  const shown = { ...set, isForEBooks: true, author: 'Эл', id_bookCategory: shelf };
  const leaving: ((id: number) => Promise<unknown>)[] = [
    (id) => teacher.get(umk.save, { ...set, id_books: id, bookName: 'Черновик' }),
    (id) => teacher.get(library.deleteBook, { id_EBook: id, isFromUMK: true }),
  ];
  for (const leave of leaving) {
    const [mine] = await teacher.get(umk.save, { ...shown, bookName: 'Черновик' }, { files: [file] });
    const [theirs] = await admin.get(umk.save, { ...shown, bookName: 'Чужое', id_booksShare: mine?.id_books });
    const opens = () => student.fetch(`/api/library/download.file?id_eBook=${theirs?.id_books}&isFromUmk=1`);
    assert.equal((await opens()).status, 200);
    await leave(mine?.id_books ?? 0);
    assert.equal((await opens()).status, 404);
    const listed = await admin.get(library.list, { id_bookCategory: shelf });
    assert.ok(!listed.some((one) => one.isFromUmk && one.id_eBook === theirs?.id_books));
  }
});

test('[LIB-05] a book is read in ranges, with its name and type; nobody without a session gets it', async () => {
  const made = await add(teacher);
  const path = `/api/library/download.file?id_eBook=${made.id_eBook}`;
  const part = await student.fetch(path, { headers: { range: 'bytes=0-3' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 0-3/${file.content.length}`);
  assert.match(part.headers.get('content-disposition') ?? '', /filename\*=UTF-8''%D0%9A/);
  assert.equal((await portal.nobody().fetch(path)).status, 401);
  assert.equal((await student.fetch('/api/library/download.file?id_eBook=999999')).status, 404);
  await student.get(library.keepPlace, { id_eBook: made.id_eBook, page: 3 });
  assert.deepEqual(await student.get(library.place, { id_eBook: made.id_eBook }), [{ page: 3 }]);
});

test('[BASE-08] what is written to the library and to teaching materials counts together', async () => {
  const about = { id_EBook: 999_999, isFromUMK: false };
  let status = 0;
  for (let count = 0; count < 61 && status !== 429; count++) ({ status } = await editor.ask(library.deleteBook, about));
  assert.equal(status, 429);
  assert.deepEqual(refused(await editor.ask(umk.deleteBook, { id_books: 999_999 })), [429, 'call.tooOften']);
  assert.deepEqual(refused(await teacher.ask(library.deleteBook, about)), [404, 'library.notFound']);
});
