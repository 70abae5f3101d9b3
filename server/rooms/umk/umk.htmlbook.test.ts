import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { sendRawRequest } from '../../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { login, umk } = callsByRoom;

let portal: TestPortal;
let admin: TestClient;
let student: TestClient;
let about: object;

before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  student = await portal.as('student3');
  const [row] = await portal.database.autocommit<Record<string, number>[]>`
    select i.discipline_id as id_discipline, i.semester_id as id_semester, i.credits as kredits,
      i.control_form_id as id_examination, i.speciality_id as id_speciality, (select min(id) from umk_type) as "id_typeUmk"
    from plan_item i limit 1`;
  about = { ...row, isSelect: false, id_books: -1, bookName: 'Веб-книга', isHTMLBook: true };
});
after(() => portal.close());

const hostile =
  '<!doctype html><title>x</title><script>fetch("/api/news/data.json",{method:"POST",credentials:"include"})</script><img src="img/a.png">';
const send = (name: string, content: string | Buffer | Uint8Array) =>
  admin.ask(umk.save, about, { files: [{ name, content: Buffer.from(content as Uint8Array) }] });
const zip = (entries: Zippable) => zipSync(entries, { level: 6 });

/** Everything that lies in the data folder, files and folders. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(portal.settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() || entry.name.includes('.book')).map((entry) => entry.name);
}

async function open(id: number): Promise<string> {
  const [opened] = await admin.get(umk.openHtmlBook, { id_books: id });
  return opened?.url ?? '';
}

describe('an HTML book', () => {
  test('[UMK-04] opens by a key, sandboxed, with no cookie read or set', async () => {
    const book = zip({ 'index.html': strToU8(hostile), 'img/a.png': strToU8('png'), 'стиль.css': strToU8('p{}') });
    const answer = await send('Книга.zip', book);
    assert.equal(answer.status, 200, answer.text);
    const url = await open(answer.data[0]?.id_books ?? 0);
    assert.match(url, /^\/lms\/api\/umk\/htmlbook\/[\w-]{32}\/index\.html$/);
    const page = await fetch(portal.base + url);
    assert.equal(await page.text(), hostile);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^sandbox allow-scripts;.*connect-src 'none'; webrtc 'block';/,
    );
    assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /allow-same-origin/);
    assert.deepEqual(page.headers.getSetCookie(), []);
    assert.equal(page.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(page.headers.get('access-control-allow-origin'), '*');
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const image = await fetch(portal.base + url.replace('index.html', 'img/a.png'));
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
    const style = await fetch(portal.base + url.replace('index.html', encodeURIComponent('стиль.css')));
    assert.equal(style.status, 200);
    for (const path of ['missing.html', '', '%2e%2e/index.html', '..%2f..%2findex.html', 'img']) {
      const none = await fetch(portal.base + url.replace('index.html', path));
      assert.equal(none.status, 404, path);
    }
  });

  test('a key is good for an hour and for one book; nobody makes one for a book they may not list', async () => {
    const answer = await send('page.html', hostile);
    assert.equal(answer.status, 200, answer.text);
    const id = answer.data[0]?.id_books ?? 0;
    const url = await open(id);
    assert.equal((await fetch(portal.base + url)).status, 200);
    assert.equal((await fetch(portal.base + url.replace(/htmlbook\/...../, 'htmlbook/AAAAA'))).status, 404);
    assert.equal((await student.ask(umk.openHtmlBook, { id_books: id })).error?.code, 'umk.notFound');
    await portal.database.autocommit`update html_book_key set expires_at = now() - interval '1 second'`;
    assert.equal((await fetch(portal.base + url)).status, 404);
    const again = await open(id);
    await admin.get(umk.deleteBook, { id_books: id });
    assert.equal((await fetch(portal.base + again)).status, 404);
  });

  let shelved: Promise<number> | null = null;

  /** A book of two files in the library. */
  async function shelve(): Promise<number> {
    const [made] = (await send('Книга.zip', zip({ 'index.html': strToU8(hostile), 'a.css': strToU8('p{}') }))).data;
    await portal.database.autocommit`
      update material set author = 'x', category_id = (select min(id) from book_category) where id = ${made?.id_books ?? 0}`;
    return made?.id_books ?? 0;
  }

  /** Opens a book as somebody, which any reader may; gives a look at it by its key alone. */
  async function opened(person: TestClient): Promise<() => Promise<number>> {
    shelved ??= shelve();
    const id_books = await shelved;
    await portal.database.autocommit`update material set in_library = true where id = ${id_books}`;
    const [key] = await person.get(umk.openHtmlBook, { id_books });
    const address = portal.base + (key?.url ?? '').replace('index.html', 'a.css');
    const look = async () => (await fetch(address)).status;
    assert.equal(await look(), 200);
    return look;
  }

  test('[SAFE-08] a key ends with the session it was made in: signed out, ended elsewhere, run out', async () => {
    const person = await portal.as('student2');
    const other = await portal.as('student2');
    const [one, two] = [await opened(person), await opened(other)];
    await person.ask(login.logout, { logout: true });
    assert.deepEqual([await one(), await two()], [404, 200]);
    await portal.database.autocommit`update session set expires_at = now() where person_id = ${other.uid}`;
    assert.equal(await two(), 404);
  });

  test('[SAFE-08] a key ends with the account and with the right to read, at once', async () => {
    const person = await portal.as('student2');
    const blocked = await opened(person);
    await portal.database.autocommit`update account set blocked = true where person_id = ${person.uid}`;
    assert.equal(await blocked(), 404);
    await portal.database.autocommit`update account set blocked = false where person_id = ${person.uid}`;
    const again = await portal.as('student2');
    const withdrawn = await opened(again);
    await portal.database.autocommit`update material set in_library = false where in_library and is_html`;
    assert.equal(await withdrawn(), 404);
  });

  test('[SAFE-08] a page of a book is sent into a frame only, as far as the browser says what it is for', async () => {
    const book = { 'index.html': strToU8(hostile), 'a.svg': strToU8('<svg/>'), 'a.css': strToU8('p{}') };
    const url = await open((await send('Книга.zip', zip(book))).data[0]?.id_books ?? 0);
    const etag = (await fetch(portal.base + url)).headers.get('etag') ?? '';
    const asked = (path: string, headers: Record<string, string>) =>
      portal.nobody().fetch(url.replace('index.html', path), { headers });
    for (const dest of ['document', 'empty', 'object', 'frame']) {
      const refused = await asked('index.html', { 'sec-fetch-dest': dest, 'if-none-match': etag });
      assert.equal(refused.status, 403, dest);
      const text = await refused.text();
      for (const sentence of [/в портале/, /порталда/, /inside the portal/]) assert.match(text, sentence);
      assert.doesNotMatch(text, /<script/);
      assert.match(refused.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
      assert.deepEqual(refused.headers.getSetCookie(), []);
    }
    assert.equal((await asked('a.svg', { 'sec-fetch-dest': 'document' })).status, 403);
    for (const [path, dest] of [
      ['index.html', 'iframe'],
      ['a.svg', 'image'],
      ['a.css', 'style'],
    ] as const)
      assert.equal((await asked(path, { 'sec-fetch-dest': dest })).status, 200, path);
  });

  test('[SAFE-05] a browser on a shared computer keeps nothing of a book', async () => {
    const person = portal.nobody();
    await person.ask(login.authorize, { login: 'admin', password: passwords.admin, shared: true });
    const made = (await send('page.html', hostile)).data[0];
    const [key] = await person.get(umk.openHtmlBook, { id_books: made?.id_books });
    const page = await fetch(portal.base + key?.url);
    assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store']);
  });

  test('[SAFE-08] an origin of their own knows books by their keys and nothing else, and the portal’s knows no book', async () => {
    const own = await openPortal({ PUBLIC_URL: 'http://lms.example.kg', BOOKS_URL: 'http://books.example.kg:8080' });
    const writer = await own.as('admin');
    const answer = await writer.ask(umk.save, about, { files: [{ name: 'page.html', content: hostile }] });
    const [key] = await writer.get(umk.openHtmlBook, { id_books: answer.data[0]?.id_books });
    assert.match(key?.url ?? '', /^http:\/\/books\.example\.kg:8080\/lms\/api\/umk\/htmlbook\//);
    const path = new URL(key?.url ?? '').pathname;
    const at = (host: string, asked: string) =>
      sendRawRequest(own.base, { method: 'GET', path: asked, headers: { host } });
    const page = await at('books.example.kg:8080', path);
    assert.equal(page.status, 200);
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors http:\/\/lms\.example\.kg$/);
    assert.equal((await at('lms.example.kg', path)).status, 404);
    for (const elsewhere of [
      '/',
      '/lms',
      '/lms/login',
      '/api/config.json',
      '/lms/public/worker.js',
      '/api/openapi.json',
    ])
      assert.equal((await at('books.example.kg:8080', elsewhere)).status, 404, elsewhere);
    const shell = await at('lms.example.kg', '/api/config.json');
    assert.match(
      String(shell.headers['content-security-policy']),
      /frame-src 'self' http:\/\/books\.example\.kg:8080;/,
    );
    await own.close();
  });

  const many: Zippable = { 'index.html': strToU8('x') };
  for (let number = 0; number < 70_000; number++) many[`${number}.txt`] = [new Uint8Array(0), { level: 0 }];
  const refusedBooks: [what: string, name: string, content: string | Uint8Array][] = [
    ['a path outside', 'a.zip', zip({ 'index.html': strToU8('x'), '../evil.html': strToU8('x') })],
    ['an absolute path', 'a.zip', zip({ 'index.html': strToU8('x'), '/etc/evil.html': strToU8('x') })],
    ['a backslash', 'a.zip', zip({ 'index.html': strToU8('x'), 'a\\..\\..\\evil.html': strToU8('x') })],
    ['a bomb', 'a.zip', zip({ 'index.html': strToU8('x'), 'big.txt': new Uint8Array(4 * 1024 * 1024) })],
    ['70 000 entries', 'a.zip', zipSync(many)],
    [
      'a symlink',
      'a.zip',
      zip({
        'index.html': strToU8('x'),
        'link.txt': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
      }),
    ],
    ['names that differ in case', 'a.zip', zip({ 'index.html': strToU8('x'), 'INDEX.html': strToU8('y') })],
    ['a program', 'a.zip', zip({ 'index.html': strToU8('x'), 'run.exe': strToU8('MZ') })],
    ['an archive in it', 'a.zip', zip({ 'index.html': strToU8('x'), 'b.zip': strToU8('PK') })],
    ['no index.html', 'a.zip', zip({ 'page.html': strToU8('x') })],
    ['no archive at all', 'a.zip', 'not a zip'],
    ['another type', 'a.pdf', '%PDF-1.4\n%%EOF'],
  ];
  for (const [what, name, content] of refusedBooks)
    test(`[UMK-04] ${what} is refused and leaves nothing on disk`, async () => {
      const before = await stored();
      const answer = await send(name, content);
      assert.deepEqual([answer.status, answer.error?.code], [400, 'umk.notHtml']);
      assert.deepEqual((await stored()).sort(), before.sort());
    });

  test('[UMK-04] the refusal names the file and the reason', async () => {
    const sentence = async (entries: Zippable) => (await send('a.zip', zip(entries))).error?.message ?? '';
    assert.match(await sentence({ 'index.html': strToU8('x'), 'курс/run.exe': strToU8('MZ') }), /курс\/run\.exe/);
    assert.match(await sentence({ 'index.html': strToU8('x'), 'INDEX.html': strToU8('y') }), /INDEX\.html/);
    assert.match(await sentence({ 'page.html': strToU8('x') }), /index\.html/);
  });

  const inputs = fileURLToPath(new URL('../../test/inputs/documents/', import.meta.url));
  const read: [file: string, page: string, holds: string][] = [
    ['book-control.zip', 'глава.html', 'Глава'],
    ['book-cp866.zip', 'лекция.html', 'лекция'],
    ['book-folder.zip', 'A.css', 'p{}'],
    ['book-Index.zip', 'index.html', 'Учебник'],
    ['book-cp1251.zip', 'index.html', 'Введение в физику'],
  ];
  for (const [file, page, holds] of read)
    test(`[UMK-04] ${file} is read from its first page on`, async () => {
      const answer = await send(file, readFileSync(join(inputs, file)));
      assert.equal(answer.status, 200, answer.text);
      const first = await open(answer.data[0]?.id_books as number);
      for (const [address, held] of [
        [first, ''],
        [first.replace('index.html', encodeURIComponent(page)), holds],
      ] as const) {
        const sent = await fetch(portal.base + address);
        assert.equal(sent.status, 200, address);
        assert.ok((await sent.text()).includes(held));
      }
    });

  test('[UMK-04] one page in Windows-1251 is read', async () => {
    const page = '<meta charset=windows-1251><h1>\u041f\u0440\u0438\u0432\u0435\u0442</h1>';
    const bytes = Buffer.from(
      [...page].map((letter) => (letter > '~' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))),
    );
    const answer = await send('page.html', bytes);
    const sent = await fetch(portal.base + (await open(answer.data[0]?.id_books as number)));
    assert.ok((await sent.text()).includes('Привет'));
  });

  test('a plain file does not become a web book by a tick', async () => {
    const [made] = await admin.get(
      umk.save,
      { ...about, isHTMLBook: false },
      { files: [{ name: 'a.txt', content: 'x' }] },
    );
    const answer = await admin.ask(umk.save, { ...about, id_books: made?.id_books, isHTMLBook: true });
    assert.deepEqual([answer.status, answer.error?.code], [400, 'umk.notHtml']);
    assert.equal((await admin.ask(umk.openHtmlBook, { id_books: made?.id_books })).error?.code, 'umk.notFound');
  });
});
