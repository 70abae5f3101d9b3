import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createEmptyDatabase, type TestDatabase } from '../server/test/database.ts';
import { projectFolder } from './results.ts';
import { type CommandSmokeTest, commandsWithReleaseTest, expectHelpAndVersion, runCommand } from './short-runs.ts';

/** Each command of the README that is done in a second, in the shortest way that still does all of what it does. */
const folder = mkdtempSync(join(tmpdir(), 'bilim-commands-'));
const backup = join(folder, 'backup.tar.gz');
const university = join(folder, 'university');
let first: TestDatabase;
let second: TestDatabase;
before(async () => {
  mkdirSync(join(folder, 'first'));
  [first, second] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
});
after(async () => {
  await Promise.all([first?.drop(), second?.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

const one = () => ({ DATABASE_URL: first.url, DATA_DIR: join(folder, 'first') });
const other = () => ({ DATABASE_URL: second.url, DATA_DIR: join(folder, 'second') });

/** In this order: what one writes the next ones read. */
const runs: Readonly<Record<string, readonly CommandSmokeTest[]>> = {
  demo: [{ args: ['--size', 'tiny', '--into', university], says: /The tiny university stands in / }],
  import: [
    { args: [join(folder, 'nowhere')], settings: other, says: /^Папки .* нет/m, mayFail: true },
    { args: ['--undo', '1', '--demo'], settings: other, says: /^--undo takes no --demo\./m, mayFail: true },
    // The same with a folder and without one: what is wrong with a word is said before what is missing.
    ...[[university], []].map((folders) => ({
      args: [...folders, '--allow-changing', 'foo=3'],
      settings: one,
      says: /^--allow-changing foo=3 is not known: give NAME=N with one of \w+, /m,
      mayFail: true as const,
    })),
    { args: [university, '--demo'], settings: one, says: /students: 32, \+32/ },
  ],
  backup: [
    { args: [backup], settings: one, says: /rows/ },
    { args: ['--verify', backup], says: /rows/ },
  ],
  restore: [{ args: [backup], settings: other, says: /rows/ }],
  files: [{ args: ['where'], settings: one, says: /^New files go to the folder\.$/m }],
  admin: [{ args: ['doctor'], settings: other, says: /Nothing is broken\./ }],
  audit: [
    { args: ['--remove-old'], settings: other, says: /removed/i },
    { args: ['--retention'], settings: other, says: /^login: 12$/m },
    { args: ['--keep', 'login=24'], settings: other, says: /kept for 24 months/ },
  ],
  'test:peers': [
    { args: ['slapd', 'samba'], says: /^Unknown word "samba": .*samba-ad-dc, .*lemonldap-ng/m, mayFail: true },
  ],
  'test:plugs': [
    { args: ['--minutes', 'many'], says: /^--minutes takes a number: give --seed N and --minutes M\./m, mayFail: true },
  ],
  conformance: [{ args: ['AUTH'], says: /\d+ of \d+ hold|no test results yet/, mayFail: true }],
};
/**
 * `start` is what server/start.test.ts and the browser tests do, `test` and `test:all` are this, `test:engines` needs
 * browsers; the others have a test file each, or a run among the release tests.
 */
const elsewhere: readonly string[] = [
  ...['start', 'test', 'test:all', 'test:engines', 'lint', 'check', 'dev', 'new-room', 'schema', 'release'],
  ...commandsWithReleaseTest,
];

describe('every command of the README', { concurrency: false }, () => {
  test('has a short run here, or tests of its own', () => {
    const text = readFileSync(join(projectFolder, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...text.matchAll(/\bnpm (?:run ([a-z:-]+)|start|test)/g)].flatMap(([, name]) => name ?? []);
    const ours = Object.keys(scripts).filter((name) => scripts[name]?.includes('boot.mjs'));
    assert.ok(named.includes('soak') && ours.includes('restore'));
    const isTried = (name: string) => elsewhere.includes(name) || name in runs;
    assert.deepEqual(
      [...new Set([...named, ...ours])].filter((name) => !isTried(name)),
      [],
    );
  });

  test('start --help says what it is for and starts nothing, --version which release it is', async () => {
    const nowhere = join(folder, 'nowhere');
    await expectHelpAndVersion('start', nowhere);
    assert.ok(!existsSync(nowhere));
  });

  test('start refuses words that it does not know, such as a misspelt option', async () => {
    const nowhere = join(folder, 'nowhere');
    const settings = () => ({ DATA_DIR: nowhere });
    for (const word of ['--hlep', 'help'])
      assert.match(
        await runCommand('start', { args: [word], settings, says: /./, mayFail: true }),
        new RegExp(`^"start" takes no words, such as "${word}"`, 'm'),
      );
    assert.ok(!existsSync(nowhere));
  });

  test('commands that begin long work refuse options and words that they do not know before it', async () => {
    const tests = ['test:engines', 'test:peers', 'test:plugs'];
    const long = ['bench', 'bench:web', 'fuzz', 'soak', 'gallery', ...tests, 'conformance'];
    for (const command of long)
      for (const word of ['--hlep', 'foo'])
        assert.match(
          await runCommand(command, { args: [word], says: /./, mayFail: true }),
          new RegExp(`^(Unknown (word "|option ')|No benchmark is called )${word}`, 'm'),
        );
  });

  test('--help without a command lists the commands', async () => {
    const list = await runCommand('--help', { args: [], says: /./ });
    assert.match(list, /^npm run start: .*\nnpm run build: /);
    assert.match(list, /^npm run restore: brings a back-up back\.$/m);
  });

  for (const [command, all] of Object.entries(runs))
    for (const each of all) {
      const words = each.args.map((argument) => argument.replace(`${folder}/`, ''));
      test(`npm run ${command} -- ${words.join(' ')}`, async () => {
        assert.match(await runCommand(command, each), each.says);
      });
    }
});
