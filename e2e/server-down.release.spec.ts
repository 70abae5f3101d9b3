import { openHttpProxy } from './support/http-proxy.ts';
import { backOnlineMessage, offlineBanner } from './support/network.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const status of [503, 504])
  test(`[BASE-06] a proxy that answers ${status} for the server is shown like a lost network`, async ({ page }) => {
    await signInAs(page, 'student', '/lms/news');
    await expect(page.locator('article')).toHaveCount(10);
    const unavailableCalls = /\/lms\/api\/(news\/data|config)\.json/;
    await page.route(unavailableCalls, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>no' }));
    await page.getByRole('button', { name: 'Показать предыдущие' }).click();
    await expect(offlineBanner(page)).toBeVisible();
    await page.unroute(unavailableCalls);
    await expect(backOnlineMessage(page)).toBeVisible();
  });

test('[BASE-06] a server that is unavailable is shown like a lost network, and so is its return @also-phone', async ({
  portal,
  page,
}) => {
  const proxy = await openHttpProxy(portal.url);
  await signInAs(page, 'student', '/lms/news', proxy.url);
  await expect(page.locator('article')).toHaveCount(10);
  await proxy.close();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(offlineBanner(page)).toContainText('Портал не отвечает');
  await expect(page.locator('article')).toHaveCount(10);
  await proxy.reopen();
  await expect(backOnlineMessage(page)).toBeVisible();
  await expect(offlineBanner(page)).toHaveCount(0);
  await proxy.close();
});

test('[BASE-06] behind a server that hangs what was read stands before the call gives up, and it is shown like a lost network', async ({
  portal,
  page,
}) => {
  // Not by routes of the page: they switch off its cache, and files that come are a sign of a network.
  const proxy = await openHttpProxy(portal.url);
  await page.clock.install();
  await signInAs(page, 'student', '/lms/news', proxy.url);
  await expect(page.locator('article')).toHaveCount(10);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const opening = indexedDB.open('bilim');
          opening.onsuccess = () => {
            const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
            keys.onsuccess = () => done(keys.result.join());
            opening.result.close();
          };
        }),
    );
  await expect.poll(kept).toContain('/api/news/data.json');
  // Asked for and never answered.
  const held = proxy.hold('/lms/api/');
  const looked = page.waitForRequest('**/lms/api/config.json');
  await page.reload();
  await held;
  await expect(page.locator('article')).toHaveCount(10);
  await looked;
  // Time stands from the look on, and two seconds later it is reported.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.clock.runFor(2_000);
  await expect(offlineBanner(page)).toBeVisible();
  await page.clock.resume();
  proxy.release();
  await expect(backOnlineMessage(page)).toBeVisible();
  await proxy.close();
});

test('[BASE-06] a call that fails alone is no lost network; a proxy that answers for the server is shown like one', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  await page.route('**/api/news/data.json', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Показать предыдущие' }).click();
  await expect(page.getByText('Не удалось загрузить объявления').first()).toBeVisible();
  await expect(offlineBanner(page)).toHaveCount(0);
  await page.unroute('**/api/news/data.json');
  await page.reload();
  await expect(page.locator('article')).toHaveCount(10);
  const unavailableCalls = /\/lms\/api\/(news\/data|config)\.json/;
  await page.route(unavailableCalls, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>no' }),
  );
  await page.getByRole('button', { name: 'Показать предыдущие' }).click();
  await expect(offlineBanner(page)).toBeVisible();
  await page.unroute(unavailableCalls);
  await expect(backOnlineMessage(page)).toBeVisible();
});

test('[BASE-06] [WEAK-03] without a network an unvisited page keeps the shell around the reason, and opens by itself when it is back @both', async ({
  page,
  context,
  isMobile,
}) => {
  await signInAs(page, 'student', '/lms/apps');
  // The launcher itself stands, and the shell around it has all its parts.
  const library = page.getByRole('link', { name: /^Библиотека/ }).first();
  await expect(library).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  const other = page.getByRole('link', { name: isMobile ? 'Профиль' : 'Журнал' }).first();
  await expect(other).toBeVisible();
  await context.setOffline(true);
  await library.click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(page.url()).toContain('/lms/offline');
  await expect(page.getByRole('main')).toContainText('Эта откроется сама');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(offlineBanner(page)).toBeVisible();
  await expect(other).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/lms\/library$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Библиотека');
});
