import type { Locator, Page } from '@playwright/test';

/** The sheet that is open. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Where the page stands, without its choice. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** How many windows the browser's history has on top of the page. */
export const entriesOf = (page: Page): Promise<number> => page.evaluate(() => history.state.windows ?? 0);

/** Draws a finger down over the head of the sheet that is open. */
export async function swipeDown(page: Page): Promise<void> {
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
