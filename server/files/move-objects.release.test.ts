import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { readObject, type StoreUnderTest, storeObject } from '../test/file-store.ts';
import { buildStoredFilePath } from '../test/stored-files.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { moveObjects } from './move-objects.ts';
import { type FileStore, listAllObjects, unpackedBookPrefix } from './store.ts';
import { openStore } from './store-location.ts';
import { FolderAndBucketStore } from './two-stores.ts';

const { news } = callsByRoom;

/** A portal whose folder stands for one store, and a second folder for the other. */
let portal: TestPortal;
let folder: string;
let other: StoreUnderTest;
before(async () => {
  portal = await openPortal();
  folder = await mkdtemp(join(tmpdir(), 'bilim-moved-'));
  other = await openStore({ folder });
  await other.spool.prepare();
});
after(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const namesIn = async (store: FileStore) => {
  const names: string[] = [];
  for await (const objects of listAllObjects(store)) names.push(...objects.map(({ name }) => name));
  return names;
};
const publish = async (content: string) => {
  await (await portal.as('editor')).get(news.insert, { message: content }, { files: [{ name: 'a.txt', content }] });
  const [row] = await portal.ownerSql<{ key: string }[]>`select key from file order by id desc limit 1`;
  return row?.key ?? '';
};
const way = () => ({ from: portal.app.context.files.store, to: other.store, spool: other.spool });

test('[OPS-02] files are moved whole, with what was made of them, and what comes meanwhile goes along', async () => {
  const first = await publish('first');
  await storeObject(portal.app.context.files, `${unpackedBookPrefix(first)}index.html`, '<p>');
  let late = '';
  const { from } = way();
  const whileMoving = {
    ...{ get: from.get.bind(from), remove: from.remove.bind(from) },
    // Somebody hands a file in after the first piece was listed.
    list: async (after: string, most: number) => {
      const listed = await from.list(after, most);
      late ||= await publish('late');
      return listed;
    },
  } as FileStore;
  const moved = await moveObjects(portal.ownerSql, { ...way(), from: whileMoving });
  assert.deepEqual([moved.count, moved.damaged], [3, []]);
  assert.deepEqual(await namesIn(from), []);
  assert.deepEqual((await namesIn(other.store)).sort(), [first, `${unpackedBookPrefix(first)}index.html`, late].sort());
  assert.equal((await readObject(other, late)).toString(), 'late');
  assert.deepEqual(await moveObjects(portal.ownerSql, way()), { count: 0, bytes: 0, damaged: [] });
});

test('[OPS-02] one that is damaged stays where it is and is named; one that was left half is moved again', async () => {
  const [damaged, half] = [await publish('as it was'), await publish('half way')];
  await writeFile(buildStoredFilePath(portal.settings, damaged), 'as it is!');
  await storeObject(other, half, 'ha');
  const moved = await moveObjects(portal.ownerSql, way());
  assert.deepEqual([moved.count, moved.damaged], [1, [damaged]]);
  assert.deepEqual(await namesIn(way().from), [damaged]);
  assert.equal((await readObject(other, half)).toString(), 'half way');
});

test('[OPS-02] what does not come back as it was sent is removed nowhere', async () => {
  const key = await publish('precious');
  const { to } = way();
  const deaf = {
    ...{ put: async () => storeObject(other, key, 'precioux'), get: to.get.bind(to) },
  } as unknown as FileStore;
  await assert.rejects(moveObjects(portal.ownerSql, { ...way(), to: deaf }), /did not come back/);
  assert.equal((await readObject(portal.app.context.files, key)).toString(), 'precious');
});

test('[OPS-02] files in both stores are read as one, and new ones go to the configured one', async () => {
  const { from } = way();
  const both = { store: new FolderAndBucketStore(from, other.store, other.store), spool: other.spool };
  const [here, there] = [randomUUID(), randomUUID()];
  await storeObject({ ...both, store: from }, here, 'here');
  await storeObject(both, there, 'there');
  assert.equal(await from.stat(there), null);
  for (const [key, content] of [
    [here, 'here'],
    [there, 'there'],
  ] as const) {
    assert.equal((await readObject(both, key)).toString(), content);
    assert.equal(await both.store.withLocalCopy(key, async () => content), content);
  }
  const names = await namesIn(both.store);
  assert.deepEqual(names, names.toSorted());
  assert.ok(names.includes(here) && names.includes(there));
  await both.store.remove([here, there]);
  assert.deepEqual([await both.store.stat(here), await both.store.stat(there)], [null, null]);
});
