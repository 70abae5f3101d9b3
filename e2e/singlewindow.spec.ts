import { expectAccessible } from './support/axe.ts';
import { withoutOrders } from './support/orders.ts';
import { as } from './support/people.ts';
import { order, orders } from './support/singlewindow.ts';
import { expect, test } from './support/test.ts';

test('[ORD-02] [BASE-13] every field has to be chosen; then the order waits and can be cancelled [ORD-03] @journey', async ({
  page,
  portal,
}) => {
  await withoutOrders(portal, 'student2');
  await as(page, 'student2', '/lms/singlewindow');
  const button = page.getByRole('button', { name: 'Заказать', exact: true });
  await expect(button).toBeDisabled();
  await expect(page.getByText('Заполните все поля')).toBeVisible();
  await expect(page.getByLabel('Район').locator('option').first()).toHaveText(' --- ');
  await order(page, 1, 3, 2);
  await expect(page.getByRole('status').filter({ hasText: 'Документ заказан' })).toBeVisible();
  const first = orders(page).first();
  await expect(first.locator('[aria-current="step"]')).toHaveText('Ожидает');
  await order(page, 1, 3, 2);
  await expect(page.getByRole('alert')).toHaveText('Такой документ уже заказан.');
  await first.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Не отменять' }).click();
  await expect(first.locator('[aria-current="step"]')).toHaveText('Ожидает');
  await first.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(first.getByText('Отменён', { exact: true })).toBeVisible();
});

test('[ORD-04] the clerk moves the order, the person sees it without a reload and gets the certificate; an unknown document says so @journey', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await withoutOrders(portal, 'student');
  await as(page, 'student', '/lms/singlewindow');
  await order(page, 1, 8, 3);
  const step = orders(page).first().locator('[aria-current="step"]');
  await expect(step).toHaveText('Ожидает');
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU' })).newPage();
  await as(desk, 'clerk', '/lms/desk');
  const name = 'Төлөгөнова Айгүл Азаматовна';
  const mine = desk.getByRole('list', { name: 'Очередь заказов' }).locator('> li').filter({ hasText: name }).last();
  await mine.getByRole('button', { name: /^Взять: / }).click();
  await expect(step).toHaveText('Готовится');
  await desk.getByRole('tab', { name: /^Готовится / }).click();
  await mine.getByRole('button', { name: /^Готов: / }).click();
  await expect(step).toHaveText('Готов');
  const download = page.waitForEvent('download');
  await orders(page).first().getByRole('link', { name: 'Скачать PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  await desk.context().close();

  // Whoever holds a paper that is not there learns it without signing in.
  const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
  await stranger.goto('/lms/check/2020-000001/abcdef');
  await expect(stranger.getByRole('heading', { name: 'Такого документа нет' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.close();
});
