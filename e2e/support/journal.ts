import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { type Login, signInAs } from './people.ts';

/** One line of the grid as it reads: signs and totals. */
export const gridRow = (page: Page, row: number): Locator => page.locator(`tr[data-r="${row}"]`);
/** A cell by its place. */
export const gridCell = (page: Page, row: number, column: number): Locator =>
  gridRow(page, row).locator(`td[data-c="${column}"]`);
/** Waits until everything that was entered is with the server. */
export const expectAllSaved = (page: Page) =>
  expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();

/** Waits for the table of the journal that is open; one without dates, as on the first day of a term, gets two of today first. */
async function tableOrTwoDates(page: Page): Promise<void> {
  const isEmpty = page.getByText('Дат ещё нет. Добавьте первую');
  await expect(page.getByRole('grid').or(isEmpty)).toBeVisible();
  if (!(await isEmpty.isVisible())) return;
  for (const times of [1, 2]) {
    // A date without an entry does not stay.
    await gridCell(page, 0, await addDate(page, times)).click();
    await page.keyboard.press('4');
  }
  await expectAllSaved(page);
}

/**
 * Adds a column of today, or of so many days ago, to the teacher's journal that is open; gives its place. Files that
 * share a portal take different days.
 */
export async function addJournalColumn(page: Page, times: number, daysAgo = 0): Promise<number> {
  await tableOrTwoDates(page);
  return await addDate(page, times, daysAgo);
}

async function addDate(page: Page, times: number, daysAgo = 0): Promise<number> {
  await page.getByRole('button', { name: 'Новая дата' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая дата' });
  const list = dialog.getByRole('combobox', { name: 'Какое занятие в этот день' });
  await expect(list.locator('option').first()).toHaveText(' --- ');
  await list.selectOption(String(times));
  const field = dialog.getByLabel('Дата', { exact: true });
  const today = (await field.inputValue()).split('.').reverse().join('-');
  const day = new Date(Date.parse(today) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await field.fill(day);
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog).toBeHidden();
  const head = `${day.slice(8)}.${day.slice(5, 7)}${times > 1 ? `${times}-я пара` : ''}`;
  await expect(page.locator('thead th', { hasText: head })).toBeVisible();
  const heads = await page.locator('thead th').allTextContents();
  return heads.indexOf(head) - 1;
}

/** Somebody in a browser of their own. */
export async function openPageAs(
  browser: Browser,
  baseURL: string | undefined,
  login: Login,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await signInAs(page, login, path);
  return page;
}

/** Names and signs of the whole table, for comparing two screens. */
export const readJournalRowTexts = (page: Page): Promise<string[]> =>
  page
    .locator('tr[data-r]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((one) => `${one.textContent}${one.getAttribute('data-is') ?? ''}`).join('|'),
      ),
    );
