import type { BrowserContext } from '@playwright/test';
import { openResourceOncePerFile } from './support/once-per-file.ts';
import { freePort, startPortal } from './support/portal.ts';
import { test as base, expect } from './support/test.ts';
import { openTlsProxy } from './support/tls.ts';

/** A portal behind TLS. */
async function open() {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const portal = await startPortal({ PUBLIC_URL: url });
  const endTls = await openTlsProxy(port, portal.url);
  return {
    url,
    async stop() {
      await portal.stop();
      await endTls();
    },
  };
}

const test = base.extend<{ secure: Awaited<ReturnType<typeof open>> }>({
  secure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => use(await openResourceOncePerFile('secure', open)),
    { timeout: 60_000 },
  ],
  baseURL: async ({ secure }, use) => use(secure.url),
});
test.use({ ignoreHTTPSErrors: true });

/** What another site of the domain may set without https, by the plain names, for whatever path. */
const names = [
  'lang',
  'sid',
  'XSRF-TOKEN',
  'device',
  'second',
  'rest',
  'hint',
  'outside',
  'passkey',
  'shared',
  'theme',
];
const values: Record<string, string> = { lang: 'kg', shared: '1', theme: 'dark' };

/** Sets them all, as another site of the domain would. */
async function plant(context: BrowserContext, valueFor: (name: string) => string) {
  await context.addCookies(
    ['/', '/lms', '/lms/api'].flatMap((path) =>
      names.map((name) => ({ name, value: valueFor(name), domain: 'localhost', path })),
    ),
  );
}

test('[AUTH-06] over https what another site of the domain has set changes neither language nor sign-in', async ({
  page,
  context,
}) => {
  await plant(context, (name) => values[name] ?? 'planted');
  await page.goto('/lms/login');
  const login = page.getByRole('textbox', { name: 'Логин' });
  const password = page.getByLabel('Пароль', { exact: true });
  await login.fill('student');
  await password.fill('wrong');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Неверное имя пользователя или пароль');
  await password.fill('Student1');
  await password.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Айгүл');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('/lms/registration');
  await expect(page.getByRole('heading', { name: 'Регистрация', level: 1 })).toBeVisible();
  // The server's own sentences and names are in the page's language.
  const message = await page.evaluate(async () => {
    const answer = await fetch('/lms/api/news/insert.json', { method: 'POST', body: '{}' });
    return ((await answer.json()) as { error: { message: string } }).error.message;
  });
  expect(message).toContain('Страница устарела');
});

test('[AUTH-06] over https values that are no text of a cookie keep nobody out', async ({ page, context }) => {
  await plant(context, () => '%');
  await page.goto('/lms/login');
  await page.getByRole('textbox', { name: 'Логин' }).fill('student2');
  const password = page.getByLabel('Пароль', { exact: true });
  await password.fill('Student2');
  await password.press('Enter');
  await expect(page).toHaveURL('/lms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
