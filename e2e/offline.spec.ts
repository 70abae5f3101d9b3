import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { visitedStudentName, visitProfileAndTimetable } from './support/stored-queries.ts';
import { expect, test } from './support/test.ts';

// These tests are about the worker; in all others it is kept out.
test.use({ serviceWorkers: 'allow' });

async function banner(page: Page): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: 'Нет сети !!!' })).toBeVisible();
}

test('[BASE-06] [SCH-02] [AUTH-08] the portal can be installed; visited pages open without a network, others and the root lead to the offline page @also-phone @full', async ({
  page,
  context,
}) => {
  // Eight pages, three of them after the network was lost or came back.
  test.slow();
  await visitProfileAndTimetable(page);
  // It is named when the page has all it needs.
  await expect(page.locator('link[rel="manifest"]')).toBeAttached();
  const devtools = await context.newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's browser window is a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data) as { display: string; start_url: string; icons: { src: string; sizes: string }[] };
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/lms']);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await context.request.get(touch ?? '')).status()).toBe(200);

  await context.setOffline(true);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(visitedStudentName);
  await banner(second);
  await second.goto('/lms/schedule');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Нет связи с сервером' })).toHaveCount(0);

  // A tab opens though nobody opened it on this device.
  await second.goto('/lms/news');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Новости');

  await second.goto('/lms/library');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(new URL(second.url()).pathname).toBe('/lms/offline');
  await expectAccessible(second);
  await context.setOffline(false);
  await second.waitForURL('**/lms/library');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Библиотека');

  await context.setOffline(true);
  const looked = second.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/config.json'));
  await second.goto('/');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(new URL(second.url()).pathname).toBe('/lms/offline');
  await looked;
  await context.setOffline(false);
  await second.waitForURL((url) => url.pathname === '/lms' || url.pathname === '/lms/');
});
