import assert from 'node:assert/strict';
import { rm, stat, utimes } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { excludedRowsCondition } from '../backup/tables.ts';
import { resolveFileStoreLocation } from '../files/store-location.ts';
import { TextExtractionSupervisor } from '../fulltext/reading-supervisor.ts';
import { createFakeConverter, createRtfDocument, type FakeConverter } from '../test/converter.ts';
import { waitUntil } from '../test/http.ts';
import { findSharedMaterialSet, type MaterialSetFixture } from '../test/materials.ts';
import { buildStoredFilePath } from '../test/stored-files.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { sweepConvertedPages } from './converting.queries.ts';
import { ConvertingSupervisor } from './converting-supervisor.ts';

const { discipline, library, login, umk } = callsByRoom;
const log = pino({ level: 'silent' });

let program: FakeConverter;
let portal: TestPortal;
let reading: TextExtractionSupervisor;
let converting: ConvertingSupervisor;
let teacher: TestClient;
let student: TestClient;
let set: MaterialSetFixture;
let shelf = 0;

const start = () => {
  const process = new ConvertingSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    program.path,
    log,
  );
  process.start();
  return process;
};

before(async () => {
  program = await createFakeConverter();
  portal = await openPortal({ RATE_PERCENT: '10000', OFFICE_CONVERTER: program.path });
  [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
  reading = new TextExtractionSupervisor(portal.database.url, resolveFileStoreLocation(portal.settings), log);
  reading.start();
  converting = start();
  const [year] = await teacher.get(discipline.currentYear);
  const [{ group } = { group: 0 }] = await portal.database.autocommit<{ group: number }[]>`
    select group_id as group from group_membership where student_id = ${student.uid} and ends_on is null`;
  set = await findSharedMaterialSet(teacher, student, { year: year?.id_a_year ?? 0, group, isSelect: false });
  shelf = (await student.get(library.categories))[0]?.id_bookCategory ?? 0;
});
after(async () => {
  await converting.stop();
  await reading.stop();
  await portal.close();
  await program.remove();
});

async function material(words: string, name = 'Лекция.rtf'): Promise<number> {
  const files = [{ name, content: createRtfDocument(words) }];
  const [made] = await teacher.get(umk.save, { ...set, bookName: 'Лекция' }, { files });
  return made?.id_books ?? 0;
}

const stateOf = async (id: number) => (await student.get(umk.pages, { id_books: id }))[0]?.state;
const ready = (id: number) => waitUntil('the pages are ready', async () => (await stateOf(id)) === 'ready');

/** The row of the pages of a material. */
async function rowOf(id: number) {
  const [row] = await portal.ownerSql<{ id: number; state: string; key: string; tries: number; file: number }[]>`
    select p.id, p.state, p.key, p.tries, f.id as file
    from material m join file f on f.id = m.file_id join file_pdf p on p.sha256 = f.sha256 and p.type = f.type
    where m.id = ${id}`;
  return row;
}

describe('pages of an office file', () => {
  test('[WEAK-08] come after the upload, are read inside the portal, and the original is downloaded', async () => {
    assert.equal((await student.get(login.config)).officePages, true);
    const id = await material('Say:pagesword', 'Лекция 1.rtf');
    assert.match(String(await stateOf(id)), /^(coming|ready)$/);
    await ready(id);
    const [row] = (await teacher.get(umk.list, set)).filter((one) => one.id_books === id);
    assert.deepEqual([row?.pages, row?.type], ['ready', 'application/rtf']);
    const pages = await student.ask(umk.download, { id_books: id, pages: 1, inline: 1 });
    assert.equal(pages.headers.get('content-type'), 'application/pdf');
    assert.match(pages.headers.get('content-disposition') ?? '', /^inline.*\.pdf/);
    assert.match(pages.text, /^%PDF/);
    assert.equal(
      Number(pages.headers.get('content-length')),
      (await student.get(umk.pages, { id_books: id }))[0]?.size,
    );
    const original = await student.ask(umk.download, { id_books: id });
    assert.match(original.text, /^{\\rtf1/);
    // Nothing else reads text out of this kind of file.
    await waitUntil('its words are found', async () =>
      (await student.get(umk.search, { text: 'pagesword' })).some((one) => one.id_books === id && one.page === 1),
    );
  });

  test('[WEAK-08] of a book of the library are read by everybody who is signed in', async () => {
    const about = { id_eBook: -1, nameBook: 'Манас', author: 'Эл', id_bookCategory: shelf };
    const files = [{ name: 'Манас.rtf', content: createRtfDocument('Say:epos') }];
    const [book] = await teacher.get(library.save, about, { files });
    const id_eBook = book?.id_eBook ?? 0;
    const others = await portal.as('student3');
    await waitUntil('ready', async () => (await others.get(library.pages, { id_eBook }))[0]?.state === 'ready');
    assert.match((await others.ask(library.download, { id_eBook, pages: 1 })).text, /^%PDF/);
    const [listed] = (await others.get(library.list, { id_bookCategory: shelf })).filter(
      (one) => one.id_eBook === id_eBook,
    );
    assert.equal(listed?.pages, 'ready');
  });

  test('[WEAK-08] are refused to whoever may not read the file', async () => {
    const id = await material('Say:mine');
    await ready(id);
    const others = await portal.as('student3');
    assert.equal((await others.ask(umk.pages, { id_books: id })).error?.code, 'umk.notFound');
    assert.equal((await others.ask(umk.download, { id_books: id, pages: 1 })).status, 404);
    assert.equal((await portal.nobody().ask(umk.pages, { id_books: id })).status, 401);
    await teacher.get(umk.deleteBook, { id_books: id });
    assert.equal((await student.ask(umk.download, { id_books: id, pages: 1 })).status, 404);
  });

  test('[WEAK-08] are made once for each content', async () => {
    const one = await material('Say:twice', 'Бир.rtf');
    await ready(one);
    const other = await material('Say:twice', 'Эки.rtf');
    assert.equal(await stateOf(other), 'ready');
    const [first, second] = [await rowOf(one), await rowOf(other)];
    assert.deepEqual([first?.id, first?.tries], [second?.id, 1]);
    await waitUntil('both are found', async () => (await student.get(umk.search, { text: 'twice' })).length === 2);
  });

  test('[WEAK-08] there are none of a file that no program can open, and lists say so', async () => {
    const id = await material('Refuse');
    await waitUntil('it is given up', async () => (await stateOf(id)) === 'none');
    const [row] = (await teacher.get(umk.list, set)).filter((one) => one.id_books === id);
    assert.equal(row?.pages, 'none');
    assert.equal((await student.ask(umk.download, { id_books: id, pages: 1 })).error?.code, 'file.notFound');
    assert.match((await student.ask(umk.download, { id_books: id })).text, /^{\\rtf1/);
  });

  test('[WEAK-08] there are none of other kinds of files', async () => {
    const files = [{ name: 'a.txt', content: 'text' }];
    const [made] = await teacher.get(umk.save, { ...set, bookName: 'Текст' }, { files });
    assert.equal(made?.pages, null);
    assert.equal(await stateOf(made?.id_books ?? 0), 'none');
  });
});

describe('the queue', () => {
  test('[WEAK-08] two nodes do no file twice', async () => {
    const second = start();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await material(`Slow Say:n${n}`, `${n}.rtf`));
    for (const id of ids) await ready(id);
    await second.stop();
    for (const id of ids) assert.equal((await rowOf(id))?.tries, 1);
  });

  test('[WEAK-08] what is in hand when a portal stops is made by the next one', async () => {
    const id = await material('Slow Say:later');
    await waitUntil('it is in hand', async () => (await rowOf(id))?.tries === 1);
    await converting.stop();
    const { state, tries } = (await rowOf(id)) ?? {};
    converting = start();
    if (state !== 'made') assert.deepEqual([state, tries], ['waiting', 0]);
    await ready(id);
  });
});

describe('what is kept', () => {
  test('[WEAK-08] pages go with their file, and are never taken for left ones before', async () => {
    const id = await material('Say:swept');
    await ready(id);
    const { files } = portal.app.context;
    const { key = '', file = 0 } = (await rowOf(id)) ?? {};
    const old = new Date(Date.now() - 2 * 86_400_000);
    await utimes(buildStoredFilePath(portal.settings, key), old, old);
    await files.sweep(portal.database.autocommit);
    await sweepConvertedPages(portal.database.autocommit, files);
    assert.ok((await stat(buildStoredFilePath(portal.settings, key))).isFile());
    await portal.ownerSql`update material set file_id = null, of_material_id = ${await material('Say:other')} where id = ${id}`;
    await portal.ownerSql`delete from file where id = ${file}`;
    await sweepConvertedPages(portal.database.autocommit, files);
    await assert.rejects(stat(buildStoredFilePath(portal.settings, key)));
    const left = await portal.ownerSql`select from file_pdf where key = ${key}`;
    assert.equal(left.length, 0);
  });

  test('[WEAK-08] a back-up leaves them out, and they are made again when somebody opens the file', async () => {
    assert.equal(excludedRowsCondition({ name: 'file_pdf' }), 'true');
    const id = await material('Say:again');
    await ready(id);
    const before = await rowOf(id);
    await rm(buildStoredFilePath(portal.settings, before?.key ?? ''));
    assert.equal(await stateOf(id), 'coming');
    await ready(id);
    assert.notEqual((await rowOf(id))?.key, before?.key);
    await portal.ownerSql`delete from file_pdf`;
    assert.equal(await stateOf(id), 'coming');
    await ready(id);
  });
});

test('[WEAK-08] without a converter no pages are promised, and those that are there are read', async () => {
  const id = await material('Say:before');
  await ready(id);
  const { context: app } = portal.app;
  const before = app.settings.officeConverter;
  app.settings.officeConverter = { program: null, isOff: true };
  try {
    assert.equal((await student.get(login.config)).officePages, false);
    const late = await material('Say:never');
    assert.equal(await stateOf(late), 'none');
    assert.equal(await rowOf(late), undefined);
    assert.equal(await stateOf(id), 'ready');
    assert.match((await student.ask(umk.download, { id_books: id, pages: 1 })).text, /^%PDF/);
  } finally {
    app.settings.officeConverter = before;
  }
});
