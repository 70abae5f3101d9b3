import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, zipSync } from 'fflate';
import { createArchive } from '../test/archive.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';

const { news, umk } = callsByRoom;
const dataDir = mkdtempSync(join(tmpdir(), 'bilim-full-'));
const files = join(dataDir, 'files');
mkdirSync(files);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', files]).status === 0;
if (!mounted) rmSync(dataDir, { recursive: true });
const mebibyte = 1024 * 1024;

let portal: TestPortal;
let admin: TestClient;
before(async () => {
  if (!mounted) return;
  portal = await openPortal({ DATA_DIR: dataDir });
  admin = await portal.as('admin');
});
after(async () => {
  if (!mounted) return;
  await portal.close();
  spawnSync('umount', ['-l', files]);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('without room for files', { skip: !mounted && 'only root can mount the small disk' }, () => {
  const stored = () =>
    readdirSync(files, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() || entry.name.includes('.book'),
    ).length;
  const rows = async () => (await portal.database.autocommit`select from file`).length;
  const insert = (...sizes: number[]) =>
    admin.ask(
      news.insert,
      { message: 'С файлом' },
      { files: sizes.map((size, index) => ({ name: `${index}.bin`, content: Buffer.alloc(size, index + 1) })) },
    );

  it('an upload is refused in the language of the person, and nothing of it is left', async () => {
    for (const [language, sentence] of [
      ['kg', 'Серверде файлдар үчүн орун жок. Кийинчерээк кайталаңыз.'],
      ['ru', 'На сервере нет места для файлов. Повторите позже.'],
      ['en', 'The server has no room for files. Try again later.'],
    ] as const) {
      admin.cookies.set('lang', language);
      const refused = await insert(mebibyte, 5 * mebibyte);
      assert.deepEqual([refused.status, refused.error?.code, refused.error?.message], [503, 'file.noRoom', sentence]);
      assert.equal(stored(), 0);
      assert.equal(await rows(), 0);
    }
  });

  it('a web book that fits only packed is refused for the same reason', async () => {
    const [about] = await portal.database.autocommit<Record<string, number>[]>`
      select i.discipline_id as id_discipline, i.semester_id as id_semester, i.credits as kredits,
        i.control_form_id as id_examination, i.speciality_id as id_speciality, (select min(id) from umk_type) as "id_typeUmk"
      from plan_item i limit 1`;
    // Much of it is alike, but not so much that it would be taken for a bomb.
    const page = Buffer.alloc(6 * mebibyte);
    for (let at = 0; at < page.length; at += 64) page.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
    const book = zipSync({ 'index.html': strToU8('<title>x</title>'), 'data.txt': page }, { level: 9 });
    assert.ok(book.length < 3 * mebibyte, `${book.length} bytes`);
    const refused = await admin.ask(
      umk.save,
      { ...about, isSelect: false, id_books: -1, bookName: 'Веб-книга', isHTMLBook: true },
      { files: [{ name: 'book.zip', content: Buffer.from(book) }] },
    );
    assert.deepEqual([refused.status, refused.error?.code], [503, 'file.noRoom']);
    assert.equal(stored(), 0);
  });

  it('all else goes on, and files are taken again when there is room', async () => {
    const { bavail, bsize } = statfsSync(files);
    writeFileSync(join(files, 'ballast'), Buffer.alloc(bavail * bsize));
    assert.equal((await insert(10_000)).error?.code, 'file.noRoom');
    assert.equal((await admin.ask(news.insert, { message: 'Без файла' }, { files: [] })).status, 200);
    rmSync(join(files, 'ballast'));
    assert.equal((await insert(10_000)).status, 200);
    assert.equal(stored(), 1);
    assert.equal(await rows(), 1);
  });

  it('[PEOPLE-06] a person’s archive says why it is not made, and leaves nothing', async () => {
    const { bavail, bsize } = statfsSync(files);
    const before = stored();
    writeFileSync(join(files, 'ballast'), Buffer.alloc(bavail * bsize));
    const { state, reason } = await createArchive(admin);
    assert.deepEqual([state, reason], ['failed', 'noRoom']);
    rmSync(join(files, 'ballast'));
    assert.equal(stored(), before);
    assert.equal((await createArchive(admin)).state, 'ready');
  });
});
