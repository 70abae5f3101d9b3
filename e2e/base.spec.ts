import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { findCyrillicTexts } from './support/language.ts';
import { passwords, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function speak(page: Page, url: string | undefined, lang: 'kg' | 'ru' | 'en'): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: lang, url: url ?? '' }]);
}

/** Opens the sign-in page and waits for its first calls: each reply without a cookie sets the anti-forgery one. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/lms/login');
  await expect(page.getByText(/^Версия \d/)).toBeVisible();
}

/** Fills the form of signing in and sends it. */
async function sendForm(page: Page): Promise<void> {
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.keyboard.press('Enter');
}

test('[BASE-01] the portal lives below /lms, its assets below /lms/public, and asks no other host', async ({
  page,
  baseURL,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await signInAs(page, 'student', '/lms/apps');
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  const foreign = asked.filter(({ protocol, origin }) => protocol.startsWith('http') && origin !== baseURL);
  expect(foreign.map(String)).toEqual([]);
  for (const { pathname } of asked.filter(({ protocol }) => protocol.startsWith('http'))) {
    expect(pathname).toMatch(/^\/lms(\/|$)/);
    if (/\.(js|css|woff2|svg)$/.test(pathname)) expect(pathname).toMatch(/^\/lms\/public\//);
  }
});

test('the first load of the login page: at most 110 kB of JavaScript and 20 kB of CSS', async ({ page }) => {
  const sizes = { js: 0, css: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1] as 'js' | 'css' | undefined;
    if (!kind) return;
    bodies.push(
      response.body().then((body) => {
        sizes[kind] += brotliCompressSync(body).length;
      }),
    );
  });
  await openLogin(page);
  await Promise.all(bodies);
  expect(sizes.js).toBeLessThanOrEqual(110_000);
  expect(sizes.css).toBeLessThanOrEqual(20_000);
});

test('before any other file the HTML has the words of the sign-in page, and its script asks for the parts and calls of the page that is opened', async ({
  page,
  request,
  baseURL,
}) => {
  const html = await (await request.get('/lms/login')).text();
  for (const words of ['Вход в портал', 'Порталга кирүү', 'Sign in to the portal']) expect(html).toContain(words);
  await page.route(/\.(js|css)$/, (route) => route.abort());
  await speak(page, baseURL, 'kg');
  const preloadLinks = (part: string) => page.locator(`head link[href*="${part}"]`);
  await page.goto('/lms/login');
  await expect(page.getByRole('heading')).toHaveText('Порталга кирүү');
  for (const part of ['/base-', '/locales/kg/common.json', '/locales/kg/login.json'])
    await expect(preloadLinks(part).first(), part).toBeAttached();
  await expect(preloadLinks('/Shell-')).toHaveCount(0);

  await page.evaluate(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('role', '2');
  });
  const asked = ['auth/authenticate', 'start'].map((call) => page.waitForRequest(`**/api/${call}.json**`));
  await page.goto('/lms/chat');
  await Promise.all(asked);
  for (const part of ['/Shell-', '/ChatPage-', '/locales/kg/common.json', '/locales/kg/chat.json'])
    await expect(preloadLinks(part).first(), part).toBeAttached();
  await expect(preloadLinks('/locales/kg/login.json')).toHaveCount(0);
  // The frame of the page stands meanwhile.
  const names = await page
    .locator('.waiting header, .waiting i')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
  expect(names).toEqual(['Чат', 'Профиль', 'Жаңылыктар', 'Чат', 'Бүгүн'].map((name) => `"${name}"`));
});

test('the sign-in page shows the university before any script and carries nothing of the portal, which comes while one types', async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  const isOfPortal = (path: string) => /\/(portal|shared|Shell)-/.test(path);
  await openLogin(page);
  expect(asked.filter(isOfPortal)).toEqual([]);
  expect(asked).not.toContain('/lms/api/logo.json');
  await page.getByLabel('Логин').focus();
  await expect
    .poll(() => ['/shared-', '/portal-'].filter((part) => asked.some((path) => path.includes(part))))
    .toHaveLength(2);
  const html = await (await request.get('/lms')).text();
  expect(html).toContain('Тянь-Шанский государственный университет</span>');
  expect(asked.filter((path) => path === '/lms/login')).toHaveLength(1);
  await sendForm(page);
  await expect(page.getByRole('link', { name: 'Чат' }).first()).toBeVisible();
  // The portal went on in the same document.
  expect(asked.filter((path) => /^\/lms(\/login)?$/.test(path))).toEqual(['/lms/login']);
  await page.goBack();
  await expect(page).not.toHaveURL(/login/);
});

test('[BASE-04] in English no Cyrillic shows outside the data', async ({ page, baseURL }) => {
  await speak(page, baseURL, 'en');
  await page.goto('/lms/login');
  // The heading also is in the HTML, in all three languages; the button comes with the page's own code.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await findCyrillicTexts(page)).toEqual([]);
  await signInAs(page, 'teacher', '/lms/apps');
  for (const path of ['/lms/apps', '/lms/profile', '/lms/news', '/lms/offline', '/lms/no-such-room']) {
    if (!page.url().endsWith(path)) await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await findCyrillicTexts(page), path).toEqual([]);
  }
});

test('[BASE-04] [BASE-05] without a choice Russian, whatever the language of the browser, and the system’s theme; a choice outlives both', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US', colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/lms/login');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'ru');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Светлая тема' }).click();
  await page.getByRole('button', { name: 'Кыр' }).click();
  await expect(page.getByRole('heading', { name: 'Порталга кирүү' })).toBeVisible();
  // The browser gets Kyrgyz as ky.
  await expect(html).toHaveAttribute('lang', 'ky');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Порталга кирүү' })).toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await context.close();
});

test('[BASE-06] the banner shows while the network is lost, then for 2 s that it is back @also-phone', async ({
  page,
  context,
}) => {
  await signInAs(page, 'student', '/lms/apps');
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  await page.clock.install();
  await context.setOffline(true);
  // A list that was still being read says the same with more words.
  const banner = page.getByRole('alert').filter({ hasText: /^Нет сети !!!$/ });
  await expect(banner).toBeVisible();
  // What was loaded stays.
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  // The two seconds pass when the test says so.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByText('Сеть появилась')).toBeVisible();
  await page.clock.runFor(2_100);
  await expect(page.getByText('Сеть появилась')).toBeHidden();
});

test('[BASE-06] the server not answering at the start leads to the offline page, which says what to do', async ({
  page,
}) => {
  await page.route('**/lms/locales/**', (route) => route.abort());
  await page.goto('/lms/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  await page.unroute('**/lms/locales/**');
  await page.goto('/lms/offline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  await expect(page.getByText(/Проверьте подключение к интернету/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Проверить снова' }).click();
  await page.waitForURL('**/lms/login');
});

test('[BASE-07] a page that cannot be drawn shows the error screen with a way to reload', async ({ page }) => {
  await page.route('**/api/profile/data.json', async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as { data: Record<string, unknown>[] };
    // A value that no page can draw, as a fault of ours would leave it.
    for (const row of reply.data) row.login = {};
    await route.fulfill({ response: answer, json: reply });
  });
  await signInAs(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { name: 'Ошибка, обновите страницу!' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/profile/data.json');
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Төлөгөнова Айгүл Азаматовна');
});

test('[BASE-09] each POST is JSON, uncached, and echoes the anti-forgery cookie; a stale one is fetched again, and the call repeated once', async ({
  page,
  context,
}) => {
  await openLogin(page);
  await context.clearCookies({ name: 'XSRF-TOKEN' });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('authorize')) statuses.push(response.status());
  });
  const signedIn = page.waitForResponse((one) => one.url().includes('/auth/authorize.json') && one.ok());
  await sendForm(page);
  const headers = await (await signedIn).request().allHeaders();
  const sent = /XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  expect(sent).toBeTruthy();
  expect(headers['x-xsrf-token']).toBe(sent);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toBe('application/json');
  await page.waitForURL('**/lms');
  expect(statuses).toEqual([403, 200]);
});

test('[BASE-09] [BASE-10] a lost connection, an error of the server and 30 s without an answer are explained in words', async ({
  page,
}) => {
  await page.clock.install();
  await openLogin(page);
  const call = '**/api/auth/authorize.json';
  await page.route(call, (route) => route.abort('connectionrefused'));
  await sendForm(page);
  await expect(page.getByRole('alert')).toHaveText('Нет связи с сервером. Проверьте подключение к интернету.');
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ status: 502, body: '<html>' }));
  await sendForm(page);
  await expect(page.getByRole('alert')).toHaveText('Сервер ответил с ошибкой. Повторите немного позже.');
  await page.unroute(call);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const asked = Promise.withResolvers<void>();
  await page.route(call, () => asked.resolve());
  await sendForm(page);
  await asked.promise;
  await expect(page.getByRole('button', { name: 'Входим…' })).toBeVisible();
  // After two seconds the page looks whether the portal answers at all: the clock must not run on before that is known.
  const looked = page.waitForResponse('**/api/config.json');
  await page.clock.runFor(2_500);
  await looked;
  await page.clock.runFor(26_500);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.clock.runFor(1_500);
  await expect(page.getByRole('alert')).toHaveText('Сервер долго не отвечает. Повторите.');
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
});
