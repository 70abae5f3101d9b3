import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BoundExceeded, BoundedProcess } from './bounded-process.ts';

type Question = { rests: number } | { spins: true } | { grows: true } | { wants: number };

test('[FIND-05] a program that hangs or works without end is ended, and the next question is answered', async () => {
  const bounded = new BoundedProcess<Question, string>({
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

test('[FIND-05] one that breaks off for want of memory has reached a limit too, and is asked that only once', async () => {
  const bounded = new BoundedProcess<Question, string>({
    path: fileURLToPath(new URL('../test/bounded-program.ts', import.meta.url)),
    within: 60_000,
    heap: 32,
    data: 1024,
    resident: 2048,
  });
  await assert.rejects(bounded.ask({ grows: true }), BoundExceeded);
  await assert.rejects(bounded.ask({ wants: 2 ** 31 }), BoundExceeded);
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  const asked = assert.rejects(
    bounded.ask({ rests: 600_000 }),
    (why: Error) => !(why instanceof BoundExceeded),
    'whoever else ends it has reasons of their own',
  );
  process.kill(bounded.pid ?? assert.fail(), 'SIGKILL');
  await asked;
  bounded.stop();
});
