import { defineConfig } from '@playwright/test';
import { desktopScreen, phoneScreen } from './e2e/support/screens.ts';

const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];
/**
 * Off: what Playwright turns off itself, whose list ours replaces, and the pages that Chromium 156 prepares for its own
 * address bar beside each page of a test, unseen, for half as much time again.
 */
const off = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];
/** The pages of a context share one process, which the empty page that each begins with leaves to the portal's. */
const oneProcess = ['process-per-site', 'renderer-process-limit=1'];
const flags = [
  ...['no-sandbox', 'disable-gpu', 'disable-quic', `disable-features=${off.join(',')}`],
  ...quiet,
  ...oneProcess,
].map((flag) => `--${flag}`);

/** How a project starts the browser: the full one, or the one without windows that takes a quarter of the time. */
const browser = (program: string | undefined) => ({
  ...(program && { executablePath: program }),
  args: flags,
  // Without a UTF-8 locale Chromium saves every Cyrillic file as "download".
  env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } as Record<string, string>,
});
const { CHROMIUM: full, CHROMIUM_SHELL: shell = full } = process.env;
const onPhone = process.env.EVERY_WIDTH ? /@phone|@both|@also-phone/ : /@phone|@both/;

/**
 * Tests of what a person sees. Each worker has a portal of its own (e2e/support/test.ts). A test runs on a desktop
 * screen; one tagged `@phone` on a phone's instead, one tagged `@both` on both, and one tagged `@also-phone` on the phone's
 * too where every width is asked for (EVERY_WIDTH). One tagged `@full` needs what only the full browser has: push
 * messages, passkeys, a profile on disk.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Approved pictures are made on purpose only (e2e/screenshots.spec.ts), never by a run that misses one.
  snapshotPathTemplate: 'e2e/screenshots/{arg}{ext}',
  updateSnapshots: process.env.APPROVE_PICTURES ? 'all' : 'none',
  fullyParallel: false,
  forbidOnly: true,
  // scripts/browser-tests.ts runs a red test once more with a trace; it stays red.
  retries: 0,
  // Each has a processor to itself (e2e/support/cpu-affinity.ts): a third makes the others slower than it is quick.
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // Requests that a worker answers cannot be changed by a test; those about the worker itself let it in.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'ru-RU',
    timezoneId: 'Asia/Bishkek',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone|@full/,
      use: { ...desktopScreen, launchOptions: browser(shell) },
    },
    {
      name: 'phone',
      grep: onPhone,
      grepInvert: /@full/,
      use: { ...phoneScreen, launchOptions: browser(shell) },
    },
    {
      name: 'desktop-full',
      grep: /@full/,
      grepInvert: /@phone/,
      use: { ...desktopScreen, launchOptions: browser(full) },
    },
    {
      name: 'phone-full',
      grep: new RegExp(`(?=.*@full).*(${onPhone.source})`),
      use: { ...phoneScreen, launchOptions: browser(full) },
    },
  ],
});
