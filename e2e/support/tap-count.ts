import type { Page } from '@playwright/test';

/** Counts from now on what a person presses on a page, on all that it becomes without a reload. */
export async function startPageTapCount(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener(
      'click',
      (event) => event.detail && Object.assign(window, { taps: (window as never as { taps: number }).taps + 1 }),
      true,
    );
  });
  return async () => await page.evaluate(() => (window as never as { taps: number }).taps);
}

/** Counts from now on what a person presses in a tab, on whichever site's page. */
export async function startTabTapCount(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('pressed', () => {
    taps += 1;
  });
  await page.addInitScript(() =>
    addEventListener('click', (event) => event.detail && (window as never as { pressed(): void }).pressed(), true),
  );
  return () => taps;
}
