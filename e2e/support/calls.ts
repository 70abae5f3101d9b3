import { expect, type Page, type Request } from '@playwright/test';

/** Follows the calls of a page from now on; what it gives waits until none is on its way and the page has drawn. */
export function trackCalls(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The live line stays open.
    if (pathname.includes('/api/') && !pathname.endsWith('/api/live')) running.add(request);
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return async () => {
    do {
      await expect.poll(() => [...running].map((request) => request.url())).toEqual([]);
      // What came may ask for more as soon as it is drawn.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))));
    } while (running.size > 0);
  };
}
