import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { pino } from 'pino';
import { createPptx, createXlsx } from '../../demo/book-files.ts';
import { resolveFileStoreLocation } from '../../files/store-location.ts';
import { TextExtractionSupervisor } from '../../fulltext/reading-supervisor.ts';
import { waitUntil } from '../../test/http.ts';
import { heldOutSet } from '../../test/stemmer-test-set.held-out.ts';
import { toWordPairs } from '../../test/stemmer-test-set.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { library } = callsByRoom;

let portal: TestPortal;
let reading: TextExtractionSupervisor;
let teacher: TestClient;
let student: TestClient;
let shelf = 0;

before(async () => {
  portal = await openPortal({ RATE_PERCENT: '10000' });
  [teacher, student] = [await portal.as('teacher'), await portal.as('student')];
  reading = new TextExtractionSupervisor(
    portal.database.url,
    resolveFileStoreLocation(portal.settings),
    pino({ level: 'silent' }),
  );
  reading.start();
  shelf = (await student.get(library.categories))[0]?.id_bookCategory ?? 0;
});
after(async () => {
  await reading.stop();
  await portal.close();
});

async function add(nameBook: string, file: string, content: string | Buffer): Promise<number> {
  const about = { id_eBook: -1, author: 'Автор', nameBook, id_bookCategory: shelf };
  const [made] = await teacher.get(library.save, about, { files: [{ name: file, content }] });
  return made?.id_eBook ?? 0;
}

/** Waits until the reading process has looked at every file. */
const read = () =>
  waitUntil('every text is read', async () => {
    const [row] = await portal.database.autocommit<{ waiting: number }[]>`
      select count(*)::int as waiting from file_text where state = 'waiting'`;
    return row?.waiting === 0;
  });

const found = async (text: string) => (await student.get(library.search, { text })).map((one) => one.id_eBook);

describe('word forms', () => {
  test('[FIND-03] Kyrgyz forms find each other on covers and inside books, both ways; look-alikes do not', async () => {
    // Every tenth pair: a book with each of its words inside, in Kyrgyz sentences.
    const { together, apart } = toWordPairs(heldOutSet);
    const chosen = [...together.filter((_, place) => place % 10 === 0), ...apart.filter((_, place) => place % 4 === 0)];
    const books = new Map<string, number>();
    for (const word of new Set(chosen.flat()))
      books.set(
        word,
        await add(`№ ${books.size}`, `${books.size}.txt`, `Бул жерде ${word} деген сөз жөнүндө айтылат.`),
      );
    await read();
    const finds = async (typed: string, meant: string) => (await found(typed)).includes(books.get(meant) ?? -1);
    const missed: string[] = [];
    const mistaken: string[] = [];
    for (const [one, other] of chosen)
      for (const [typed, meant] of [
        [one, other],
        [other, one],
      ] as const) {
        const belongs = together.some(([first, second]) => first === one && second === other);
        if ((await finds(typed, meant)) !== belongs) (belongs ? missed : mistaken).push(`${typed} ${meant}`);
      }
    const wanted = 2 * chosen.filter((_, place) => place < Math.ceil(together.length / 10)).length;
    assert.ok(missed.length <= wanted / 10, `missed: ${missed.join(', ')}`);
    assert.ok(mistaken.length <= wanted / 10, `mistaken: ${mistaken.join(', ')}`);
  });

  test('[FIND-03] a Russian word in a Kyrgyz text is found by its forms, and a Kyrgyz word in a Russian text', async () => {
    const mixed = await add(
      'Эскертүү',
      'mixed.txt',
      'Бул үчүн өзүңүздүн жүрүм-турумуңуз жана вероятностями деген сөз керек. Студент подал заявление в бөлүмүбүз вчера.',
    );
    await read();
    assert.ok((await found('вероятность')).includes(mixed));
    assert.ok((await found('бөлүм')).includes(mixed));
    assert.ok((await found('заявления')).includes(mixed));
  });

  test('[FIND-03] what was written past the rooms, or before there were stems, is stemmed by itself', async () => {
    const id = await add('Көчмөндөрдүн боз үйлөрү', 'past.txt', 'Жок');
    const { autocommit } = portal.database;
    await autocommit`update ebook set words = '', stemmed = false where id = ${id}`;
    assert.deepEqual(await found('көчмөн'), []);
    await reading.stop();
    reading = new TextExtractionSupervisor(
      portal.database.url,
      resolveFileStoreLocation(portal.settings),
      pino({ level: 'silent' }),
    );
    reading.start();
    await waitUntil('the cover is stemmed', async () => (await found('көчмөн')).includes(id));
  });

  test('the beginning of a word finds it as long as no whole word does', async () => {
    const id = await add('Гидродинамика негиздери', 'begun.txt', 'Жок');
    assert.deepEqual(await found('гидродин'), [id]);
    const whole = await add('Гидродин', 'whole.txt', 'Жок');
    assert.deepEqual(await found('гидродин'), [whole]);
  });
});

describe('texts inside files', () => {
  const chapters = (text: string) => [
    { title: 'Биринчи', paragraphs: ['Башка нерсе.'] },
    { title: 'Экинчи', paragraphs: [text] },
  ];

  test('[FIND-05] presentations are searched slide by slide, workbooks and electronic books by their words', async () => {
    const book = { title: 'Файл', author: 'Автор' };
    const slides = await add('A', 'a.pptx', createPptx({ ...book, chapters: chapters('Фотосинтез &amp; хлорофилл') }));
    const sheet = await add(
      'B',
      'b.xlsx',
      await createXlsx({ ...book, chapters: chapters('Амортизациялык чыгымдар') }),
    );
    const page = (body: string) =>
      strToU8(`<html><head><title>скрытозаголовок</title></head><body>${body}</body></html>`);
    const epub = zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8(
        '<container><rootfiles><rootfile media-type="application/oebps-package+xml" full-path="OPS/book.opf"/></rootfiles></container>',
      ),
      'OPS/book.opf': strToU8(
        `<package><manifest><item href="first%20one.xhtml" id="one"/><item id='two' href='sub/two.xhtml'/>
         <item id="unread" href="unread.xhtml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
      ),
      'OPS/first one.xhtml': page('<p>Манускрипттер жыйнагы</p><script>скриптслово</script>'),
      'OPS/sub/two.xhtml': page('<p>Палимпсест&nbsp;табылды</p>'),
      'OPS/unread.xhtml': page('<p>внеспискаслово</p>'),
    });
    const volume = await add('C', 'c.epub', Buffer.from(epub));
    await read();
    const [slide] = await student.get(library.search, { text: 'хлорофилл' });
    assert.deepEqual([slide?.id_eBook, slide?.page], [slides, 3]);
    assert.match(slide?.snippet ?? '', /Фотосинтез & хлорофилл|Фотосинтез &amp; хлорофилл/);
    assert.deepEqual(await found('чыгым'), [sheet]);
    assert.deepEqual(await found('манускрипт'), [volume]);
    assert.deepEqual(await found('палимпсест табылуу'), [volume]);
    for (const text of ['скрытозаголовок', 'скриптслово', 'внеспискаслово']) assert.deepEqual(await found(text), []);
  });

  test('[FIND-05] an archive that unpacks without end is given up, and what comes after it is read', async () => {
    const long = strToU8('<a:p><a:t>слово</a:t></a:p>'.repeat(100_000));
    const parts = Object.fromEntries(
      Array.from({ length: 40 }, (_, place) => [`ppt/slides/slide${place + 1}.xml`, long]),
    );
    const types = strToU8(
      '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    );
    const bomb = await add('Бомба', 'bomb.pptx', Buffer.from(zipSync({ '[Content_Types].xml': types, ...parts })));
    const later = await add('Кийинки', 'later.txt', 'Кийинки барактагы криптография.');
    await waitUntil('the later file is read', async () => (await found('криптография')).includes(later));
    const [row] = await portal.database.autocommit<{ tries: number; state: string; pages: number }[]>`
      select t.tries, t.state, (select count(*)::int from file_page p where p.file_id = t.file_id) as pages
      from file_text t join ebook e on e.file_id = t.file_id where e.id = ${bomb}`;
    assert.ok((row?.tries ?? 0) > 0);
    assert.notEqual(row?.state, 'read');
    assert.equal(row?.pages, 0);
  });
});
