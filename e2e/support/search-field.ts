import { expect, type Locator } from '@playwright/test';

/**
 * Types into the first search field of a page in Russian and empties it by the portal's own button. Where a browser draws a
 * cross of its own, the press at the field's end would have emptied it before.
 */
export async function expectSearchFieldClears(main: Locator): Promise<void> {
  const search = main.getByRole('searchbox').first();
  await search.fill('тандоо');
  const box = await search.boundingBox();
  await search.click({ position: { x: (box?.width ?? 0) - 8, y: (box?.height ?? 0) / 2 } });
  await expect(search).toHaveValue('тандоо');
  await main.getByRole('button', { name: 'Очистить поиск' }).first().click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
}
