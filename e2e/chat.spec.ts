import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { type Login, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const studentName = 'Төлөгөнова Айгүл';
const teacherName = /^Асанбаев Д\. Н\./;

/** Opens the chat with a contact; the first discipline is one that the teacher and both students share. */
async function openChat(page: Page, login: Login, contact: string | RegExp): Promise<void> {
  await signIn(page, login, '/lms/chat');
  await choose(page, contact);
}

async function choose(page: Page, contact: string | RegExp): Promise<void> {
  await page.getByRole('list', { name: 'Список контактов' }).getByRole('link', { name: contact }).click();
  await expect(page.getByRole('textbox', { name: 'Сообщение' })).toBeVisible();
  await expect(page.getByRole('log').locator('ol')).toBeVisible();
}

async function someoneElse(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', timezoneId: 'Asia/Bishkek' });
  return await context.newPage();
}

const bubble = (page: Page, text: string) => page.locator('[data-id]', { hasText: text });
const unsent = (page: Page) => page.locator('[data-unsent]');
const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Отправить' }).click();
}

const textsOf = (page: Page, part: string) =>
  page
    .locator('[data-id] span[translate=no]')
    .filter({ hasText: part })
    .evaluateAll((all) => all.map((one) => one.textContent));

test('[CHAT-01] [CHAT-06] [SHELL-07] [SHELL-08] contacts begin with the group chat; counts stand everywhere', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'teacher', '/lms/chat');
  const contacts = page.getByRole('list', { name: 'Список контактов' }).getByRole('link');
  await expect(contacts.first()).toContainText('Групповой чат');
  await expect(contacts.nth(1)).toContainText('ПИ-1-24');
  await expect(page.locator('[data-part=filter]')).toBeVisible();
  await expect(page.getByText('Выберите собеседника слева')).toBeVisible();

  const other = await someoneElse(browser, baseURL);
  await signIn(other, 'student', '/lms/chat');
  await expect(other.locator('[data-part=filter]')).toHaveCount(0);
  const teacher = other.getByRole('link', { name: teacherName });
  await expect(teacher).toContainText('3 новых');
  await expect(other.getByRole('link', { name: /^Чат/ })).toContainText(/\d/);
  await expect(other).toHaveTitle(/^\(\d+\) Чат/);
  await choose(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  // A second in view marks as read; the divider stays until the contact is left.
  await expect(teacher).not.toContainText('новых');
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  await choose(other, 'Групповой чат');
  await choose(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toHaveCount(0);
  await other.context().close();
});

test('[CHAT-05] [CHAT-07] [CHAT-11] messages, reads, edits and deletions reach the other side without reload', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'teacher', studentName), openChat(other, 'student', teacherName)]);
  await say(page, 'Живое сообщение');
  await expect(field(page)).toHaveValue('');
  await expect(bubble(page, 'Живое сообщение')).toHaveCount(1);
  await expect(bubble(other, 'Живое сообщение')).toHaveCount(1);
  await expect(bubble(page, 'Живое сообщение')).toContainText('прочитано');
  await expect(other.locator('[data-announced]')).toContainText('Живое сообщение');

  await bubble(page, 'Живое сообщение').hover();
  await bubble(page, 'Живое сообщение').getByRole('button', { name: 'Изменить' }).click();
  await field(page).fill('Исправленное сообщение');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(bubble(other, 'Исправленное сообщение')).toContainText('изменено');

  const mine = bubble(page, 'Исправленное сообщение');
  await mine.hover();
  await mine.getByRole('button', { name: 'Удалить сообщение' }).click();
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect(mine).toHaveCount(1);
  // Anything but result 1 leaves it in the list.
  const deletion = '**/api/chat/deletemessage.json';
  await page.route(deletion, (route) => route.fulfill({ json: { result: 0, error: null, data: [{ result: 0 }] } }));
  await mine.hover();
  await mine.getByRole('button', { name: 'Удалить сообщение' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(mine).toHaveCount(1);
  await page.unroute(deletion);
  await mine.hover();
  await mine.getByRole('button', { name: 'Удалить сообщение' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(mine).toHaveCount(0);
  await expect(bubble(other, 'Исправленное сообщение')).toHaveCount(0);
  await expect(bubble(other, 'Посмотрю сегодня').getByRole('button', { name: 'Удалить сообщение' })).toHaveCount(0);
  await other.context().close();
});

test('[CHAT-02] [CHAT-04] [CHAT-08] [CHAT-09] pages of 20 without a jump; another contact clears; nothing says so', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const rows = page.locator('[data-id]');
  await expect(rows).not.toHaveCount(0);
  const before = await rows.count();
  expect(before).toBeLessThanOrEqual(24);
  const log = page.getByRole('log');
  const first = await rows.first().getAttribute('data-id');
  const place = page.locator(`[data-id="${first}"]`);
  await log.evaluate((box) => box.scrollTo({ top: 250 }));
  const top = (await place.boundingBox())?.y ?? 0;
  await expect(rows).not.toHaveCount(before);
  await expect.poll(async () => Math.abs(((await place.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  await log.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(page.getByText('Начало переписки')).toBeVisible();
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(page.getByRole('button', { name: /^К новым/ })).toHaveCount(0);

  await page.getByRole('button', { name: /^Веб-программирование/ }).click();
  await expect(page.getByText('Выберите собеседника слева')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByRole('list', { name: 'Список контактов' }).getByRole('link').nth(1).click();
  await expect(page.getByText('Сообщений пока нет')).toBeVisible();
});

test('[CHAT-13] text is shown as text: markup does nothing, links work, line breaks and letters stay', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const text = '<img src=x onerror="window.broken=1"><b>не жирно</b>\nhttps://example.kg/a?b=1.\nөңү 👩‍🎓';
  await say(page, text);
  const mine = bubble(page, 'не жирно');
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('<b>не жирно</b>');
  await expect(mine.getByRole('link', { name: 'https://example.kg/a?b=1' })).toHaveAttribute('rel', /noopener/);
  await expect(mine.locator('img, b')).toHaveCount(0);
  await expect(mine.locator('[translate=no]').first()).toHaveJSProperty('innerText', text);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  await field(page).fill('я'.repeat(4001));
  await expect(page.getByText('Сообщение длиннее 4000 символов. 4001 / 4000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить' })).toHaveAttribute('aria-disabled', 'true');
  await field(page).fill('я'.repeat(4000));
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'яяяя')).toHaveCount(1);
});

test('[CHAT-14] a file that is too large says so before anything is sent; another one arrives', async ({ page }) => {
  await openChat(page, 'student', teacherName);
  let asked = 0;
  await page.route('**/api/chat/insert.json', (route) => {
    asked++;
    return route.continue();
  });
  const input = page.locator('form input[type=file]');
  await page.evaluate(() => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'Большой.bin'));
    const field = document.querySelector<HTMLInputElement>('form input[type=file]');
    if (field) field.files = chosen.files;
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('Файл больше 50 МБ.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /Большой\.bin/ }).click();
  expect(asked).toBe(0);
  await input.setInputFiles({ name: 'Решение.txt', mimeType: 'text/plain', buffer: Buffer.from('ответ 42') });
  await page.getByRole('button', { name: 'Отправить' }).click();
  const link = page.locator('[data-id]').getByRole('link', { name: /^Скачать файл Решение\.txt/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Решение.txt');
});

test('drafts are kept per contact, over a reload; an answer quotes what it answers; search finds it', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  await field(page).fill('Недописанное учителю');
  await choose(page, 'Групповой чат');
  await expect(field(page)).toHaveValue('');
  await choose(page, teacherName);
  await expect(field(page)).toHaveValue('Недописанное учителю');
  await page.reload();
  await expect(field(page)).toHaveValue('Недописанное учителю');

  const asked = bubble(page, 'И ещё: защита');
  await asked.hover();
  await asked.getByRole('button', { name: 'Ответить' }).click();
  await say(page, 'Приду на защиту');
  await expect(bubble(page, 'Приду на защиту')).toContainText('И ещё: защита первой части');
  await page.getByRole('button', { name: 'Найти в переписке' }).click();
  await page.getByRole('searchbox', { name: 'Найти в переписке' }).fill('НЕ МЕНЬШЕ ТРЕХ');
  await page.getByRole('list', { name: 'Найденные сообщения' }).getByRole('button').first().click();
  await expect(bubble(page, 'не меньше трёх таблиц')).toBeInViewport();
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(bubble(page, 'Приду на защиту').last()).toBeInViewport();
});

test('the phone: list, conversation without tabs, and back to the same place @phone', async ({ page }) => {
  await signIn(page, 'teacher', '/lms/chat');
  const list = page.getByRole('list', { name: 'Список контактов' });
  const last = list.getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const top = (await last.boundingBox())?.y ?? 0;
  await last.click();
  await expect(field(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Назад' }).click();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await expect(last).toBeInViewport();
  await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  await page.getByRole('button', { name: /^Дисциплина/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /кр\./ }).first()).toBeVisible();
});

test('[CHAT-12] unsent ones survive a lost network, a reload and dropped replies: all there, in order, none twice', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'student', teacherName), openChat(other, 'teacher', studentName)]);
  await page.context().setOffline(true);
  for (const number of [1, 2, 3]) await say(page, `Без сети ${number}`);
  await expect(unsent(page)).toHaveCount(3);
  await expect(unsent(page).first()).toContainText('ждёт сети');
  await page.context().setOffline(false);
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => textsOf(page, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);
  await expect.poll(() => textsOf(other, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);

  // Every reply is lost the first time: the server has the message, the browser does not know.
  const dropped = new Set<string>();
  await page.route('**/api/chat/insert.json', async (route) => {
    const key = route.request().headers()['idempotency-key'] ?? '';
    if (dropped.has(key)) return route.continue();
    dropped.add(key);
    await route.fetch();
    await route.abort('connectionreset');
  });
  for (const number of [1, 2]) await say(page, `Ответ пропал ${number}`);
  // The tab is reloaded in the middle of it.
  await expect.poll(() => dropped.size).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => textsOf(page, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => textsOf(other, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await other.context().close();
});

test('[CHAT-12] a tab that is closed in the middle of sending, many times, loses and doubles nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = page.context();
  await openChat(page, 'student', 'Групповой чат');
  const address = page.url();
  const expected: string[] = [];
  let tab = page;
  for (let round = 1; round <= 6; round++) {
    await say(tab, `Закрытая вкладка ${round}`);
    expected.push(`Закрытая вкладка ${round}`);
    // At a different moment each time: before, while and after the request goes out.
    if (round % 3 === 1) await tab.waitForRequest('**/api/chat/insert.json').catch(() => null);
    if (round % 3 === 2) await expect(unsent(tab)).toHaveCount(0);
    await tab.close({ runBeforeUnload: false });
    tab = await context.newPage();
    await tab.goto(address);
    await expect(field(tab)).toBeVisible();
  }
  await expect(unsent(tab)).toHaveCount(0);
  const other = await someoneElse(browser, baseURL);
  await openChat(other, 'student2', 'Групповой чат');
  await expect.poll(() => textsOf(other, 'Закрытая вкладка')).toEqual(expected);
  await other.context().close();
});

test('[CHAT-11] after being offline everything missed is there once and in order, edits and deletions included', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'student2', teacherName), openChat(other, 'teacher', 'Бакыт уулу Үсөн')]);
  for (const number of [1, 2, 3]) await say(other, `Было до обрыва ${number}`);
  await expect.poll(() => textsOf(page, 'Было до обрыва')).toHaveLength(3);
  await page.context().setOffline(true);
  for (let number = 1; number <= 25; number++) {
    await say(other, `Пропущено ${number}`);
    await expect(field(other)).toHaveValue('');
  }
  await expect(unsent(other)).toHaveCount(0);
  const changed = bubble(other, 'Было до обрыва 2');
  await changed.scrollIntoViewIfNeeded();
  await changed.hover();
  await changed.getByRole('button', { name: 'Изменить' }).click();
  await field(other).fill('Изменено за это время');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  const gone = bubble(other, 'Было до обрыва 3');
  await gone.hover();
  await gone.getByRole('button', { name: 'Удалить сообщение' }).click();
  await other.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(gone).toHaveCount(0);

  await page.context().setOffline(false);
  const wanted = Array.from({ length: 25 }, (_, index) => `Пропущено ${index + 1}`);
  await expect.poll(() => textsOf(page, 'Пропущено'), { timeout: 30_000 }).toEqual(wanted);
  await expect(bubble(page, 'Изменено за это время')).toHaveCount(1);
  expect(await textsOf(page, 'Было до обрыва')).toEqual(['Было до обрыва 1']);
  await other.context().close();
});

test('[BASE-12] axe finds nothing: ru, light, desktop', async ({ page }) => {
  await openChat(page, 'student', 'Групповой чат');
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expectAccessible(page);
});

test('[BASE-12] axe finds nothing: kg, dark, phone @phone', async ({ page, baseURL }) => {
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url: baseURL ?? '' },
    { name: 'theme', value: 'dark', url: baseURL ?? '' },
  ]);
  await signIn(page, 'teacher', '/lms/chat');
  await expect(page.getByRole('link', { name: 'Топтук чат' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Топтук чат' }).click();
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expectAccessible(page);
});
