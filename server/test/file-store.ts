import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Spool } from '../files/spool.ts';
import {
  type ByteRange,
  type FileStore,
  listAllObjects,
  moveFolderIntoStore,
  ObjectNotFoundError,
  smallPictureKey,
  unpackedBookPrefix,
} from '../files/store.ts';

/** A store that is tried, and the folder in which its files come to be. */
export interface StoreUnderTest {
  readonly store: FileStore;
  readonly spool: Spool;
}

/** Has a store take content over; gives its name. */
export async function storeObject(
  { store, spool }: StoreUnderTest,
  name: string,
  content: Buffer | string,
): Promise<string> {
  const path = spool.newPath();
  await writeFile(path, content);
  await store.put(name, path);
  await assert.rejects(readFile(path), { code: 'ENOENT' });
  return name;
}

/** The bytes of an object, or a range of them. */
export async function readObject({ store }: StoreUnderTest, name: string, range?: ByteRange): Promise<Buffer> {
  return await buffer(await store.get(name, range));
}

const namesAfter = async ({ store }: StoreUnderTest, after: string, most: number): Promise<string[]> =>
  (await store.list(after, most)).map(({ name }) => name);

/** What every store promises, each with a trial of it. */
export const fileStoreContractTests: Readonly<Record<string, (tried: StoreUnderTest) => Promise<void>>> = {
  'gives back what it took, whole or a range of it': async (tried) => {
    const content = Buffer.alloc(200_000, 'Файлдар ');
    const name = await storeObject(tried, randomUUID(), content);
    assert.equal((await tried.store.stat(name))?.size, content.length);
    assert.ok((await readObject(tried, name)).equals(content));
    for (const [start, end] of [
      [0, 0],
      [5, 99],
      [199_990, 199_999],
      [0, 199_999],
    ] as const)
      assert.ok(
        (await readObject(tried, name, { start, end })).equals(content.subarray(start, end + 1)),
        `${start}-${end}`,
      );
    const copied = await tried.store.withLocalCopy(name, (path) => readFile(path));
    assert.ok(copied.equals(content));
  },

  'holds nothing under a name that it was not given, and none that leads elsewhere': async (tried) => {
    const { store } = tried;
    const key = randomUUID();
    for (const name of [
      key,
      smallPictureKey(key),
      `${unpackedBookPrefix(key)}index.html`,
      `${key}/../../x`,
      '../x',
      'x',
      `${key}\0`,
    ]) {
      assert.equal(await store.stat(name), null, name);
      await assert.rejects(store.get(name), ObjectNotFoundError, name);
    }
    await store.remove([key, unpackedBookPrefix(key)]);
  },

  'takes a folder over and removes it as a whole': async (tried) => {
    const { store, spool } = tried;
    const key = await storeObject(tried, randomUUID(), 'archive');
    const folder = spool.newPath();
    await mkdir(join(folder, 'pages'), { recursive: true });
    const files = { 'index.html': '<p>', 'empty.txt': '', 'pages/ө бир+2.html': 'бет', 'pages/a%20b.css': 'p{}' };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    await moveFolderIntoStore(store, unpackedBookPrefix(key), folder);
    for (const [name, content] of Object.entries(files)) {
      assert.equal((await store.stat(unpackedBookPrefix(key) + name))?.size, Buffer.byteLength(content), name);
      assert.equal((await readObject(tried, unpackedBookPrefix(key) + name)).toString(), content, name);
    }
    await assert.rejects(readFile(join(folder, 'index.html')), { code: 'ENOENT' });
    await store.remove([unpackedBookPrefix(key)]);
    assert.deepEqual(
      await namesAfter(tried, key, 1),
      (await namesAfter(tried, unpackedBookPrefix(key), 1)).slice(0, 1),
    );
    assert.equal((await readObject(tried, key)).toString(), 'archive');
  },

  'lists in the order of names, in pieces, with what a book holds': async (tried) => {
    const { store, spool } = tried;
    for await (const objects of listAllObjects(store)) await store.remove(objects.map(({ name }) => name));
    const keys = Array.from({ length: 4 }, () => randomUUID()).toSorted();
    const [first = '', second = ''] = keys;
    for (const key of keys) await storeObject(tried, key, key);
    await storeObject(tried, smallPictureKey(first), 'small');
    const folder = spool.newPath();
    await mkdir(join(folder, 'a'), { recursive: true });
    for (const name of ['a/1.html', 'a.html', 'index.html']) await writeFile(join(folder, name), name);
    await moveFolderIntoStore(store, unpackedBookPrefix(second), folder);
    const all = [
      ...[first, smallPictureKey(first), second],
      ...['a.html', 'a/1.html', 'index.html'].map((name) => unpackedBookPrefix(second) + name),
      ...keys.slice(2),
    ];
    assert.deepEqual(await namesAfter(tried, '', 100), all);
    const pieces: string[] = [];
    for (let after = ''; ; after = pieces.at(-1) ?? '') {
      const next = await namesAfter(tried, after, 3);
      if (!next.length) break;
      assert.ok(next.length <= 3);
      pieces.push(...next);
    }
    assert.deepEqual(pieces, all);
    const [listed] = await store.list('', 1);
    const stats = await store.stat(first);
    assert.deepEqual([listed?.name, listed?.size], [stats?.name, stats?.size]);
  },

  'keeps what came under a name in the place of something else, and forgets what was removed': async (tried) => {
    const name = await storeObject(tried, randomUUID(), 'first');
    await storeObject(tried, name, 'second, longer');
    assert.equal((await readObject(tried, name)).toString(), 'second, longer');
    await tried.store.remove([name, randomUUID()]);
    assert.equal(await tried.store.stat(name), null);
  },

  'holds removals for a back-up as long as it is told': async (tried) => {
    const { removals } = tried.store;
    assert.equal(await removals.isHeld(), false);
    await removals.hold();
    await removals.hold();
    assert.equal(await removals.isHeld(), true);
    await removals.release();
    assert.equal(await removals.isHeld(), false);
  },

  'takes what was measured before it': async (tried) => {
    const { store, spool } = tried;
    const path = spool.newPath();
    const name = randomUUID();
    const content = Buffer.alloc(100_000, 7);
    const written = await spool.write(
      (async function* () {
        yield content;
      })(),
      path,
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    assert.deepEqual(written, { size: content.length, sha256 });
    await store.put(name, path, sha256);
    assert.ok((await readObject(tried, name)).equals(content));
  },
};
