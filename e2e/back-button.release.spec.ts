import type { Page } from '@playwright/test';
import { signInAs } from './support/people.ts';
import { pagePath, readDialogDepth, sheetDialog, swipeDown } from './support/sheets.ts';
import { expect, test } from './support/test.ts';

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
];

for (const [what, address, open] of sheets)
  test(`[WEAK-07] the sheet of ${what} closes by a step back, by a swipe and by its button @phone`, async ({
    page,
  }) => {
    await signInAs(page, 'student', '/lms/apps');
    await page.goto(address);
    await open(page);
    await expect(sheetDialog(page)).toBeVisible();
    await expect.poll(() => readDialogDepth(page)).toBe(1);
    await page.goBack();
    await expect(sheetDialog(page)).toHaveCount(0);
    expect(pagePath(page)).toBe(address);

    await open(page);
    await expect(sheetDialog(page)).toBeVisible();
    await expect.poll(() => readDialogDepth(page)).toBe(1);
    await swipeDown(page);
    await expect(sheetDialog(page)).toHaveCount(0);
    await expect.poll(() => readDialogDepth(page)).toBe(0);

    await open(page);
    await expect.poll(() => readDialogDepth(page)).toBe(1);
    await sheetDialog(page).getByRole('button', { name: 'Закрыть' }).click();
    await expect(sheetDialog(page)).toHaveCount(0);
    await expect.poll(() => readDialogDepth(page)).toBe(0);
    // Nothing of a window is left behind: the next step back leaves the page.
    await page.goBack();
    await expect.poll(() => pagePath(page)).toBe('/lms/apps');
  });

test('[WEAK-07] a clerk’s line stays when its drawer is closed', async ({ page }) => {
  await signInAs(page, 'clerk', '/lms/desk');
  await page
    .getByRole('button', { name: /^Взять: / })
    .nth(1)
    .click();
  await expect(page.getByText('1 заказ взят в работу.')).toBeVisible();
  await page.getByRole('tab', { name: /^Готовится / }).click();
  await expect(page.getByRole('button', { name: /^Готов: / }).first()).toBeAttached();
  const queue = page.getByRole('list', { name: 'Очередь заказов' });
  const open = () => queue.getByRole('listitem').first().getByRole('button').first().click();
  const line = sheetDialog(page).getByRole('textbox');
  await open();
  await line.fill('Приносить студенческий билет.');
  const [within, around] = [await line.boundingBox(), await sheetDialog(page).boundingBox()];
  expect((within?.x ?? 0) - (around?.x ?? 0)).toBeGreaterThanOrEqual(16);
  await page.keyboard.press('Escape');
  await expect(sheetDialog(page)).toHaveCount(0);
  await open();
  await expect(line).toHaveValue('Приносить студенческий билет.');
});

test('[WEAK-07] a choice in a sheet leads on, and a step back from there to the page before it @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/umk');
  const open = () =>
    page
      .getByRole('button', { name: /дисциплин/i })
      .first()
      .click();
  await open();
  const items = sheetDialog(page).getByRole('button').filter({ hasText: 'кр.' });
  const name = (await items.nth(1).locator('span').nth(1).innerText())
    .replaceAll('\u00ad', '')
    .replaceAll('\u00a0', ' ');
  await items.nth(1).click();
  await expect(sheetDialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeVisible();
  const chosen = page.url();
  expect(chosen).toContain('d=');
  await expect.poll(() => readDialogDepth(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.url()).not.toBe(chosen);
  expect(pagePath(page)).toBe('/lms/umk');
});

test('[WEAK-07] a step back from what is being written asks first, and what was typed stays @phone', async ({
  page,
}) => {
  await signInAs(page, 'teacher', '/lms/library');
  await page.getByRole('button', { name: 'Добавить книгу' }).click();
  const author = sheetDialog(page).getByLabel('Автор');
  await author.fill('Чыңгыз Айтматов');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' });
  await expect(question).toBeVisible();
  await expect.poll(() => readDialogDepth(page)).toBe(2);
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(author).toHaveValue('Чыңгыз Айтматов');
  expect(pagePath(page)).toBe('/lms/library');
});
