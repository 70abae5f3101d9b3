import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import sharp from 'sharp';
import { waitUntil } from '../test/http.ts';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';

const { apps, news, profile } = callsByRoom;

let portal: TestPortal;
let editor: TestClient;
let student: TestClient;

before(async () => {
  portal = await openPortal();
  editor = await portal.as('editor');
  student = await portal.as('student');
});

after(() => portal.close());

/** Publishes a file; gives the name under which it is fetched. */
async function publish(name: string, content: Buffer | string): Promise<string> {
  const [item] = await editor.get(news.insert, { message: 'x' }, { files: [{ name, content }] });
  return `${item?.id_eventMessage}_${item?.files[0]?.name}`;
}

async function fetched(filename: string, how: Record<string, string> = {}) {
  const answer = await student.fetch(`${news.download.path}?${new URLSearchParams({ type: '4', filename, ...how })}`);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

const putPhoto = (name: string, content: Buffer | string) =>
  student.ask(profile.savePhoto, {}, { files: [{ name, content }] });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a629a' } });

/** Whether pictures are still made for others. */
async function picturesAreMade(): Promise<void> {
  const filename = await publish('other.jpg', await plain(900, 600).jpeg().toBuffer());
  const small = await fetched(filename, { size: 'small' });
  assert.deepEqual([small.status, small.headers.get('content-type')], [200, 'image/webp']);
  assert.match(small.headers.get('content-disposition') ?? '', /^inline; filename="other\.webp"/);
}

describe('what is a picture', () => {
  test('[SAFE-06] of a moving WebP with hundreds of pictures one is drawn', async () => {
    const [side, count] = [600, 150];
    const raw = { width: side, height: side * count, channels: 3, pageHeight: side } as const;
    const pixels = Buffer.alloc(side * side * count * 3);
    for (let at = 0; at < pixels.length; at += 4999) pixels[at] = at % 251;
    const moving = await sharp(pixels, { raw }).webp({ effort: 0, quality: 1 }).toBuffer();
    assert.equal((await sharp(moving, { animated: true }).metadata()).pages, count);
    assert.equal((await putPhoto('a.webp', moving)).status, 200);
    const small = await fetched(await publish('a.webp', moving), { size: 'small' });
    const { width, height, pages } = await sharp(small.body).metadata();
    assert.deepEqual([width, height, pages ?? 1], [480, 480, 1]);
  });
});

describe('where pictures are drawn', () => {
  const pid = () => portal.app.context.files.picturePid ?? assert.fail('no process works on pictures');

  test('[SAFE-06] one that dies, or hangs, is replaced: who waited is answered, the next picture is made', async () => {
    await picturesAreMade();
    process.kill(pid(), 'SIGKILL');
    await waitUntil('the process is gone', () => portal.app.context.files.picturePid === undefined);
    await picturesAreMade();
    const hanging = pid();
    process.kill(hanging, 'SIGSTOP');
    const answer = await putPhoto('a.jpg', await plain(900, 500).jpeg().toBuffer());
    assert.deepEqual([answer.status, answer.error?.code], [400, 'profile.notPicture']);
    await picturesAreMade();
    assert.notEqual(pid(), hanging);
  });

  test('[SAFE-06] [SAFE-12] while a picture hangs, who looks at sixty others holds up neither calls nor other people', async () => {
    const content = await plain(500, 300).jpeg().toBuffer();
    const files = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.jpg`, content }));
    const names: string[] = [];
    for (let item = 0; item < 6; item++) {
      const [published] = await editor.get(news.insert, { message: 'x' }, { files });
      names.push(...files.map(({ name }) => `${published?.id_eventMessage}_${name}`));
    }
    await picturesAreMade();
    process.kill(pid(), 'SIGSTOP');
    const looks = names.map((filename) =>
      editor.fetch(`${news.download.path}?${new URLSearchParams({ type: '4', filename, size: 'small' })}`),
    );
    for (let count = 0; count < 5; count++) assert.equal((await student.ask(apps.links, {})).status, 200);
    const upload = putPhoto('a.jpg', content);
    process.kill(pid(), 'SIGCONT');
    assert.equal((await upload).status, 200);
    const types = (await Promise.all(looks)).map((answer) => answer.headers.get('content-type'));
    assert.deepEqual([...new Set(types)], ['image/webp']);
  });

  test('[SAFE-06] a portal that is stopped waits for no picture', async () => {
    const other = await openPortal();
    const person = await other.as('student');
    const content = await plain(900, 500).jpeg().toBuffer();
    assert.equal((await person.ask(profile.savePhoto, {}, { files: [{ name: 'a.jpg', content }] })).status, 200);
    const drawing = other.app.context.files.picturePid ?? assert.fail('no process works on pictures');
    process.kill(drawing, 'SIGSTOP');
    const waiting = person.ask(profile.savePhoto, {}, { files: [{ name: 'b.jpg', content }] }).catch(() => null);
    const state = () => readFile(`/proc/${drawing}/stat`, 'utf8').catch(() => null);
    await waitUntil('it stands still', async () => Boolean((await state())?.includes(') T ')));
    await other.close();
    await waiting;
    await waitUntil('it is gone', async () => (await state()) === null);
  });
});
