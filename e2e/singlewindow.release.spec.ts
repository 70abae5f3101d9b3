import { expectAccessible } from './support/axe.ts';
import { deleteOrders } from './support/orders.ts';
import { signInAs } from './support/people.ts';
import { orderRows, placeOrder } from './support/singlewindow.ts';
import { expect, test } from './support/test.ts';

test('[ORD-02] list, save and cancel fail each for itself', async ({ page, portal }) => {
  await deleteOrders(portal, 'student3');
  await page.route('**/api/singlewindow/order/list*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/singlewindow/order/save*', (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(page, 'student3', '/lms/singlewindow');
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось загрузить заказы' })).toBeVisible();
  await placeOrder(page, 1, 3);
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось заказать. Повторите' })).toBeVisible();
  await page.unroute('**/api/singlewindow/order/list*');
  await page.unroute('**/api/singlewindow/order/save*');
  await page.getByRole('button', { name: 'Заказать', exact: true }).click();
  // What is ordered renews the list, which loads now.
  await expect(orderRows(page).first()).toBeVisible();
  await page.route('**/api/singlewindow/order/cancel*', (route) => route.fulfill({ status: 500, body: '' }));
  await orderRows(page).first().getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось отменить. Повторите' })).toBeVisible();
});

test('[ORD-01] nor on the phone in Kyrgyz, dark @phone', async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await signInAs(page, 'student', '/lms/singlewindow');
  await page.getByRole('button', { name: 'Жаңы буйрутма' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('[ORD-04] the clerk moves the order, the person sees it without a reload and gets the certificate; an unknown document says so @journey', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await deleteOrders(portal, 'student');
  await signInAs(page, 'student', '/lms/singlewindow');
  await placeOrder(page, 1, 8, 3);
  const step = orderRows(page).first().locator('[aria-current="step"]');
  await expect(step).toHaveText('Ожидает');
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU' })).newPage();
  await signInAs(desk, 'clerk', '/lms/desk');
  const name = 'Төлөгөнова Айгүл Азаматовна';
  const mine = desk.getByRole('list', { name: 'Очередь заказов' }).locator('> li').filter({ hasText: name }).last();
  await mine.getByRole('button', { name: /^Взять: / }).click();
  await expect(step).toHaveText('Готовится');
  await desk.getByRole('tab', { name: /^Готовится / }).click();
  await mine.getByRole('button', { name: /^Готов: / }).click();
  await expect(step).toHaveText('Готов');
  const download = page.waitForEvent('download');
  await orderRows(page).first().getByRole('link', { name: 'Скачать PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  await desk.context().close();

  // Whoever holds a paper that is not there learns it without signing in.
  const anonymousPage = await browser.newPage({ baseURL: baseURL ?? '' });
  await anonymousPage.goto('/lms/check/2020-000001/abcdef');
  await expect(anonymousPage.getByRole('heading', { name: 'Такого документа нет' })).toBeVisible();
  await expectAccessible(anonymousPage);
  await anonymousPage.close();
});
