import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { orderStateTab, queueRows, replaceDeskOrders } from './support/desk.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[ORD-06] a queue of 40 orders is taken, prepared, printed and handed out in under 20 actions', async ({
  page,
  ownPortal,
}) => {
  await replaceDeskOrders(ownPortal, 40, 3);
  await signInAs(page, 'clerk', '/lms/desk', ownPortal.url);
  await expect(orderStateTab(page, 'Ожидает')).toHaveText('Ожидает 40');
  await expect(page.getByRole('button', { name: 'Старше 2 дней: 1' })).toBeVisible();
  let clicks = 0;
  const click = async (what: ReturnType<Page['getByRole']>) => {
    clicks++;
    await what.click();
  };
  const press = async (key: string) => {
    clicks++;
    await page.keyboard.press(key);
  };
  const chooseAll = async () => {
    await click(page.getByLabel('Выбрать все'));
    await expect(page.getByRole('toolbar').getByText('Выбрано 40')).toBeVisible();
  };
  const expectText = (text: string) => expect(page.getByText(text)).toBeVisible();

  await chooseAll();
  await expectAccessible(page);
  await press('Digit1');
  await expectText('40 заказов взяты в работу.');
  await click(orderStateTab(page, 'Готовится'));
  await chooseAll();
  const [message, bar] = await Promise.all(
    [page.getByRole('status', { name: 'Сообщения портала' }), page.getByRole('toolbar')].map((one) =>
      one.boundingBox(),
    ),
  );
  expect((message?.y ?? 0) + (message?.height ?? 0), 'the message stands above the bar').toBeLessThan(bar?.y ?? 0);
  await press('Digit2');
  await expectText('37 документов готовы, студентам сообщили. 3 документам нужна строка или скан.');
  const line = page.getByRole('dialog', { name: 'Строка для 3 документов' });
  await expect(line.getByLabel('Строка студенту')).toHaveValue(/кабинет 12,/);
  await click(line.getByRole('button', { name: 'Готовы и сообщить: 3' }));
  await expectText('3 документа готовы, студентам сообщили.');
  await click(orderStateTab(page, 'Готов'));
  await chooseAll();
  expect(await isFullyShown(page.getByRole('toolbar')), 'nothing stands beside its dark ground').toBe(true);
  // The key opens the file in a tab of its own; here its address is taken down instead.
  await page.locator('a[data-print]').evaluate((link: HTMLAnchorElement) => {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      document.body.dataset.printed = link.href;
    });
  });
  await press('Digit3');
  const file = await page.request.get((await page.locator('body').getAttribute('data-printed')) ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await press('Digit4');
  await expectText('40 документов выданы.');
  expect(clicks).toBeLessThan(20);
  for (const state of ['Ожидает', 'Готовится', 'Готов'])
    await expect(orderStateTab(page, state)).toHaveText(`${state} 0`);
  await orderStateTab(page, 'Ожидает').click();
  await expect(page.getByText('Всё разобрано')).toBeVisible();
  await expect(page.getByText('За неделю выдано документов: 40.')).toBeVisible();
  await expectAccessible(page);
});

test('[ORD-06] papers of more orders than one file takes are printed part by part, as the button says', async ({
  page,
  ownPortal,
}) => {
  await replaceDeskOrders(ownPortal, 49);
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const orders = await sql<{ id: string }[]>`select id from document_order order by id`;
  await sql.end();
  await signInAs(page, 'clerk', '/lms/desk', ownPortal.url);
  for (const [key, next] of [
    ['Digit1', 'Готовится'],
    ['Digit2', 'Готов'],
  ] as const) {
    await page.getByLabel('Выбрать все').click();
    await expect(page.getByRole('toolbar').getByText('Выбрано 49')).toBeVisible();
    await page.keyboard.press(key);
    await expect(orderStateTab(page, next)).toHaveText(`${next} 49`);
    await orderStateTab(page, next).click();
  }
  await page.getByLabel('Выбрать все').click();
  const print = async (label: string) => {
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('id_okno_zakaz='));
    await page.getByRole('toolbar').getByRole('link', { name: label }).click();
    return new URL((await asked).url()).searchParams.getAll('id_okno_zakaz');
  };
  const ids = orders.map(({ id }) => String(id));
  expect(await print('Печать: 1–40 из 49')).toEqual(ids.slice(0, 40));
  expect(await print('Печать: 41–49 из 49')).toEqual(ids.slice(40));
  await expect(page.getByRole('toolbar').getByRole('link', { name: 'Печать: 1–40 из 49' })).toBeVisible();
});

/** Six orders are prepared, and papers of theirs handed out by a scanner: paper, photo, Enter, the next. */
async function handOutByScanner(page: Page, databaseUrl: string): Promise<void> {
  const chooseAll = async () => {
    await page.getByLabel('Выбрать все').click();
    await expect(page.getByRole('toolbar').getByText('Выбрано 6')).toBeVisible();
  };
  await chooseAll();
  await page.keyboard.press('Digit1');
  await expect(queueRows(page)).toHaveCount(0);
  await orderStateTab(page, 'Готовится').click();
  await chooseAll();
  await page.keyboard.press('Digit2');
  await expect(queueRows(page)).toHaveCount(0);
  const sql = postgres(databaseUrl, { max: 1 });
  const papers = await sql<{ address: string; name: string }[]>`
    select '/lms/check/' || number_year || '-' || lpad(number::text, 6, '0') || '/' || check_code as address,
      p.full_name as name from document_order o join person p on p.id = o.person_id order by number`;
  await sql.end();
  await page.getByRole('button', { name: 'Выдать по QR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Выдача по QR' });
  await expect(dialog.getByLabel('Код или номер бумаги')).toBeFocused();
  for (const { address, name } of papers.slice(0, 2)) {
    await page.keyboard.type(new URL(address, page.url()).href);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name })).toHaveCount(0);
  }
  const pile = dialog.getByRole('list', { name: 'Что выдано' }).getByRole('listitem');
  await expect(pile).toHaveCount(2);
  await page.keyboard.type('2020-000001');
  await page.keyboard.press('Enter');
  await expect(pile.first()).toHaveText(
    'Здесь такой бумаги нет: проверьте номер. Бумагу другого факультета выдаёт его деканат.',
  );
  await page.keyboard.type(papers[0]?.address ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Уже выдан сегодня/)).toBeVisible();
}

test('[ORD-06] rows by keys on every layout, several with Shift, the last action undone, nothing without keys; a pile handed out by a scanner', async ({
  page,
  ownPortal,
}) => {
  await replaceDeskOrders(ownPortal, 6);
  await signInAs(page, 'clerk', '/lms/desk', ownPortal.url);
  await expect(queueRows(page)).toHaveCount(6);
  // On a Russian layout the key at the place of J says «о».
  const type = (code: string, key: string) =>
    page.evaluate(
      ([place, letter]) =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { code: place ?? '', key: letter ?? '', bubbles: true }),
        ),
      [code, key],
    );
  await queueRows(page).first().hover();
  await type('KeyJ', 'о');
  await expect(queueRows(page).nth(1)).toHaveAttribute('data-current');
  await type('KeyX', 'ч');
  await expect(page.getByRole('toolbar').getByText('Выбрано 1')).toBeVisible();
  await queueRows(page)
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByRole('toolbar').getByText('Выбрано 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  await queueRows(page).first().hover();
  await page.keyboard.press('Digit1');
  await expect(page.getByText('1 заказ взят в работу.')).toBeVisible();
  await expect(queueRows(page)).toHaveCount(5);
  await page.keyboard.press('Control+KeyZ');
  await expect(page.getByText('1 заказ вернули.')).toBeVisible();
  await expect(queueRows(page)).toHaveCount(6);

  // The sheet goes through the rows behind it.
  const names = await queueRows(page).locator('b').allTextContents();
  await queueRows(page).first().getByRole('button').first().click();
  const sheet = page.getByRole('dialog', { name: 'Справка с места учёбы' });
  await expect(sheet.getByText(names[0] ?? '?').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('KeyJ');
  await expect(sheet.getByText(names[1] ?? '?').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.context().addCookies([{ name: 'keys', value: 'off', url: page.url() }]);
  await page.reload();
  await expect(queueRows(page)).toHaveCount(6);
  await page.keyboard.press('KeyX');
  await page.keyboard.press('Digit1');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(queueRows(page)).toHaveCount(6);
  await page.context().addCookies([{ name: 'keys', value: 'on', url: page.url() }]);
  await page.reload();

  await handOutByScanner(page, ownPortal.databaseUrl);
  await expectAccessible(page);
});
