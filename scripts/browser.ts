import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Finds a Chromium for the browser tests, and installs Debian's when there is none and we are allowed to.
 * @returns path of the program
 * @throws Error with one sentence when there is none and it cannot be installed
 */
export function findBrowser(): string {
  const found = installedBrowser();
  if (found) return found;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (canInstall) {
    console.log('Installing Chromium for the browser tests (apt-get); this happens once ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['-qq', 'update'],
      ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'],
    ]) {
      const { status, stderr } = spawnSync('apt-get', args, {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      if (status !== 0) throw new Error(`Chromium could not be installed: ${stderr.trim().split('\n').at(-1)}`);
    }
    const installed = installedBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium: install it (on Debian "apt-get install chromium" as root, elsewhere "npx playwright install chromium"), or run only the others with "npm test -- unit".',
  );
}

function installedBrowser(): string | null {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) return CHROMIUM;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...places, chromium.executablePath()].find((place) => existsSync(place)) ?? null;
}
