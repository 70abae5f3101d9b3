import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { signIn } from '../../e2e/support/people.ts';
import { startProgramPortal } from '../../e2e/support/program-portal.ts';
import { findOrInstallBrowsers } from '../../scripts/browser.ts';
import { parseCommandArguments } from '../../scripts/command-arguments.ts';
import { projectFolder } from '../../scripts/results.ts';
import { buildWeb } from '../../server/web-build.ts';
import { measureStudentDay } from './day.ts';
import { auditPage, type LighthouseResult } from './lighthouse.ts';

/**
 * npm run bench:web [-- PAGE ... | day]: how the portal feels on a cheap phone with a weak network (150 ms, 1.6 Mbit/s, a
 * processor four times slower, 390 px): Lighthouse's median of three on the pages people open most, at the first visit
 * and from the cache; the bytes of a student's day and how long its interactions take (INP). The whole reports lie in test-results/lighthouse.
 */
const pages = ['login', 'apps', 'news', 'chat', 'journal', 'schedule'] as const;
const runs = 3;
const known: readonly string[] = [...pages, 'day'];
const words = parseCommandArguments((word) => known.includes(word), `give some of ${known.join(', ')}`);
const wanted = pages.filter((page) => words.length === 0 || words.includes(page));
const tools = join(projectFolder, 'bench/web');
const executablePath = findOrInstallBrowsers().full;

await buildWeb(console.log, new AbortController().signal);
const portal = await startProgramPortal();
const profile = mkdtempSync(join(tmpdir(), 'bilim-bench-web-'));
try {
  if (wanted.length > 0) await lighthouseTable();
  if (words.length === 0 || words.includes('day')) {
    await dayTable();
  }
} finally {
  await portal.stop();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(0);

async function dayTable(): Promise<void> {
  const { received, sent, interactions } = await measureStudentDay(portal.url, executablePath);
  const kB = (bytes: number) => (bytes / 1000).toFixed(0);
  console.log(`\na student's day after the first visit: ${kB(received)} kB received (goal 250), ${kB(sent)} kB sent`);
  const sorted = interactions.toSorted((a, b) => a.duration - b.duration);
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1]?.duration.toFixed(0);
  console.log(
    `${sorted.length} interactions: p75 ${at(0.75)} ms (goal 100), p95 ${at(0.95)} ms (goal 200); the slowest:`,
  );
  for (const { name, duration } of sorted.slice(-8).reverse())
    console.log(`${duration.toFixed(0).padStart(6)} ms  ${name}`);
}

/** Lighthouse has packages of its own. */
function installLighthouse(): void {
  if (existsSync(join(tools, 'node_modules/lighthouse'))) return;
  console.log('Installing Lighthouse (npm ci in bench/web); this happens once ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tools, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed: see the message of npm above.');
}

async function lighthouseTable(): Promise<void> {
  installLighthouse();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
    env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
  });
  console.log('page       visit   performance  accessibility  best practices  largest paint ms  kB');
  const page = context.pages()[0] ?? (await context.newPage());
  let isIn = false;
  for (const name of wanted) {
    if (name !== 'login' && !isIn) {
      await signIn(page, 'student', '/lms/apps');
      isIn = true;
    }
    for (const visit of ['first', 'cached'] as const) {
      if (visit === 'cached') {
        // The worker keeps everything when the first page has all it asked for.
        await page.goto(`/lms/${name}`);
        if (name !== 'login') await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      }
      await page.goto('about:blank');
      const measured: LighthouseResult[] = [];
      for (let run = 0; run < runs; run++)
        measured.push(
          await auditPage(
            tools,
            `${portal.url}/lms/${name}`,
            port,
            visit === 'first',
            join(projectFolder, `test-results/lighthouse/${name}-${visit}-${run + 1}.json`),
          ),
        );
      print(name, visit, measured);
    }
  }
  await context.close();
}

function print(page: string, visit: string, measured: readonly LighthouseResult[]): void {
  const median = (of: Exclude<keyof LighthouseResult, 'failing'>) =>
    measured.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const columns = [
    page.padEnd(10),
    visit.padEnd(8),
    median('performance').toFixed(0).padStart(10),
    median('accessibility').toFixed(0).padStart(14),
    median('bestPractices').toFixed(0).padStart(15),
    median('largestPaint').toFixed(0).padStart(17),
    (median('bytes') / 1000).toFixed(0).padStart(5),
  ];
  console.log(columns.join(' '));
  const wrong = new Set(measured.flatMap(({ failing }) => failing));
  if (wrong.size > 0) console.log(`           not passed: ${[...wrong].join(', ')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
