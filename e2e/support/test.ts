import { test as base } from '@playwright/test';
import type { HelperProcessName } from '../../server/test/portal-host.ts';
import { installTestClock } from './clock.ts';
import { pinToProcessor } from './cpu-affinity.ts';
import { openResourceOncePerFile, stopInBackground, stopWorkerResources } from './once-per-file.ts';
import { type Portal, startPortal } from './portal.ts';

pinToProcessor();

interface Options {
  /** Settings of the file's portal besides what every test has. */
  settings: Record<string, string>;
  /** What works beside the file's portals: nothing, unless a test waits for it. */
  helpers: readonly HelperProcessName[];
}

interface Portals {
  /** Belongs to the file: its tests share it, and no other file sees what they leave. */
  portal: Portal;
  /** Belongs to one test, which changes what others rely on. */
  ownPortal: Portal;
}

/**
 * Playwright's `test` with portals. Pages open on `portal` (relative addresses such as `/lms`) and live at the moment of the
 * tests.
 */
export const test = base.extend<Options & Portals, { host: undefined }>({
  settings: [{}, { option: true }],
  helpers: [[], { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      await use(undefined);
      await stopWorkerResources();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  browser: async ({ browser }, use) => {
    const open = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await open(options);
      await installTestClock(context);
      return context;
    };
    await use(browser);
  },
  portal: [
    async ({ settings, helpers }, use) => {
      const name = JSON.stringify([settings, helpers]);
      await use(await openResourceOncePerFile(name, () => startPortal(settings, helpers)));
    },
    { timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  ownPortal: [
    async ({ settings, helpers }, use) => {
      const portal = await startPortal(settings, helpers);
      await use(portal);
      stopInBackground(portal.stop);
    },
    { timeout: 60_000 },
  ],
});

export { expect } from '@playwright/test';
