import { backAgain, banner } from './support/network.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const status of [503, 504])
  test(`[BASE-06] a proxy that answers ${status} for the server is told like a lost network`, async ({ page }) => {
    await as(page, 'student', '/lms/news');
    await expect(page.locator('article')).toHaveCount(10);
    const away = /\/lms\/api\/(news\/data|config)\.json/;
    await page.route(away, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>no' }));
    await page.getByRole('button', { name: 'Показать предыдущие' }).click();
    await expect(banner(page)).toBeVisible();
    await page.unroute(away);
    await expect(backAgain(page)).toBeVisible();
  });
