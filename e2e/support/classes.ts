import { type Made, today } from '../../server/test/factories/classes.ts';
import { expect, type Page } from '@playwright/test';

/** The journal shows that class, with a column of today that takes the next key. */
export async function expectReady(page: Page, { discipline, group, type }: Made): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(`${discipline} · ${group}`);
  await expect(page.getByRole('group', { name: 'Вид занятия' }).getByRole('button', { name: type })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const [, month, number] = today().split('-');
  const head = page.locator('thead th', { hasText: `${number}.${month}` }).last();
  await expect(head).toBeVisible();
  const place = (await page.locator('thead th').allTextContents()).indexOf((await head.textContent()) ?? '') - 1;
  await expect(page.locator(`tr[data-r="0"] td[data-c="${place}"]`)).toBeFocused();
}
