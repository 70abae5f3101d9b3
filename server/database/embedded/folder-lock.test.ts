import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { FolderInUseError, lockFolder, waitForFolderLock } from './folder-lock.ts';

it('two that build the pages at once take turns, and whoever does not wait is refused', async () => {
  const folder = join(tmpdir(), randomUUID());
  const order: string[] = [];
  const first = await waitForFolderLock(folder);
  const later = ['second', 'third'].map(async (name) => {
    const unlock = await waitForFolderLock(folder);
    order.push(`${name} begins`);
    await new Promise((done) => setImmediate(done));
    order.push(`${name} ends`);
    await unlock();
  });
  await assert.rejects(lockFolder(folder), FolderInUseError);
  assert.equal(order.length, 0);
  await first();
  await Promise.all(later);
  assert.deepEqual(
    order.map((act) => act.split(' ')[1]),
    ['begins', 'ends', 'begins', 'ends'],
  );
  const last = await lockFolder(folder);
  await last();
});
