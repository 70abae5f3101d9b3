import { defineConfig } from '@playwright/test';

/**
 * The journeys of npm run test:engines, once for each engine whose program the command found (scripts/test-engines.ts).
 * Each starts its browser itself: the ways to steer them differ (e2e/engines/test.ts).
 */
const programs = { firefox: process.env.FIREFOX, webkit: process.env.WEBKIT };

export default defineConfig({
  // As in the other configuration, so that paths of files mean the same.
  testDir: '..',
  testMatch: 'engines/*.engine.ts',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results/engines',
  forbidOnly: true,
  retries: 1,
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 25_000 },
  reporter: 'list',
  projects: Object.entries(programs)
    .filter(([, program]) => program)
    .map(([name, program]) => ({ name, metadata: { program } })),
});
