import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../../test/materials.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { umk, library, apps } = callsByRoom;

let portal: TestPortal;
let teacher: TestClient, student: TestClient, student3: TestClient, editor: TestClient, admin: TestClient;
let year = 0;
let group = 0;

let set: MaterialSetFixture;
let chosen: MaterialSetFixture;
const pdf = { name: 'Лекция 1.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') };

before(async () => {
  portal = await openPortal();
  [teacher, student, student3, editor, admin] = (await Promise.all(
    (['teacher', 'student', 'student3', 'editor', 'admin'] as const).map((login) => portal.as(login)),
  )) as [TestClient, TestClient, TestClient, TestClient, TestClient];
  const [settings] = await student.get(apps.settings, { role: 2 });
  year = (settings as { id_a_year_def: number }).id_a_year_def;
  const [row] = await portal.database.autocommit<{ id: number }[]>`
    select group_id as id from group_membership where student_id = ${student.uid} and ends_on is null`;
  group = row?.id ?? 0;
  set = await findSharedMaterialSet(teacher, student, { year, group, isSelect: false });
  chosen = await findSharedMaterialSet(teacher, student, { year, group, isSelect: true });
});
after(() => portal.close());

const key = (one: MaterialSetFixture) => ({
  id_discipline: one.id_discipline,
  id_semester: one.id_semester,
  isSelect: one.isSelect,
  kredits: one.kredits,
});

async function add(person: TestClient, more: object = {}, files = [pdf]) {
  const [made] = await person.get(
    umk.save,
    { id_books: -1, bookName: 'Лекция', ...set, ...more },
    { files, key: randomUUID() },
  );
  assert.ok(made);
  return made;
}

const refused = (answer: { status: number; error: { code: string } | null }) => [answer.status, answer.error?.code];

describe('choosing', () => {
  test('[UMK-01] a teacher gets year, semesters, disciplines with specialities and forms of control', async () => {
    const semesters = await teacher.get(umk.semesters, { idYear: year });
    assert.ok(semesters.some((one) => !one.isSelect) && semesters.some((one) => one.isSelect));
    assert.deepEqual(await editor.get(umk.semesters, { idYear: year }), []);
    const own = await teacher.get(umk.disciplines, { id_semester: set.id_semester, isSelect: false, idYear: year });
    const all = await teacher.get(umk.disciplines, {
      id_semester: set.id_semester,
      isSelect: false,
      idYear: year,
      ignoreTeacher: true,
    });
    assert.ok(all.length >= own.length);
    assert.ok(own.every((one) => one.specialities.length && one.examinations.length));
    assert.deepEqual(refused(await student.ask(umk.semesters, { idYear: year })), [403, 'call.notAllowed']);
  });

  test('[UMK-02] a student gets semesters up to now, disciplines, forms of control and teachers of the own group', async () => {
    const semesters = await student.get(umk.semestersForStudent, { id_group: group });
    const plan = semesters.filter((one) => !one.isSelect).map((one) => one.id_semester);
    assert.deepEqual(
      plan,
      Array.from({ length: plan.length }, (_, index) => index + 1),
    );
    assert.equal(Math.max(...plan), set.id_semester);
    const of = {
      id_group: group,
      id_semester: set.id_semester,
      id_discipline: set.id_discipline,
      kredits: set.kredits,
    };
    assert.ok((await student.get(umk.examTypes, of)).some((one) => one.id_examination === set.id_examination));
    const teachers = await student.get(umk.teachers, { ...of, idYear: year });
    assert.ok(teachers.some((one) => one.id_teacher === teacher.uid && one.t_fio));
    const none = await student.get(umk.teachers, { ...of, idYear: year, id_examination: 99 });
    assert.deepEqual(none, []);
  });

  test('[UMK-02] a student of another group gets nothing of this one', async () => {
    const of = {
      id_group: group,
      id_semester: set.id_semester,
      id_discipline: set.id_discipline,
      kredits: set.kredits,
    };
    const no = [403, 'discipline.notYours'];
    assert.deepEqual(refused(await student3.ask(umk.semestersForStudent, { id_group: group })), no);
    assert.deepEqual(
      refused(await student3.ask(umk.disciplinesForStudent, { id_group: group, id_semester: 1, idYear: year })),
      no,
    );
    assert.deepEqual(refused(await student3.ask(umk.examTypes, of)), no);
    assert.deepEqual(refused(await student3.ask(umk.teachers, { ...of, idYear: year })), no);
    assert.deepEqual(refused(await student.ask(umk.examTypes, { ...of, id_discipline: 999_999 })), no);
  });

  test('types stand in their order, categories belong to their section', async () => {
    const types = await student.get(umk.types);
    assert.deepEqual(
      types.map((one) => one.order),
      types.map((_, index) => index + 1),
    );
    const [base] = await student.get(library.baseCategories);
    const shelves = await student.get(umk.bookCategories, { id_baseBookCategory: base?.id_baseBookCategory });
    assert.ok(shelves.length > 1);
    assert.equal((await student.ask(umk.bookCategories, {})).status, 400);
  });
});

describe('the set', () => {
  test('[UMK-01] a material has all its fields, the teacher changes it, its address stays when the file is replaced', async () => {
    const made = await add(teacher, {
      bookName: 'Конспект',
      id_forStudentKind: 0,
      description: 'Глава 1',
      author: 'А. Б.',
    });
    assert.equal(made.id_books, made.idBook);
    assert.deepEqual(
      [made.bookName, made.fileName, made.type, made.size, made.id_teacher, made.canEdit, made.isHTMLBook],
      ['Конспект', 'Лекция 1.pdf', 'application/pdf', pdf.content.length, teacher.uid, true, false],
    );
    const listed = await teacher.get(umk.list, key(set));
    assert.deepEqual(
      listed.find((one) => one.id_books === made.id_books),
      made,
    );
    const text = { name: 'новый.txt', content: Buffer.from('Саламатсызбы') };
    const [changed] = await teacher.get(
      umk.save,
      { ...set, id_books: made.id_books, bookName: 'Конспект 2', totalPages: 12 },
      { files: [text] },
    );
    assert.deepEqual(
      [changed?.id_books, changed?.bookName, changed?.fileName, changed?.totalPages],
      [made.id_books, 'Конспект 2', 'новый.txt', 12],
    );
    const [kept] = await teacher.get(umk.save, { ...set, id_books: made.id_books, bookName: 'Конспект 3' });
    assert.equal(kept?.fileName, 'новый.txt');
    const file = await teacher.fetch(`/api/umk/download.file?id_books=${made.id_books}`);
    assert.equal(await file.text(), 'Саламатсызбы');
    const events = await portal.database.autocommit<{ what: string }[]>`
      select what from book_event where material_id = ${made.id_books} order by id`;
    assert.deepEqual(
      events.map((one) => one.what),
      ['created', 'changed', 'changed'],
    );
  });

  test('[UMK-02] a student sees the set of the own teachers, narrowed by type and teacher; another group nothing', async () => {
    const made = await add(teacher);
    const pick = await add(teacher, chosen);
    const own = { id_group: group };
    const ids = async (
      person: TestClient,
      more: ReturnType<typeof key> & { id_typeUmk?: number; id_teacher?: number },
    ) => (await person.get(umk.listForStudent, { ...own, ...more })).map((one) => one.id_books);
    assert.ok((await ids(student, key(set))).includes(made.id_books));
    assert.ok((await ids(student, key(chosen))).includes(pick.id_books));
    assert.deepEqual(await ids(student, { ...key(set), id_typeUmk: 999 }), []);
    assert.deepEqual(await ids(student, { ...key(set), id_teacher: editor.uid }), []);
    const answer = await student3.ask(umk.listForStudent, { ...own, ...key(chosen) });
    assert.deepEqual(refused(answer), [403, 'discipline.notYours']);
    const foreign = await student.ask(umk.listForStudent, { id_group: group + 1, ...key(set) });
    assert.deepEqual(refused(foreign), [403, 'discipline.notYours']);
    const [row] = await student.get(umk.listForStudent, { ...own, ...key(set) });
    assert.equal(row?.canEdit, false);
    assert.deepEqual(refused(await student.ask(umk.list, key(set))), [403, 'call.notAllowed']);
  });

  test('[UMK-02] a material for part-time students does not reach a full-time one', async () => {
    const full = await add(teacher, { id_forStudentKind: 1 });
    const part = await add(teacher, { id_forStudentKind: 2 });
    const ids = (await student.get(umk.listForStudent, { id_group: group, ...key(set) })).map((one) => one.id_books);
    assert.ok(ids.includes(full.id_books));
    assert.ok(!ids.includes(part.id_books));
    const answer = await student.fetch(`/api/umk/download.file?id_books=${part.id_books}`);
    assert.equal(answer.status, 404);
  });

  test('the list stands by type, then newest first; a colleague sees it, another department does not', async () => {
    const types = await teacher.get(umk.types);
    const last = types.at(-1)?.id_typeUmk;
    await add(teacher, { id_typeUmk: last });
    const newest = await add(teacher);
    const listed = await teacher.get(umk.list, key(set));
    assert.equal(listed[0]?.id_books, newest.id_books);
    assert.equal(listed.at(-1)?.id_typeUmk, last);
    const all = await teacher.get(umk.list, { ...key(set), id_human: -1 });
    assert.ok(all.length >= listed.length);
    const [outsider] = await portal.database.autocommit<{ id: number }[]>`
      select t.id from teacher t
      where not exists (select from employment a join employment b on b.department_id = a.department_id
        where a.teacher_id = t.id and b.teacher_id = ${teacher.uid}) and t.id <> ${teacher.uid} limit 1`;
    assert.ok(outsider);
    const answer = await teacher.ask(umk.list, { ...key(set), id_human: outsider.id });
    assert.deepEqual(refused(answer), [403, 'umk.notYourDepartment']);
  });

  test('a teacher of another discipline cannot add to it, nor change or delete what is in it', async () => {
    const made = await add(teacher);
    const answer = await editor.ask(umk.save, { ...set, id_books: -1, bookName: 'Чужое' }, { files: [pdf] });
    assert.deepEqual(refused(answer), [403, 'umk.notYourDiscipline']);
    const seen = (await editor.get(umk.list, { ...key(set), id_human: -1 })).some(
      (one) => one.id_books === made.id_books,
    );
    const no = seen ? [403, 'umk.notYours'] : [404, 'umk.notFound'];
    assert.deepEqual(refused(await editor.ask(umk.save, { ...set, id_books: made.id_books, bookName: 'Моё' })), no);
    assert.deepEqual(refused(await editor.ask(umk.deleteBook, { id_books: made.id_books })), no);
    assert.deepEqual(refused(await student.ask(umk.deleteBook, { id_books: made.id_books })), [403, 'call.notAllowed']);
    const [same] = (await teacher.get(umk.list, key(set))).filter((one) => one.id_books === made.id_books);
    assert.equal(same?.bookName, 'Лекция');
    const [byPermission] = await admin.get(umk.save, { ...set, id_books: made.id_books, bookName: 'Исправлено' });
    assert.deepEqual([byPermission?.bookName, byPermission?.id_teacher], ['Исправлено', teacher.uid]);
  });

  test('a material needs a file, names that exist, and no name of somebody else', async () => {
    const without = await teacher.ask(umk.save, { ...set, id_books: -1, bookName: 'Без файла' });
    assert.deepEqual(refused(without), [400, 'umk.fileRequired']);
    const unknown = await teacher.ask(umk.save, { ...set, bookName: 'X', id_typeUmk: 9999 }, { files: [pdf] });
    assert.deepEqual([unknown.status, Object.keys(unknown.error?.fields ?? {})], [400, ['id_typeUmk']]);
    const named = await teacher.ask(umk.save, { ...set, bookName: 'X', id_teacher: editor.uid }, { files: [pdf] });
    assert.deepEqual(refused(named), [403, 'call.notYou']);
    const empty = await teacher.ask(umk.save, { ...set, bookName: 'X' }, { files: [{ name: 'a.pdf', content: '' }] });
    assert.deepEqual(refused(empty), [400, 'file.empty']);
  });
});

describe('deleting and sharing', () => {
  test('[UMK-03] the owner deletes; readers lose it, who and when stays', async () => {
    const made = await add(teacher);
    assert.deepEqual(await teacher.get(umk.deleteCheck, { id_books: made.id_books }), [
      { result: 1, code: null, message: null },
    ]);
    assert.deepEqual(await teacher.get(umk.deleteBook, { id_books: made.id_books }), [{ result: 1 }]);
    assert.equal((await student.fetch(`/api/umk/download.file?id_books=${made.id_books}`)).status, 404);
    assert.deepEqual(refused(await teacher.ask(umk.deleteBook, { id_books: made.id_books })), [404, 'umk.notFound']);
    const [row] = await portal.database.autocommit<{ by: number; what: string }[]>`
      select m.deleted_by as by, e.what from material m join book_event e on e.material_id = m.id
      where m.id = ${made.id_books} order by e.id desc limit 1`;
    assert.deepEqual({ ...row }, { by: teacher.uid, what: 'deleted' });
  });

  test('[UMK-03] an original that others show is not deleted; the check says why', async () => {
    const original = await add(teacher);
    const copy = await add(teacher, { ...chosen, id_booksShare: original.id_books }, []);
    assert.deepEqual(
      [copy.id_booksShare, copy.isSharedBookFromEBooks, copy.fileName],
      [original.id_books, false, pdf.name],
    );
    assert.deepEqual(refused(await teacher.ask(umk.deleteBook, { id_books: original.id_books })), [409, 'umk.shared']);
    const [check] = await teacher.get(umk.deleteCheck, { id_books: original.id_books });
    assert.deepEqual([check?.result, check?.code], [0, 'umk.shared']);
    const text = { name: 'b.txt', content: Buffer.from('новое содержание') };
    await teacher.get(umk.save, { ...set, id_books: original.id_books, bookName: 'Лекция' }, { files: [text] });
    const shown = await teacher.fetch(`/api/umk/download.file?id_books=${copy.id_books}`);
    assert.equal(await shown.text(), 'новое содержание', 'a reference shows what the original became');
    await teacher.get(umk.deleteBook, { id_books: copy.id_books });
    await teacher.get(umk.deleteBook, { id_books: original.id_books });
  });

  test('[UMK-05] a material marked for e-books stands in the library, and leaves it with its deletion there', async () => {
    const [shelf] = await teacher.get(library.categories);
    const marked = { isForEBooks: true, author: 'Асанов К.', id_bookCategory: shelf?.id_bookCategory };
    const lacking = await teacher.ask(umk.save, { ...set, bookName: 'X', isForEBooks: true }, { files: [pdf] });
    assert.deepEqual([lacking.status, Object.keys(lacking.error?.fields ?? {})], [400, ['author', 'id_bookCategory']]);
    const made = await add(teacher, { bookName: 'Для библиотеки', ...marked });
    const books = await student3.get(library.list, { id_bookCategory: shelf?.id_bookCategory });
    const listed = books.find((one) => one.isFromUmk && one.id_eBook === made.id_books);
    assert.deepEqual([listed?.name, listed?.author, listed?.canEdit], ['Для библиотеки', 'Асанов К.', false]);
    const file = await student3.fetch(`/api/library/download.file?id_eBook=${made.id_books}&isFromUmk=1`);
    assert.equal(file.status, 200);
    await teacher.get(library.deleteBook, { id_EBook: made.id_books, isFromUMK: true });
    assert.ok(
      (await teacher.get(umk.list, key(set))).some((one) => one.id_books === made.id_books && !one.isForEBooks),
    );
    assert.equal((await student3.fetch(`/api/umk/download.file?id_books=${made.id_books}`)).status, 404);
  });

  test('[UMK-05] attack: nobody but its author gives a material to the library', async () => {
    const [shelf] = await teacher.get(library.categories);
    const marked = { isForEBooks: true, author: 'Асанов К.', id_bookCategory: shelf?.id_bookCategory };
    const hidden = await add(teacher, { bookName: 'Только для своих' });
    const inPlace = await admin.ask(umk.save, { ...set, id_books: hidden.id_books, bookName: 'Взято', ...marked });
    assert.deepEqual(refused(inPlace), [403, 'umk.notYoursForLibrary']);
    const target = { ...key(set), id_examination: set.id_examination, id_speciality: set.id_speciality };
    await admin.get(umk.copy, { ...target, id_books: [hidden.id_books] });
    const copies = await portal.ownerSql<{ id: string }[]>`
      select id from material where of_material_id = ${hidden.id_books} and deleted_at is null`;
    const copied = await admin.ask(umk.save, { ...set, id_books: Number(copies[0]?.id), bookName: 'Взято', ...marked });
    assert.deepEqual(refused(copied), [403, 'umk.notYoursForLibrary']);
    const shown = await admin.ask(umk.save, { ...set, bookName: 'Взято', id_booksShare: hidden.id_books, ...marked });
    assert.deepEqual(refused(shown), [403, 'umk.notYoursForLibrary']);
    const [own] = await teacher.get(umk.save, { ...set, id_books: hidden.id_books, bookName: 'Отдано', ...marked });
    assert.equal(own?.isForEBooks, true);
    const fromLibrary = await admin.ask(umk.save, {
      ...set,
      bookName: 'И моё',
      id_booksShare: hidden.id_books,
      ...marked,
    });
    assert.equal(fromLibrary.status, 200, 'what the library has anyway');
    for (const id of [fromLibrary.data[0]?.id_books, Number(copies[0]?.id), hidden.id_books])
      await admin.ask(umk.deleteBook, { id_books: id });
  });

  test('[UMK-05] a library book shown in the UMK is a reference and keeps the book from deletion', async () => {
    const [shelf] = await teacher.get(library.categories);
    const [book] = await teacher.get(
      library.save,
      { id_eBook: -1, nameBook: 'Алгебра', author: 'Б. В.', id_bookCategory: shelf?.id_bookCategory },
      { files: [pdf] },
    );
    const made = await add(teacher, { id_booksShare: book?.id_eBook, isSharedBookFromEBooks: true }, []);
    assert.deepEqual([made.id_booksShare, made.isSharedBookFromEBooks], [book?.id_eBook, true]);
    const no = await teacher.ask(library.deleteBook, { id_EBook: book?.id_eBook, isFromUMK: false });
    assert.deepEqual(refused(no), [409, 'library.usedInUmk']);
    const wrong = await teacher.ask(umk.save, { ...set, bookName: 'X', id_booksShare: 999_999 });
    assert.deepEqual(refused(wrong), [404, 'umk.notFound']);
  });

  test('a set is taken over as references, once', async () => {
    const made = await add(teacher, { bookName: 'Прошлогоднее' });
    const earlier = await teacher.get(umk.earlier, { ...key(chosen), id_discipline: set.id_discipline });
    assert.ok(earlier.some((one) => one.id_books === made.id_books));
    const target = { ...key(set), id_examination: set.id_examination, id_speciality: set.id_speciality };
    const no = await editor.ask(umk.copy, { ...target, id_books: [made.id_books] });
    assert.deepEqual(refused(no), [403, 'umk.notYourDiscipline']);
    const [admins] = await admin.get(umk.copy, { ...target, id_books: [made.id_books] });
    assert.equal(admins?.copied, 1);
    const [again] = await admin.get(umk.copy, { ...target, id_books: [made.id_books] });
    assert.equal(again?.copied, 0);
  });
});

describe('reading', () => {
  test('[UMK-04] a download has the right type, name and ranges; a guessed address gives nothing', async () => {
    const made = await add(teacher);
    const path = `/api/umk/download.file?id_books=${made.id_books}`;
    const whole = await student.fetch(path);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('content-type'), 'application/pdf');
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment; .*filename\*=UTF-8''%D0%9B/);
    const part = await student.fetch(`${path}&inline=1`, { headers: { range: 'bytes=0-3' } });
    assert.deepEqual([part.status, await part.text()], [206, '%PDF']);
    assert.match(part.headers.get('content-disposition') ?? '', /^inline/);
    assert.equal((await student3.fetch(path)).status, 404);
    assert.equal((await editor.fetch(path)).status, 404);
    assert.equal((await portal.nobody().fetch(path)).status, 401);
    const page = { name: 'a.html', content: Buffer.from('<script>alert(1)</script>') };
    const html = await add(teacher, {}, [page]);
    const shown = await student.fetch(`/api/umk/download.file?id_books=${html.id_books}&inline=1`);
    assert.match(shown.headers.get('content-disposition') ?? '', /^attachment/);
    const svg = await add(teacher, {}, [
      { name: 'a.svg', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') },
    ]);
    const drawn = await student.fetch(`/api/umk/download.file?id_books=${svg.id_books}&inline=1`);
    assert.match(drawn.headers.get('content-disposition') ?? '', /^attachment/);
  });

  test('the place in a book is kept per person; a visit returns when the one before was', async () => {
    const made = await add(teacher);
    const of = { id_books: made.id_books };
    assert.deepEqual(await student.get(umk.place, of), [{ page: 1 }]);
    const openings = async () =>
      (await teacher.get(umk.list, key(set))).find((one) => one.idBook === made.id_books)?.openings;
    assert.equal(await openings(), 0);
    await student.get(umk.keepPlace, { ...of, page: 7 });
    assert.equal(await openings(), 1, 'its teacher sees how many students opened it');
    assert.deepEqual(await student.get(umk.place, of), [{ page: 7 }]);
    assert.deepEqual(await teacher.get(umk.place, of), [{ page: 1 }]);
    assert.deepEqual(refused(await student3.ask(umk.keepPlace, { ...of, page: 2 })), [404, 'umk.notFound']);
    const here = { id_discipline: set.id_discipline };
    assert.deepEqual(await student.get(umk.visit, here), [{ since: null }]);
    assert.deepEqual(await student.get(umk.visit, here), [{ since: null }], 'a reload is the same visit');
    assert.deepEqual(
      await student.get(umk.visit, { id_discipline: 1_000_000 }),
      [{ since: null }],
      'there is none such',
    );
    await portal.database.autocommit`update material_visit set at = now() - interval '2 days'`;
    const [visit] = await student.get(umk.visit, here);
    assert.ok(visit?.since);
  });
});
