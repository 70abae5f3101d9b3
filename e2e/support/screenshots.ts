import { expect, type Page } from '@playwright/test';
import { trackCalls } from './calls.ts';
import { screenshotTime, seedFullDay } from './full-day.ts';
import { openResourceOncePerFile } from './once-per-file.ts';
import { type Login, signInAs } from './people.ts';
import { type Portal, startPortalAt } from './portal.ts';
import { test as base } from './test.ts';

/** A page that has approved pictures in e2e/screenshots, one for each width. */
export interface ScreenshotCase {
  name: string;
  login: Login | null;
  path: string;
}

/** Share of pixels that may differ: the same page is drawn a little differently by another release of the browser. */
const tolerance = { maxDiffPixelRatio: 0.005, threshold: 0.2 };

/** The tests' `test` with a portal that lives at `screenshotTime`. */
export const test = base.extend({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('pictures', open)),
    { scope: 'test', timeout: 60_000 },
  ],
});

async function open(): Promise<Portal> {
  const portal = await startPortalAt(screenshotTime);
  await seedFullDay(portal);
  return portal;
}

/** Opens a page as it is at `screenshotTime` and holds it beside its approved picture for a width. */
export async function expectApprovedScreenshot(
  page: Page,
  { name, login, path }: ScreenshotCase,
  width: string,
  url: string,
) {
  const settled = trackCalls(page);
  await page.clock.setFixedTime(screenshotTime);
  // By a session: the form would bring a notice of a new device.
  if (login) await signInAs(page, login, path, url);
  else await page.goto(url + path);
  // The sign-in page stands until the answer comes, and would be a page that is ready, too.
  await page.waitForURL(({ pathname }) => pathname === path.split('?')[0]);
  await expect(page.getByLabel('Логин')).toHaveCount(login ? 0 : 1);
  await page.waitForFunction(() => !document.querySelector('.start') && document.querySelector('h1, h2'));
  await settled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.locator('html[data-fonts="own"]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  // Letters stand a little differently in the browser without windows: pictures are taken in the full one.
  await expect(page).toHaveScreenshot(`${name}-${width.replace('-full', '')}.png`, {
    ...tolerance,
    animations: 'disabled',
  });
}
