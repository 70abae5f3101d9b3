import { expectAccessible } from './support/axe.ts';
import { passwords, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** In the page: what the portal has kept in the browser's database, as text. */
async function keptText(): Promise<string> {
  const there = (await indexedDB.databases()).some(({ name }) => name === 'bilim');
  if (!there) return '';
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('bilim');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  const rows = await new Promise<unknown[]>((done, failed) => {
    const reading = database.transaction('kept').objectStore('kept').getAll();
    reading.onsuccess = () => done(reading.result);
    reading.onerror = () => failed(reading.error);
  });
  database.close();
  return rows.join();
}

test('[AUTH-01] the login page shows logo, name and form @both', async ({ page }) => {
  const firstAnswer = page.waitForResponse('**/api/start.json**');
  await page.goto('/lms/login');
  const parts = (await (await firstAnswer).json()) as { data: { key: string; body: string }[] };
  const logo = parts.data.find(({ key }) => key.startsWith('/api/logo.json'))?.body ?? '';
  const { data } = JSON.parse(logo) as { data: { name: string; width: number; fontsize: number } };
  await expect(page.getByRole('heading', { name: 'Вход в портал', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Логин')).toBeVisible();
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveAttribute('type', 'password');
  const name = page.getByText(data.name);
  await expect(name).toBeVisible();
  const size = await name.evaluate((place) => Number.parseFloat(getComputedStyle(place).fontSize));
  expect(size).toBe(Math.min(data.fontsize, page.viewportSize()?.width === 390 ? 16 : data.fontsize));
});

test('[AUTH-01] the mark stands in for a logo that does not load, nothing jumps', async ({ page }) => {
  await page.route('**/*logo*.svg', (route) => route.abort());
  await page.goto('/lms/login');
  const university = page.locator('p', { hasText: /университет/i }).first();
  await expect(university.locator('svg')).toBeVisible();
  await expect(university.locator('img')).toHaveCount(0);
});

test('[AUTH-02] login and password are required, the password has at least 3 characters, a hint says more', async ({
  page,
}) => {
  await page.goto('/lms/login');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('authorize')) asked += 1;
  });
  await expect(page.getByText('От 6 символов: цифра, заглавная и строчная буква')).toBeVisible();
  const enter = page.getByRole('button', { name: 'Войти' });
  await enter.click();
  await expect(page.getByRole('alert')).toHaveText('Введите имя пользователя и пароль');
  await expect(page.getByLabel('Логин')).toBeFocused();
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill('St');
  await enter.click();
  await expect(page.getByRole('alert')).toHaveText('Пароль не короче 3 символов');
  expect(asked).toBe(0);
});

test('[AUTH-03] [AUTH-04] [AUTH-06] a wrong password is told, keeps what was typed and removes the stored token; the right one enters', async ({
  page,
}) => {
  await page.goto('/lms/login');
  await page.evaluate(() => {
    for (const key of ['token', 'uid', 'role']) localStorage.setItem(key, 'old');
  });
  await page.getByLabel('Логин').fill('student2');
  await page.getByLabel('Пароль', { exact: true }).fill('Wrong1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Неверное имя пользователя или пароль');
  await expect(page.getByLabel('Логин')).toBeFocused();
  await expect(page.getByLabel('Логин')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveValue('Wrong1');
  const stored = () => page.evaluate(() => ['token', 'uid', 'role'].map((key) => localStorage.getItem(key)));
  await expect.poll(stored).toEqual([null, null, null]);

  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student2);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms');
  await expect.poll(async () => (await stored())[0]).toMatch(uuid);
  const [, uid, role] = await stored();
  expect(Number(uid)).toBeGreaterThan(0);
  expect(role).toBe('2');
});

test('[AUTH-05] [AUTH-06] a reload signs in with the stored token, without the form, and gets a fresh one', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/profile');
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const before = await token();
  const authenticated = page.waitForResponse('**/api/auth/authenticate.json');
  await page.reload();
  expect((await authenticated).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Айгүл');
  expect(page.url()).toContain('/lms/profile');
  await expect.poll(token).not.toBe(before);
  expect(await token()).toMatch(uuid);
});

test('[AUTH-05] [AUTH-03] a token that is not of this session leads to the login page', async ({ page }) => {
  await signIn(page, 'student');
  await page.evaluate(() => localStorage.setItem('token', '11111111-1111-4111-8111-111111111111'));
  await page.goto('/lms/profile');
  await page.waitForURL('**/lms/login**');
  await expect(page.getByRole('alert')).toHaveText('Введите имя пользователя и пароль');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('[AUTH-05] without a network the stored token stays and what was read is shown', async ({ page }) => {
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByText('Программная инженерия').first()).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  // What was read is on disk before the network goes.
  await expect.poll(() => page.evaluate(keptText)).toContain('profile/data.json');
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Айгүл');
  await expect(page.getByText('Программная инженерия').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);
});

test('[AUTH-07] the settings failing, the portal goes on and says so', async ({ page }) => {
  await page.route('**/api/misc/settings.json', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await signIn(page, 'teacher', '/lms/apps');
  await expect(page.getByText('Настройки не загрузились, портал работает без них.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Расписание/ }).first()).toBeVisible();
});

test('[AUTH-07] after signing in, the settings of the role and the config are loaded', async ({ page }) => {
  const settings = page.waitForResponse('**/api/misc/settings.json');
  const firstAnswer = page.waitForResponse('**/api/start.json**');
  await signIn(page, 'student');
  const pair = ((await (await settings).json()) as { data: unknown[] }).data;
  expect(pair).toHaveLength(2);
  expect(await (await firstAnswer).text()).toContain('/api/config.json');
});

test('[AUTH-08] without a user and a token every page of the portal leads to the login page, and back after signing in @both', async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForURL('**/lms/login');
  await page.goto('/lms/profile?d=1.0.4');
  await page.waitForURL('**/lms/login?**');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL('**/lms/profile?d=1.0.4');
  await page.goto('/');
  await page.waitForURL('**/lms');
});

test('[AUTH-08] after signing in only an address of the portal is gone to', async ({ page }) => {
  await page.goto('/lms/login?to=https%3A%2F%2Fexample.org%2F');
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL('**/lms');
});

test('[AUTH-09] [BASE-05] signing out forgets the person, ends the session and keeps theme and language', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  await page.getByRole('button', { name: 'Тёмное' }).click();
  const session = (await context.cookies()).find(({ name }) => name.endsWith('sid'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The old cookie and token open nothing any more.
  await context.addCookies(session ? [session] : []);
  await page.evaluate((old) => localStorage.setItem('token', old ?? ''), token);
  await page.goto('/lms/profile');
  await page.waitForURL('**/lms/login**');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('[AUTH-09] signing out works without a network', async ({ page, context }) => {
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByRole('button', { name: 'Выйти', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Айгүл');
  const told = page.waitForResponse('**/api/auth/logout.json');
  await context.setOffline(false);
  expect((await told).status()).toBe(200);
});

test('[AUTH-09] signing out in one tab leads the others to the login page', async ({ page }) => {
  await signIn(page, 'student3', '/lms/profile');
  const second = await page.context().newPage();
  await second.goto('/lms/apps');
  await expect(second.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await second.waitForURL('**/lms/login**');
});

test('[AUTH-01] the login page has no accessibility findings in Russian, light', async ({ page }) => {
  await page.goto('/lms/login');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('[AUTH-01] the login page has no accessibility findings in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await page.goto('/lms/login');
  await expect(page.getByRole('button', { name: 'Кирүү' })).toBeVisible();
  await expectAccessible(page);
});
