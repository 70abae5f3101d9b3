import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareUniversity } from '../e2e/support/prepared-university.ts';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { buildWeb } from '../server/web-build.ts';
import { findOrInstallBrowsers } from './browser.ts';
import { runBrowserTests } from './browser-tests.ts';
import { findAffectedTests } from './changed.ts';
import { runNodeTests, watchNodeTests } from './node-tests.ts';
import { runJourneysAtOtherMoments } from './other-moments.ts';
import { failureReport, isReleaseTestFile, projectFolder, storeResults, type TestResult } from './results.ts';

/**
 * npm test: the proof, quick tests alone. `npm run test:all` (the argument `all` comes from there): those of the release,
 * too, in random order, and the journeys once more at other moments. Arguments narrow both: `lint`, `types`, `unit`, `e2e`
 * and, of all, `moments` name a part; anything else is a piece of a test file's path, which runs just those files (`e2e login`,
 * `server/rooms/news`), those of the release among them; `rules` stands for what holds of every room. `--changed` runs what imports a file that git calls changed;
 * `--watch` runs node tests, and each again whenever something changes that it imports, until Ctrl-C.
 */
const parts = ['lint', 'types', 'unit', 'e2e', 'moments'] as const;
/** What is held of every room, whoever adds one. */
const rules = [
  'contract/contract.test',
  'scripts/calls-table.test',
  'scripts/new-room.stand-ins.test',
  'scripts/requirements.test',
  'server/call/openapi.test',
  'server/call/paths.test',
  'server/database/queries.test',
  'server/database/statements.test',
  'server/files/unused-files.test',
  'server/glossary.test',
  'server/house-rules',
  'server/import/importing-page.test',
  'server/permissions.test',
  'server/refusal-messages.test',
  'server/rooms/search/search.canaries.test',
  'server/statement-count.test',
  'server/university/archive/parts.test',
  'server/university/merging.test',
];
const options = ['all', '--watch', '--changed'] as const;
const given = process.argv.slice(2);
const has = (option: (typeof options)[number]) => given.includes(option);
const [isAll, isWatching, isOfChanges] = [has('all'), has('--watch'), has('--changed')];
const narrowing = given.filter((argument) => !options.some((option) => option === argument));
const wantedParts = parts.filter((part) => narrowing.includes(part));
const pieces = narrowing
  .filter((argument) => !parts.some((part) => part === argument))
  .flatMap((argument) => (argument === 'rules' ? rules : [argument]));
/** Pieces of a path that no file of this run has. */
const unmatched: string[] = [];
const isWholeRun = narrowing.length === 0 && !isWatching && !isOfChanges;
/** A whole run that takes longer ends itself and names what was running; minutes. */
const longest = isAll ? 120 : 20;

/** What the databases and the other files of a run need in memory at most, with room to spare; bytes. */
const enoughMemory = 6 * 2 ** 30;

const results: TestResult[] = [];
const undo: (() => Promise<void>)[] = [];
const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => void finish(130));
process.channel?.unref();

const begun = performance.now();
const limit = setTimeout(() => void tooLong(), longest * 60_000);
if (!isWholeRun) clearTimeout(limit);
try {
  await run();
  await finish(summary());
} catch (failure) {
  if (!stopped.signal.aborted) console.error((failure as Error).message);
  await finish(1);
}

/** The parts that were named, for sentences about what this run does not hold. */
function narrowedTo(): string {
  return wantedParts.length > 0 ? ` (${wantedParts.join(' and ')} alone)` : '';
}

async function run(): Promise<void> {
  useTemporaryFolder();
  if (wantedParts.includes('moments') && !isAll) throw new Error('Other moments are for npm run test:all.');
  const nodeFiles = wants('unit') ? testFiles(['contract', 'server', 'web/src', 'scripts', 'bench'], '.test.ts') : [];
  // Files that are named run at other moments where that part is named, too.
  const atMoments = isAll && wants('moments') && (pieces.length === 0 || wantedParts.length > 0);
  const browserFiles = (wants('e2e') || atMoments) && !isWatching ? testFiles(['e2e'], '.spec.ts') : [];
  if (pieces.length > 0 && nodeFiles.length + browserFiles.length === 0) {
    throw new Error(
      `No test file of this run${narrowedTo()} has ${pieces.map((piece) => `"${piece}"`).join(' or ')} in its path.`,
    );
  }
  const files = [...nodeFiles, ...browserFiles];
  unmatched.push(...pieces.filter((piece) => !files.some((file) => file.includes(piece))));
  if (isWatching) return await watch(nodeFiles);
  if (isAll) process.env.EVERY_WIDTH = 'yes';
  const browsers = browserFiles.length > 0 ? findOrInstallBrowsers() : null;
  const web = browsers ? buildWeb(say, stopped.signal) : Promise.resolve();
  web.catch(() => undefined);
  if (nodeFiles.length + browserFiles.length > 0) process.env.TEST_POSTGRES_URL = await startDatabase();
  await web;
  // Its people act beside the node tests, which wait now and then and leave a processor to them.
  const university = browsers && nodeFiles.length > 0 ? prepareUniversity() : null;
  university?.catch(() => undefined);
  undo.push(async () => (await university?.catch(() => null))?.forget());
  // Beside the first node tests, which wait now and then: each checker keeps one processor busy, seldom both.
  const checked = checkSources();
  checked.catch(() => undefined);
  if (nodeFiles.length > 0) {
    heading(`unit and server: ${nodeFiles.length} files`);
    results.push(...(await timed('node tests', () => runNodeTests(nodeFiles, stopped.signal, isAll))));
  }
  await checked;
  if (browsers) {
    const prepared = (await university)?.environment ?? {};
    const tests = () => runBrowserTests(browserFiles, browsers, prepared, stopped.signal);
    if (wants('e2e')) {
      heading(`browser: ${browserFiles.length} files`);
      results.push(...(await timed('browser tests', tests)));
    }
    stopped.signal.throwIfAborted();
    const journeys = () => runJourneysAtOtherMoments(browserFiles, browsers, stopped.signal);
    if (atMoments) results.push(...(await timed('journeys at other moments', journeys)));
  }
}

/** Style, unused code and types, one after the other. */
async function checkSources(): Promise<void> {
  if (wants('lint')) {
    await check('lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off']);
    await check('unused code', 'node_modules/knip/bin/knip.js', ['--no-progress']);
  }
  // Each checker works out the types of the contract again: four took three times the processor's time of one.
  if (wants('types')) await check('types', 'node_modules/typescript/bin/tsc', ['-b', '--checkers', '1']);
}

/** Says how long a part took; docs/test-runs.md keeps these figures. */
async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const done = await work();
  say(`${part}: ${Math.round((performance.now() - since) / 1000)} s`);
  return done;
}

/** Runs node tests until the process is asked to stop. */
async function watch(files: string[]): Promise<void> {
  if (files.length === 0) throw new Error('Only node tests can be watched, and none is meant.');
  process.env.TEST_POSTGRES_URL = await startDatabase();
  heading(`watching ${files.length} files; Ctrl-C ends it`);
  await watchNodeTests(files, stopped.signal);
}

/** Whether a part runs: who names files means tests, and checkers of all sources only where these are named, too. */
function wants(part: (typeof parts)[number]): boolean {
  const isOfFiles = part === 'unit' || part === 'e2e';
  if (wantedParts.length === 0) return pieces.length === 0 || isOfFiles;
  const isPartOfFilesNamed = wantedParts.some((named) => named !== 'lint' && named !== 'types');
  return wantedParts.includes(part) || (isOfFiles && pieces.length > 0 && !isPartOfFilesNamed);
}

/** The test files that are wanted; a piece of a path finds those of the release without being named. */
function testFiles(folders: string[], ending: string): string[] {
  const found = globSync(
    folders.map((folder) => `${folder}/**/*${ending}`),
    // The bench of the pages has packages of its own, with tests of their own.
    { cwd: projectFolder, exclude: (path) => /(^|\/)node_modules$/.test(path) },
  ).sort();
  if (pieces.length > 0) return found.filter((file) => pieces.some((piece) => file.includes(piece)));
  const ofKind = isAll ? found : found.filter((file) => !isReleaseTestFile(file));
  return isOfChanges ? findAffectedTests(ofKind) : ofKind;
}

/** Runs a checker of the sources; it counts as one test. */
async function check(title: string, program: string, args: string[]): Promise<void> {
  heading(title);
  const since = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, join(projectFolder, program), ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopped.signal,
  });
  let reason = '';
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (text: string) => {
      reason += text;
      shown.write(text);
    });
  const code = await new Promise((done) => child.once('close', done).once('error', done));
  const ms = Math.round(performance.now() - since);
  results.push({ title, file: program, ms, ...(code === 0 ? { status: 'passed' } : { status: 'failed', reason }) });
}

/**
 * Gives the run a folder of its own for all that lasts no longer: the databases, the portals' files, what the browser shares
 * between its processes. In memory, where there is plenty: a database of a test is a thousand files, which are made and
 * removed three times as fast, and a disk's file system searches long for a free place after many removals.
 */
function useTemporaryFolder(): void {
  const folder = mkdtempSync(join(quickFolder(), 'bilim-run-'));
  undo.push(async () => rmSync(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
}

/** Where files are made and removed fastest. */
function quickFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem() - enoughMemory) > enoughMemory ? memory : tmpdir();
}

/** One PostgreSQL for the whole run. */
async function startDatabase(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-database-'));
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
  // Journeys at other moments stand for no test file as a whole.
  const hasFiles = isWholeRun || wantedParts.some((part) => part !== 'moments') || pieces.length > 0 || isOfChanges;
  if (hasFiles) storeResults(results, isWholeRun ? (isAll ? 'all' : 'quick') : 'part');
  const count = (status: TestResult['status']) => results.filter((result) => result.status === status).length;
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
  heading('summary');
  for (const line of failureReport(results)) console.log(line);
  if (skipped > 0) console.log(`${skipped} skipped`);
  if (unmatched.length > 0) {
    console.log(
      `No test file of this run${narrowedTo()} has ${unmatched.map((piece) => `"${piece}"`).join(' or ')} in its path.`,
    );
  }
  console.log(`${passed} passed, ${failed} failed`);
  console.log(`in ${Math.round((performance.now() - begun) / 1000)} s; details in test-results/results.json`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Ends a run that takes too long: what still runs names itself when it is stopped. */
async function tooLong(): Promise<void> {
  console.error(`\nThe run takes more than ${longest} minutes and is ended.`);
  await finish(1);
}

async function finish(code: number): Promise<void> {
  // Stopped by a signal already: that end is under way.
  if (stopped.signal.aborted) return;
  stopped.abort();
  clearTimeout(limit);
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last().catch(() => undefined);
  process.exit(code);
}
