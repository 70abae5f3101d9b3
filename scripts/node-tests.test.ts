import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { runInWorkers } from './node-tests.ts';
import { projectFolder, type TestResult } from './results.ts';

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

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilim-runner-'));
});
after(() => rm(folder, { recursive: true }));

/** Writes a test file; gives its path from the project's folder. */
async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return relative(projectFolder, join(folder, name));
}

test('a test that fails is red, and so is a failure that nobody waited for', async () => {
  const results = await runInWorkers(
    [await written('tried.ts', tried)],
    1,
    new AbortController().signal,
    () => undefined,
  );
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
});

test('a file without a test is red, and one whose tests are left out is not', async () => {
  const leftOut =
    "import { describe, test } from 'node:test';\ndescribe('is left out', { skip: true }, () => { test('one', () => {}); });\n";
  const files = [await written('empty.ts', 'export {};\n'), await written('left-out.ts', leftOut)];
  const results = await runInWorkers(files, 1, new AbortController().signal, () => undefined);
  assert.deepEqual(
    results.map(({ title, status, reason }) => [title, status, reason]),
    [
      ['the file itself', 'failed', 'it ended without a test'],
      ['is left out', 'skipped', undefined],
    ],
  );
});

test('a file that is stopped before it ends is red', async () => {
  const endless = `
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('has no end', () => new Promise(() => { writeFileSync(${JSON.stringify(join(folder, 'begun'))}, ''); setInterval(() => {}, 1000); }));
`;
  const file = await written('endless.ts', endless);
  const stopped = new AbortController();
  const reported: TestResult[] = [];
  const begun = once(watch(folder), 'change');
  const run = runInWorkers([file], 1, stopped.signal, (_, tests) => reported.push(...tests));
  await begun;
  stopped.abort();
  await assert.rejects(run, { name: 'AbortError' });
  assert.deepEqual(
    reported.map(({ file: of, status, reason }) => [of, status, reason]),
    [[file, 'failed', 'it was stopped before it ended']],
  );
});
