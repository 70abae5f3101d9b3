import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserPaths, browserSettings } from './browser.ts';
import { projectFolder, type TestResult } from './results.ts';

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; line: number; tests: Attempted[] }[];
}

interface Attempted {
  projectName: string;
  status: 'expected' | 'unexpected' | 'skipped';
  results: { duration: number; errors: PlaywrightError[] }[];
}

/** With the lines around its place. */
interface PlaywrightError {
  message?: string;
}

/** A result with the line at which its test begins. */
type Placed = TestResult & { place?: string };

/** The program of Playwright. */
const cli = join(projectFolder, 'node_modules/@playwright/test/cli.js');

/** So many red tests are run once more: where there are more it is no busy machine that is to blame. */
const maxRerunTests = 8;

/**
 * Runs Playwright on the given files and reads how each test went. A red test is run once more with a trace, for whoever
 * looks for the cause; it stays red, and one that passes then is named as unsteady.
 * @param prepared environment that names the university which the portals begin with; without it Playwright makes one
 */
export async function runBrowserTests(
  files: string[],
  browsers: BrowserPaths,
  prepared: Record<string, string>,
  signal: AbortSignal,
): Promise<TestResult[]> {
  const settings = { ...browserSettings(browsers), ...prepared };
  const results = await runPlaywright(files, settings, signal);
  const places = results.flatMap(({ status, place }) => (status === 'failed' && place ? [place] : []));
  if (places.length === 0 || places.length > maxRerunTests || signal.aborted) return results;
  console.log('\nThe red tests once more, with a trace in test-results/traced ...');
  const tracing = ['--trace=on', '--output=test-results/traced', ...new Set(places)];
  const again = await runPlaywright(tracing, settings, signal);
  const passed = new Set(again.filter(({ status }) => status === 'passed').map(({ title, file }) => file + title));
  return results.map((one) =>
    one.status === 'failed' && passed.has(one.file + one.title) ? { ...one, unsteady: true as const } : one,
  );
}

/** Runs Playwright with arguments and settings of its own, and reads how each test went. */
export async function runPlaywright(
  args: string[],
  settings: Record<string, string>,
  signal: AbortSignal,
): Promise<Placed[]> {
  const report = join(projectFolder, 'test-results/browser.json');
  const child = spawn(process.execPath, [...process.execArgv, cli, 'test', '--reporter=list,json', ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...settings },
    signal,
    killSignal: 'SIGINT',
  });
  const code = await new Promise((done) => child.once('exit', done).once('error', done));
  const parsed = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[]; errors: PlaywrightError[] })
    : null;
  const results: Placed[] = parsed?.suites.flatMap((suite) => flatten(suite, [])) ?? [];
  // Playwright can also fail besides its tests, for instance when a file does not load.
  if (code !== 0 && !results.some(({ status }) => status === 'failed')) {
    results.push({
      title: 'browser tests',
      file: 'e2e',
      status: 'failed',
      ms: 0,
      reason: reasonOf(parsed?.errors ?? []) || 'Playwright itself failed, see above',
    });
  }
  return results;
}

function flatten(suite: Suite, above: string[]): Placed[] {
  const groups = suite.title === suite.file ? above : [...above, suite.title];
  const own = suite.specs.flatMap(({ title, line, tests }) =>
    tests.map(({ projectName, status, results }): Placed => {
      const reason = reasonOf(results.flatMap(({ errors }) => errors));
      return {
        title: [...groups, title, projectName].join(' > '),
        file: `e2e/${suite.file}`,
        place: `e2e/${suite.file}:${line}`,
        status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        ...(reason && { reason }),
      };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => flatten(inner, groups))];
}

function reasonOf(errors: readonly PlaywrightError[]): string {
  return errors.map(({ message = 'failed' }) => plain(message)).join('\n');
}

/** Without the colours of a terminal. */
function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
