import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOneAtATime } from './runOneAtATime.ts';

test('[WEAK-06] what is asked for during a run runs once more after it, for all who asked', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = runOneAtATime(() => {
    const one = Promise.withResolvers<void>();
    runs.push(one);
    return one.promise;
  });
  const first = run();
  const second = run();
  assert.equal(run(), second, 'who asks meanwhile shares a run');
  assert.equal(runs.length, 1, 'one at a time');
  runs[0]?.resolve();
  await first;
  await new Promise(setImmediate);
  assert.equal(runs.length, 2, 'once more after the first');
  const third = run();
  runs[1]?.resolve();
  await second;
  await new Promise(setImmediate);
  assert.equal(runs.length, 3, 'asked for during the second run');
  runs[2]?.resolve();
  await third;
});

test('[WEAK-06] a run that failed holds up none after it', async () => {
  let runs = 0;
  const run = runOneAtATime(async () => {
    runs++;
    await Promise.resolve();
    if (runs === 1) throw new Error('no answer');
  });
  const first = run();
  const second = run();
  await assert.rejects(first, /no answer/);
  await second;
  await run();
  assert.equal(runs, 3);
});
