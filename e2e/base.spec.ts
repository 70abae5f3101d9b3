import { gzipSync } from 'node:zlib';
import { limits } from '@bilim/contract/limits.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { passwords, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Cyrillic letters on screen outside elements that are marked as data (translate="no"). */
function cyrillicOnScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isData = (place: Element | null) => place?.closest('[translate="no"]') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/[\u0400-\u04ff]/.test(node.nodeValue ?? '') && !isData(node.parentElement)) found.push(node.nodeValue ?? '');
    for (const place of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt'])
        if (/[\u0400-\u04ff]/.test(place.getAttribute(name) ?? '') && !isData(place))
          found.push(place.getAttribute(name) ?? '');
    return found;
  });
}

async function speak(page: Page, url: string | undefined, lang: 'kg' | 'ru' | 'en'): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: lang, url: url ?? '' }]);
}

/** Opens the sign-in page and waits for its first calls: each reply without a cookie sets the anti-forgery one. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/lms/login', { waitUntil: 'networkidle' });
  await expect(page.getByText(/^Версия \d/)).toBeVisible();
}

test('[BASE-01] the portal lives below /lms, its assets below /lms/public, and asks no other host', async ({
  page,
  baseURL,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await signIn(page, 'student', '/lms/apps');
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  const foreign = asked.filter(({ protocol, origin }) => protocol.startsWith('http') && origin !== baseURL);
  expect(foreign.map(String)).toEqual([]);
  for (const { pathname } of asked.filter(({ protocol }) => protocol.startsWith('http'))) {
    expect(pathname).toMatch(/^\/lms(\/|$)/);
    if (/\.(js|css|woff2|svg)$/.test(pathname)) expect(pathname).toMatch(/^\/lms\/public\//);
  }
});

test('the first load of the login page: at most 130 kB of JavaScript and 20 kB of CSS', async ({ page }) => {
  const sizes = { js: 0, css: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1] as 'js' | 'css' | undefined;
    if (!kind) return;
    bodies.push(
      response.body().then((body) => {
        sizes[kind] += gzipSync(body, { level: 9 }).length;
      }),
    );
  });
  await page.goto('/lms/login', { waitUntil: 'networkidle' });
  await Promise.all(bodies);
  expect(sizes.js).toBeLessThanOrEqual(130_000);
  expect(sizes.css).toBeLessThanOrEqual(20_000);
});

test("until the portal's own letters have come, the page stands in those of the device, and then nothing moves", async ({
  page,
  baseURL,
}) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const fonts: string[] = [];
  await page.route('**/*.woff2', async (route) => {
    fonts.push(
      route
        .request()
        .url()
        .replace(/.*\/onest-|-wght.*/g, ''),
    );
    await held;
    await route.continue();
  });
  await speak(page, baseURL, 'kg');
  await page.goto('/lms/login');
  const button = page.getByRole('button', { name: 'Кирүү', exact: true });
  await expect(button).toBeVisible();
  // The letters ң, ө, ү lie in a third one.
  await expect.poll(() => fonts.toSorted()).toEqual(['cyrillic', 'cyrillic-ext', 'latin']);
  const family = () => button.evaluate((one) => getComputedStyle(one).fontFamily);
  expect(await family()).not.toContain('Onest Variable');
  const before = await button.boundingBox();
  release();
  await expect.poll(family).toMatch(/^"Onest Variable"/);
  expect(await button.boundingBox()).toEqual(before);
});

test('the words of the sign-in page stand in the HTML, in the language of the cookie', async ({
  page,
  request,
  baseURL,
}) => {
  const html = await (await request.get('/lms/login')).text();
  for (const words of ['Вход в портал', 'Порталга кирүү', 'Sign in to the portal']) expect(html).toContain(words);
  // Before any of our code has arrived.
  await page.route('**/*.js', (route) =>
    route.request().url().includes('/start-') ? route.continue() : route.abort(),
  );
  await speak(page, baseURL, 'kg');
  await page.goto('/lms/login');
  await expect(page.getByRole('heading')).toHaveText('Порталга кирүү');
});

test('the first script asks at once for the parts of the page that is opened', async ({ page }) => {
  await page.route('**/*.js', (route) =>
    route.request().url().includes('/start-') ? route.continue() : route.abort(),
  );
  const ahead = (part: string) => page.locator(`head link[href*="${part}"]`);
  await page.goto('/lms/login');
  for (const part of ['/LoginPage-', '/locales/ru/common.json', '/locales/ru/login.json'])
    await expect(ahead(part).first(), part).toBeAttached();
  await expect(ahead('/Shell-')).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('token', 'x'));
  await page.goto('/lms/journal');
  for (const part of ['/Shell-', '/JournalPage-', '/locales/ru/common.json', '/locales/ru/journal.json'])
    await expect(ahead(part).first(), part).toBeAttached();
  await expect(ahead('/LoginPage-')).toHaveCount(0);
});

test('the first script makes the calls that the page begins with, and the frame of the page stands meanwhile', async ({
  page,
  baseURL,
}) => {
  await page.route('**/*.js', (route) =>
    route.request().url().includes('/start-') ? route.continue() : route.abort(),
  );
  await speak(page, baseURL, 'kg');
  await page.goto('/lms/login');
  await page.evaluate(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('role', '2');
  });
  const calls = ['auth/authenticate', 'start'];
  const asked = calls.map((call) => page.waitForRequest(`**/api/${call}.json**`));
  await page.goto('/lms/chat');
  await Promise.all(asked);
  const names = await page
    .locator('.waiting header, .waiting i')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
  expect(names).toEqual(['Чат', 'Профиль', 'Жаңылыктар', 'Чат', 'Бүгүн'].map((name) => `"${name}"`));
});

test('what the first script asked for is not asked for again', async ({ page }) => {
  await signIn(page, 'student', '/lms/schedule');
  const asked: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/(start|auth\/authenticate|discipline\/current\/ws|misc\/settings)\.json/.exec(
      request.url(),
    )?.[1];
    if (call) asked.push(call);
  });
  await page.reload();
  await expect(page.locator('#content h1')).toBeVisible();
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0);
  // What comes later than the live line remembers is asked for anew.
  const isInTime = await page.evaluate((recent) => performance.now() < recent, limits.liveRecent);
  if (isInTime) expect(asked.sort()).toEqual(['auth/authenticate', 'start']);
  await expect(page.locator('html')).not.toHaveAttribute('data-start');
});

test('[BASE-04] in English no Cyrillic shows outside the data', async ({ page, baseURL }) => {
  await speak(page, baseURL, 'en');
  await page.goto('/lms/login');
  // The heading also stands in the HTML, in all three languages; the button comes with the page's own code.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await cyrillicOnScreen(page)).toEqual([]);
  await signIn(page, 'teacher', '/lms/apps');
  for (const path of ['/lms/apps', '/lms/profile', '/lms/news', '/lms/offline', '/lms/no-such-room']) {
    if (!page.url().endsWith(path)) await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await cyrillicOnScreen(page), path).toEqual([]);
  }
});

test('[BASE-04] Russian without a choice, whatever the browser speaks; Kyrgyz is told to the browser as ky', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/lms/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.getByRole('button', { name: 'Кыр' }).click();
  await expect(page.getByRole('heading', { name: 'Порталга кирүү' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ky');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Порталга кирүү' })).toBeVisible();
  await context.close();
});

test('[BASE-05] the first visit follows the system, a choice outlives it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/lms/login');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Светлая тема' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await context.close();
});

test('[BASE-06] the banner shows while the network is lost, then for 2 s that it is back @both', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/apps');
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  await page.clock.install();
  await context.setOffline(true);
  // A list that was still being read says the same with more words.
  const banner = page.getByRole('alert').filter({ hasText: /^Нет сети !!!$/ });
  await expect(banner).toBeVisible();
  // What was loaded stays.
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByText('Сеть появилась')).toBeVisible();
  await page.clock.runFor(2_100);
  await expect(page.getByText('Сеть появилась')).toBeHidden();
});

test('[BASE-06] the offline page says what to do and has no accessibility findings', async ({ page }) => {
  await page.goto('/lms/offline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  await expect(page.getByText(/Проверьте подключение к интернету/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Проверить снова' }).click();
  await page.waitForURL('**/lms/login');
});

test('[BASE-06] a page never visited leads to the offline page, and opens by itself when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/apps');
  await expect(page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link').first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Новости' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(page.url()).toContain('/lms/offline');
  await context.setOffline(false);
  await page.waitForURL('**/lms/news');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости');
});

test('[BASE-10] a portal that is busy for a moment is asked again by itself', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/news/data.json', async (route) => {
    asked += 1;
    const error = { code: 'call.unavailable', message: 'Портал занят' };
    if (asked > 2) await route.continue();
    else await route.fulfill({ status: 503, json: { result: 1, error, data: null } });
  });
  await signIn(page, 'student', '/lms/news');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(asked).toBeGreaterThan(2);
});

test('[BASE-06] the server not answering at the start leads to the offline page', async ({ page }) => {
  await page.route('**/lms/locales/**', (route) => route.abort());
  await page.goto('/lms/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
});

test('[BASE-07] a page that cannot be drawn shows the error screen with a way to reload', async ({ page }) => {
  await page.route('**/api/profile/data.json', async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as { data: Record<string, unknown>[] };
    // A value that no page can draw, as a fault of ours would leave it.
    for (const row of reply.data) row.login = {};
    await route.fulfill({ response: answer, json: reply });
  });
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { name: 'Ошибка, обновите страницу!' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/profile/data.json');
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Төлөгөнова Айгүл Азаматовна');
});

test('[BASE-09] each POST is JSON, uncached, and echoes the present anti-forgery cookie', async ({ page }) => {
  await openLogin(page);
  const asked = page.waitForRequest('**/api/auth/authorize.json');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.keyboard.press('Enter');
  const headers = await (await asked).allHeaders();
  const sent = /XSRF-TOKEN=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  expect(sent).toBeTruthy();
  expect(headers['x-xsrf-token']).toBe(sent);
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toBe('application/json');
  await page.waitForURL('**/lms');
});

test('[BASE-09] an anti-forgery value that went stale is fetched anew, and the call repeated once', async ({
  page,
  context,
}) => {
  await openLogin(page);
  await context.clearCookies({ name: 'XSRF-TOKEN' });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('authorize')) statuses.push(response.status());
  });
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms');
  await expect.poll(() => statuses).toEqual([403, 200]);
});

test('[BASE-09] [BASE-10] after 30 s without an answer the call ends with words that say so', async ({ page }) => {
  await page.clock.install();
  await page.goto('/lms/login');
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  let asked = () => {};
  const waiting = new Promise<void>((done) => {
    asked = done;
  });
  await page.route('**/api/auth/authorize.json', () => asked());
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.keyboard.press('Enter');
  await waiting;
  await expect(page.getByRole('button', { name: 'Входим…' })).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.clock.runFor(1_500);
  await expect(page.getByRole('alert')).toHaveText('Сервер долго не отвечает. Повторите.');
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
});

for (const [what, act, words] of [
  ['NETWORK_ERROR', 'abort', 'Нет связи с сервером. Проверьте подключение к интернету.'],
  ['SERVER_ERROR', 'fail', 'Сервер ответил с ошибкой. Повторите немного позже.'],
] as const)
  test(`[BASE-10] ${what} is told in words`, async ({ page }) => {
    await page.route('**/api/auth/authorize.json', (route) =>
      act === 'abort' ? route.abort('connectionrefused') : route.fulfill({ status: 502, body: '<html>' }),
    );
    await page.goto('/lms/login');
    await page.getByLabel('Логин').fill('student');
    await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words);
  });
