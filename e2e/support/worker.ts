import type { Page } from '@playwright/test';

/** Waits until the service worker holds the whole build and answers for this page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const next = (of: EventTarget, event: string) =>
      new Promise((done) => of.addEventListener(event, done, { once: true }));
    const { serviceWorker } = navigator;
    while (!serviceWorker.controller) await next(serviceWorker, 'controllerchange');
    const { controller } = serviceWorker;
    while (controller.state !== 'activated') await next(controller, 'statechange');
  });
}
