import { test as base } from '@playwright/test';
import { moment } from '../../server/test/moment.ts';
import type { Helper } from '../../server/test/portal-host.ts';
import { beginAt, liveNow } from './clock.ts';
import { endHost } from './host.ts';
import { type Portal, startPortal } from './portal.ts';

interface Options {
  /** Settings of the file's portal besides what every test has. */
  settings: Record<string, string>;
  /** What works beside the file's portals: nothing, unless a test waits for it. */
  helpers: readonly Helper[];
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
      await endHost();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  browser: async ({ browser }, use) => {
    const open = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await open(options);
      await liveNow(context);
      return context;
    };
    await use(browser);
  },
  portal: [
    async ({ settings, helpers }, use, { file }) => use(await portalOf(file, settings, helpers)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  ownPortal: [
    async ({ settings, helpers }, use) => {
      const portal = await startPortal(settings, helpers);
      await use(portal);
      inBackground(portal.stop());
    },
    { timeout: 60_000 },
  ],
});

let current: { key: string; portal: Promise<Portal> } | null = null;

/** The portal of a file, which is opened with the file's first test; the one of the file before ends meanwhile. */
function portalOf(file: string, settings: Record<string, string>, helpers: readonly Helper[]): Promise<Portal> {
  const key = JSON.stringify([file, settings, helpers]);
  if (current?.key === key) return current.portal;
  const last = current?.portal;
  if (last) inBackground(last.then((portal) => portal.stop()));
  // Each file begins at the same moment, whatever ran before it.
  const portal = beginAt(moment).then(() => startPortal(settings, helpers));
  current = { key, portal };
  return portal;
}

/** Nobody waits for it; what fails at it is said. */
function inBackground(ending: Promise<void>): void {
  ending.catch((failure: unknown) => console.error('a portal did not end in order:', failure));
}

export { expect } from '@playwright/test';
