import type { Browser, Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import {
  nextActionButton,
  openDesktopPageAs,
  openOrderSheet,
  orderStateTab,
  placeAndLocateOrder,
  queueRows,
  replaceDeskOrders,
} from './support/desk.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-02] a ready document seen in one browser is new in none', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'student2', '/lms/singlewindow');
  const { rowAt } = await placeAndLocateOrder(page, 1, 6);
  const tileOf = (where: Page) =>
    where.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Документы/ });
  await page.goto('/lms/apps');
  const other = await openDesktopPageAs(browser, baseURL, 'student2', '/lms/apps');
  const desk = await openDesktopPageAs(browser, baseURL, 'clerk', '/lms/desk');
  await nextActionButton(rowAt(desk), 'Взять').click();
  await orderStateTab(desk, 'Готовится').click();
  await nextActionButton(rowAt(desk), 'Готов').click();
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

test('[ORD-04] several are taken at once; what another clerk took first is reported and leaves the list', async ({
  page,
  browser,
  ownPortal,
}) => {
  await replaceDeskOrders(ownPortal, 3);
  await signInAs(page, 'clerk', '/lms/desk', ownPortal.url);
  const desk = page;
  const second = await openDesktopPageAs(browser, ownPortal.url, 'admin', '/lms/desk');
  await expect(queueRows(desk)).toHaveCount(3);
  await expect(queueRows(second)).toHaveCount(3);
  // The second clerk's list does not hear of the first one's step until it has been asked for it.
  const held = Promise.withResolvers<void>();
  await second.route('**/api/singlewindow/queue/act', async (route) => {
    await held.promise;
    await route.continue();
  });
  await second.getByLabel('Выбрать все').click();
  await second.getByRole('toolbar').getByRole('button', { name: 'Взять в работу' }).click();
  await nextActionButton(queueRows(desk).first(), 'Взять').click();
  await expect(queueRows(desk)).toHaveCount(2);
  held.resolve();
  await expect(second.getByText(/^2 заказа взяты в работу\. 1 заказ уже изменил\(а\) \S+\s\S+/)).toBeVisible();
  await expect(second.getByText(/^Уже взял\(а\) \S+/)).toBeVisible();
  await expect(queueRows(second)).toHaveCount(0);
  await expect(queueRows(desk)).toHaveCount(0);
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
  await replaceDeskOrders(ownPortal, 3);
  await signInAs(page, 'clerk', '/lms/desk', url);
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

test('[ORD-05] the clerk adds a line and a scan; the student reads where, when, by whom and both', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await placeAndLocateOrder(page, 6, 6);
  const desk = await openDesktopPageAs(browser, baseURL, 'clerk', '/lms/desk');
  const mine = rowAt(desk);
  await nextActionButton(mine, 'Взять').click();
  await orderStateTab(desk, 'Готовится').click();
  await openOrderSheet(mine);
  const drawer = desk.getByRole('dialog', { name: 'Обходной лист' });
  const where = 'Деканат, кабинет 108, по будням 9:00–17:00';
  await expect(drawer.getByRole('definition').filter({ hasText: where })).toBeVisible();
  // The portal does not write this paper itself: without a line or a scan it is not ready.
  const line = drawer.getByLabel('Строка студенту');
  await expect(line).toHaveValue(new RegExp(`^${where}`));
  await line.fill('');
  await expect(drawer.getByRole('button', { name: 'Готов и сообщить' })).toBeDisabled();
  await line.fill('Подпись библиотеки уже стоит.');
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'лист с печатью.txt', mimeType: 'text/plain', buffer: Buffer.from('печать') });
  await expect(drawer.getByText('лист с печатью.txt')).toBeVisible();
  await expectAccessible(desk);
  await drawer.getByRole('button', { name: 'Готов и сообщить' }).click();
  await expect(drawer).toBeHidden();

  await expect(card.locator('[aria-current="step"]')).toHaveText('Готов');
  await expect(card.getByText('Деканат, кабинет 108, по будням 9:00–17:00')).toBeVisible();
  await expect(card.getByText('Подпись библиотеки уже стоит.')).toBeVisible();
  await expect(card.getByText('Подготовил(а):')).toBeVisible();
  const download = page.waitForEvent('download');
  await card.getByRole('link', { name: /лист с печатью/ }).click();
  expect((await download).suggestedFilename()).toBe('лист с печатью.txt');
  await expectAccessible(page);

  await orderStateTab(desk, 'Готов').click();
  await openOrderSheet(mine);
  await drawer.getByRole('button', { name: 'Убрать скан' }).click();
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card.getByRole('link', { name: /лист с печатью/ })).toHaveCount(0);
  await expect(card.getByText('Подпись библиотеки уже стоит.')).toBeVisible();
  await desk.context().close();
});

/** The code for the desk is whole on a phone of 390 pixels, with its number below it. */
async function expectCodeOnPhone(browser: Browser, baseURL: string | undefined, number: string): Promise<void> {
  const device = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', ...device });
  const phone = await context.newPage();
  await signInAs(phone, 'student', '/lms/singlewindow');
  await phone.getByRole('button', { name: 'Код для выдачи' }).first().tap();
  const shown = phone.getByRole('dialog', { name: 'Код для выдачи' });
  await expect(shown.getByRole('img', { name: 'QR-код с номером заказа' })).toBeInViewport({ ratio: 1 });
  await expect(shown.getByText(number)).toBeInViewport({ ratio: 1 });
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(phone);
  await context.close();
}

test('[ORD-06] a paper without a code of its own is handed out by the code on its owner’s screen', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await placeAndLocateOrder(page, 6, 7);
  const desk = await openDesktopPageAs(browser, baseURL, 'clerk', '/lms/desk');
  await expect(card.getByRole('button', { name: 'Код для выдачи' })).toHaveCount(0);
  await nextActionButton(rowAt(desk), 'Взять').click();
  await orderStateTab(desk, 'Готовится').click();
  await openOrderSheet(rowAt(desk));
  await desk.getByRole('dialog').getByRole('button', { name: 'Готов и сообщить' }).click();

  await card.getByRole('button', { name: 'Код для выдачи' }).click();
  const shown = page.getByRole('dialog', { name: 'Код для выдачи' });
  await expect(shown.getByRole('img', { name: 'QR-код с номером заказа' })).toBeVisible();
  await expectAccessible(page);
  const number = (await shown.getByText(/^\d{4}-\d{6}$/).textContent()) ?? '';
  await expectCodeOnPhone(browser, baseURL, number);
  await desk.getByRole('button', { name: 'Выдать по QR' }).click();
  await desk.keyboard.type(number);
  await desk.keyboard.press('Enter');
  await expect(desk.getByText(`Обходной лист · ${number}`)).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('list', { name: 'Что выдано' }).getByRole('listitem')).toHaveCount(1);

  await expect(shown).toHaveCount(0);
  await expect(card.locator('[aria-current="step"]')).toHaveText('Выдан');
  await expect(card.getByRole('button', { name: 'Код для выдачи' })).toHaveCount(0);
  await desk.context().close();
});

test('[ORD-04] [ORD-06] student and desk write to each other about an order; a refused one shows its reason and is ordered again', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await placeAndLocateOrder(page, 1, 2);
  await card.getByRole('button', { name: 'Написать' }).click();
  const form = page.getByRole('dialog', { name: 'Написать о заказе' });
  await form.getByRole('textbox').fill('Можно до пятницы?');
  await form.getByRole('button', { name: 'Отправить' }).click();
  await expect(form).toBeHidden();
  const desk = await openDesktopPageAs(browser, baseURL, 'clerk', '/lms/desk');
  const mine = rowAt(desk);
  await expect(mine.getByText('студент написал')).toBeVisible();
  await openOrderSheet(mine);
  const sheet = desk.getByRole('dialog', { name: 'Справка с места учёбы' });
  await expect(sheet.getByRole('blockquote')).toContainText('Можно до пятницы?');
  await sheet.getByRole('button', { name: 'Написать студенту' }).click();
  const answer = desk.getByRole('dialog', { name: 'Написать студенту' });
  await expect(answer.getByRole('textbox')).toBeFocused();
  await answer.getByRole('textbox').fill('Да, в четверг.');
  await answer.getByRole('button', { name: 'Отправить' }).click();
  await expect(sheet.getByRole('list', { name: 'История' })).toContainText('Да, в четверг.');
  await card.getByRole('button', { name: 'История' }).click();
  await expect(card.getByText('Да, в четверг.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Отказать' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Отказать в заказе?' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Отказать' })).toBeDisabled();
  await dialog.getByLabel('Причина, её увидит студент').fill('Нет фотографии');
  await dialog.getByRole('button', { name: 'Отказать' }).click();
  await expect(mine).toHaveCount(0);
  await expect(card).toContainText('Отменён');
  await expect(card).toContainText('Нет фотографии');
  await card.getByRole('button', { name: 'Заказать заново' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Документ заказан' })).toBeVisible();
  await desk.context().close();
});

test('the check page distinguishes genuine from revoked, in another language too and without signing in @also-phone', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const owner = await openDesktopPageAs(browser, baseURL, 'student2', '/lms/singlewindow');
  const { rowAt } = await placeAndLocateOrder(owner, 1, 7);
  const desk = await openDesktopPageAs(browser, baseURL, 'admin', '/lms/desk');
  const paper = rowAt(desk);
  await nextActionButton(paper, 'Взять').click();
  await orderStateTab(desk, 'Готовится').click();
  await nextActionButton(paper, 'Готов').click();
  await orderStateTab(desk, 'Готов').click();
  await openOrderSheet(paper);
  const sheet = desk.getByRole('dialog', { name: 'Справка с места учёбы' });
  await expect(sheet.getByRole('link', { name: 'Печать' })).toHaveAttribute('href', /inline=1/);
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [printed] = await sql<{ address: string }[]>`
    select '/lms/check/' || number_year || '-' || lpad(number::text, 6, '0') || '/' || check_code as address
    from document_order where number is not null order by id desc limit 1`;
  await sql.end();
  const address = printed?.address ?? '';

  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Документ подлинный' })).toBeVisible();
  await expect(page.getByText('Справка с места учёбы')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Кыр' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Документти текшерүү');
  await page.getByRole('button', { name: 'Рус' }).click();
  await page.goto(address.slice(0, -1) + (address.endsWith('0') ? '1' : '0'));
  await expect(page.getByRole('heading', { name: 'Такого документа нет' })).toBeVisible();

  await sheet.getByRole('button', { name: 'Аннулировать' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Аннулировать документ?' });
  await dialog.getByLabel('Причина, её увидит студент').fill('Выдан по ошибке');
  await dialog.getByRole('button', { name: 'Аннулировать' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText('Документ аннулирован')).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Документ аннулирован' })).toBeVisible();
  await expectAccessible(page);
  await owner.context().close();
  await desk.context().close();
});

test('[ORD-04] old orders are a switch where there are some, and only a figure where there are none @both', async ({
  page,
  ownPortal,
}) => {
  await replaceDeskOrders(ownPortal, 2);
  await signInAs(page, 'clerk', '/lms/desk', ownPortal.url);
  await page.getByRole('button', { name: /^Старше 2 дней: [12]$/ }).click();
  await expect(queueRows(page).first()).toBeVisible();
  await replaceDeskOrders(ownPortal, 0);
  await page.goto(new URL('/lms/desk', page.url()).href);
  await expect(page.getByText('Старше 2 дней: 0')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Старше 2 дней/ })).toHaveCount(0);
});
