import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { next, onlyOrders, orderFor, pageOf, queueOf, tab } from './support/desk.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-02] a ready document seen in one browser is new in none', async ({ page, browser, baseURL }) => {
  await as(page, 'student2', '/lms/singlewindow');
  const { rowAt } = await orderFor(page, 1, 6);
  const tileOf = (where: Page) =>
    where.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Документы/ });
  await page.goto('/lms/apps');
  const other = await pageOf(browser, baseURL, 'student2', '/lms/apps');
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  await next(rowAt(desk), 'Взять').click();
  await tab(desk, 'Готовится').click();
  await next(rowAt(desk), 'Готов').click();
  for (const where of [page, other]) await expect(tileOf(where)).toContainText('1');
  await tileOf(page).click();
  await expect(page.getByRole('list', { name: 'Мои заказы' })).toBeVisible();
  await expect(tileOf(other)).not.toContainText('1');
  await page.goto('/lms/apps');
  await expect(tileOf(page)).toBeVisible();
  await expect(tileOf(page)).not.toContainText('1');
  await desk.context().close();
  await other.context().close();
});

test('[ORD-04] several are taken at once; what another clerk took first is told and leaves the list', async ({
  page,
  browser,
  ownPortal,
}) => {
  await onlyOrders(ownPortal, 3);
  await as(page, 'clerk', '/lms/desk', ownPortal.url);
  const desk = page;
  const second = await pageOf(browser, ownPortal.url, 'admin', '/lms/desk');
  await expect(queueOf(desk)).toHaveCount(3);
  await expect(queueOf(second)).toHaveCount(3);
  // The second clerk's list does not hear of the first one's step until it has been asked for it.
  const held = Promise.withResolvers<void>();
  await second.route('**/api/singlewindow/queue/act', async (route) => {
    await held.promise;
    await route.continue();
  });
  await second.getByLabel('Выбрать все').click();
  await second.getByRole('toolbar').getByRole('button', { name: 'Взять в работу' }).click();
  await next(queueOf(desk).first(), 'Взять').click();
  await expect(queueOf(desk)).toHaveCount(2);
  held.resolve();
  await expect(second.getByText(/^2 заказа взяты в работу\. 1 заказ уже изменил\(а\) \S+ \S+/)).toBeVisible();
  await expect(second.getByText(/^Уже взял\(а\) \S+/)).toBeVisible();
  await expect(queueOf(second)).toHaveCount(0);
  await expect(queueOf(desk)).toHaveCount(0);
  await second.context().close();
});

test('[ORD-06] on the phone: the list, several at once, the sheet from below, in Kyrgyz and dark @phone', async ({
  page,
  ownPortal,
  context,
}) => {
  const { url } = ownPortal;
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await onlyOrders(ownPortal, 3);
  await as(page, 'clerk', '/lms/desk', url);
  const rows = page.getByRole('list', { name: 'Буйрутмалардын кезеги' }).locator('> li');
  await expect(rows).toHaveCount(3);
  await rows.first().getByRole('checkbox').click();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('toolbar').getByRole('button', { name: 'Ишке алуу' }).click();
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ишке алуу' })).toBeVisible();
  await expectAccessible(page);
});
