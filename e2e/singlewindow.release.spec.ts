import { expectAccessible } from './support/axe.ts';
import { withoutOrders } from './support/orders.ts';
import { as } from './support/people.ts';
import { order, orders } from './support/singlewindow.ts';
import { expect, test } from './support/test.ts';

test('[ORD-02] list, save and cancel fail each for itself', async ({ page, portal }) => {
  await withoutOrders(portal, 'student3');
  await page.route('**/api/singlewindow/order/list*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/singlewindow/order/save*', (route) => route.fulfill({ status: 500, body: '' }));
  await as(page, 'student3', '/lms/singlewindow');
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось загрузить заказы' })).toBeVisible();
  await order(page, 1, 3);
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось заказать. Повторите' })).toBeVisible();
  await page.unroute('**/api/singlewindow/order/list*');
  await page.unroute('**/api/singlewindow/order/save*');
  await page.getByRole('button', { name: 'Заказать', exact: true }).click();
  // What is ordered renews the list, which loads now.
  await expect(orders(page).first()).toBeVisible();
  await page.route('**/api/singlewindow/order/cancel*', (route) => route.fulfill({ status: 500, body: '' }));
  await orders(page).first().getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось отменить. Повторите' })).toBeVisible();
});

test('[ORD-01] nor on the phone in Kyrgyz, dark @phone', async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await as(page, 'student', '/lms/singlewindow');
  await page.getByRole('button', { name: 'Жаңы буйрутма' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
