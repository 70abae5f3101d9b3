import type { Page } from '@playwright/test';

/**
 * What a page begins with comes in one answer, after signing in and when it is opened; where that does not come the page asks
 * for each part by itself. For tests that look at what is asked.
 */
export async function blockStartCall(page: Page): Promise<void> {
  await page.route('**/api/start.json**', (route) => route.abort());
}
