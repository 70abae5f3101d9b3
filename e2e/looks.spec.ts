import type { Page } from '@playwright/test';
import { fillDay, pictureTime } from './support/full-day.ts';
import { type Login, signIn } from './support/people.ts';
import { type Portal, startNewPortal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

/**
 * Ten pages at two widths beside their approved pictures in e2e/looks. The clock stands, letters have come, nothing
 * moves. A page that was changed on purpose is approved anew: APPROVE_PICTURES=1 npm test -- e2e looks
 */
const pages: readonly { name: string; login: Login | null; path: string }[] = [
  { name: 'login', login: null, path: '/lms/login' },
  { name: 'home-student', login: 'student', path: '/lms' },
  { name: 'home-teacher', login: 'teacher', path: '/lms' },
  { name: 'materials', login: 'student', path: '/lms/umk' },
  { name: 'chat-group', login: 'student', path: '/lms/chat?c=-1' },
  { name: 'journal-teacher', login: 'teacher', path: '/lms/journal' },
  { name: 'journal-student', login: 'student', path: '/lms/journal' },
  { name: 'schedule', login: 'student', path: '/lms/schedule' },
  { name: 'registration', login: 'student', path: '/lms/registration' },
  { name: 'orders', login: 'student', path: '/lms/singlewindow' },
];

/** Share of pixels that may differ: the same page is drawn a little differently by another release of the browser. */
const tolerance = { maxDiffPixelRatio: 0.005, threshold: 0.2 };

let portal: Portal;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  portal = await startNewPortal(pictureTime);
  await fillDay(portal);
});
test.afterAll(() => portal?.stop());
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
test.use({ baseURL: async ({}, use) => use(portal.url) });

for (const { name, login, path } of pages)
  test(`${name} looks as it was approved @both`, async ({ page }, { project }) => {
    await page.clock.setFixedTime(pictureTime);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (login) await signIn(page, login, path, portal.url);
    else await page.goto(portal.url + path);
    // The sign-in page stands until the answer comes, and would be a page that is ready, too.
    await page.waitForURL(({ pathname }) => pathname === path.split('?')[0]);
    await expect(page.getByLabel('Логин')).toHaveCount(login ? 0 : 1);
    await settled(page);
    // On a busy machine the network also falls silent before the last call sets out.
    await expect(async () => {
      await expect(page).toHaveScreenshot(`${name}-${project.name}.png`, { ...tolerance, animations: 'disabled' });
    }).toPass({ timeout: 60_000 });
  });

/** The page's own content stands, nothing loads any more, its letters and pictures are there. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.start') && document.querySelector('h1, h2'));
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.locator('html[data-letters="own"]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
}
