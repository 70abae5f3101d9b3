import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { openPortal, type Person, type Portal } from '../../test/as.ts';

const { umk } = everything;

let portal: Portal;
let admin: Person;
let student: Person;
let about: object;

before(async () => {
  portal = await openPortal();
  admin = await portal.as('admin');
  student = await portal.as('student3');
  const [row] = await portal.database.own<Record<string, number>[]>`
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
    assert.match(page.headers.get('content-security-policy') ?? '', /^sandbox allow-scripts;.*connect-src 'none'/);
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
    await portal.database.own`update html_book_key set expires_at = now() - interval '1 second'`;
    assert.equal((await fetch(portal.base + url)).status, 404);
    const again = await open(id);
    await admin.get(umk.deleteBook, { id_books: id });
    assert.equal((await fetch(portal.base + again)).status, 404);
  });

  const many: Zippable = { 'index.html': strToU8('x') };
  for (let number = 0; number < 70_000; number++) many[`${number}.txt`] = [new Uint8Array(0), { level: 0 }];
  const refusedBooks: [what: string, name: string, content: string | Uint8Array][] = [
    ['a path outside', 'a.zip', zip({ 'index.html': strToU8('x'), '../evil.html': strToU8('x') })],
    ['an absolute path', 'a.zip', zip({ 'index.html': strToU8('x'), '/etc/evil.html': strToU8('x') })],
    ['a backslash', 'a.zip', zip({ 'index.html': strToU8('x'), 'a\\..\\..\\evil.html': strToU8('x') })],
    ['a bomb', 'a.zip', zip({ 'index.html': strToU8('x'), 'big.txt': new Uint8Array(64 * 1024 * 1024) })],
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
