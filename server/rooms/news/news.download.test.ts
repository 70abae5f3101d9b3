import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import sharp from 'sharp';
import { grantPermissions } from '../../test/factories/permissions.ts';
import { waitUntil } from '../../test/http.ts';
import { type CallOptions, openPortal, type TestClient, type TestPortal } from '../../test/test-client.ts';

const { news } = callsByRoom;

let portal: TestPortal;
let editor: TestClient;
let publishers: TestClient[];
let turn = 0;
let student: TestClient;
before(async () => {
  portal = await openPortal();
  // Nobody may publish more than thirty times a minute, so several take turns.
  const { uid } = await portal.as('clerk');
  await grantPermissions(portal.database.autocommit, uid, 'news');
  publishers = await Promise.all((['editor', 'admin', 'clerk'] as const).map((name) => portal.as(name)));
  editor = publishers[0] as TestClient;
  student = await portal.as('student');
});
after(() => portal.close());

type Sent = NonNullable<CallOptions['files']>[number];

/** Publishes one file; gives the `filename` under which it is fetched. */
async function publish(file: Sent, audience: object = {}): Promise<string> {
  const publisher = publishers[turn++ % publishers.length] as TestClient;
  const [item] = await publisher.get(news.insert, { message: 'x', ...audience }, { files: [file] });
  return `${item?.id_eventMessage}_${item?.files[0]?.name}`;
}

/** Fetches a file as the browser does, bytes untouched. */
async function get(
  person: TestClient,
  query: Record<string, string | number | undefined>,
  headers: Record<string, string> = {},
) {
  const text = new URLSearchParams(
    Object.entries({ type: 4, ...query }).map(([k, v]): [string, string] => [k, `${v}`]),
  );
  const response = await person.fetch(`${news.download.path}?${text}`, { headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

const notThere = (answer: Awaited<ReturnType<typeof get>>) => {
  assert.equal(answer.status, 404);
  assert.match(answer.body.toString(), /"code":"file.notFound"/);
};

describe('who gets a file', () => {
  test('[NEWS-04] whoever is addressed, and who may delete it; nobody else by any address', async () => {
    const filename = await publish({ name: 'только для своих.txt', content: 'secret' }, { id_humanTypeFor: 1 });
    const [id = '', name = ''] = filename.split(/_(.*)/s);
    assert.equal((await get(await portal.as('teacher'), { filename })).body.toString(), 'secret');
    assert.equal((await get(editor, { filename })).status, 200);
    const addresses = [filename, `0${filename}`, `+${filename}`, ` ${filename}`, `${id}.0_${name}`, `${id}e0_${name}`];
    for (const address of addresses) notThere(await get(student, { filename: address }));
    for (const more of [{ inline: 1 }, { size: 'small' }]) notThere(await get(student, { filename, ...more }));
    assert.equal((await get(portal.nobody(), { filename })).status, 401);
    const [row] = await portal.database.autocommit<{ key: string }[]>`select key from file order by id desc limit 1`;
    const key = row?.key ?? '';
    for (const path of [
      `/files/${key}`,
      `/lms/files/${key}`,
      `/lms/public/files/${key}`,
      `/data/files/${key.slice(0, 2)}/${key}`,
    ]) {
      const response = await student.fetch(path);
      assert.doesNotMatch(await response.text(), /secret/, path);
    }
  });

  test('[NEWS-04] the name has to be that of a file of the very item', async () => {
    const open = await publish({ name: 'open.txt', content: 'open' });
    const closed = await publish({ name: 'closed.txt', content: 'closed' }, { id_humanTypeFor: 1 });
    const [id] = open.split('_');
    for (const filename of [
      `${id}_closed.txt`,
      `${id}_`,
      `${id}_OPEN.TXT`,
      `${id}_open.txt/`,
      `${id}_open.txt\n`,
      `${id}open.txt`,
    ])
      assert.ok([400, 404].includes((await get(student, { filename })).status), filename);
    notThere(await get(student, { filename: closed }));
    assert.equal((await get(student, { filename: open })).body.toString(), 'open');
  });

  test('[NEWS-07] a path in the name leads nowhere', async () => {
    const [id] = (await publish({ name: 'a.txt', content: 'a' })).split('_');
    for (const path of [
      '../../../../etc/passwd',
      '..\\..\\etc\\passwd',
      '/etc/passwd',
      '%2e%2e%2fetc%2fpasswd',
      'file:///etc/passwd',
    ])
      notThere(await get(student, { filename: `${id}_${path}` }));
    assert.equal((await get(student, { filename: `${id}_a.txt\0` })).status, 400);
  });

  test('[NEWS-07] only type 4 is known, the filename has to be there', async () => {
    const filename = await publish({ name: 'a.txt', content: 'a' });
    assert.equal((await get(student, { filename, type: 3 })).status, 400);
    assert.equal((await get(student, { filename, type: '' })).status, 400);
    assert.equal((await student.fetch(`${news.download.path}?type=4`)).status, 400);
  });

  test('[NEWS-06] the file of a deleted item is gone at once', async () => {
    const filename = await publish({ name: 'a.txt', content: 'a' });
    assert.equal((await get(student, { filename })).status, 200);
    await editor.get(news.delete, { id_eventMessage: Number(filename.split('_')[0]) });
    for (const person of [student, editor]) notThere(await get(person, { filename }));
  });

  test('[NEWS-04] who leaves the audience no longer gets the file, not even what is cached', async () => {
    const leaver = await portal.as('student3');
    const [own] = await leaver.get(news.faculties);
    const filename = await publish(
      { name: 'a.txt', content: 'a' },
      { id_humanTypeFor: 2, id_faculty: own?.id_faculty },
    );
    const { headers } = await get(leaver, { filename });
    const again = { 'if-none-match': headers.get('etag') ?? '' };
    assert.equal((await get(leaver, { filename }, again)).status, 304);
    await portal.database
      .autocommit`update group_membership set ends_on = today() - 1 where student_id = ${leaver.uid}`;
    await waitUntil('the file is gone', async () => (await get(leaver, { filename }, again)).status === 404);
  });
});

describe('how a file is sent', () => {
  const content = Array.from({ length: 1000 }, (_, i) => `${i}`.padStart(10)).join('');

  test('[NEWS-07] whole: length, type, disposition, private cache, no sniffing, no rights', async () => {
    const filename = await publish({ name: 'a.txt', content });
    const { status, headers, body } = await get(student, { filename });
    assert.equal(status, 200);
    assert.equal(body.toString(), content);
    assert.equal(headers.get('content-length'), String(content.length));
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('accept-ranges'), 'bytes');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.ok(headers.get('etag') && headers.get('x-request-id'));
  });

  test('[NEWS-07] asked by HEAD: the same headers and no body, also of a part', async () => {
    const filename = await publish({ name: 'a.txt', content });
    const path = `${news.download.path}?${new URLSearchParams({ type: '4', filename })}`;
    for (const range of ['bytes=0-', 'bytes=0-99', 'lines=1']) {
      const headers = { range };
      const [whole, head] = [
        await student.fetch(path, { headers }),
        await student.fetch(path, { method: 'HEAD', headers }),
      ];
      assert.ok((await whole.text()).length > 0);
      assert.equal(await head.text(), '');
      const told = ({ headers: all, status }: Response) => [
        status,
        ...[...all].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
      ];
      assert.deepEqual(told(head), told(whole));
    }
    assert.equal((await student.fetch(path.replace('a.txt', 'b.txt'), { method: 'HEAD' })).status, 404);
    assert.equal((await portal.nobody().fetch(path, { method: 'HEAD' })).status, 401);
  });

  test('[NEWS-07] parts: from, to, last, all but the first; what lies outside is 416', async () => {
    const filename = await publish({ name: 'a.txt', content });
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=9990-', 9990, 10_000],
      ['bytes=-5', 9995, 10_000],
      ['bytes=5000-99999', 5000, 10_000],
    ] as const) {
      const { status, headers, body } = await get(student, { filename }, { range });
      assert.equal(status, 206, range);
      assert.equal(headers.get('content-range'), `bytes ${from}-${to - 1}/10000`);
      assert.equal(body.toString(), content.slice(from, to));
    }
    const outside = await get(student, { filename }, { range: 'bytes=10000-' });
    assert.equal(outside.status, 416);
    assert.equal(outside.headers.get('content-range'), 'bytes */10000');
    assert.equal(outside.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(outside.headers.get('content-disposition'), null);
    assert.equal((JSON.parse(outside.body.toString()) as { error: { code: string } }).error.code, 'call.invalid');
    const { headers } = await get(student, { filename });
    const changed = await get(student, { filename }, { range: 'bytes=0-9', 'if-range': '"another"' });
    assert.deepEqual([changed.status, changed.body.length], [200, 10_000]);
    const same = await get(student, { filename }, { range: 'bytes=0-9', 'if-range': headers.get('etag') ?? '' });
    assert.ok([200, 206].includes(same.status));
  });

  test('[NEWS-07] unchanged: 304 without a body', async () => {
    const filename = await publish({ name: 'a.txt', content });
    const { headers } = await get(student, { filename });
    const answer = await get(student, { filename }, { 'if-none-match': headers.get('etag') ?? '' });
    assert.deepEqual([answer.status, answer.body.length], [304, 0]);
    assert.equal((await get(student, { filename }, { 'if-none-match': '"another"' })).status, 200);
  });

  test('[NEWS-07] the name survives in any script, and no name breaks a header', async () => {
    for (const name of [
      'Расписание на ноябрь.txt',
      'Ңө ү.txt',
      '😀.txt',
      "a'b(c)*;x=1.txt",
      'a%20b.txt',
      'a;b,c.txt',
    ]) {
      const { status, headers } = await get(student, { filename: await publish({ name, content: 'x' }) });
      assert.equal(status, 200, name);
      const disposition = headers.get('content-disposition') ?? '';
      const [, encoded = ''] =
        /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''([\w%.!~-]+)$/.exec(disposition) ?? [];
      assert.equal(decodeURIComponent(encoded), name, disposition);
    }
  });
});

describe('what may run', () => {
  const script = '<script>fetch("/api/news/data.json")</script>';
  const jpeg = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#0a5' } });

  test('[NEWS-07] HTML and SVG are only ever attachments, whatever they are called and asked', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    for (const [name, content] of [
      ['a.html', `<html>${script}</html>`],
      ['a.htm', script],
      ['a.svg', svg],
      ['a.xml', `<?xml version="1.0"?>${svg}`],
      ['a.png', svg],
      ['a.pdf', `<html>${script}</html>`],
      ['a.jpg', script],
      ['a.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
      ['a', `<html>${script}</html>`],
    ] as const) {
      const filename = await publish({ name, content, type: 'text/html' });
      for (const query of [{ filename }, { filename, inline: 1 }, { filename, size: 'small', inline: 'true' }]) {
        const { status, headers } = await get(student, query);
        assert.equal(status, 200);
        assert.match(headers.get('content-disposition') ?? '', /^attachment;/, name);
        assert.match(headers.get('content-security-policy') ?? '', /^sandbox;/);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.doesNotMatch(headers.get('content-type') ?? '', /pdf|png|jpeg|xhtml/);
      }
    }
  });

  test('[NEWS-07] the type comes from the content; where the extension says something else it is unknown', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const [name, content, type] of [
      ['a.png', png, 'image/png'],
      ['A.PNG', png, 'image/png'],
      ['a.pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'), 'application/pdf'],
      ['a.jpg', png, 'application/octet-stream'],
      ['a.exe', png, 'application/octet-stream'],
      ['a.txt', png, 'application/octet-stream'],
      ['a.txt', Buffer.from('a\0b'), 'application/octet-stream'],
      ['a.exe', Buffer.from('MZ\x90\0'), 'application/x-msdownload'],
      ['без расширения', Buffer.from('x'), 'application/octet-stream'],
    ] as const) {
      const { headers } = await get(student, { filename: await publish({ name, content }) });
      assert.equal(headers.get('content-type')?.split(';')[0], type, name);
    }
  });

  test('[NEWS-07] pictures and PDF may be shown inside the portal when asked', async () => {
    const picture = await publish({ name: 'a.jpg', content: await jpeg.clone().jpeg().toBuffer() });
    assert.match(
      (await get(student, { filename: picture, inline: 1 })).headers.get('content-disposition') ?? '',
      /^inline;/,
    );
    assert.match((await get(student, { filename: picture })).headers.get('content-disposition') ?? '', /^attachment;/);
    assert.equal((await get(student, { filename: picture, inline: 'x' })).status, 400);
  });

  test('[NEWS-07] small pictures are WebP of at most 480 px; what is no picture comes whole', async () => {
    const filename = await publish({ name: 'фото.jpg', content: await jpeg.clone().jpeg().toBuffer() });
    const answers = await Promise.all([1, 2, 3].map(() => get(student, { filename, size: 'small' })));
    for (const { status, headers, body } of answers) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp']);
      const { width, height, format } = await sharp(body).metadata();
      assert.deepEqual([width, height, format], [480, 270, 'webp']);
    }
    const text = await publish({ name: 'a.txt', content: 'no picture' });
    assert.equal((await get(student, { filename: text, size: 'small' })).body.toString(), 'no picture');
    const broken = await publish({ name: 'b.jpg', content: (await jpeg.clone().jpeg().toBuffer()).subarray(0, 300) });
    assert.equal((await get(student, { filename: broken, size: 'small' })).status, 200);
  });
});
