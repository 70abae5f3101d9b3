import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { runPlaywright } from './browser-tests.ts';
import { parseCommandArguments } from './command-arguments.ts';
import { installDebianPackages } from './debian.ts';
import { storeResults, type TestResult } from './results.ts';

/**
 * npm run test:engines: five journeys in the engines that npm does not bring. What is missing is installed from Debian,
 * where that is possible; what could not run is reported, and is no failure. WebKit runs when it is named (`-- webkit`): not all
 * of its journeys are known to get through (docs/engines.md).
 */
const engines = [
  { name: 'firefox', setting: 'FIREFOX', needs: [], program: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  {
    name: 'webkit',
    setting: 'WEBKIT',
    needs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
    // It comes with the library that the driver needs.
    program: '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
] as const;

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => stopped.abort());
process.channel?.unref();

const named = parseCommandArguments(
  (word) => engines.some(({ name }) => name === word),
  `name some of ${engines.map(({ name }) => name).join(', ')}`,
);
const missing = new Map<string, string>();
const settings: Record<string, string> = {};
for (const { name, setting, program, packages, needs } of engines) {
  const isMeant = named.length === 0 ? name !== 'webkit' : named.includes(name);
  if (!isMeant) {
    missing.set(name, 'did not run: it was not asked for by name');
    continue;
  }
  const found = () => (needs.every((path) => existsSync(path)) ? globSync(program)[0] : undefined);
  const why = found() === undefined ? installDebianPackages(packages) : null;
  const path = found();
  if (path !== undefined) settings[setting] = path;
  else missing.set(name, why ?? 'did not run: its program is not where Debian puts it');
}
const results = missing.size < engines.length ? await run() : [];
printResults();
const failed = results.some(({ status }) => status === 'failed');
process.exit(failed || stopped.signal.aborted ? 1 : 0);

async function run(): Promise<TestResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-engines-'));
  try {
    const log = { info: () => undefined, warn: (text: string) => console.log(text) };
    const embedded = await startEmbeddedPostgres({ dataDir, log, durable: false, connections: 200 });
    try {
      const env = { ...settings, TEST_POSTGRES_URL: embedded.adminUrl };
      const done = await runPlaywright(['--config', 'e2e/engines/playwright.config.ts'], env, stopped.signal);
      storeResults(done, 'part');
      return done;
    } finally {
      await embedded.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Says of each engine which journeys ran and how they ended, or why there were none. */
function printResults(): void {
  for (const { name } of engines) {
    console.log(`\n${name}: ${missing.get(name) ?? 'ran'}`);
    for (const { title, status, reason, unsteady } of results) {
      if (!title.endsWith(` > ${name}`)) continue;
      const journey = title.replace(/^\[WEAK-05\] /, '').replace(/ > \w+$/, '');
      console.log(`  ${unsteady ? 'failed, passed when it was run again' : status}  ${journey}`);
      if (status === 'failed') console.log(`      ${reason?.split('\n')[0] ?? ''}`);
    }
  }
  const besides = results.filter(({ title }) => !engines.some(({ name }) => title.endsWith(` > ${name}`)));
  for (const { title, reason } of besides) console.log(`FAILED  ${title}: ${reason ?? ''}`);
  const count = (status: TestResult['status']) => results.filter((one) => one.status === status).length;
  console.log(`\n${count('passed')} passed, ${count('failed')} failed`);
}
