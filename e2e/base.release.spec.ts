import { startLimits } from '@bilim/contract/start-limits.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test("until the portal's own fonts have loaded, the page uses those of the device, and then nothing moves", async ({
  page,
  baseURL,
}) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const fonts: string[] = [];
  await page.route('**/*.woff2', async (route) => {
    fonts.push(
      route
        .request()
        .url()
        .replace(/.*\/onest-|-wght.*/g, ''),
    );
    await held;
    await route.continue();
  });
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  await page.goto('/lms/login');
  const button = page.getByRole('button', { name: 'Кирүү', exact: true });
  await expect(button).toBeVisible();
  // The letters ң, ө, ү are in a third file.
  await expect.poll(() => fonts.toSorted()).toEqual(['cyrillic', 'cyrillic-ext', 'latin']);
  const family = () => button.evaluate((one) => getComputedStyle(one).fontFamily);
  expect(await family()).not.toContain('Onest Variable');
  const before = await button.boundingBox();
  release();
  await expect.poll(family).toMatch(/^"Onest Variable"/);
  expect(await button.boundingBox()).toEqual(before);
});

test('what the first script asked for is not asked for again', async ({ page }) => {
  await signInAs(page, 'student', '/lms/schedule');
  const asked: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/(start|auth\/authenticate|discipline\/current\/ws|misc\/settings)\.json/.exec(
      request.url(),
    )?.[1];
    if (call) asked.push(call);
  });
  await page.reload();
  await expect(page.locator('#content h1')).toBeVisible();
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0);
  // What comes later than the live line remembers is asked for again.
  const isInTime = await page.evaluate((recent) => performance.now() < recent, startLimits.liveRecent);
  if (isInTime) expect(asked.sort()).toEqual(['auth/authenticate', 'start']);
  await expect(page.locator('html')).not.toHaveAttribute('data-start');
});

test('[BASE-10] a portal that is busy for a moment is asked again by itself', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/news/data.json', async (route) => {
    asked += 1;
    const error = { code: 'call.unavailable', message: 'Портал занят' };
    if (asked > 2) await route.continue();
    else await route.fulfill({ status: 503, json: { result: 1, error, data: null } });
  });
  // From another page: the first answer of a page that is opened, and that after the form, bring the news along.
  await signInAs(page, 'student', '/lms/profile');
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Новости' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(asked).toBeGreaterThan(2);
});
