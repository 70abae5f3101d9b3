import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { passwords, signIn, signInAs } from './support/people.ts';
import { profileField } from './support/profile.ts';
import { phoneScreen } from './support/screens.ts';
import { readAndResetLayoutShifts, watchLayoutShifts } from './support/slow-network.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-09] the profile of a teacher shows position and department', async ({ page }) => {
  await signInAs(page, 'teacher', '/lms/profile');
  await expect(profileField(page, 'Роль')).toHaveText('преподаватель');
  await expect(profileField(page, 'Должность')).toHaveText('Доцент');
  await expect(profileField(page, 'Кафедра')).not.toBeEmpty();
});

test('[SHELL-09] a phone without a mouse is not asked about keys, a narrow window is', async ({
  page,
  browser,
  baseURL,
}) => {
  const keys = (of: Page) => of.getByRole('switch', { name: 'Клавиши без Ctrl' });
  const dark = (of: Page) => of.getByRole('switch', { name: 'Тёмная тема' });
  await page.setViewportSize({ width: 600, height: 800 });
  await signInAs(page, 'student', '/lms/profile');
  await expect(dark(page)).toBeVisible();
  await expect(keys(page)).toBeVisible();
  const other = await browser.newContext({ ...phoneScreen, baseURL: baseURL ?? '' });
  const handheld = await other.newPage();
  await signInAs(handheld, 'student', '/lms/profile');
  await expect(dark(handheld)).toBeVisible();
  await expect(keys(handheld)).toHaveCount(0);
  await other.close();
});

for (const [part, name] of [
  ['notices', 'Уведомления'],
  ['kept', 'Файлы для чтения без сети'],
] as const)
  test(`[SHELL-09] the address of the part «${name}» shows that part, which does not move`, async ({ page }) => {
    await watchLayoutShifts(page);
    await signInAs(page, 'student', `/lms/profile/${part}`);
    const region = page.getByRole('region', { name, exact: true });
    await expect(region).toBeInViewport();
    await expect(region).toBeFocused();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { shift, moved } = await readAndResetLayoutShifts(page);
    expect(shift, moved.join('\n')).toBeLessThan(0.05);
  });

test('[SHELL-09] the profile has no accessibility findings in Russian, light', async ({ page }) => {
  await signInAs(page, 'teacher', '/lms/profile');
  await expect(profileField(page, 'Роль')).toBeVisible();
  await expectAccessible(page);
});

async function fillPasswords(page: Page, old: string, fresh: string, again = fresh): Promise<void> {
  await page.getByLabel('Текущий пароль').fill(old);
  await page.getByLabel('Новый пароль').fill(fresh);
  await page.getByLabel('Ещё раз').fill(again);
}

test('[SHELL-09] [BASE-10] [BASE-11] the profile shows the data and the photo of a student, a skeleton before, and says when the data does not load', async ({
  page,
}) => {
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/profile/data.json', async (route) => {
    await held;
    await route.continue();
  });
  // The own one: teachers' photos are read for the panel at the same time.
  const photo = page.waitForResponse(
    (response) => response.url().endsWith('/api/misc/photo.json') && response.request().postDataJSON()?.role === 2,
  );
  // By the form: the first answer of a page that is opened would bring the data along.
  await signIn(page, 'student', '/lms/profile');
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy="true"]').first()).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Төлөгөнова Айгүл Азаматовна');
  await expect(profileField(page, 'Роль')).toHaveText('студент');
  await expect(profileField(page, 'Группа')).toHaveText('ПИ-1-24');
  await expect(profileField(page, 'Факультет')).toHaveText('Факультет информационных технологий');
  await expect(profileField(page, 'Логин')).toHaveText('student');
  const { data } = (await (await photo).json()) as { data: string };
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  const picture = main.locator('img[src^="data:image/jpeg;base64,"]');
  await expect(picture).toHaveAttribute('src', `data:image/jpeg;base64,${data}`);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('[BASE-11] [BASE-10] the data failing to load is said, with a retry', async ({ page }) => {
  // A failure of this call alone: where nothing answered, the page would ask again by itself.
  await page.route('**/api/profile/data.json', (route) =>
    route.fulfill({ status: 500, json: { result: 1, error: { code: 'call.failed', message: '' }, data: null } }),
  );
  // By the form: the first answer of a page that is opened would bring the data along.
  await signIn(page, 'student', '/lms/profile');
  const failed = page.getByRole('main').getByRole('alert');
  await expect(failed).toContainText('Не удалось загрузить данные');
  await expect(failed).toContainText('Сервер ответил с ошибкой');
  await page.unroute('**/api/profile/data.json');
  await failed.getByRole('button', { name: 'Повторить' }).click();
  await expect(profileField(page, 'Группа')).toHaveText('ПИ-1-24');
});

test('[SHELL-09] on the phone data and password open as sheets; nothing for axe to find in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/profile');
  await page.getByRole('button', { name: 'О себе' }).click();
  const sheet = page.getByRole('dialog', { name: 'О себе' });
  await expect(profileField(page, 'Группа')).toHaveText('ПИ-1-24');
  await sheet.getByRole('button', { name: 'Закрыть' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(page.getByRole('dialog', { name: 'Смена пароля' }).getByLabel('Текущий пароль')).toBeVisible();

  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await page.goto('/lms/profile');
  await expect(page.getByText('Караңгы тема')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Маалымат', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('definition').first()).toBeVisible();
  await expectAccessible(page);
});

test('[AUTH-10] [SAFE-10] a new password follows the rules and is the one that counts; other sessions end, other tabs go on', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signInAs(other, 'clerk', '/lms/apps');
  await signInAs(page, 'clerk', '/lms/profile');
  const tab = await context.newPage();
  await tab.goto('/lms/profile');
  await expect(profileField(tab, 'Роль')).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('passwd/reset')) asked += 1;
  });
  const save = page.getByRole('main').getByRole('button', { name: 'Сменить пароль' });
  await expect(page.getByText('Не короче 4 символов')).toBeVisible();
  await save.click();
  await expect(page.getByText('Введите текущий пароль')).toBeVisible();
  await expect(page.getByLabel('Текущий пароль')).toBeFocused();

  await fillPasswords(page, 'x', 'abc');
  await save.click();
  await expect(page.getByLabel('Новый пароль')).toHaveAttribute('aria-invalid', 'true');

  await fillPasswords(page, 'x', 'abcd', 'abce');
  await expect(page.getByText('Пароли не совпадают')).toBeVisible();
  await save.click();
  expect(asked).toBe(0);
  await page.getByLabel('Ещё раз').fill('abcd');
  await expect(page.getByText('Пароли совпадают')).toBeVisible();

  await save.click();
  await expect(page.getByText('Старый пароль указан неверно.')).toBeVisible();
  await expect(page.getByLabel('Новый пароль')).toHaveValue('abcd');

  const change = async (old: string, fresh: string) => {
    await fillPasswords(page, old, fresh);
    await page.getByRole('main').getByRole('button', { name: 'Сменить пароль' }).click();
    await expect(page.getByText(/^Пароль изменён/)).toBeVisible();
    await expect(page.getByLabel('Текущий пароль')).toHaveValue('');
  };
  const sid = async () => (await context.cookies()).find(({ name }) => name === 'sid')?.value;
  const before = await sid();
  await change(passwords.clerk, 'Another-1');
  expect(await sid()).not.toBe(before);
  await tab.getByRole('link', { name: 'Новости' }).first().click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Новости' })).toBeVisible();
  await tab.reload();
  await expect(tab.getByRole('heading', { level: 1, name: 'Новости' })).toBeVisible();

  await other.goto('/lms/profile');
  await other.waitForURL('**/lms/login**');
  // The form takes the new one.
  await other.getByLabel('Логин').fill('clerk');
  await other.getByLabel('Пароль', { exact: true }).fill('Another-1');
  await other.keyboard.press('Enter');
  await other.waitForURL('**/lms/profile');
  await elsewhere.close();
  // The session that changed it goes on; the next test finds the first password again.
  await page.reload();
  await change('Another-1', passwords.clerk);
});

test('[AUTH-10] a first password opens nothing but its change; afterwards the portal opens', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`update account set must_change = true where login = 'student3'`;
  await signInAs(page, 'student3', '/lms/apps');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Смена пароля');
  await expect(page.getByText('Это ваш первый вход.', { exact: false })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/lms/news');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Смена пароля');

  await fillPasswords(page, passwords.student3, 'My-own-1');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости');
  // The next test finds the first password again.
  await page.goto('/lms/profile');
  await fillPasswords(page, 'My-own-1', passwords.student3);
  await page.getByRole('main').getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(page.getByText(/^Пароль изменён/)).toBeVisible();
  const [account] = await sql`select must_change from account where login = 'student3'`;
  expect(account?.must_change).toBe(false);
  await sql.end();
});
