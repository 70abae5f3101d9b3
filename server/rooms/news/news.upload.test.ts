import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { createMultipartBody, createPostHeaders, type FormPart, sendRawRequest, waitUntil } from '../../test/http.ts';
import { type CallOptions, openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;
const mebibyte = 1024 * 1024;

let portal: TestPortal;
let publishers: TestClient[];
let turn = 0;
let before_: { files: string[]; rows: number };
before(async () => {
  portal = await openPortal({ FILE_LIMIT_MB: '2' });
  // Nobody may publish more than thirty times a minute, so several take turns.
  for (const name of ['clerk', 'teacher'] as const) {
    const { uid } = await portal.as(name);
    await grantPermissions(portal.database.autocommit, uid, 'news');
  }
  publishers = await Promise.all((['editor', 'admin', 'clerk', 'teacher'] as const).map((name) => portal.as(name)));
});
after(() => portal.close());
beforeEach(async () => {
  before_ = { files: await stored(), rows: await rows() };
});

const publisher = () => publishers[turn++ % publishers.length] as TestClient;
const send = (files: NonNullable<CallOptions['files']>, input: object = {}) =>
  publisher().ask(news.insert, input, { files });

/** What lies in the data folder: stored files and parts of uploads. */
async function stored(): Promise<string[]> {
  const entries = await readdir(join(portal.settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const rows = async () =>
  (await portal.database.autocommit<{ n: number }[]>`select count(*)::int as n from file`)[0]?.n ?? 0;

/** Sends a form whose parts and names are exactly these. */
async function sendParts(parts: FormPart[], more: Record<string, string> = {}) {
  const { headers, body } = createMultipartBody(parts);
  const answer = await sendRawRequest(portal.base, {
    path: news.insert.path,
    headers: { ...createPostHeaders(publisher()), ...headers, ...more },
    body,
  });
  const { data, error } = JSON.parse(answer.text) as {
    data: { message: string; fileName: string; files: { name: string }[]; id_humanTypeFor: number }[] | null;
    error: { code: string; message: string; fields?: Record<string, string> } | null;
  };
  return { ...answer, data, error };
}

/** The answer to a publication whose body drips on for ever; there only when the server has closed the connection. */
async function cutOff(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(portal.base);
  const agent = new Agent({ keepAlive: true });
  const sent = request({ hostname, port, method: 'POST', path: news.insert.path, headers, agent });
  sent.on('error', () => undefined);
  const closed = new Promise((done) => sent.on('socket', (socket) => socket.on('close', done)));
  const [response] = await Promise.all([
    new Promise<IncomingMessage>((answer) => sent.on('response', answer)),
    new Promise((done) => sent.write('x', done)),
  ]);
  const drip = setInterval(() => sent.write('x'), 100);
  const answer = await text(response);
  await closed;
  clearInterval(drip);
  agent.destroy();
  return { status: response.statusCode ?? 0, text: answer };
}

/** Nothing of what was refused is left, neither file nor row. */
async function nothingLeft(): Promise<void> {
  await waitUntil('the folder is as before', async () => (await stored()).length === before_.files.length);
  assert.deepEqual((await stored()).sort(), before_.files.sort());
  assert.equal(await rows(), before_.rows);
}

describe('names', () => {
  for (const [what, sent, kept] of [
    ['a path', '../../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\Users\\x\\отчёт.docx', 'отчёт.docx'],
    ['quotes', 'it\'s a \\"test\\" `$(id)`;.txt', 'it\'s a "test" `$(id)`;.txt'],
    ['emoji', '😀🇰🇬 план.pdf', '😀🇰🇬 план.pdf'],
    ['Kyrgyz letters', 'Ң ө ү — кыргызча.txt', 'Ң ө ү — кыргызча.txt'],
    ['right-to-left marks', 'gpj\u202e\u2066.exe\u200f', 'gpj.exe'],
    ['a bar', 'a|b.txt', 'a|b.txt'],
    ['decomposed letters', 'и\u0306.txt', 'й.txt'],
    ['control characters', 'a\u0001\u007f\u0085b.txt', 'ab.txt'],
    ['only dots', '..', 'file'],
    ['only spaces', '   ', 'file'],
    ['nothing', '', 'file'],
    ['an ending slash', 'a/', 'file'],
  ] as const)
    test(`[NEWS-07] ${what}: the name is made safe, the file stored and found again`, async () => {
      const person = publisher();
      const { headers, body } = createMultipartBody([
        { name: 'message', content: 'x' },
        { name: 'file', filename: sent, content: `content of ${what}` },
      ]);
      const answer = await sendRawRequest(portal.base, {
        path: news.insert.path,
        headers: { ...createPostHeaders(person), ...headers },
        body,
      });
      assert.equal(answer.status, 200, answer.text);
      const [item] = (JSON.parse(answer.text) as { data: { id_eventMessage: number; files: { name: string }[] }[] })
        .data;
      assert.equal(item?.files[0]?.name, kept);
      const filename = `${item?.id_eventMessage}_${kept}`;
      const file = await person.ask(news.download, { filename, type: 4 });
      assert.deepEqual([file.status, file.text], [200, `content of ${what}`]);
      for (const path of await stored()) assert.match(path, /files\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    });

  test('[NEWS-07] a NUL in a name is taken out or refused, never a failure', async () => {
    const answer = await sendParts([{ name: 'file', filename: 'a\0b.txt', content: 'x' }]);
    assert.ok(answer.status === 200 || answer.status === 400, answer.text);
    if (answer.status === 200) assert.doesNotMatch(answer.data?.[0]?.files[0]?.name ?? '', /\0/);
    else await nothingLeft();
  });

  test('[NEWS-07] a name of 300 characters is cut before its extension', async () => {
    const answer = await send([{ name: `../${'ы'.repeat(300)}.docx`, content: 'x' }]);
    const name = answer.data[0]?.files[0]?.name ?? '';
    assert.deepEqual([[...name].length, name.endsWith('ы.docx')], [255, true]);
    const emoji = await send([{ name: `${'😀'.repeat(300)}.pdf`, content: 'x' }]);
    assert.equal([...(emoji.data[0]?.files[0]?.name ?? '')].length, 255);
  });

  test('[NEWS-02] equal names are distinguished, the joined names stay one list', async () => {
    const same = [1, 2, 3].map((n) => ({ name: 'a.txt', content: `${n}` }));
    const [item] = (await send([...same, { name: 'README', content: '4' }, { name: 'README', content: '5' }])).data;
    const names = ['a.txt', 'a (2).txt', 'a (3).txt', 'README', 'README (2)'];
    assert.deepEqual(
      item?.files.map((file) => file.name),
      names,
    );
    assert.equal(item?.fileName, names.join('/'));
  });
});

describe('forms', () => {
  test('[NEWS-05] files may come before the fields, lists as repeated parts, unknown parts are ignored', async () => {
    const answer = await sendParts([
      { name: 'file', filename: 'b.txt', content: 'first' },
      { name: 'unknown', filename: 'c.txt', content: 'ignored' },
      { name: 'id_humanTypeFor', content: '2' },
      { name: 'file', filename: 'a.txt', content: 'second' },
      { name: 'other', content: 'ignored' },
      { name: 'message', content: 'после файлов' },
    ]);
    assert.equal(answer.status, 200, answer.text);
    const [item] = answer.data ?? [];
    assert.deepEqual([item?.message, item?.id_humanTypeFor, item?.fileName], ['после файлов', 2, 'b.txt/a.txt']);
    assert.equal((await stored()).length, before_.files.length + 2);
  });

  test('[NEWS-05] ten files are enough for one, eleven are file.tooMany', async () => {
    const files = Array.from({ length: 11 }, (_, i) => ({ name: `${i}.txt`, content: 'x' }));
    assert.equal((await send(files.slice(1))).data[0]?.files.length, 10);
    before_ = { files: await stored(), rows: await rows() };
    const answer = await send(files);
    assert.deepEqual([answer.status, answer.error?.code], [400, 'file.tooMany']);
    assert.match(answer.error?.message ?? '', /10/);
    assert.ok(answer.error?.fields?.file);
    await nothingLeft();
  });

  test('[NEWS-08] an empty file is refused, and the others of its form with it', async () => {
    const answer = await send([
      { name: 'full.txt', content: 'x' },
      { name: 'empty.txt', content: '' },
    ]);
    assert.deepEqual([answer.status, answer.error?.code], [400, 'file.empty']);
    await nothingLeft();
  });

  test('[NEWS-08] whatever is refused after the upload leaves no file', async () => {
    const files = [{ name: 'a.txt', content: 'x' }];
    assert.equal((await send(files, { id_faculty: 999_999 })).status, 400);
    assert.equal((await send(files, { message: 'x'.repeat(10_001) })).status, 400);
    assert.equal((await send(files, { uid: 1 })).status, 403);
    assert.equal((await publisher().ask(news.insert, {}, { files, key: 'no uuid' })).status, 400);
    await portal.ownerSql`alter table news_file add constraint none_today check (false) not valid`;
    const broken = await send(files);
    await portal.ownerSql`alter table news_file drop constraint none_today`;
    assert.equal(broken.status, 500);
    await nothingLeft();
  });

  test('[NEWS-08] a form that breaks off or is none is refused', async () => {
    const boundary = { 'content-type': 'multipart/form-data; boundary=b' };
    const open = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nnever ends';
    for (const [body, headers] of [
      ['', boundary],
      ['no form at all', boundary],
      [open, boundary],
      ['--b--\r\n', { 'content-type': 'multipart/form-data' }],
    ] as const) {
      const answer = await sendRawRequest(portal.base, {
        path: news.insert.path,
        headers: { ...createPostHeaders(publisher()), ...headers },
        body,
      });
      assert.ok([400, 415].includes(answer.status), `${answer.status} ${answer.text}`);
    }
    await nothingLeft();
  });
});

describe('sizes', () => {
  test('[NEWS-08] a file of exactly the limit is taken, one byte more is file.tooLarge with the limit', async () => {
    const whole = Buffer.alloc(2 * mebibyte, 'a');
    assert.equal((await send([{ name: 'whole.txt', content: whole }])).data[0]?.files[0]?.size, whole.length);
    before_ = { files: await stored(), rows: await rows() };
    const more = Buffer.concat([whole, Buffer.from('a')]);
    const answer = await send([
      { name: 'small.txt', content: 'x' },
      { name: 'more.txt', content: more },
    ]);
    assert.deepEqual([answer.status, answer.error?.code], [413, 'file.tooLarge']);
    assert.equal(answer.error?.message, 'Файл больше 2 МБ.');
    await nothingLeft();
  });

  test('[NEWS-08] [SAFE-12] two GiB that are only declared, and what trickles on behind a refusal, keep no connection', async () => {
    const student = await portal.as('student');
    // At once, for the portal waits two seconds before it closes each.
    const [declared, refused] = await Promise.all([
      cutOff({
        ...createPostHeaders(publisher()),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(2 * 1024 * mebibyte),
      }),
      cutOff({ ...createPostHeaders(student), 'content-length': String(mebibyte) }),
    ]);
    assert.equal(declared.status, 413);
    assert.match(declared.text, /"code":"file.tooLarge"/);
    assert.equal(refused.status, 403);
    await nothingLeft();
  });

  for (const field of ['file', 'unknown'])
    test(`[NEWS-08] a part "${field}" that never ends, in a form without a length, is cut off at the limit`, async () => {
      const { hostname, port } = new URL(portal.base);
      const status = await new Promise<number>((answer, fail) => {
        const headers = {
          ...createPostHeaders(publisher()),
          'content-type': 'multipart/form-data; boundary=b',
          'transfer-encoding': 'chunked',
        };
        const sent = request({ hostname, port, method: 'POST', path: news.insert.path, headers, agent: false });
        let answered = false;
        sent.on('response', (response) => {
          answered = true;
          response.resume();
          answer(response.statusCode ?? 0);
          sent.destroy();
        });
        sent.on('error', (error) => answered || fail(error));
        sent.write(`--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.bin"\r\n\r\n`);
        const more = () => {
          if (!answered && !sent.destroyed) sent.write(Buffer.alloc(64 * 1024), () => setImmediate(more));
        };
        more();
      });
      assert.equal(status, 413);
      await nothingLeft();
    });

  test('[NEWS-08] an upload that is broken off leaves nothing', async () => {
    const { hostname, port } = new URL(portal.base);
    const headers = {
      ...createPostHeaders(publisher()),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(mebibyte),
    };
    const sent = request({ hostname, port, method: 'POST', path: news.insert.path, headers, agent: false });
    sent.on('error', () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
    sent.write(Buffer.alloc(200_000, 'x'));
    await waitUntil('the first part lies on disk', async () => (await stored()).length > before_.files.length);
    sent.destroy();
    await nothingLeft();
  });
});
