import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { HttpProxy } from './http-proxy.ts';

/** Has the proxy hand out a newer build: another page, and a worker that knows it. */
export async function serveNewBuild(proxy: HttpProxy, context: BrowserContext): Promise<void> {
  const page = await (await context.request.get(`${proxy.url}/lms/offline`)).text();
  const next = page.replace('<title>', '<meta name="build" content="next" /><title>');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  proxy.change('/lms/offline', () => next);
  proxy.change('/lms/public/worker-build.js', (code) =>
    code
      .replace(/"version":"\w+"/, '"version":"next"')
      .replace(hash(page), hash(next))
      // Another mark of all texts, though none has changed.
      .replaceAll(/\.json\?v=\w+/g, '.json?v=next'),
  );
}

/** Has the browser look for a newer worker, as it does by itself from time to time. */
export const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined));
