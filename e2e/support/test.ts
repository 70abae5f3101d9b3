import { test as base } from '@playwright/test';
import { type Portal, startPortal } from './portal.ts';

/**
 * Playwright's `test` with a portal: `portal` is shared by the tests of one worker, `ownPortal` belongs to one test
 * that stops it or changes what others rely on. Pages open on `portal` (relative addresses such as `/lms`).
 */
export const test = base.extend<{ ownPortal: Portal }, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  ownPortal: async ({}, use) => {
    const portal = await startPortal();
    await use(portal);
    await portal.stop();
  },
});

export { expect } from '@playwright/test';
