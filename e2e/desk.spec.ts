import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { next, open, orderFor, pageOf, tab } from './support/desk.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[ORD-04] [SHELL-10] [FIND-02] from the order to the paper: the desk, the badges, the certificate and its check @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/apps');
  const tile = desk.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Заказы/ });
  await expect(tile).toContainText(/\d/);
  const waiting = Number(/\d+/.exec(await tile.innerText())?.[0]);
  await as(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await orderFor(page, 2, 6);
  await desk.reload();
  await expect(tile).toContainText(String(waiting + 1));
  await tile.click();
  const mine = rowAt(desk);
  await expect(mine).toHaveCount(1);
  // A Kyrgyz name is found from a Russian keyboard.
  const search = desk.getByLabel('Фамилия, логин, группа или номер');
  await search.fill('тологонава');
  await expect(desk.getByText('В этой очереди пусто')).toBeVisible();
  await search.fill('тологонова  АЙГУЛ');
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Төлөгөнова Айгүл Азаматовна');
  await search.fill('');
  await expectAccessible(desk);
  await next(mine, 'Взять').click();
  await expect(mine).toHaveCount(0);
  await expect(card.locator('[aria-current="step"]')).toHaveText('Готовится');
  await expect(card.getByRole('button', { name: 'Отменить' })).toHaveCount(0);
  await tab(desk, 'Готовится').click();
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
  await tab(desk, 'Готов').click();
  await next(mine, 'Выдать').click();
  await expect(mine).toHaveCount(0);
  await desk.getByRole('button', { name: 'Выданные' }).click();
  await expect(mine.getByText(/выдан сегодня, \d\d:\d\d/)).toBeVisible();
  await open(mine);
  const sheet = desk.getByRole('dialog');
  await expect(sheet.getByRole('list', { name: 'История' }).getByRole('listitem')).toHaveCount(4);
  await expect(sheet.locator('[aria-current="step"]')).toContainText('Выдан');
  await page.goto('/lms/singlewindow');
  await expect(card.locator('[aria-current="step"]')).toHaveText('Выдан');
  await expectAccessible(desk);
  await desk.context().close();
  await stranger.context().close();
});

test('[ORD-05] the clerk adds a line and a scan; the student reads where, when, by whom and both', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await orderFor(page, 6, 6);
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const mine = rowAt(desk);
  await next(mine, 'Взять').click();
  await tab(desk, 'Готовится').click();
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

  await tab(desk, 'Готов').click();
  await open(mine);
  await drawer.getByRole('button', { name: 'Убрать скан' }).click();
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(card.getByRole('link', { name: /лист с печатью/ })).toHaveCount(0);
  await expect(card.getByText('Подпись библиотеки уже стоит.')).toBeVisible();
  await desk.context().close();
});

test('[ORD-04] [ORD-06] student and desk write to each other about an order; a refused one tells its reason and is ordered again', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'student', '/lms/singlewindow');
  const { card, rowAt } = await orderFor(page, 1, 2);
  await card.getByRole('button', { name: 'Написать' }).click();
  const form = page.getByRole('dialog', { name: 'Написать о заказе' });
  await form.getByRole('textbox').fill('Можно до пятницы?');
  await form.getByRole('button', { name: 'Отправить' }).click();
  await expect(form).toBeHidden();
  const desk = await pageOf(browser, baseURL, 'clerk', '/lms/desk');
  const mine = rowAt(desk);
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

test('the check page tells genuine from revoked, in another language too and without signing in @also-phone', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const owner = await pageOf(browser, baseURL, 'student2', '/lms/singlewindow');
  const { rowAt } = await orderFor(owner, 1, 7);
  const desk = await pageOf(browser, baseURL, 'admin', '/lms/desk');
  const paper = rowAt(desk);
  await next(paper, 'Взять').click();
  await tab(desk, 'Готовится').click();
  await next(paper, 'Готов').click();
  await tab(desk, 'Готов').click();
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
