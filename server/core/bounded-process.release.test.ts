import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../test/http.ts';
import { BoundedProcess, ProcessLimitError } from './bounded-process.ts';

const program = fileURLToPath(new URL('../test/bounded-program.ts', import.meta.url));
type Question = { rests: number } | { spins: true } | { grows: true } | { wants: number };

test('[FIND-05] a program that hangs or works without end is ended, and the next question is answered', async () => {
  const bounded = new BoundedProcess<Question, string>({
    path: program,
    within: 1_000,
    heap: 64,
    data: 1024,
    resident: 256,
  });
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  await assert.rejects(bounded.ask({ rests: 600_000 }), ProcessLimitError);
  await assert.rejects(bounded.ask({ spins: true }), ProcessLimitError);
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  bounded.stop();
});

test('[FIND-05] one that breaks off for want of memory has reached a limit too, and is asked that only once', async () => {
  const bounded = new BoundedProcess<Question, string>({
    path: program,
    within: 60_000,
    heap: 32,
    data: 1024,
    resident: 2048,
  });
  await assert.rejects(bounded.ask({ grows: true }), ProcessLimitError);
  await assert.rejects(bounded.ask({ wants: 2 ** 31 }), ProcessLimitError);
  assert.equal(await bounded.ask({ rests: 0 }), 'rested');
  const asked = assert.rejects(
    bounded.ask({ rests: 600_000 }),
    (why: Error) => !(why instanceof ProcessLimitError),
    'whoever else ends it has reasons of their own',
  );
  process.kill(bounded.pid ?? assert.fail(), 'SIGKILL');
  await asked;
  bounded.stop();
});

test('[FIND-05] a process in an endless loop ends with the process that asked it, however that ends', async () => {
  const asks = `
    import { BoundedProcess } from ${JSON.stringify(new URL('bounded-process.ts', import.meta.url))};
    const bounded = new BoundedProcess({ path: ${JSON.stringify(program)}, within: 600_000, heap: 64, data: 1024, resident: 256 });
    await bounded.ask({ rests: 0 });
    bounded.ask({ spins: true });
    process.send(bounded.pid);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', asks], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const pid = await new Promise<number>((done) => parent.once('message', (message) => done(Number(message))));
  /** Hundredths of a second in which it has worked. */
  const worked = () => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]);
  const before = worked();
  await waitUntil('it is busy', () => worked() > before + 20);
  parent.kill('SIGKILL');
  await waitUntil('it is gone', async () => !existsSync(`/proc/${pid}`));
});
