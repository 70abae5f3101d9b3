import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { buildWeb } from '../server/web-build.ts';
import { findBrowser } from './browser.ts';
import { runBrowserTests } from './browser-tests.ts';
import { runNodeTests } from './node-tests.ts';
import { home, keepResults, type Result } from './results.ts';

/**
 * npm test: everything, of the browser tests two of each requirement; with `all` every browser test, at both widths.
 * Arguments narrow it: `lint`, `types`, `unit`, `e2e` name a part; anything else is a piece of a test file's path, which
 * runs just those files, whole (`e2e login`, `server/rooms/news`). `--watch` runs the node tests among
 * them, and each again whenever something changes that it imports, until Ctrl-C.
 */
const parts = ['lint', 'types', 'unit', 'e2e'] as const;
const isWatching = process.argv.includes('--watch');
const given = process.argv.slice(2).filter((argument) => argument !== '--watch' && argument !== 'all');
const wantedParts = parts.filter((part) => given.includes(part));
const pieces = given.filter((argument) => !parts.some((part) => part === argument));
const isWholeRun = given.length === 0 && !isWatching;
const isShort = pieces.length === 0 && !process.argv.includes('all');

/** Where more files fail it is no matter of a busy machine. */
const mostTwice = 12;

const results: Result[] = [];
const undo: (() => Promise<void>)[] = [];
const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => void finish(130));
process.channel?.unref();

const begun = Date.now();
try {
  await run();
  await finish(summary());
} catch (failure) {
  if (!stopped.signal.aborted) console.error((failure as Error).message);
  await finish(1);
}

async function run(): Promise<void> {
  const nodeFiles = wants('unit') ? testFiles(['contract', 'server', 'web/src', 'scripts'], '.test.ts') : [];
  const browserFiles = wants('e2e') && !isWatching ? testFiles(['e2e'], '.spec.ts') : [];
  if (pieces.length > 0 && nodeFiles.length + browserFiles.length === 0) {
    throw new Error(`No test file has ${pieces.map((piece) => `"${piece}"`).join(' or ')} in its path.`);
  }
  if (isWatching) return await watch(nodeFiles);
  const browser = browserFiles.length > 0 ? findBrowser() : null;
  const web = browser ? buildWeb(say, stopped.signal) : Promise.resolve();
  web.catch(() => undefined);
  if (wants('lint') && pieces.length === 0) {
    await check('lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']);
    await check('unused code', 'node_modules/knip/bin/knip.js', ['--no-progress']);
  }
  if (wants('types') && pieces.length === 0) await check('types', 'node_modules/typescript/bin/tsc', ['-b']);
  await web;
  if (nodeFiles.length + browserFiles.length > 0) process.env.TEST_POSTGRES_URL = await startDatabase();
  if (nodeFiles.length > 0) {
    heading(`unit and server: ${nodeFiles.length} files`);
    results.push(...(await runTwiceIfRed(nodeFiles)));
    stopped.signal.throwIfAborted();
  }
  if (browser) {
    heading(`browser: ${browserFiles.length} files`);
    results.push(...(await runBrowserTests(browserFiles, { browser, short: isShort, signal: stopped.signal })));
    stopped.signal.throwIfAborted();
  }
}

/**
 * Runs node tests, and files with failed ones once more: as with browser tests, what passes at the second attempt alone is
 * named as unsteady, for a machine that does other work as well may be too slow once.
 */
async function runTwiceIfRed(files: string[]): Promise<Result[]> {
  const first = await runNodeTests(files, stopped.signal);
  const red = [...new Set(first.filter(({ status }) => status === 'failed').map(({ file }) => file))];
  if (red.length === 0 || red.length > mostTwice) return first;
  heading(`once more: ${red.join(', ')}`);
  const second = await runNodeTests(red, stopped.signal);
  const passedNow = new Set(second.filter(({ status }) => status === 'passed').map(nameOf));
  return first.map((result) =>
    result.status === 'failed' && passedNow.has(nameOf(result))
      ? { ...result, status: 'passed' as const, unsteady: true as const }
      : result,
  );
}

function nameOf({ file, title }: Result): string {
  return `${file}: ${title}`;
}

/** Runs node tests until the process is asked to stop. */
async function watch(files: string[]): Promise<void> {
  if (files.length === 0) throw new Error('Only node tests can be watched, and none is meant.');
  process.env.TEST_POSTGRES_URL = await startDatabase();
  heading(`watching ${files.length} files; Ctrl-C ends it`);
  await runNodeTests(files, stopped.signal, true);
}

function wants(part: (typeof parts)[number]): boolean {
  return wantedParts.length === 0 || wantedParts.includes(part);
}

function testFiles(folders: string[], ending: string): string[] {
  const found = globSync(
    folders.map((folder) => `${folder}/**/*${ending}`),
    { cwd: home },
  );
  return found.filter((file) => pieces.length === 0 || pieces.some((piece) => file.includes(piece))).sort();
}

/** Runs a checker of the sources; it counts as one test. */
async function check(title: string, program: string, args: string[]): Promise<void> {
  heading(title);
  const since = Date.now();
  const child = spawn(process.execPath, [join(home, program), ...args], {
    cwd: home,
    stdio: 'inherit',
    signal: stopped.signal,
  });
  const code = await new Promise((done) => child.once('exit', done).once('error', done));
  results.push({ title, file: program, status: code === 0 ? 'passed' : 'failed', ms: Date.now() - since });
}

/** One PostgreSQL for the whole run, gone with its folder afterwards. */
async function startDatabase(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-run-'));
  undo.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const log = { info: () => undefined, warn: say };
  const embedded = await startEmbeddedPostgres({ dataDir, log, durable: false, connections: 400 });
  undo.push(() => embedded.stop());
  return embedded.adminUrl;
}

function say(text: string): void {
  console.log(text);
}

function heading(text: string): void {
  console.log(`\n--- ${text}`);
}

/** Prints what failed and the count; gives the exit code. */
function summary(): number {
  keepResults(results, isWholeRun);
  const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  heading('summary');
  for (const { title, file, reason, status, unsteady } of results) {
    if (status !== 'failed' && !unsteady) continue;
    const more = reason ? `\n        ${reason.split('\n').slice(0, 4).join('\n        ')}` : '';
    console.log(`${unsteady ? 'UNSTEADY' : 'FAILED'}  ${file}: ${title}${more}`);
  }
  if (skipped > 0) console.log(`${skipped} skipped`);
  console.log(`${passed} passed, ${failed} failed`);
  console.log(`in ${Math.round((Date.now() - begun) / 1000)} s; details in test-results/results.json`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function finish(code: number): Promise<void> {
  // Stopped by a signal already: that end is under way.
  if (stopped.signal.aborted) return;
  stopped.abort();
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last().catch(() => undefined);
  process.exit(code);
}
