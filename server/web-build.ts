import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from './core/startup-error.ts';
import { waitForFolderLock } from './database/embedded/folder-lock.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(home, 'web/dist/.sources');

/**
 * Builds the browser's part when anything that goes into it has changed since the last build; a release brings it.
 * Two starts at once build them once: the second waits for the first.
 * @param log gets a line before a build begins
 * @throws StartupError when the build fails
 */
export async function buildWeb(log: (text: string) => void, stopped?: AbortSignal): Promise<void> {
  if (existsSync(join(home, 'release.json'))) return;
  const sources = hashSources();
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  if (isBuilt()) return;
  const unlock = await waitForFolderLock(join(home, 'web'));
  try {
    // Another start may have built them meanwhile.
    if (isBuilt()) return;
    log('Building the pages, because their sources are new ...');
    await runVite([], stopped);
    // Into a folder of the first.
    await runVite(['--config', 'vite.server.config.ts'], stopped);
    await writeFile(stamp, sources);
  } finally {
    await unlock();
  }
}

/**
 * One hash over names and contents of everything the build reads. Read one after the other: a promise for each of a thousand
 * small files takes six times the processor.
 */
function hashSources(): string {
  const files = ['package-lock.json'];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(home, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (path !== 'web/dist' && path !== 'web/node_modules') visit(path);
      } else if (entry.isFile() && !path.endsWith('.test.ts')) files.push(path);
    }
  };
  for (const folder of ['web', 'contract']) visit(folder);
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(home, file)))
      .update('\0');
  return hash.digest('hex');
}

function runVite(more: readonly string[], stopped?: AbortSignal): Promise<void> {
  const vite = join(home, 'node_modules/vite/bin/vite.js');
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [...process.execArgv, vite, 'build', '--logLevel', 'warn', ...more], {
      cwd: join(home, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: stopped,
    });
    let output = '';
    const onOutput = (text: string) => {
      output = (output + text).slice(-4_000);
    };
    child.stdout.setEncoding('utf8').on('data', onOutput);
    child.stderr.setEncoding('utf8').on('data', onOutput);
    child.on('error', failed);
    child.on('exit', (code) => {
      if (code === 0) done();
      else failed(new StartupError(`The pages could not be built:\n${output.trim()}`));
    });
  });
}
