import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { testCluster } from '../server/test/database.ts';
import { asSettings, findBrowser } from './browser.ts';
import { home } from './results.ts';

/** No room that anybody would make. */
const name = 'sandpit';
/** What grows beside the sources, and what a copy must have of its own. */
const leftOut = new Set(['.git', 'node_modules', 'data', 'test-results', 'playwright-report', 'web/dist']);

let copy: string;
before(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'bilim-new-room-')));
  cpSync(home, copy, { recursive: true, filter: (path) => !leftOut.has(relative(home, path)) });
  linkPackages();
});
after(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Links each package of its own, so that ours are those of the copy and caches are not shared; what the compiler knows of
 * our sources is copied, for only the new room has to be checked.
 */
function linkPackages(): void {
  mkdirSync(join(copy, 'node_modules/@bilim'), { recursive: true });
  for (const entry of readdirSync(join(home, 'node_modules')))
    if (!['@bilim', '.cache', '.vite'].includes(entry))
      symlinkSync(join(home, 'node_modules', entry), join(copy, 'node_modules', entry));
  for (const own of ['contract', 'server', 'web'])
    symlinkSync(join(copy, own), join(copy, 'node_modules/@bilim', own), 'junction');
  for (const known of globSync('node_modules/.cache/*.tsbuildinfo', { cwd: home }))
    cpSync(join(home, known), join(copy, known));
}

/** Runs a program in the copy; fails with all that it said. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, TEST_POSTGRES_URL: await testCluster(), ...asSettings(findBrowser()) };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: copy, env });
    return stdout;
  } catch (failure) {
    const { stdout, stderr, code } = failure as { stdout: string; stderr: string; code: number };
    assert.fail(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  }
}

describe('npm run new-room', { concurrency: false }, () => {
  test('refuses a name that is taken, and writes nothing', async () => {
    for (const wrong of ['news', 'call', 'check', 'class', 'Lost', 'lost found', ''])
      await assert.rejects(run('scripts/new-room.ts', wrong), /ended with 1/, wrong);
    const path = 'contract/everything.ts';
    assert.equal(readFileSync(join(copy, path), 'utf8'), readFileSync(join(home, path), 'utf8'));
  });

  test('makes a room', async () => {
    assert.match(await run('scripts/new-room.ts', name), /The room "sandpit" is there/);
  });

  test('whose types and style hold', async () => {
    await run('node_modules/typescript/bin/tsc', '-b');
    await run('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings');
    await run('node_modules/knip/bin/knip.js', '--no-progress');
  });

  test('which keeps the rules of the house and answers', async () => {
    await run(
      '--test',
      '--test-force-exit',
      'server/house-rules.test.ts',
      'scripts/calls-table.test.ts',
      `server/rooms/${name}/${name}.test.ts`,
    );
    await run('--test', '--test-force-exit', '--test-name-pattern=the list of calls', 'server/permissions.test.ts');
  });

  test('whose page opens', async () => {
    // One after the other: the first portal builds the pages of the copy.
    await run('node_modules/@playwright/test/cli.js', 'test', '--workers=1', `e2e/${name}.spec.ts`);
  });

  test('beside which there is place for another', async () => {
    await run('scripts/new-room.ts', 'parking');
    const listed = readFileSync(join(copy, 'contract/rooms.ts'), 'utf8').matchAll(/name: '(\w+)'/g);
    const rooms = [...listed].map(([, room]) => room);
    assert.deepEqual(
      rooms.filter((room) => room === name || room === 'parking'),
      [name, 'parking'],
    );
  });
});
