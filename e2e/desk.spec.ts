import type { Browser, Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { type Login, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const aigul = 'Төлөгөнова Айгүл Азаматовна';

// Other files may have left orders in this worker's portal.
test.beforeEach(async ({ portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`truncate order_event, document_order, order_series`;
  await sql.end();
});

/** Another person's browser. */
async function pageOf(browser: Browser, baseURL: string | undefined, login: Login, path: string): Promise<Page> {
  const desktop = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', ...desktop });
  const page = await context.newPage();
  await signIn(page, login, path);
  return page;
}

/** Orders through the form; gives the card of the new order. */
async function order(page: Page, document: number, region: number): Promise<Locator> {
  const orders = page.getByRole('list', { name: 'Мои заказы' }).locator('> li');
  await page.getByLabel('Документ').selectOption(String(document));
  await page.getByLabel('Область').selectOption({ index: region });
  await page.getByLabel('Район').selectOption({ index: 1 });
  const saved = page.waitForResponse('**/api/singlewindow/order/save');
  await page.getByRole('button', { name: 'Заказать' }).click();
  expect((await saved).status()).toBe(200);
  const name = await page.getByLabel('Документ').locator(`option[value="${document}"]`).textContent();
  const card = orders.filter({ hasText: name ?? '?' }).first();
  await expect(card.locator('[aria-current="step"]')).toHaveText('Ожидает');
  return card;
}
const queueOf = (desk: Page) => desk.getByRole('list', { name: 'Очередь заказов' }).locator('> li');
const show = (desk: Page, state: string) => desk.getByRole('tab', { name: new RegExp(`^${state} `) }).click();
/** The one next act of a row. */
const next = (row: Locator, word: string) => row.getByRole('button', { name: new RegExp(`^${word}: `) });
/** Opens the sheet of a row. */
const open = (row: Locator) => row.getByRole('button').first().click();

test('[ORD-04] [SHELL-10] from the order to the paper: the desk, the badges, the certificate and its check', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student', '/lms/singlewindow');
  const card = await order(page, 2, 5);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/apps');
  const tile = desk.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Заказы/ });
  await expect(tile).toContainText('1');
  await tile.click();
  const mine = queueOf(desk).filter({ hasText: aigul });
  await expect(mine).toHaveCount(1);
  await expectAccessible(desk);
  await next(mine, 'Взять').click();
  await expect(mine).toHaveCount(0);
  await expect(card.locator('[aria-current="step"]')).toHaveText('Готовится');
  await expect(card.getByRole('button', { name: 'Отменить' })).toHaveCount(0);
  await show(desk, 'Готовится');
  await next(mine, 'Готов').click();
  await expect(card.locator('[aria-current="step"]')).toHaveText('Готов');

  const link = card.getByRole('link', { name: 'Скачать PDF' });
  const href = (await link.getAttribute('href')) ?? '';
  const pdf = await page.request.get(href);
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const stranger = await pageOf(browser, baseURL, 'student3', '/lms/apps');
  expect((await stranger.request.get(href)).status()).toBe(404);

  // The owner saw it become ready on this very page: nowhere is it new.
  await page.goto('/lms/apps');
  const documents = page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Документы/ });
  await expect(documents).toBeVisible();
  await expect(documents).not.toContainText('1');
  await expect(
    page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Регистрация/ }),
  ).toContainText('открыта');
  await show(desk, 'Готов');
  await next(mine, 'Выдать').click();
  await expect(mine).toHaveCount(0);
  await desk.getByRole('button', { name: 'Выданные' }).click();
  await expect(mine.getByText(/выдан сегодня, \d\d:\d\d/)).toBeVisible();
  await open(mine);
  const sheet = desk.getByRole('dialog');
  await expect(sheet.getByRole('list', { name: 'История' }).getByRole('listitem')).toHaveCount(4);
  await expect(sheet.locator('[aria-current="step"]')).toContainText('Выдан');
  await page.goto('/lms/singlewindow');
  await expect(page.locator('[aria-current="step"]')).toHaveText('Выдан');
  await expectAccessible(desk);
  await desk.context().close();
  await stranger.context().close();
});

test('[ORD-05] the clerk adds a line and a scan; the student reads where, when, by whom and both', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student', '/lms/singlewindow');
  const card = await order(page, 6, 5);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const mine = queueOf(desk).filter({ hasText: aigul });
  await next(mine, 'Взять').click();
  await show(desk, 'Готовится');
  await open(mine);
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

  await show(desk, 'Готов');
  await open(mine);
  await drawer.getByRole('button', { name: 'Убрать скан' }).click();
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card.getByRole('link', { name: /лист с печатью/ })).toHaveCount(0);
  await expect(card.getByText('Подпись библиотеки уже стоит.')).toBeVisible();
  await desk.context().close();
});

test('[ORD-05] a teacher is not offered what is for students', async ({ page }) => {
  await signIn(page, 'teacher', '/lms/singlewindow');
  const documents = page.getByLabel('Документ').locator('option');
  await expect(documents).toHaveText([/---/, 'Обходной лист', 'Справка с места работы']);
});

test('[NOW-02] a ready document seen in one browser is new in none', async ({ page, browser, baseURL }) => {
  await signIn(page, 'student2', '/lms/singlewindow');
  await order(page, 1, 3);
  const tileOf = (where: Page) =>
    where.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Документы/ });
  await page.goto('/lms/apps');
  const other = await pageOf(browser, baseURL, 'student2', '/lms/apps');
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  await next(queueOf(desk), 'Взять').click();
  await show(desk, 'Готовится');
  await next(queueOf(desk), 'Готов').click();
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

test('[FIND-02] the desk finds a Kyrgyz name from a Russian keyboard', async ({ page, browser, baseURL }) => {
  await signIn(page, 'student', '/lms/singlewindow');
  await order(page, 1, 3);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const search = desk.getByLabel('Фамилия, логин, группа или номер');
  await search.fill('тологонова  АЙГУЛ');
  await expect(queueOf(desk).filter({ hasText: aigul })).toHaveCount(1);
  await search.fill('тологонава');
  await expect(desk.getByText('В этой очереди пусто')).toBeVisible();
  await desk.context().close();
});

test('[ORD-04] a refusal shows its reason to the person at once', async ({ page, browser, baseURL }) => {
  await signIn(page, 'student2', '/lms/singlewindow');
  const card = await order(page, 3, 2);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const mine = queueOf(desk).filter({ hasText: (await card.getByRole('heading').textContent()) ?? '?' });
  await open(mine);
  await desk.getByRole('dialog').getByRole('button', { name: 'Отказать' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Отказать в заказе?' });
  await expect(dialog.getByRole('button', { name: 'Отказать' })).toBeDisabled();
  await dialog.getByLabel('Причина, её увидит студент').fill('Нужна фотография 3×4');
  await dialog.getByRole('button', { name: 'Отказать' }).click();
  await expect(mine).toHaveCount(0);
  await expect(card).toContainText('Отменён');
  await expect(card).toContainText('Нужна фотография 3×4');
  await desk.context().close();
});

test('[ORD-06] student and desk write to each other about an order; a refused one is ordered again', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student', '/lms/singlewindow');
  const card = await order(page, 1, 5);
  await card.getByRole('button', { name: 'Написать' }).click();
  const form = page.getByRole('dialog', { name: 'Написать о заказе' });
  await form.getByRole('textbox').fill('Можно до пятницы?');
  await form.getByRole('button', { name: 'Отправить' }).click();
  await expect(form).toBeHidden();
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const mine = queueOf(desk).filter({ hasText: aigul });
  await expect(mine.getByText('студент написал')).toBeVisible();
  await open(mine);
  const sheet = desk.getByRole('dialog', { name: 'Справка с места учёбы' });
  await expect(sheet.getByRole('blockquote')).toContainText('Можно до пятницы?');
  await sheet.getByRole('button', { name: 'Написать студенту' }).click();
  const answer = desk.getByRole('dialog', { name: 'Написать студенту' });
  await answer.getByRole('textbox').fill('Да, в четверг.');
  await answer.getByRole('button', { name: 'Отправить' }).click();
  await expect(sheet.getByRole('list', { name: 'История' })).toContainText('Да, в четверг.');
  await card.getByRole('button', { name: 'История' }).click();
  await expect(card.getByText('Да, в четверг.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Отказать' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Отказать в заказе?' });
  await dialog.getByRole('combobox').fill('Нет фотографии');
  await dialog.getByRole('button', { name: 'Отказать' }).click();
  await page.getByRole('button', { name: 'Заказать заново' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Документ заказан' })).toBeVisible();
  await desk.context().close();
});

test('[ORD-04] several are taken at once; what another clerk took first is told and leaves the list', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'student3', '/lms/singlewindow');
  for (const document of [1, 2, 3]) await order(page, document, 4);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const second = await pageOf(browser, baseURL, 'admin', '/lms/desk');
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
  await desk.context().close();
  await second.context().close();
});

test('the check page tells genuine from revoked, in another language too and without signing in @both', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const region = page.viewportSize()?.width === 390 ? 7 : 6;
  const owner = await pageOf(browser, baseURL, 'student2', '/lms/singlewindow');
  await order(owner, 1, region);
  const place = (await owner.getByLabel('Область').locator('option').nth(region).textContent()) ?? '?';
  const desk = await pageOf(browser, baseURL, 'admin', '/lms/desk');
  const paper = queueOf(desk).filter({ hasText: place });
  await next(paper, 'Взять').click();
  await show(desk, 'Готовится');
  await next(paper, 'Готов').click();
  await show(desk, 'Готов');
  await open(paper);
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
