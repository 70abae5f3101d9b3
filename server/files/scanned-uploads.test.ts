import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import type { Call } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { infectedText, TestClamdServer, testSignature } from '../test/clamd-peer.ts';
import { waitUntil } from '../test/http.ts';
import { openPortal, passwords, type TestClient, type TestPortal } from '../test/test-client.ts';
import { filesFolder } from './store-location.ts';

const { audit, data, news } = callsByRoom;

let peer: TestClamdServer;
let portal: TestPortal;
let editor: TestClient;
before(async () => {
  peer = await TestClamdServer.open();
  portal = await openPortal({ SCANNER: peer.setting, FILE_LIMIT_MB: '1' });
  editor = await portal.as('editor');
});
afterEach(() => {
  peer.fault = {};
});
after(async () => {
  await portal.close();
  await peer.close();
});

const stored = () =>
  readdirSync(filesFolder(portal.settings.dataDir), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ).length;
const rows = async () => (await portal.ownerSql`select from file`).length;
const publish = (...contents: string[]) =>
  editor.ask(
    news.insert,
    { message: 'С файлом' },
    { files: contents.map((content, place) => ({ name: `файл ${place}.txt`, content })) },
  );
const download = (id: number, name: string) =>
  editor.fetch(`${news.download.path}?filename=${id}_${encodeURIComponent(name)}&type=4`);

/** Every call that takes files; a new one is here by itself. */
const uploadCalls: [string, Call][] = Object.entries(callsByRoom).flatMap(([room, calls]) =>
  Object.entries(calls as Record<string, Call>)
    .filter(([, call]) => call.files)
    .map(([name, call]): [string, Call] => [`${room}.${name}`, call]),
);

test('[OPS-07] whichever way an infected file comes in, it is refused and nothing of it is left', async () => {
  assert.ok(uploadCalls.length >= 9, `${uploadCalls.length} calls`);
  const admin = await portal.as('admin');
  const token = {
    name: 'x',
    tables: 'disciplines',
    addresses: '127.0.0.1',
    until: '2027-06-30',
    password: passwords.admin,
  };
  const [made] = await admin.get(data.makeToken, token);
  const people = [admin, editor];
  for (const login of Object.keys(passwords) as (keyof typeof passwords)[])
    if (login !== 'admin' && login !== 'editor') people.push(await portal.as(login));
  const before = [await rows(), stored()];
  for (const [name, call] of uploadCalls) {
    const files = [{ name: 'a.txt', content: `before ${infectedText} after` }];
    const headers: Record<string, string> = call.byToken
      ? { authorization: `Bearer ${made?.token}`, 'x-xsrf-token': '' }
      : {};
    const answers = [];
    for (const person of call.byToken ? [portal.nobody()] : people) {
      const { status, error } = await person.ask(call, {}, { files, headers });
      answers.push([status, error?.code]);
      if (status !== 403) break;
    }
    assert.deepEqual(answers.at(-1), [422, 'files.infected'], `${name}: ${answers}`);
  }
  assert.deepEqual([await rows(), stored()], before);
});

test('[OPS-07] the refusal names file and finding in the language of the person, and stands in the audit trail', async () => {
  for (const [language, sentence] of [
    ['kg', `«файл 1.txt» файлынан вирус табылды (${testSignature}), ал кабыл алынган жок.`],
    ['ru', `В файле «файл 1.txt» найден вирус (${testSignature}), он не принят.`],
    ['en', `A virus was found in the file “файл 1.txt” (${testSignature}), it was not accepted.`],
  ] as const) {
    editor.cookies.set('lang', language);
    const refused = await publish('clean', infectedText);
    assert.deepEqual([refused.status, refused.error?.code], [422, 'files.infected']);
    assert.ok(refused.error?.message.startsWith(sentence), refused.error?.message);
    assert.equal(refused.error?.fields?.file, refused.error?.message);
  }
  editor.cookies.set('lang', 'ru');
  const found = async () => (await (await portal.as('admin')).get(audit.list, { category: 'data' }))[0];
  await waitUntil('it stands there', async () => (await found())?.what === `файл 1.txt · ${testSignature}`);
  const act = await found();
  assert.deepEqual([act?.action, act?.by?.uid], ['file.infected', editor.uid]);
  const figures = await (await fetch(`${portal.base}/metrics`)).text();
  assert.match(figures, /^bilim_refusals_total\{code="files\.infected"\} \d+$/m);
});

test('[OPS-07] a clean file is taken, and its row says when it was looked at', async () => {
  const taken = await publish('clean');
  assert.equal(taken.status, 200, taken.text);
  const [row] = await portal.ownerSql<{ scanned: boolean }[]>`
    select scanned_at is not null as scanned from file order by id desc limit 1`;
  assert.equal(row?.scanned, true);
  assert.equal(await (await download(taken.data[0]?.id_eventMessage ?? 0, 'файл 0.txt')).text(), 'clean');
});

test('[OPS-07] a file that the scanner does not look at whole is refused', async () => {
  peer.fault = { limit: 10 };
  const refused = await publish('much longer than ten bytes');
  assert.deepEqual([refused.status, refused.error?.code], [413, 'files.notScanned']);
  assert.match(refused.error?.message ?? '', /^Файл «файл 0\.txt» нельзя проверить/);
});

test('[OPS-07] while the scanner is unavailable no file is accepted, all else goes on, and its absence is reported', async () => {
  const before = [await rows(), stored()];
  await peer.close();
  for (const [language, sentence] of [
    ['kg', 'Файлдарды вируска текшерүү азыр жооп бербей жатат, ошондуктан файлдар кабыл алынбайт.'],
    ['ru', 'Проверка файлов на вирусы сейчас не отвечает, поэтому файлы не принимаются.'],
    ['en', 'The check of files for viruses does not answer now, so no files are accepted.'],
  ] as const) {
    editor.cookies.set('lang', language);
    const refused = await publish('clean');
    assert.deepEqual([refused.status, refused.error?.code], [503, 'files.scannerAway']);
    assert.ok(refused.error?.message.startsWith(sentence), refused.error?.message);
    assert.ok(refused.headers.get('retry-after'));
  }
  editor.cookies.set('lang', 'ru');
  assert.deepEqual([await rows(), stored()], before);
  assert.equal((await editor.ask(news.insert, { message: 'Без файла' }, { files: [] })).status, 200);
  const ready = await fetch(`${portal.base}/readyz`);
  assert.deepEqual([ready.status, await ready.text()], [200, 'ready, but the scanner of files does not answer\n']);
  assert.match(await (await fetch(`${portal.base}/metrics`)).text(), /^bilim_scanner_answers 0$/m);
  await peer.reconnect();
  assert.equal(await (await fetch(`${portal.base}/readyz`)).text(), 'ready\n');
  await waitUntil('files are taken again', async () => (await publish('clean')).status === 200);
});
