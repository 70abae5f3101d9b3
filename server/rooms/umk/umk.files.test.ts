import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { umk, library } = callsByRoom;
const mebibyte = 1024 * 1024;

let portal: TestPortal;
let admin: TestClient;
let teacher: TestClient;
let about: object;

before(async () => {
  portal = await openPortal({ FILE_LIMIT_MB: '1', QUOTA_MB: '3' });
  [admin, teacher] = [await portal.as('admin'), await portal.as('teacher')];
  const [row] = await portal.database.autocommit<Record<string, number>[]>`
    select i.discipline_id as id_discipline, i.semester_id as id_semester, i.credits as kredits,
      i.control_form_id as id_examination, i.speciality_id as id_speciality, (select min(id) from umk_type) as "id_typeUmk"
    from plan_item i limit 1`;
  about = { ...row, isSelect: false, id_books: -1, bookName: 'Материал' };
});
after(() => portal.close());

const send = (name: string, content: string | Buffer) => admin.ask(umk.save, about, { files: [{ name, content }] });

/** Everything that lies in the data folder. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(portal.settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

describe('files that are handed in', () => {
  const script = '<script>fetch("/api/news/data.json",{method:"POST"})</script>';
  const active: [what: string, name: string, content: string][] = [
    ['HTML with a script', 'страница.html', `<!doctype html>${script}`],
    ['HTML under another name', 'страница.txt', `<!doctype html>${script}`],
    ['SVG with a script', 'рисунок.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['SVG that calls itself a picture', 'рисунок.png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['XML', 'x.xml', '<?xml version="1.0"?><x/>'],
  ];
  for (const [what, name, content] of active)
    test(`[UMK-04] ${what} never runs: it is sent as a download, sandboxed, and never as a page`, async () => {
      const { data, status } = await send(name, content);
      assert.equal(status, 200);
      const answer = await admin.fetch(`/api/umk/download.file?id_books=${data[0]?.id_books}&inline=1`);
      const type = answer.headers.get('content-type') ?? '';
      const disposition = answer.headers.get('content-disposition') ?? '';
      // Only plain text of these is shown at all, and that as text.
      if (/^inline/.test(disposition)) assert.match(type, /^text\/plain/);
      else assert.match(disposition, /^attachment/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(await answer.text(), content);
    });

  test('nothing, and too much, is refused and leaves nothing on disk', async () => {
    const before = await stored();
    for (const [content, expected] of [
      ['', [400, 'file.empty']],
      [Buffer.alloc(mebibyte + 1), [413, 'file.tooLarge']],
    ] as const) {
      const answer = await send('a.bin', content as string | Buffer);
      assert.deepEqual([answer.status, answer.error?.code], expected);
    }
    const refused = await admin.ask(
      umk.save,
      { ...about, id_typeUmk: 9999 },
      { files: [{ name: 'a.txt', content: 'x' }] },
    );
    assert.equal(refused.status, 400, 'also when the room refuses what came with it');
    assert.deepEqual(await stored(), before);
  });

  test('a person stores as much as the quota says; of two files at once the one that fits, nothing of the other', async () => {
    const [shelf] = await teacher.get(library.categories);
    const put = (size: number) =>
      teacher.ask(
        library.save,
        { id_eBook: -1, nameBook: 'Том', author: 'Автор', id_bookCategory: shelf?.id_bookCategory },
        { files: [{ name: 'том.bin', content: Buffer.alloc(size, 7) }] },
      );
    assert.equal((await put(mebibyte)).status, 200);
    assert.equal((await put(mebibyte)).status, 200);
    const before = await stored();
    const both = await Promise.all([put(mebibyte - 500), put(mebibyte - 500)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 413]);
    const no = both.find(({ status }) => status === 413);
    assert.deepEqual(
      [no?.error?.code, no?.error?.message],
      ['file.quota', 'Ваше место для файлов заполнено (3 МБ). Обратитесь к администратору портала.'],
    );
    assert.equal((await stored()).length, before.length + 1);
    assert.equal((await put(400)).status, 200, 'what still fits');
    assert.equal((await send('чужой.txt', 'у другого есть место')).status, 200);
  });
});
