import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { inspectScanner } from '../admin/doctor.files.ts';
import { createArchive, fetchArchive, fetchArchiveKey, fetchArchiveState } from '../test/archive.ts';
import { infectedText, TestClamdServer, testSignature } from '../test/clamd-peer.ts';
import { runProgram } from '../test/program.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { scanStoredFiles } from './scan-stored.ts';
import { FileScanner, ScannerUnavailableError } from './scanner.ts';

const { audit, news, umk } = callsByRoom;

/** A portal that scans nothing, whose files are then looked at. */
let portal: TestPortal;
let peer: TestClamdServer;
let editor: TestClient;
let admin: TestClient;
let scanner: FileScanner;
before(async () => {
  peer = await TestClamdServer.open();
  portal = await openPortal();
  [editor, admin] = [await portal.as('editor'), await portal.as('admin')];
  scanner = new FileScanner(peer.address, { error: () => undefined, warn: () => undefined });
});
afterEach(() => {
  peer.fault = {};
});
after(async () => {
  scanner.stop();
  await portal.close();
  await peer.close();
});

const publish = async (content: string) => {
  const [item] = await editor.get(news.insert, { message: 'x' }, { files: [{ name: 'a.txt', content }] });
  return `${news.download.path}?filename=${item?.id_eventMessage}_a.txt&type=4`;
};
/** Has the stored files looked at; gives what was printed. */
const scan = async (olderThan: number | null = null) => {
  const turned: [number, string | null][] = [];
  const { store } = portal.app.context.files;
  const { clean, unscanned } = await scanStoredFiles(portal.ownerSql, { store, scanner }, olderThan, {
    turned: ({ id }, found) => turned.push([id, found]),
    counted: () => undefined,
  });
  return { clean, unscanned: unscanned.map(({ id }) => id), turned };
};
const lastFile = async () => {
  const [row] = await portal.ownerSql<{ id: number; key: string }[]>`select id, key from file order by id desc limit 1`;
  return row ?? assert.fail();
};
const doctor = async (of: Partial<TestPortal['settings']> = {}) =>
  (await inspectScanner(portal.ownerSql, { ...portal.settings, ...of }))
    .map(({ kind, text }) => `${kind} ${text}`)
    .join('\n');

test('[OPS-07] what is found in a stored file is withheld on every way out, until a later scan finds it clean', async () => {
  const clean = await publish('clean');
  const bad = await publish(`before ${infectedText}`);
  const { id } = await lastFile();
  const [about] = await portal.ownerSql<Record<string, number>[]>`
    select i.discipline_id as id_discipline, i.semester_id as id_semester, i.credits as kredits,
      i.control_form_id as id_examination, i.speciality_id as id_speciality, (select min(id) from umk_type) as "id_typeUmk"
    from plan_item i limit 1`;
  const book = zipSync({ 'index.html': strToU8(`<p>${infectedText}`) }, { level: 0 });
  const [made] = await admin.get(
    umk.save,
    { ...about, isSelect: false, id_books: -1, bookName: 'x', isHTMLBook: true },
    { files: [{ name: 'book.zip', content: Buffer.from(book) }] },
  );
  const [opened] = await admin.get(umk.openHtmlBook, { id_books: made?.id_books ?? 0 });
  const page = opened?.url.replace(/^\/lms/, '') ?? '';
  assert.equal((await admin.fetch(page)).status, 200);
  const bookFile = (await lastFile()).id;

  await createArchive(editor);
  const first = await scan();
  assert.equal((await fetchArchiveState(editor)).state, 'none', 'an archive from before holds it');
  assert.deepEqual(
    first.turned.toSorted(([a], [b]) => a - b),
    [
      [id, testSignature],
      [bookFile, testSignature],
    ],
  );
  assert.equal(await (await editor.fetch(clean)).text(), 'clean');
  for (const [language, sentence] of [
    ['kg', 'Бул файлдан вирус табылды, портал аны мындан ары бербейт.'],
    ['ru', 'В этом файле найден вирус, портал его больше не выдаёт.'],
    ['en', 'A virus was found in this file, and the portal no longer hands it out.'],
  ] as const) {
    editor.cookies.set('lang', language);
    const refused = await editor.fetch(bad);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.deepEqual([refused.status, error.code], [410, 'files.withheld']);
    assert.ok(error.message.startsWith(sentence), error.message);
  }
  assert.equal((await editor.fetch(bad, { method: 'HEAD' })).status, 410);
  assert.equal((await admin.fetch(page)).status, 410);
  await createArchive(editor);
  const { body: zip } = await fetchArchive(editor, await fetchArchiveKey(editor));
  const kept = Object.keys(unzipSync(zip)).filter((name) => name.startsWith('files/'));
  assert.ok(kept.length > 0 && !kept.some((name) => name.startsWith(`files/${id}-`)), kept.join());
  assert.match(await doctor(), /^hint 2 files are withheld /m);

  peer.fault = { says: 'stream: OK' };
  assert.deepEqual(await scan(), { clean: 0, unscanned: [], turned: [] });
  const again = await scan(0);
  assert.deepEqual(again.turned.map(([file]) => file).toSorted(), [id, bookFile]);
  assert.equal((await editor.fetch(bad)).status, 200);
  assert.equal((await admin.fetch(page)).status, 200);
  const entries = (await admin.get(audit.list, { category: 'data' })).filter(({ action }) =>
    action.startsWith('file.'),
  );
  assert.deepEqual(entries.map(({ action, what }) => [action, what]).toSorted(), [
    ['file.released', 'a.txt'],
    ['file.released', 'book.zip'],
    ['file.withheld', `a.txt · ${testSignature}`],
    ['file.withheld', `book.zip · ${testSignature}`],
  ]);
});

test('[OPS-07] a scan that breaks off goes on where it was left, and what cannot be looked at stays to be done', async () => {
  await scan();
  for (const content of ['one', 'two', 'three']) await publish(content);
  const gone = await lastFile();
  await portal.app.context.files.store.remove([gone.key]);
  let left = 1;
  const { store } = portal.app.context.files;
  const breaking = {
    stat: store.stat.bind(store),
    get: async (key: string) => {
      if (left-- === 0) await peer.close();
      return await store.get(key);
    },
  } as typeof store;
  const nobody = { turned: () => undefined, counted: () => undefined };
  await assert.rejects(
    scanStoredFiles(portal.ownerSql, { store: breaking, scanner }, null, nobody),
    ScannerUnavailableError,
  );
  await peer.reconnect();
  const { clean, unscanned } = await scan();
  assert.ok(clean <= 2, `${clean} were scanned again`);
  assert.deepEqual(unscanned, [gone.id]);
  assert.deepEqual((await scan()).unscanned, [gone.id]);
  await portal.ownerSql`update file set scanned_at = now() where id = ${gone.id}`;
});

test('[OPS-07] the command and the doctor say what is to do', async () => {
  await publish(`x ${infectedText}`);
  const { id } = await lastFile();
  assert.match(await doctor(), /^hint Uploads are not scanned: install clamav-daemon and set SCANNER /m);
  assert.match(
    await doctor({ scanner: peer.address, fileLimitMb: 1 }),
    /^hint 1 stored files were never scanned: npm run files -- scan\.$/m,
  );
  const env = { DATABASE_URL: portal.database.url, DATA_DIR: portal.settings.dataDir };
  const without = await runProgram('files/main.ts', ['scan'], env);
  assert.deepEqual([without.code, without.out], [1, '']);
  assert.match(without.err, /^SCANNER is not set: /);
  const ran = await runProgram('files/main.ts', ['scan'], { ...env, SCANNER: peer.setting });
  assert.equal(ran.code, 4, ran.err);
  assert.match(
    ran.out,
    new RegExp(`^Withheld: file ${id} "a\\.txt" of person ${editor.uid}, in which ${testSignature} was found$`, 'm'),
  );
  assert.match(ran.out, /^Clean: 0\. Withheld now: 1\. Not looked at: 0\.$/m);
  assert.match(
    await doctor({ scanner: peer.address, fileLimitMb: 1 }),
    /^good The scanner at tcp:\S+ looks at uploads\.$/m,
  );
  peer.fault = { limit: 1_000_000 };
  assert.match(
    await doctor({ scanner: peer.address, fileLimitMb: 1 }),
    /^fault The scanner of files does not take files of FILE_LIMIT_MB=1,/m,
  );
  await peer.close();
  assert.match(
    await doctor({ scanner: peer.address, fileLimitMb: 1 }),
    /^fault The scanner at tcp:\S+ gives no verdict, and no uploads are taken/m,
  );
  await peer.reconnect();
});
