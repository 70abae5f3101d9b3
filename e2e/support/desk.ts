import type { Browser, Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { at } from './classes.ts';
import { as, type Login } from './people.ts';
import type { Portal } from './portal.ts';
import { expect } from './test.ts';

/** Somebody in a browser of their own, on a desktop. */
export async function pageOf(browser: Browser, baseURL: string | undefined, login: Login, path: string): Promise<Page> {
  const desktop = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', ...desktop });
  const page = await context.newPage();
  await as(page, login, path);
  return page;
}

/** The rows of the desk's queue. */
export const queueOf = (desk: Page): Locator => desk.getByRole('list', { name: 'Очередь заказов' }).locator('> li');
/** The tab of the desk with the orders in one state. */
export const tab = (desk: Page, state: string): Locator => desk.getByRole('tab', { name: new RegExp(`^${state} `) });
/** The one next act of a row. */
export const next = (row: Locator, word: string): Locator =>
  row.getByRole('button', { name: new RegExp(`^${word}: `) });
/** Opens the sheet of a row. */
export const open = (row: Locator): Promise<void> => row.getByRole('button').first().click();

/** An order as its owner and the desk see it. */
export interface Ordered {
  /** Its card among the own orders. */
  card: Locator;
  /** Its row in the desk's queue. */
  rowAt(desk: Page): Locator;
}

/**
 * Orders through the form. The invented people have ordered for the regions 1, 3, 4, 5 and 8 of the list; tests take
 * others, so that a document and a region name one order.
 */
export async function orderFor(page: Page, document: number, region: number): Promise<Ordered> {
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
  return { card, rowAt: (desk) => queueOf(desk).filter({ hasText: name }).filter({ hasText: place }) };
}

/**
 * Empties the desk of a test's own portal and lets so many students wait there; the first `byHand` for papers that the
 * portal does not write.
 */
export async function onlyOrders({ databaseUrl }: Portal, count: number, byHand = 0): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`delete from order_event`;
  await sql`delete from document_order`;
  await sql`
    with made as (
      insert into document_order (person_id, document_id, district_id, created_at)
      select s.id, case when s.place > ${byHand}::int
          then (select id from document_type where code = 'study')
          else (select min(id) from document_type where certificate is null) end,
        (select min(id) from district), ${at('12:00')}::timestamptz - make_interval(days => 4 - least(s.place, 4)::int)
      from (select st.id, row_number() over (order by st.id) as place from student st
        join group_student g on g.student_id = st.id and g.is_current) s
      where s.place <= ${count}::int order by s.place returning id, person_id, created_at)
    insert into order_event (order_id, action, by_person_id, at) select id, 'waiting', person_id, created_at from made`;
  await sql.end();
}
