import { expect, type Locator, type Page } from '@playwright/test';

/** The field of the search over all rooms. */
export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Найти человека, дисциплину, файл…' });
/** A row of what was found. */
export const searchOption = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });
/** The row that Enter opens. */
export const selectedOption = (page: Page): Locator => page.locator('[role=option][aria-selected=true]');

/** Opens the search by its keys, which work as soon as a page is in its frame. */
export async function openSearch(page: Page): Promise<void> {
  await expect(page.locator('#content h1').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
}
