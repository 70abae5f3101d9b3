import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadlines } from './deadlines.ts';

test('a period that is not ended runs out, the oldest first; an ended one never does', async () => {
  const periods = new Deadlines(5);
  const late: string[] = [];
  // The timer alone keeps no process alive; something else has to.
  const alive = setInterval(() => undefined, 1000);
  await new Promise<void>((all) => {
    periods.begin(() => late.push('first'));
    const ended = periods.begin(() => late.push('ended'));
    ended.end();
    periods.begin(() => {
      late.push('second');
      // One that begins while others run out has its own time.
      periods.begin(all);
    });
  });
  clearInterval(alive);
  assert.deepEqual(late, ['first', 'second']);
});
