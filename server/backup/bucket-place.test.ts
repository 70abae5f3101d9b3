import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TestObjectStore } from '../test/object-store.ts';
import { BackupBucket } from './bucket-place.ts';
import type { BackupLocation } from './place.ts';
import type { BackupSource } from './verify.ts';

const pieceBytes = 1000;
const summary = { at: '2026-11-30T02:15:00.000Z', rows: 1, files: 0, faulty: [], key: null };

let store: TestObjectStore;
let bucket: BackupBucket;
before(async () => {
  store = await TestObjectStore.open();
  bucket = await BackupBucket.open(store.bucket('backups'), pieceBytes);
});
after(async () => {
  await bucket?.close();
  await store?.close();
});
beforeEach(() => {
  store.objects.clear();
  store.fault = () => null;
});

async function* chunksOf(content: Buffer, bytes = 300): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += bytes) yield content.subarray(from, from + bytes);
}

const readAll = (source: BackupSource) => buffer(typeof source === 'string' ? createReadStream(source) : source.open());

async function save(name: string, content: Buffer | AsyncIterable<Buffer>): Promise<BackupLocation> {
  const place = bucket.place(name);
  await place.write(Buffer.isBuffer(content) ? chunksOf(content) : content);
  await place.finish(summary);
  return place;
}

describe('[SAFE-03] a back-up in a bucket', { concurrency: false }, () => {
  it('lies there in pieces of one length, whose end comes last, and comes back byte by byte', async () => {
    for (const length of [1, 999, 1000, 1001, 2000, 2700]) {
      const content = randomBytes(length);
      const name = `bilim-${length}.tar.gz`;
      const place = bucket.place(name);
      await place.write(chunksOf(content));
      assert.ok((await readAll(place.written)).equals(content));
      await assert.rejects(place.check('present'), /^StartupError: s3:bilim-\d+\.tar\.gz is not whole/);
      await place.finish(summary);
      await place.check('present');
      await assert.rejects(place.check('absent'), /is there already/);
      await assert.rejects(bucket.place(name).write(chunksOf(content)), /is there already/);
      assert.ok((await readAll(bucket.place(name).source)).equals(content));
      const pieces = Math.ceil(length / pieceBytes);
      assert.deepEqual(
        store.keys('backups').filter((key) => key.startsWith(name)).length,
        pieces + 1,
        `${length} bytes`,
      );
    }
  });

  it('is not there when it was cut, is named as such, and is replaced by the next one', async () => {
    const content = randomBytes(3500);
    const broken = async function* () {
      yield content;
      throw new Error('the database is lost');
    };
    await assert.rejects(save('bilim-1.tar.gz', broken()), /the database is lost/);
    assert.equal(store.keys('backups').length, 3);
    assert.deepEqual(await bucket.list(), [{ name: 's3:bilim-1.tar.gz', bytes: 3000, isWhole: false, at: null }]);
    const place = bucket.place('bilim-1.tar.gz');
    await assert.rejects(place.check('present'), /is not whole: the back-up that wrote it was interrupted/);
    await assert.rejects(readAll(place.source), /complete\.json is missing in the bucket/);
    await save('bilim-1.tar.gz', content.subarray(0, 1500));
    assert.deepEqual(
      store.keys('backups'),
      ['00000001', '00000002', 'complete.json'].map((one) => `bilim-1.tar.gz/${one}`),
    );
    await assert.rejects(
      bucket.place('bilim-2.tar.gz').check('present'),
      /There is no s3:bilim-2\.tar\.gz in the bucket/,
    );
  });

  it('that the store does not take ends in a sentence, and nothing of it stays where the store permits', async () => {
    store.fault = (method, key) => (method === 'PUT' && key.endsWith('/00000002') ? 'refuse' : null);
    const place = bucket.place('bilim-1.tar.gz');
    await assert.rejects(
      place.write(chunksOf(randomBytes(3000))),
      /^StartupError: The bucket of BACKUP_URL cannot be used \(AccessDenied: refused by a test\)/,
    );
    await place.discard();
    assert.deepEqual(store.keys('backups'), []);
    const away = await BackupBucket.open({ ...store.bucket('backups'), endpoint: 'http://127.0.0.1:1' });
    await assert.rejects(away.place('x').check('absent'), /BACKUP_URL cannot be used \(ECONNREFUSED/);
    await away.place('x').discard();
  });

  it('is asked for again when a piece breaks off, and refused when one is missing or another', async () => {
    const content = randomBytes(2500);
    const { source } = await save('bilim-1.tar.gz', content);
    let cuts = 2;
    store.fault = (method, key) => (method === 'GET' && key.endsWith('/00000002') && cuts-- > 0 ? 'cut' : null);
    assert.ok((await readAll(source)).equals(content));
    store.fault = (method, key) => (method === 'GET' && key.endsWith('/00000002') ? 'cut' : null);
    await assert.rejects(readAll(source), /^StartupError: The bucket of BACKUP_URL cannot be used/);
    store.fault = () => null;
    const second = 'backups/bilim-1.tar.gz/00000002';
    store.objects.set(second, { body: randomBytes(1000), metadata: {} });
    await assert.rejects(readAll(source), /00000002 is damaged: it is not what was written/);
    store.objects.delete(second);
    await assert.rejects(readAll(source), /00000002 is missing in the bucket/);
    store.objects.set('backups/bilim-1.tar.gz/complete.json', { body: Buffer.from('{'), metadata: {} });
    await assert.rejects(readAll(source), /complete\.json is damaged, or of a release that this one does not know/);
    assert.deepEqual((await bucket.list())[0]?.at, null);
  });

  it('takes older ones that are called alike with it, and what interrupted ones left, and nothing else', async () => {
    for (const day of ['01', '02', '03', '05']) await save(`bilim-2026-11-${day}.tar.gz`, randomBytes(1500));
    await bucket.place('bilim-2026-11-04.tar.gz').write(chunksOf(randomBytes(1500)));
    await save('bilim-before-the-move.tar.gz', randomBytes(10));
    store.objects.set('backups/notes/2026-11-01.txt', { body: Buffer.from('of somebody else'), metadata: {} });
    const newest = await save('bilim-2026-11-06.tar.gz', randomBytes(10));
    const gone = ['04', '02', '01'].map((day) => `s3:bilim-2026-11-${day}.tar.gz`);
    assert.deepEqual(await newest.removeOlder(3), gone);
    assert.deepEqual(
      (await bucket.list()).map(({ name, at }) => [name, at]),
      ['2026-11-03', '2026-11-05', '2026-11-06', 'before-the-move'].map((what) => [
        `s3:bilim-${what}.tar.gz`,
        summary.at,
      ]),
    );
    assert.ok(store.objects.has('backups/notes/2026-11-01.txt'));
    store.fault = (method) => (method === 'DELETE' ? 'refuse' : null);
    await assert.rejects(
      newest.removeOlder(1),
      /^StartupError: The back-up is whole, but older ones could not be removed/,
    );
  });

  it('has a name that leads nowhere else', () => {
    for (const name of ['', '//bucket/name', 'a/b', '..', '.x', 'a b', 'ж'])
      assert.throws(() => bucket.place(name), /names no back-up of the bucket: .* The bucket stands in BACKUP_URL/);
  });
});
