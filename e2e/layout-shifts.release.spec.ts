import type { Page } from '@playwright/test';
import { signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { readAndResetLayoutShifts, watchLayoutShifts } from './support/slow-network.ts';
import { expect, test } from './support/test.ts';

/** What a page may shift by at most: a tenth of what Chrome calls poor. */
const maxShift = 0.05;

/** Holds answers whose address matches; gives what lets them go. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Without the first answer each call of a page comes by itself. */
const loseFirstAnswer = (page: Page) => page.route('**/api/start.json*', (route) => route.abort());

async function expectNoShift(page: Page): Promise<void> {
  await expect(page.locator('html[data-fonts="own"]')).toHaveCount(1);
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const { shift, moved } = await readAndResetLayoutShifts(page);
  expect(shift, moved.join('\n')).toBeLessThan(maxShift);
}

test("a teacher's start page does not move when it is last known what is marked @phone", async ({ page }) => {
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const release = await hold(page, '**/api/visitlog/filled.json');
  await signInAs(page, 'teacher', '/lms/apps');
  // The card of the class; the rest of the page hangs on what is marked.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Не отмечен' }).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Все приложения' })).toBeVisible();
  await expectNoShift(page);
});

test("a teacher's materials do not move when the kinds come after them, and the portal's letters last", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const releaseKinds = await hold(page, '**/api/umk/types.json');
  const releaseLetters = await hold(page, '**/*.woff2');
  const listed = page.waitForResponse('**/api/umk/umklist.json');
  await signInAs(page, 'teacher', '/lms/umk?d=29.0.5');
  await listed;
  await expect(page.getByRole('button', { name: 'Мои' })).toBeVisible();
  releaseKinds();
  await expect(page.locator('[data-material]').first()).toBeVisible();
  releaseLetters();
  await expectNoShift(page);
});

test("the registration office does not move when the portal's letters come last, in Kyrgyz", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  await watchLayoutShifts(page);
  const release = await hold(page, '**/*.woff2');
  await signInAs(page, 'admin', '/lms/office');
  await expect(page.getByRole('main').locator('li').first()).toBeVisible();
  release();
  await expectNoShift(page);
});

test('the news do not move below a draft for faculties that come last @phone', async ({ page }) => {
  await page.addInitScript(
    (draft) => localStorage.setItem('draft:news', draft),
    JSON.stringify({
      message: 'Черновик\n\nс тремя\nстроками',
      to: 'faculties',
      faculties: [1],
    }),
  );
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const release = await hold(page, '**/api/misc/registered-faculty-list.json');
  await signInAs(page, 'editor', '/lms/news');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
  await expect(page.locator('article').first()).toBeVisible();
  await expectNoShift(page);
});

test('[LIB-02] a library that is opened with a search does not move when what was found comes last @phone', async ({
  page,
}) => {
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const release = await hold(page, '**/api/library/search.json*');
  const listed = page.waitForResponse('**/api/library/getbooklist.json*');
  await signInAs(page, 'student', `/lms/library?q=${encodeURIComponent('Единицы Учебное')}`);
  await listed;
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
  release();
  await expect(page.locator('[data-book]').first()).toBeVisible();
  await expectNoShift(page);
});

test("a discipline's page of a teacher does not move when it is last known which kinds are missing", async ({
  page,
}) => {
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const release = await hold(page, '**/api/umk/types.json');
  const listed = page.waitForResponse('**/api/umk/umklist.json');
  await signInAs(page, 'teacher', '/lms/d/29?d=29.0.5');
  await listed;
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
  release();
  await expect(page.locator('[data-material]').first()).toBeVisible();
  await expectNoShift(page);
});

test("a discipline's page of a student does not move when the own figures come last @phone", async ({ page }) => {
  await watchLayoutShifts(page);
  await loseFirstAnswer(page);
  const release = await hold(page, '**/api/visitlog/overview');
  await signInAs(page, 'student', '/lms/d/29?d=29.0.5');
  await expect(page.locator('[data-material]').first()).toBeVisible();
  await readAndResetLayoutShifts(page);
  release();
  await expect(page.getByRole('complementary').getByText('посещено')).toBeVisible();
  await expectNoShift(page);
});

test('the sheet of the devices does not move when many of them come after it @phone', async ({ page, portal }) => {
  for (let session = 0; session < 6; session++) await signInWithoutBrowser(portal, 'student');
  await watchLayoutShifts(page);
  const release = await hold(page, '**/api/profile/sessions.json*');
  await signInAs(page, 'student', '/lms/profile?at=devices');
  const sheet = page.getByRole('dialog', { name: 'Где вы вошли' });
  await expect(sheet.locator('[aria-busy="true"]')).toBeVisible();
  await readAndResetLayoutShifts(page);
  release();
  await expect(sheet.getByRole('listitem').nth(6)).toBeAttached();
  await expectNoShift(page);
});
