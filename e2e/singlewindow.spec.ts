import { deleteOrders } from './support/orders.ts';
import { signInAs } from './support/people.ts';
import { orderRows, placeOrder } from './support/singlewindow.ts';
import { expect, test } from './support/test.ts';

test('[ORD-02] [BASE-13] every field has to be chosen; then the order waits and can be cancelled [ORD-03] @journey', async ({
  page,
  portal,
}) => {
  await deleteOrders(portal, 'student2');
  await signInAs(page, 'student2', '/lms/singlewindow');
  const button = page.getByRole('button', { name: 'Заказать', exact: true });
  await expect(button).toBeDisabled();
  await expect(page.getByText('Заполните все поля')).toBeVisible();
  await expect(page.getByLabel('Район').locator('option').first()).toHaveText(' --- ');
  await placeOrder(page, 1, 3, 2);
  await expect(page.getByRole('status').filter({ hasText: 'Документ заказан' })).toBeVisible();
  const first = orderRows(page).first();
  await expect(first.locator('[aria-current="step"]')).toHaveText('Ожидает');
  await placeOrder(page, 1, 3, 2);
  await expect(page.getByRole('alert')).toHaveText('Такой документ уже заказан.');
  await first.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Не отменять' }).click();
  await expect(first.locator('[aria-current="step"]')).toHaveText('Ожидает');
  // The button goes with the order's state, while something else of the room is still being read again.
  const regions = Promise.withResolvers<void>();
  await page.route('**/api/singlewindow/region/list*', async (route) => {
    await regions.promise;
    await route.continue();
  });
  await first.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(first.getByText('Отменён', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Заказ отменён' })).toBeVisible();
  regions.resolve();
});
