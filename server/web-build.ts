import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotStart } from './core/cannot-start.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(home, 'web/dist/.sources');

/**
 * Builds the browser's part when anything that goes into it has changed since the last build; a release brings it.
 * @param say is told before a build begins
 * @throws CannotStart when the build fails
 */
export async function buildWeb(say: (text: string) => void, stopped?: AbortSignal): Promise<void> {
  if (existsSync(join(home, 'release.json'))) return;
  const sources = await hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  say('Building the pages, because their sources are new ...');
  await runVite(stopped);
  await writeFile(stamp, sources);
}

/** One hash over names and contents of everything the build reads. */
async function hashSources(): Promise<string> {
  const files = ['package-lock.json'];
  for (const folder of ['web', 'contract']) {
    const entries = await readdir(join(home, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
      const path = join(entry.parentPath, entry.name).slice(home.length);
      if (!/^web\/(dist|node_modules)\//.test(path.replaceAll('\\', '/'))) files.push(path);
    }
  }
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(home, file)))
      .update('\0');
  return hash.digest('hex');
}

function runVite(stopped?: AbortSignal): Promise<void> {
  const vite = join(home, 'node_modules/vite/bin/vite.js');
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(home, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stopped,
    });
    let said = '';
    const hear = (text: string) => {
      said = (said + text).slice(-4_000);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', failed);
    child.on('exit', (code) => {
      if (code === 0) done();
      else failed(new CannotStart(`The pages could not be built:\n${said.trim()}`));
    });
  });
}
