import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installDebianPackages } from './debian.ts';

/** The programs that browser tests run in. */
export interface BrowserPaths {
  /** Chromium as people have it: a profile on disk, push messages, passkeys. */
  full: string;
  /** Chromium without windows: the same pages for a quarter of the processor's time. */
  shell: string;
}

/** The names of the programs, and Debian's package of each. */
const programs = {
  full: { names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'], debian: 'chromium' },
  shell: { names: ['chromium-headless-shell', 'chrome-headless-shell'], debian: 'chromium-headless-shell' },
};

/**
 * Finds the browsers of the tests, and installs Debian's where one is missing and we are allowed to. Without a shell, as on
 * other systems, the full browser does its work.
 * @throws Error with one sentence when there is none and it cannot be installed
 */
export function findOrInstallBrowsers(): BrowserPaths {
  const { CHROMIUM, CHROMIUM_SHELL } = process.env;
  const find = () => ({
    full: CHROMIUM || installed(programs.full.names),
    shell: CHROMIUM_SHELL || installed(programs.shell.names),
  });
  let found = find();
  const missing = (
    [
      ['full', found.full],
      ['shell', found.shell],
    ] as const
  ).flatMap(([which, path]) => (path ? [] : [programs[which].debian]));
  if (missing.length > 0 && process.getuid?.() === 0) {
    console.log('Installing Chromium for the browser tests (apt-get); this happens once ...');
    installDebianPackages(missing);
    found = find();
  }
  const ofPlaywright = existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
  const full = found.full ?? ofPlaywright;
  if (full) return { full, shell: found.shell ?? full };
  throw new Error(
    'The browser tests need Chromium: install it (on Debian "apt-get install chromium chromium-headless-shell" as root, elsewhere "npx playwright install chromium"), or run only the others with "npm test -- unit".',
  );
}

/** Settings that hand both programs on to Playwright (playwright.config.ts). */
export function browserSettings({ full, shell }: BrowserPaths): Record<string, string> {
  return { CHROMIUM: full, CHROMIUM_SHELL: shell };
}

function installed(names: readonly string[]): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
