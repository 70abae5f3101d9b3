import type { Page } from '@playwright/test';
import { signIn } from './support/people.ts';
import { openStandIn } from './support/stand-in.ts';
import { expect, test } from './support/test.ts';

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Нет сети !!!' }).first();
const back = (page: Page) => page.getByRole('status').filter({ hasText: 'Сеть появилась' });

test('[BASE-06] a server that is away is told like a lost network, and so is its coming back @both', async ({
  portal,
  page,
}) => {
  const standIn = await openStandIn(portal.url);
  await signIn(page, 'student', '/lms/news', standIn.url);
  await expect(page.locator('article')).toHaveCount(10);
  await standIn.leave();
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText('Портал не отвечает');
  await expect(page.locator('article')).toHaveCount(10);
  await standIn.comeBack();
  await expect(back(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await standIn.leave();
});

for (const status of [502, 503, 504])
  test(`[BASE-06] a proxy that answers ${status} for the server is told like a lost network`, async ({ page }) => {
    await signIn(page, 'student', '/lms/news');
    await expect(page.locator('article')).toHaveCount(10);
    const away = /\/lms\/api\/(news\/data|config)\.json/;
    await page.route(away, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>no' }));
    await page.getByRole('button', { name: 'Показать предыдущие' }).click();
    await expect(banner(page)).toBeVisible();
    await page.unroute(away);
    await expect(back(page)).toBeVisible();
  });

test('[BASE-06] a call that fails alone is no lost network', async ({ page }) => {
  await signIn(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  await page.route('**/api/news/data.json', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Показать предыдущие' }).click();
  await expect(page.getByText('Не удалось загрузить объявления').first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('[BASE-06] [WEAK-03] without a network an unvisited page keeps the shell around the reason @both', async ({
  page,
  context,
  isMobile,
}) => {
  await signIn(page, 'student', '/lms/apps');
  // The launcher itself stands, and the shell around it has all its parts.
  await expect(page.getByRole('link', { name: /^Библиотека/ }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^Библиотека/ })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  await expect(page.getByRole('main')).toContainText('Эта откроется сама');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(banner(page)).toBeVisible();
  if (isMobile) await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible();
  else await expect(page.getByRole('link', { name: 'Журнал' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/lms\/library$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Библиотека');
});
