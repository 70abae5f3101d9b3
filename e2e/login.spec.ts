import type { Locator, Page, Response } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { passwords, signIn, signInAs } from './support/people.ts';
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

/** The name of the university as the first answer says it, and how large it is to be on a wide screen. */
async function logoOf(answer: Response): Promise<{ name: string; fontsize: number }> {
  const parts = (await answer.json()) as { data: { key: string; body: string }[] };
  const logo = parts.data.find(({ key }) => key.startsWith('/api/logo.json'))?.body ?? '';
  return (JSON.parse(logo) as { data: { name: string; fontsize: number } }).data;
}

const sizeOf = (page: Page, name: string) =>
  page.getByText(name).evaluate((place) => Number.parseFloat(getComputedStyle(place).fontSize));

// All of them sign in by the form, which is what they are about.
test('[AUTH-01] [AUTH-02] [AUTH-03] [AUTH-04] [AUTH-06] [AUTH-07] the form says what is missing and what is wrong, and the right password enters @journey', async ({
  page,
}) => {
  const firstAnswer = page.waitForResponse('**/api/start.json**');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('authorize')) asked += 1;
  });
  await page.goto('/lms/login');
  const answer = await firstAnswer;
  expect(await answer.text()).toContain('/api/config.json');
  const { name, fontsize } = await logoOf(answer);
  await expect(page.getByRole('heading', { name: 'Вход в портал', level: 1 })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  // The name of the HTML gives way to the one of the page.
  await expect.poll(() => sizeOf(page, name)).toBe(fontsize);
  const login = page.getByLabel('Логин');
  const password = page.getByLabel('Пароль', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page.getByText('От 6 символов: цифра, заглавная и строчная буква')).toBeVisible();

  const enter = page.getByRole('button', { name: 'Войти' });
  await enter.click();
  await expect(page.getByRole('alert')).toHaveText('Введите имя пользователя и пароль');
  await expect(login).toBeFocused();
  await expectAccessible(page);
  await login.fill('student2');
  await password.fill('St');
  await enter.click();
  await expect(page.getByRole('alert')).toHaveText('Пароль не короче 3 символов');
  expect(asked).toBe(0);

  await page.evaluate(() => {
    for (const key of ['token', 'uid', 'role']) localStorage.setItem(key, 'old');
  });
  await password.fill('Wrong1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Неверное имя пользователя или пароль');
  await expect(login).toBeFocused();
  await expect(login).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveValue('Wrong1');
  const stored = () => page.evaluate(() => ['token', 'uid', 'role'].map((key) => localStorage.getItem(key)));
  await expect.poll(stored).toEqual([null, null, null]);

  await password.fill(passwords.student2);
  const begun = page.waitForResponse('**/api/start.json**');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms');
  await expect.poll(async () => (await stored())[0]).toMatch(uuid);
  const [, uid, role] = await stored();
  expect(Number(uid)).toBeGreaterThan(0);
  expect(role).toBe('2');
  // The settings of the role come after signing in, with what the page begins with.
  const { data } = (await (await begun).json()) as { data: { key: string; body: string }[] };
  const settings = data.find(({ key }) => key.startsWith('/api/misc/settings.json'));
  expect((JSON.parse(settings?.body ?? '{}') as { data: unknown[] }).data).toHaveLength(2);
});

test('[AUTH-01] on the phone the name is smaller; nothing for axe to find in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  const firstAnswer = page.waitForResponse('**/api/start.json**');
  await page.goto('/lms/login');
  const { name, fontsize } = await logoOf(await firstAnswer);
  await expect(page.getByRole('button', { name: 'Кирүү' })).toBeVisible();
  expect(await sizeOf(page, name)).toBe(Math.min(fontsize, 16));
  await expectAccessible(page);
});

test('[AUTH-05] [AUTH-06] [AUTH-03] a reload goes on with the stored token, also without a network; a token of another session leads to the form', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/profile');
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toContainText('Айгүл');
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const before = await token();
  const authenticated = page.waitForResponse('**/api/auth/authenticate.json');
  await page.reload();
  expect((await authenticated).status()).toBe(200);
  await expect(name).toContainText('Айгүл');
  expect(page.url()).toContain('/lms/profile');
  await expect.poll(token).not.toBe(before);
  const fresh = await token();
  expect(fresh).toMatch(uuid);

  // What was read is on disk before the network goes.
  await expect(page.getByText('Программная инженерия').first()).toBeVisible();
  await expect.poll(() => page.evaluate(keptText)).toContain('profile/data.json');
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(name).toContainText('Айгүл');
  await expect(page.getByText('Программная инженерия').first()).toBeVisible();
  expect(await token()).toBe(fresh);
  await page.unrouteAll();

  await page.evaluate(() => localStorage.setItem('token', '11111111-1111-4111-8111-111111111111'));
  await page.goto('/lms/profile');
  await page.waitForURL('**/lms/login**');
  await expect(page.getByRole('alert')).toHaveText('Введите имя пользователя и пароль');
  await expect.poll(token).toBeNull();
});

test('[AUTH-08] without a user and a token every page of the portal leads to the login page, and back after signing in, but to no other site', async ({
  page,
  browser,
  baseURL,
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

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await other.goto('/lms/login?to=https%3A%2F%2Fexample.org%2F');
  await other.getByLabel('Логин').fill('student');
  await other.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await other.keyboard.press('Enter');
  await other.waitForURL('**/lms');
  await other.close();
});

test('[AUTH-16] each open tab says why a session has ended, whichever of them asked', async ({
  page,
  context,
  ownPortal,
}) => {
  await signInAs(page, 'student', '/lms/profile', ownPortal.url);
  const second = await context.newPage();
  await second.goto(`${ownPortal.url}/lms/apps`);
  await expect(second.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  // The tab that listens for both gets the event, asks, and passes it on.
  await sql`select set_config('bilim.why', 'office', false)`;
  await sql`delete from session where person_id = (select person_id from account where login = 'student')`;
  await sql.end();
  for (const tab of [page, second]) {
    await tab.waitForURL('**/lms/login**');
    await expect(tab.getByText('Вход завершил сотрудник университета.')).toBeVisible();
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
    const [why, title] = [tab.getByRole('alert'), tab.getByRole('heading', { level: 1 })];
    expect(await top(why), 'above the title').toBeLessThan(await top(title));
  }
  await second.close();
});

test('[AUTH-09] [BASE-05] signing out forgets the person in every tab, ends the session and keeps theme and language', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  await page.getByRole('button', { name: 'Тёмное' }).click();
  const second = await context.newPage();
  await second.goto('/lms/apps');
  await expect(second.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  const session = (await context.cookies()).find(({ name }) => name.endsWith('sid'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  await second.waitForURL('**/lms/login**');
  await second.close();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The old cookie and token open nothing any more.
  await context.addCookies(session ? [session] : []);
  await page.evaluate((old) => localStorage.setItem('token', old ?? ''), token);
  await page.goto('/lms/profile');
  await page.waitForURL('**/lms/login**');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
