import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInParallel } from './in-parallel.ts';

test('every item is worked on, so many at once', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await runInParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    done.push(item);
  });
  assert.deepEqual([done.sort(), most], [[1, 2, 3, 4, 5], 2]);
});

test('after a failure nothing more begins, and what has begun comes to its end', async () => {
  const begun: number[] = [];
  let ended = 0;
  const work = runInParallel([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await new Promise(setImmediate);
    ended++;
  });
  await assert.rejects(work, /the first/);
  assert.deepEqual([begun, ended], [[1, 2], 1]);
});
