import type { Page } from '@playwright/test';

/** Fills the form: document and region by their ids, the district by its place in the list. */
export async function placeOrder(page: Page, document: number, region: number, district = 1): Promise<void> {
  await page.getByLabel('Документ', { exact: true }).selectOption(String(document));
  await page.getByLabel('Область').selectOption(String(region));
  await page.getByLabel('Район').selectOption({ index: district });
  await page.getByRole('button', { name: 'Заказать', exact: true }).click();
}

/** The rows of the own orders. */
export const orderRows = (page: Page) => page.getByRole('list', { name: 'Мои заказы' }).locator('> li');
