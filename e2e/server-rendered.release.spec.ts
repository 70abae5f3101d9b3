import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type Login, signInAs } from './support/people.ts';
import { phoneScreen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const agent = 'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

/** A phone with the session of somebody, and nothing of the portal on it. */
async function openPhone(
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
async function waitForRendering(phone: BrowserContext): Promise<void> {
  await expect.poll(async () => isRendered(await read(phone, '/lms/news')), { timeout: 15_000 }).toBe(true);
}

const isRendered = (html: string) => /<html [^>]*data-server-rendered/.test(html);
const read = async ({ request }: BrowserContext, address: string) =>
  await (await request.get(address, { headers: { 'User-Agent': agent } })).text();

test('[WEAK-01] a phone shows the content of its page before any script has run', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student', { javaScriptEnabled: false });
  await waitForRendering(phone);
  const opened = await phone.newPage();
  for (const [address, shown] of [
    ['/lms/news', opened.getByText('Уважаемые студенты').first()],
    ['/lms', opened.getByText(/^Добрый день, /)],
    ['/lms/chat', opened.getByText('Вы:').first()],
    [
      '/lms/schedule',
      opened
        .getByText('14-я неделя')
        .or(opened.getByText(/-я неделя/))
        .first(),
    ],
    ['/lms/journal', opened.getByText('средняя оценка').first()],
    ['/lms/profile', opened.getByText(/ПИ-1-24/).first()],
  ] as const) {
    await opened.goto(address);
    await expect(opened.locator('html'), address).toHaveAttribute('data-server-rendered');
    await expect(shown, address).toBeVisible();
  }
  await phone.close();
});

test('[WEAK-01] the page takes the place of its picture in one piece, and is what can be pressed', async ({
  page,
  browser,
}) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  const errors: string[] = [];
  opened.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const asked: string[] = [];
  opened.on('request', (request) => asked.push(new URL(request.url()).pathname));
  /** In the page: how often the content was empty from the first paint on. */
  await opened.addInitScript(() => {
    const counted = Object.assign(globalThis, { emptyTimes: 0 });
    addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root');
      if (root)
        new MutationObserver(() => root.textContent?.trim() || counted.emptyTimes++).observe(root, {
          childList: true,
          subtree: true,
        });
    });
  });
  await opened.goto('/lms/news');
  await expect(opened.locator('html')).not.toHaveAttribute('data-server-rendered');
  await expect(opened.getByText('Уважаемые студенты').first()).toBeVisible();
  expect(await opened.evaluate(() => (globalThis as unknown as { emptyTimes: number }).emptyTimes)).toBe(0);
  // What it begins with came in the HTML, and its style sheets too.
  expect(asked.filter((path) => path === '/lms/api/start.json')).toEqual([]);
  expect(asked.filter((path) => /NewsPage.*\.css$/.test(path))).toEqual([]);
  await opened.locator('a[href="/lms/chat"]').click();
  await expect(opened.getByRole('heading', { name: 'Чат' })).toBeVisible();
  expect(errors).toEqual([]);
  await phone.close();
});

test('[AUTH-07] a page is rendered for whose session it is, and for nobody without a token of the browser', async ({
  page,
  browser,
}) => {
  const student = await openPhone(page, browser, 'student');
  const teacher = await openPhone(page, browser, 'teacher');
  await waitForRendering(student);
  await expect
    .poll(async () => {
      const pages = await Promise.all(
        Array.from({ length: 4 }, (_, turn) => read(turn % 2 ? teacher : student, '/lms/profile')),
      );
      const names = pages.map((html) => (isRendered(html) ? /Төлөгөнова|Асанбаев/.exec(html)?.[0] : 'not rendered'));
      expect(['Төлөгөнова', 'not rendered']).toContain(names[0]);
      expect(['Асанбаев', 'not rendered']).toContain(names[1]);
      return new Set(names).size;
    })
    .toBeGreaterThan(1);
  await student.addCookies([{ name: 'shared', value: '1', url: new URL(page.url()).origin }]);
  expect(isRendered(await read(student, '/lms/profile')), 'a shared computer').toBe(false);
  await student.clearCookies({ name: 'shared' });
  await student.clearCookies({ name: 'sid' });
  expect(isRendered(await read(student, '/lms/profile')), 'without a session').toBe(false);
  await Promise.all([student.close(), teacher.close()]);
});

test('[AUTH-06] a browser that has lost its token shows nothing of the session', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  await opened.addInitScript(() => localStorage.clear());
  await opened.route('**/public/assets/*.js', (route) => route.abort());
  await opened.goto('/lms/profile');
  await expect(opened.getByText(/ПИ-1-24/).first()).toBeHidden();
  await opened.unroute('**/public/assets/*.js');
  await opened.reload();
  await expect(opened.getByLabel('Логин')).toBeVisible();
  await phone.close();
});
