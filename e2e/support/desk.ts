import { addDays } from '@bilim/contract/term-calendar.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { placeOrders } from '../../server/test/factories/orders.ts';
import { today } from './classes.ts';
import { type Login, signInAs } from './people.ts';
import type { Portal } from './portal.ts';
import { expect } from './test.ts';

/** Somebody in a browser of their own, on a desktop. */
export async function openDesktopPageAs(
  browser: Browser,
  baseURL: string | undefined,
  login: Login,
  path: string,
): Promise<Page> {
  const desktop = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', ...desktop });
  const page = await context.newPage();
  await signInAs(page, login, path);
  return page;
}

/** The rows of the desk's queue. */
export const queueRows = (desk: Page): Locator => desk.getByRole('list', { name: 'Очередь заказов' }).locator('> li');
/** The tab of the desk with the orders in one state. */
export const orderStateTab = (desk: Page, state: string): Locator =>
  desk.getByRole('tab', { name: new RegExp(`^${state} `) });
/** The one next act of a row. */
export const nextActionButton = (row: Locator, word: string): Locator =>
  row.getByRole('button', { name: new RegExp(`^${word}: `) });
/** Opens the sheet of a row. */
export const openOrderSheet = (row: Locator): Promise<void> => row.getByRole('button').first().click();

/** An order as its owner and the desk see it. */
export interface OrderLocators {
  /** Its card among the own orders. */
  card: Locator;
  /** Its row in the desk's queue. */
  rowAt(desk: Page): Locator;
}

/**
 * Orders through the form. The invented people have ordered for the regions 1, 3, 4, 5 and 8 of the list; tests take
 * others, so that a document and a region name one order.
 */
export async function placeAndLocateOrder(page: Page, document: number, region: number): Promise<OrderLocators> {
  const [documents, regions] = [page.getByLabel('Документ', { exact: true }), page.getByLabel('Область')];
  await documents.selectOption(String(document));
  await regions.selectOption({ index: region });
  await page.getByLabel('Район').selectOption({ index: 1 });
  const name = (await documents.locator(`option[value="${document}"]`).textContent()) ?? '?';
  const place = (await regions.locator('option').nth(region).textContent()) ?? '?';
  const saved = page.waitForResponse('**/api/singlewindow/order/save');
  await page.getByRole('button', { name: 'Заказать', exact: true }).click();
  expect((await saved).status()).toBe(200);
  const orders = page.getByRole('list', { name: 'Мои заказы' }).locator('> li');
  const card = orders.filter({ hasText: name }).filter({ hasText: place }).first();
  await expect(card.locator('[aria-current="step"]')).toHaveText('Ожидает');
  return { card, rowAt: (desk) => queueRows(desk).filter({ hasText: name }).filter({ hasText: place }) };
}

/**
 * Empties the desk of a test's own portal and lets so many students wait there; the first `byHand` for papers that the
 * portal does not write.
 */
export async function replaceDeskOrders({ databaseUrl }: Portal, count: number, byHand = 0): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`delete from order_event`;
  await sql`delete from document_order`;
  const rows = await sql<{ id: string; place: string; written: number; byHand: number }[]>`
    select s.id, row_number() over (order by s.id) as place, (select id from document_type where code = 'study') as written,
      (select min(id) from document_type where certificate is null) as "byHand"
    from student s join group_student g on g.student_id = s.id and g.is_current order by s.id limit ${count}`;
  const orders = rows.map((row) => ({
    person: Number(row.id),
    document: Number(row.place) > byHand ? row.written : row.byHand,
    at: `${addDays(today(), Math.min(Number(row.place), 4) - 4)}T12:00:00+06:00`,
  }));
  await placeOrders(sql, orders);
  await sql.end();
}
