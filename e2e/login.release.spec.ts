import type { BrowserContext } from '@playwright/test';
import { passwords, signIn } from './support/people.ts';
import { startPortal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

test('[AUTH-01] the mark stands in for a logo that does not load, nothing jumps', async ({ page }) => {
  await page.route('**/*logo*.svg', (route) => route.abort());
  await page.goto('/lms/login');
  const university = page.locator('p', { hasText: /университет/i }).first();
  await expect(university.locator('svg')).toBeVisible();
  await expect(university.locator('img')).toHaveCount(0);
});

/** Whether the browser still has to tell the server of a sign-out, which takes the cookie away when it has ended the session. */
const waitsForServer = async (context: BrowserContext) =>
  (await context.cookies()).some(({ name }) => name.endsWith('left'));

test('[AUTH-05] a step back from the start page shows no form to whoever is signed in @phone', async ({ page }) => {
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(page.getByRole('link', { name: 'Код оплаты' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Новости' }).tap();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Код оплаты' })).toBeVisible();
  // A typed address of the form, too, leads on.
  await page.goto('/lms/login');
  await expect(page.getByRole('link', { name: 'Код оплаты' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Логин')).toHaveCount(0);
});

test('[AUTH-09] signing out works without a network', async ({ page, context }) => {
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByRole('button', { name: 'Выйти', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Айгүл');
  expect(await waitsForServer(context)).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => waitsForServer(context)).toBe(false);
});

test('[AUTH-09] a sign-out that has not reached the server is reported by the sign-in page that is opened later', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  await page.route('**/api/auth/logout.json', (route) => route.abort());
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Логин' })).toBeVisible();
  expect(await waitsForServer(context)).toBe(true);
  await page.unroute('**/api/auth/logout.json');
  const reported = page.waitForResponse('**/api/auth/logout.json');
  await page.reload();
  expect((await reported).status()).toBe(200);
  await expect.poll(() => waitsForServer(context)).toBe(false);
});

test('[AUTH-07] the settings failing, the portal goes on and says so', async ({ page }) => {
  await page.route('**/api/misc/settings.json', (route) => route.fulfill({ status: 500, body: 'broken' }));
  // By the form: it is after signing in that they are read.
  await signIn(page, 'teacher', '/lms/apps');
  await expect(page.getByText('Настройки не загрузились, портал работает без них.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Расписание/ }).first()).toBeVisible();
});

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
])
  test(`[AUTH-01] the languages stay on the first screen when a sign-in is refused in Kyrgyz, ${width} px @phone`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
    await page.goto('/lms/login');
    await page.locator('input[autocomplete="username"]').fill('nobody');
    await page.locator('input[autocomplete="current-password"]').fill('Nobody1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    const languages = await page.locator('main footer').boundingBox();
    expect((languages?.y ?? height) + (languages?.height ?? 0)).toBeLessThanOrEqual(height);
  });

test('[AUTH-12] beside three providers the form does not cover the mark of the university, nor do the languages leave the first screen @phone', async ({
  page,
}) => {
  test.slow();
  const names = { university: 'Университеттин эсеби', google: 'Google', card: 'Түндүк' };
  const providers = Object.entries(names).map(([icon, name]) => ({
    ...{ id: icon, icon, issuer: `https://${icon}.example.kg`, clientId: 'bilim', clientSecret: 'a secret of both' },
    ...{ name: { ru: name, kg: name, en: name }, claim: 'preferred_username', is: 'login' },
  }));
  const portal = await startPortal({
    PUBLIC_URL: 'http://127.0.0.1:{port}',
    INSECURE_HTTP: '1',
    OIDC_PROVIDERS: JSON.stringify(providers),
  });
  const size = { width: 360, height: 740 };
  await page.setViewportSize(size);
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: portal.url }]);
  await page.goto(`${portal.url}/lms/login`);
  await expect(page.getByRole('button', { name: /Университеттин эсеби|Google|Түндүк/ })).toHaveCount(3);
  const [mark, form, languages] = await Promise.all(
    ['header :is(p img, p svg)', 'main', 'main footer'].map((part) => page.locator(part).first().boundingBox()),
  );
  await portal.stop();
  if (!mark || !form || !languages) throw new Error('a part of the page is missing');
  expect(mark.y + mark.height).toBeLessThanOrEqual(form.y);
  expect(languages.y + languages.height).toBeLessThanOrEqual(size.height);
});
