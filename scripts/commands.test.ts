import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { emptyDatabase, type TestDatabase } from '../server/test/database.ts';
import { home } from './results.ts';

/** Each command of the README is run once, in the shortest way that still does all of what it does. */
const folder = mkdtempSync(join(tmpdir(), 'bilim-commands-'));
const backup = join(folder, 'backup.tar.gz');
const university = join(folder, 'university');
let first: TestDatabase;
let second: TestDatabase;
before(async () => {
  mkdirSync(join(folder, 'first'));
  [first, second] = await Promise.all([emptyDatabase(), emptyDatabase()]);
});
after(async () => {
  await Promise.all([first.drop(), second.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** One run: what follows the command's name, the settings with which it runs, and what it says when all went well. */
interface Run {
  readonly args: readonly string[];
  readonly settings?: () => Record<string, string>;
  readonly says: RegExp;
  /** The answer may also be no, told with exit code 1. */
  readonly mayFail?: true;
}

const one = () => ({ DATABASE_URL: first.url, DATA_DIR: join(folder, 'first') });
const other = () => ({ DATABASE_URL: second.url, DATA_DIR: join(folder, 'second') });

/** In this order: what one writes the next ones read. */
const runs: Readonly<Record<string, readonly Run[]>> = {
  demo: [{ args: ['--size', 'tiny', '--into', university], says: /The tiny university stands in / }],
  import: [{ args: [university, '--demo'], settings: one, says: /students: 32, \+32/ }],
  backup: [
    { args: [backup], settings: one, says: /rows/ },
    { args: ['--verify', backup], says: /rows/ },
  ],
  restore: [{ args: [backup], settings: other, says: /rows/ }],
  admin: [{ args: ['doctor'], settings: other, says: /Nothing is broken\./ }],
  audit: [
    { args: ['--remove-old'], settings: other, says: /removed/i },
    { args: ['--retention'], settings: other, says: /^login: 12$/m },
    { args: ['--keep', 'login=24'], settings: other, says: /kept for 24 months/ },
  ],
  conformance: [{ args: ['AUTH'], says: /\d+ of \d+ hold|no test results yet/, mayFail: true }],
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
      says: /rush: \d+ seats.*\n(?![\s\S]*error:)/,
      mayFail: true,
    },
  ],
};
/** `start` is what server/start.test.ts and the browser tests do, `test` is this, `test:peers` needs servers of Debian and `test:engines` browsers; the others have a test file each. */
const elsewhere = ['start', 'test', 'test:all', 'test:peers', 'test:engines', 'dev', 'new-room', 'schema'];

async function run(command: string, { args, settings, mayFail }: Run): Promise<string> {
  const env = settings?.() ?? {};
  // The tests' own PostgreSQL where there is one; none of the settings of whoever runs the tests.
  const { PATH, HOME, TEST_POSTGRES_URL } = process.env;
  const given = Object.entries({ PATH, HOME, TEST_POSTGRES_URL, ...env }).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, [join(home, 'boot.mjs'), command, ...args], {
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise((done) => child.once('close', done));
  assert.ok(code === 0 || (code === 1 && mayFail), `${command} ended with ${code}:\n${said}`);
  return said;
}

describe('every command of the README', { concurrency: false }, () => {
  test('has a short run here, or tests of its own', () => {
    const text = readFileSync(join(home, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
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

  for (const [command, all] of Object.entries(runs))
    for (const each of all) {
      const words = each.args.map((argument) => argument.replace(`${folder}/`, ''));
      test(`npm run ${command} -- ${words.join(' ')}`, async () => {
        assert.match(await run(command, each), each.says);
      });
    }
});
