import type { Page } from '@playwright/test';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const path = (page: Page) => new URL(page.url()).pathname;

/** Draws a finger down over the head of the sheet that is open. */
async function swipeDown(page: Page): Promise<void> {
  // While the sheet still comes up its head is not yet where a finger would find it.
  await dialog(page).evaluate((sheet) => Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished)));
  const box = await dialog(page).boundingBox();
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 12];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 10; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + step * 30 }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const sheets: readonly [what: string, address: string, open: (page: Page) => Promise<void>][] = [
  ['the disciplines of the chat', '/lms/chat', (page) => page.getByRole('button', { name: /^Дисциплина/ }).click()],
  [
    'the disciplines of materials',
    '/lms/umk',
    (page) =>
      page
        .getByRole('button', { name: /дисциплин/i })
        .first()
        .click(),
  ],
  ['a new password', '/lms/profile', (page) => page.getByRole('button', { name: 'Сменить пароль' }).click()],
  ['an order', '/lms/singlewindow', (page) => page.getByRole('button', { name: /заказ/i }).last().click()],
];

for (const [what, address, open] of sheets)
  test(`[WEAK-07] the sheet of ${what} closes by a step back, by a swipe and by its button @phone`, async ({
    page,
  }) => {
    await signIn(page, 'student', '/lms/apps');
    await page.goto(address);
    const entries = () => page.evaluate(() => history.state.windows ?? 0);
    await open(page);
    await expect(dialog(page)).toBeVisible();
    await expect.poll(entries).toBe(1);
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    expect(path(page)).toBe(address);

    await open(page);
    await expect(dialog(page)).toBeVisible();
    await expect.poll(entries).toBe(1);
    await swipeDown(page);
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(entries).toBe(0);

    await open(page);
    await expect.poll(entries).toBe(1);
    await dialog(page).getByRole('button', { name: 'Закрыть' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(entries).toBe(0);
    // Nothing of a window is left behind: the next step back leaves the page.
    await page.goBack();
    await expect.poll(() => path(page)).toBe('/lms/apps');
  });

test('[WEAK-07] reloading and going forward find no window that is not open @phone', async ({ page }) => {
  await signIn(page, 'student', '/lms/apps');
  await page.goto('/lms/profile');
  const entries = () => page.evaluate(() => history.state.windows ?? 0);
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect.poll(entries).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(entries).toBe(0);
  await page.goForward();
  await expect.poll(entries).toBe(0);
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect.poll(() => path(page)).toBe('/lms/apps');
});

test('[WEAK-07] a choice in a sheet leads on, and a step back from there to the page before it @phone', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/umk');
  const open = () =>
    page
      .getByRole('button', { name: /дисциплин/i })
      .first()
      .click();
  await open();
  const items = dialog(page).getByRole('button').filter({ hasText: 'кр.' });
  const name = await items.nth(1).locator('span').nth(1).innerText();
  await items.nth(1).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
  const chosen = page.url();
  expect(chosen).toContain('d=');
  await expect.poll(() => page.evaluate(() => history.state.windows ?? 0)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.url()).not.toBe(chosen);
  expect(path(page)).toBe('/lms/umk');
});

test('[WEAK-07] a step back from what is being written asks first, and what was typed stays @phone', async ({
  page,
}) => {
  await signIn(page, 'teacher', '/lms/library');
  await page.getByRole('button', { name: 'Добавить книгу' }).click();
  const author = dialog(page).getByLabel('Автор');
  await author.fill('Чыңгыз Айтматов');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await expect(question).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state.windows ?? 0)).toBe(2);
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(author).toHaveValue('Чыңгыз Айтматов');
  expect(path(page)).toBe('/lms/library');
});

test('[WEAK-07] what was chosen in a sheet stays for its next opening @phone', async ({ page }) => {
  await signIn(page, 'student', '/lms/singlewindow');
  const open = () => page.getByRole('button', { name: 'Новый заказ' }).click();
  const chosen = (label: string) =>
    dialog(page)
      .getByLabel(label)
      .evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
  await open();
  await dialog(page).getByLabel('Документ').selectOption('Обходной лист');
  await dialog(page).getByLabel('Область').selectOption('Чуйская область');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await open();
  await expect.poll(() => chosen('Документ')).toBe('Обходной лист');
  expect(await chosen('Область')).toBe('Чуйская область');
  await swipeDown(page);
  await expect(dialog(page)).toHaveCount(0);
  await open();
  expect(await chosen('Документ')).toBe('Обходной лист');
});

test('[WEAK-07] a clerk’s line stays when its drawer is closed', async ({ page }) => {
  await signIn(page, 'clerk', '/lms/desk');
  await page
    .getByRole('button', { name: /^Взять: / })
    .nth(1)
    .click();
  await expect(page.getByText('1 заказ взят в работу.')).toBeVisible();
  await page.getByRole('tab', { name: /^Готовится / }).click();
  await expect(page.getByRole('button', { name: /^Готов: / }).first()).toBeAttached();
  const queue = page.getByRole('list', { name: 'Очередь заказов' });
  const open = () => queue.getByRole('listitem').first().getByRole('button').first().click();
  const line = dialog(page).getByRole('textbox');
  await open();
  await line.fill('Приносить студенческий билет.');
  const [within, around] = [await line.boundingBox(), await dialog(page).boundingBox()];
  expect((within?.x ?? 0) - (around?.x ?? 0)).toBeGreaterThanOrEqual(16);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await open();
  await expect(line).toHaveValue('Приносить студенческий билет.');
});
