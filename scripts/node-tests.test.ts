import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { runInWorkers } from './node-tests.ts';
import { projectFolder } from './results.ts';

const tried = `
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
test('is right', () => {});
test('is wrong', () => { throw new Error('said'); });
test('lets go of a promise', async () => {
  void soon().then(() => { throw new Error('unseen'); });
  for (let turns = 0; turns < 5; turns++) await soon();
});
`;

test('a test that fails is red, and so is a failure that nobody waited for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bilim-runner-'));
  const file = relative(projectFolder, join(folder, 'tried.ts'));
  await writeFile(join(folder, 'tried.ts'), tried);
  const results = await runInWorkers([file], 1, new AbortController().signal, () => undefined);
  const red = results.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    red.map(({ title, reason }) => [title, reason?.split('\n')[0]]),
    [
      ['is wrong', 'Error: said'],
      ['a failure that nobody caught', 'Error: unseen'],
    ],
  );
  assert.deepEqual(
    results.filter(({ status }) => status === 'passed').map(({ title }) => title),
    ['is right', 'lets go of a promise'],
  );
  await rm(folder, { recursive: true });
});
