import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { projectFolder } from './results.ts';
import { type CommandSmokeTest, type commandsWithReleaseTest, expectHelpAndVersion, runCommand } from './short-runs.ts';

/** The commands of the README that take long, each in the shortest way that still does all of what it does. */
const runs: Readonly<Record<(typeof commandsWithReleaseTest)[number], readonly CommandSmokeTest[]>> = {
  build: [{ args: [], says: /The pages are built/ }],
  fuzz: [{ args: ['1'], says: /good: no answer of class 5xx/ }],
  bench: [{ args: ['--size', 'small', '--connections', '1', '--rounds', '1', 'news-list'], says: /news-list/ }],
  'bench:web': [{ args: ['day'], says: /a student's day after the first visit: \d+ kB/ }],
  gallery: [{ args: ['phone', 'dark', 'kg', 'login'], says: /[1-9]\d* pictures, 0 with findings/ }],
  soak: [
    { args: ['1'], says: /good: nothing acknowledged was lost/ },
    // No call fails. Whether each is quick enough is for figures, not for a test on a machine that may be busy.
    {
      args: ['day', '1', '60', 'small'],
      settings: () => ({ BENCH_ENTRIES: '20000' }),
      says: /rush: \d+ saves.*\n(?![\s\S]*error:)/,
      mayFail: true,
    },
  ],
};

test('every command says with --help what it is for, with --version which release it is, and does nothing', async () => {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const nowhere = join(tmpdir(), `bilim-nowhere-${process.pid}`);
  for (const name of Object.keys(scripts).filter((one) => scripts[one]?.includes('boot.mjs')))
    await expectHelpAndVersion(name, nowhere);
  const settings = () => ({ DATA_DIR: nowhere });
  assert.match(await runCommand('admin', { args: ['--help'], settings, says: /./ }), /^ {2}doctor /m);
  assert.ok(!existsSync(nowhere));
});

describe('every long command of the README', { concurrency: false }, () => {
  for (const [command, all] of Object.entries(runs))
    for (const each of all)
      test(`npm run ${command} -- ${each.args.join(' ')}`, async () => {
        assert.match(await runCommand(command, each), each.says);
      });
});
