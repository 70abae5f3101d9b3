import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import sharp from 'sharp';
import { openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { FolderStore } from './folder-store.ts';
import { PictureFiles } from './picture-files.ts';
import { Spool } from './spool.ts';

const { news, profile } = callsByRoom;

/** A segment of a JPEG. */
function segment(marker: number, ...content: number[]): Buffer {
  return Buffer.from([0xff, marker, 0, content.length + 2, ...content]);
}

/** A grey JPEG of 8 by 8 pixels that is encoded in so many scans, each of nothing. */
function manyScans(scans: number): Buffer {
  const ones = Array.from({ length: 64 }, () => 1);
  const table = (kind: number) => segment(0xc4, kind, 1, ...Array.from({ length: 15 }, () => 0), 0);
  const scan = (from: number, to: number, bits: number) =>
    Buffer.concat([segment(0xda, 1, 1, 0, from, to, bits), Buffer.from([0x7f])]);
  // Each coefficient bit by bit: bit 13 first, then one lower each time.
  const refinements = Array.from({ length: scans - 1 }, (_, index) => {
    const low = 13 - (index % 14);
    return scan(1 + Math.floor(index / 14), 1 + Math.floor(index / 14), low === 13 ? 13 : ((low + 1) << 4) | low);
  });
  const frame = segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0);
  const head = [Buffer.from([0xff, 0xd8]), segment(0xdb, 0, ...ones), frame, table(0x00), table(0x10)];
  return Buffer.concat([...head, scan(0, 0, 0), ...refinements, Buffer.from([0xff, 0xd9])]);
}

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

/** A drawing that multiplies itself until the machine is old. */
function multiplying(): string {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const uses = `<use xlink:href="#a${level}"/>`.repeat(20);
    return `<g id="a${level + 1}" filter="url(#f)">${uses}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="5000" height="5000">
    <filter id="f"><feGaussianBlur stdDeviation="90"/></filter><defs><rect id="a0" width="9" height="9"/>${levels.join('')}</defs>
    <use xlink:href="#a12"/></svg>`;
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** A few kilobytes that say they are a picture of so many pixels, and are. */
function bomb(side: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const lines = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

describe('what is a picture', () => {
  test('[SAFE-06] a photo is a JPEG, PNG or WebP; everything else is refused, whatever it is called, and holds nobody up', async () => {
    const gif = await plain(20, 20).gif().toBuffer();
    const avif = await plain(64, 64).avif().toBuffer();
    const tiff = await plain(20, 20).tiff().toBuffer();
    for (const [name, content] of [
      ['a.svg', multiplying()],
      ['a.png', multiplying()],
      ['a.jpg', `<?xml version="1.0"?>${multiplying()}`],
      ['a.gif', gif],
      ['a.avif', avif],
      ['a.tif', tiff],
      ['a.jpg', tiff],
      ['a.pdf', '%PDF-1.4\n%%EOF'],
    ] as const) {
      const answer = await putPhoto(name, content);
      assert.deepEqual([answer.status, answer.error?.code], [400, 'profile.notPicture'], name);
    }
    for (const [name, content] of [
      ['a.jpg', await plain(900, 500).jpeg().toBuffer()],
      ['a.png', await plain(900, 500).png().toBuffer()],
      ['a.webp', await plain(900, 500).webp().toBuffer()],
    ] as const)
      assert.equal((await putPhoto(name, content)).status, 200, name);
    await picturesAreMade();
  });

  test('[SAFE-06] an SVG, a GIF, an AVIF in the news is handed out as it is and never drawn', async () => {
    for (const [name, content] of [
      ['a.svg', Buffer.from(multiplying())],
      ['a.avif', await plain(64, 64).avif().toBuffer()],
    ] as const) {
      const small = await fetched(await publish(name, content), { size: 'small', inline: '1' });
      assert.ok(small.body.equals(content), name);
      assert.match(small.headers.get('content-disposition') ?? '', /^attachment/);
    }
    await picturesAreMade();
  });

  test('[SAFE-06] a picture of 100 million pixels in a few kilobytes is not drawn, and one that no browser shows is a file to download', async () => {
    for (const [side, type] of [
      [10_000, 'image/png'],
      [30_000, 'application/octet-stream'],
    ] as const) {
      const png = bomb(side);
      assert.ok(png.length < 300_000);
      const { error } = await putPhoto('a.png', png);
      assert.equal(error?.message, 'Это не изображение, или в нём больше 25 млн пикселей.');
      const small = await fetched(await publish('a.png', png), { size: 'small' });
      assert.equal(small.headers.get('content-type'), type);
    }
    await picturesAreMade();
  });

  test('[SAFE-06] a JPEG that has to be gone through a hundred times over is a file to download', async () => {
    const small = async (scans: number) => fetched(await publish(`${scans}.jpg`, manyScans(scans)), { size: 'small' });
    assert.equal((await small(100)).headers.get('content-type'), 'image/webp');
    assert.equal((await small(101)).headers.get('content-type'), 'application/octet-stream');
    assert.equal((await putPhoto('a.jpg', manyScans(101))).error?.code, 'profile.notPicture');
  });
});

describe('where pictures are drawn', () => {
  const pid = () => portal.app.context.files.picturePid ?? assert.fail('no process works on pictures');

  test('[SAFE-06] in a process of its own, with bounded memory, that knows no address of the database', async () => {
    await picturesAreMade();
    assert.notEqual(pid(), process.pid);
    assert.match(await readFile(`/proc/${pid()}/limits`, 'utf8'), /^Max data size +1073741824 /m);
    const environment = await readFile(`/proc/${pid()}/environ`, 'utf8');
    assert.doesNotMatch(environment, /DATABASE_URL|DATA_DIR/);
  });

  test('[SAFE-06] a picture that sixty people open at once is drawn for all of them, one that cannot be drawn is tried once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bilim-pictures-'));
    const spool = new Spool(join(folder, 'tmp'));
    const pictures = new PictureFiles(new FolderStore(folder), spool);
    try {
      const [key, broken] = [randomUUID(), randomUUID()];
      for (const name of ['tmp', key.slice(0, 2), broken.slice(0, 2)])
        await mkdir(join(folder, name), { recursive: true });
      const path = (one: string) => join(folder, one.slice(0, 2), one);
      await writeFile(path(key), await plain(900, 600).jpeg().toBuffer());
      const crowd = Array.from({ length: 60 }, (_, person) => pictures.small(person, key, 'image/jpeg'));
      assert.deepEqual([...new Set(await Promise.all(crowd))], [true]);

      await writeFile(path(broken), 'no picture');
      assert.equal(await pictures.small(1, broken, 'image/jpeg'), false);
      await writeFile(path(broken), await plain(900, 600).jpeg().toBuffer());
      assert.equal(await pictures.small(2, broken, 'image/jpeg'), false);
    } finally {
      pictures.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('what pictures say besides the picture', () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 52/1 33/1' } };
  const exif = { IFD0: { Make: 'Telefon-42', Software: 'Kamera' }, ...gps };
  const side = () => plain(640, 480).composite([{ input: { text: { text: 'Bilim', dpi: 200 } } }]);
  const personalMetadata = /Telefon-42|Kamera|GPS|http:\/\/ns\.adobe\.com|Tashkent|secret behind the end/;
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a xmlns="http://ns.adobe.com/">Tashkent</a></x:xmpmeta>';

  const made = async (format: 'jpeg' | 'png' | 'webp') => {
    const withMetadata = side()
      .withExif(exif)
      .withXmp(xmp)
      .withMetadata({ orientation: 6 })
      .withExif({ ...exif });
    return await withMetadata.keepIccProfile()[format]().toBuffer();
  };

  for (const [format, extension] of [
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
  ] as const)
    test(`[SAFE-06] place and device leave a ${format} that is handed in, for whoever downloads it too; the picture stays`, async () => {
      const original = Buffer.concat([await made(format), Buffer.from('secret behind the end')]);
      assert.match(original.toString('latin1'), personalMetadata);
      const filename = await publish(`a.${extension}`, original);
      const queries: Record<string, string>[] = [{}, { inline: '1' }, { inline: '1', size: 'small' }];
      for (const how of queries) {
        const { status, headers, body } = await fetched(filename, how);
        assert.equal(status, 200);
        assert.equal(Number(headers.get('content-length')), body.length);
        assert.doesNotMatch(body.toString('latin1'), personalMetadata);
        assert.equal((await sharp(body).metadata()).xmp, undefined);
      }
      const { body } = await fetched(filename);
      assert.ok((await sharp(body).raw().toBuffer()).equals(await sharp(original).raw().toBuffer()));
      const [row] = await portal.database.autocommit<{ size: number; same: boolean }[]>`
        select size, sha256 = sha256(${body}) as same from file order by id desc limit 1`;
      assert.deepEqual(row, { size: body.length, same: true });
    });

  test('[SAFE-06] which side is up stays with a JPEG, and is drawn into its small one', async () => {
    const turned = await plain(640, 480).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer();
    const filename = await publish('turned.jpg', turned);
    const whole = await sharp((await fetched(filename)).body).metadata();
    assert.deepEqual([whole.width, whole.height, whole.orientation], [640, 480, 6]);
    const small = await sharp((await fetched(filename, { size: 'small' })).body).metadata();
    assert.deepEqual([small.width, small.height, small.orientation], [360, 480, undefined]);
  });

  test('[SAFE-06] a photo keeps nothing of it, however small', async () => {
    for (const size of [100, 900]) {
      const content = await plain(size, size).withExif(exif).jpeg().toBuffer();
      assert.equal((await putPhoto('a.jpg', content)).status, 200);
      const photo = Buffer.from((await student.get(profile.photo)) ?? '', 'base64');
      assert.doesNotMatch(photo.toString('latin1'), personalMetadata);
      assert.equal((await sharp(photo).metadata()).exif, undefined);
    }
  });

  test('[SAFE-06] what only begins like a picture is a file to download', async () => {
    const whole = await plain(900, 500).jpeg().toBuffer();
    for (const [name, content] of [
      ['cut.jpg', whole.subarray(0, 100)],
      ['cut.png', (await plain(9, 9).png().toBuffer()).subarray(0, 40)],
      ['cut.webp', (await plain(900, 500).webp().toBuffer()).subarray(0, 20)],
    ] as const) {
      const { headers } = await fetched(await publish(name, content), { inline: '1' });
      assert.match(headers.get('content-disposition') ?? '', /^attachment/, name);
      assert.equal(headers.get('content-type'), 'application/octet-stream', name);
    }
  });
});
