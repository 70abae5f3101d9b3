import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** More stops than any page has. */
const maxStops = 250;

/** Presses Tab until something has the focus, as somebody without a mouse does; it must be seen where it is. */
export async function focusByTab(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`Tab never comes to ${target}`);
}
