import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type Login, signInAs } from './people.ts';
import { phoneScreen } from './screens.ts';
import { expect } from './test.ts';

const agent = 'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

/** A phone with the session of somebody, and nothing of the portal on it. */
export async function openPhone(
  page: Page,
  browser: Browser,
  login: Login,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  await signInAs(page, login, '/lms/profile');
  const storageState = await page.context().storageState();
  const baseURL = new URL(page.url()).origin;
  await page.context().clearCookies();
  return await browser.newContext({
    ...phoneScreen,
    userAgent: agent,
    storageState,
    baseURL,
    serviceWorkers: 'block',
    ...options,
  });
}

/** The document of a page, once the server renders pages: the first that is asked for starts the thread which does. */
export async function waitForRendering(phone: BrowserContext): Promise<void> {
  await expect.poll(async () => isRendered(await readDocument(phone, '/lms/news')), { timeout: 15_000 }).toBe(true);
}

/** Whether a document has its content from the server. */
export const isRendered = (html: string) => /<html [^>]*data-server-rendered/.test(html);
/** The document at an address, as this phone gets it. */
export const readDocument = async ({ request }: BrowserContext, address: string) =>
  await (await request.get(address, { headers: { 'User-Agent': agent } })).text();
