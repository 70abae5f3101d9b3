import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BoundExceeded, BoundedProcess } from './bounded-process.ts';

test('[FIND-05] a program that hangs or works without end is ended, and the next question is answered', async () => {
  const bounded = new BoundedProcess<{ rests: number } | { spins: true }, string>({
    path: fileURLToPath(new URL('../test/bounded-program.ts', import.meta.url)),
    within: 1_000,
    heap: 64,
    data: 1024,
    resident: 256,
  });
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  await assert.rejects(bounded.ask({ rests: 600_000 }), BoundExceeded);
  await assert.rejects(bounded.ask({ spins: true }), BoundExceeded);
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  bounded.stop();
});
