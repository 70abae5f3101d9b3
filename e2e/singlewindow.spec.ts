import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

// Other tests may have left orders in this worker's portal.
test.beforeEach(async ({ portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`truncate order_event, document_order, order_series`;
  await sql.end();
});

/** Fills the form: document and region by their ids, the district by its place in the list. */
async function order(page: Page, document: number, region: number, district = 1): Promise<void> {
  await page.getByLabel('Документ').selectOption(String(document));
  await page.getByLabel('Область').selectOption(String(region));
  await page.getByLabel('Район').selectOption({ index: district });
  await page.getByRole('button', { name: 'Заказать' }).click();
}
const orders = (page: Page) => page.getByRole('list', { name: 'Мои заказы' }).locator('> li');

test('[ORD-02] [BASE-13] every field has to be chosen; then the order waits and can be cancelled [ORD-03]', async ({
  page,
}) => {
  await signIn(page, 'student2', '/lms/singlewindow');
  const button = page.getByRole('button', { name: 'Заказать' });
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

test('[ORD-02] list, save and cancel fail each for itself', async ({ page }) => {
  await page.route('**/api/singlewindow/order/list*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/singlewindow/order/save*', (route) => route.fulfill({ status: 500, body: '' }));
  await signIn(page, 'student3', '/lms/singlewindow');
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось загрузить заказы' })).toBeVisible();
  await order(page, 1, 3);
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось заказать. Повторите' })).toBeVisible();
  await page.unroute('**/api/singlewindow/order/list*');
  await page.unroute('**/api/singlewindow/order/save*');
  await page.getByRole('button', { name: 'Заказать' }).click();
  // What is ordered renews the list, which loads now.
  await expect(orders(page).first()).toBeVisible();
  await page.route('**/api/singlewindow/order/cancel*', (route) => route.fulfill({ status: 500, body: '' }));
  await orders(page).first().getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось отменить. Повторите' })).toBeVisible();
});

test('[ORD-04] the clerk moves the order, the person sees it without a reload and gets the certificate', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student', '/lms/singlewindow');
  await order(page, 1, 8, 3);
  const step = orders(page).first().locator('[aria-current="step"]');
  await expect(step).toHaveText('Ожидает');
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU' })).newPage();
  await signIn(desk, 'clerk', '/lms/desk');
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
});

test('an unknown document says so on the public page, without signing in', async ({ page }) => {
  await page.goto('/lms/check/2020-000001/abcdef');
  await expect(page.getByRole('heading', { name: 'Такого документа нет' })).toBeVisible();
  await expectAccessible(page);
});

test('[ORD-01] orders and the desk have no accessibility findings', async ({ page }) => {
  await signIn(page, 'admin', '/lms/desk');
  await expect(page.getByRole('heading', { name: 'Заказы' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms/singlewindow');
  await expect(page.getByRole('heading', { name: 'Новый заказ' })).toBeVisible();
  await expectAccessible(page);
});

test('[ORD-01] nor on the phone in Kyrgyz, dark @phone', async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await signIn(page, 'student', '/lms/singlewindow');
  await page.getByRole('button', { name: 'Жаңы буйрутма' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
