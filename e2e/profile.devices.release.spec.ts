import type { Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import sharp from 'sharp';
import { expectAccessible } from './support/axe.ts';
import { signInWithoutBrowser } from './support/notices.ts';
import { passwords, signIn, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-09] the calendar address is made, copied, changed and taken away @both', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'student3', '/lms/profile');
  // On the phone it is a sheet of its own.
  if (page.viewportSize()?.width === 390) await page.getByRole('button', { name: 'Календарь' }).click();
  await page.getByRole('button', { name: 'Создать адрес' }).click();
  const field = page.getByRole('textbox', { name: 'Адрес календаря' });
  await expect(field).toHaveValue(/^http.*\.ics$/);
  const first = await field.inputValue();
  const answer = await page.request.get(first);
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await answer.text()).toContain('BEGIN:VEVENT');
  await page.getByRole('button', { name: 'Скопировать' }).click();
  await expect(page.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Сменить адрес' }).click();
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(second)).status()).toBe(200);

  await page.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByRole('alertdialog', { name: 'Отозвать адрес?' }).getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByRole('button', { name: 'Создать адрес' })).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(404);
});

/** A wide picture, its left half red and its right half blue. */
async function twoHalves(): Promise<Buffer> {
  const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 600, height: 300, channels: 3, background: '#1e3cc8' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

/** Red, green, blue in the middle of the photo on the page; null while there is none. */
function colourOfPhoto(page: Page): Promise<number[] | null> {
  const photo = page.getByRole('main').locator('img[src^="data:image/jpeg;base64,"]');
  return photo.evaluateAll(async ([image]) => {
    if (!(image instanceof HTMLImageElement)) return null;
    await image.decode();
    const canvas = document.createElement('canvas');
    const draw = canvas.getContext('2d');
    draw?.drawImage(image, 0, 0, 10, 10);
    return [...(draw?.getImageData(5, 5, 1, 1).data ?? [])].slice(0, 3);
  });
}

test('[SHELL-09] a photo is chosen, cut by sliders, and stands on the page from then on @also-phone', async ({
  page,
}) => {
  await signIn(page, 'student2', '/lms/profile');
  await expect(page.getByRole('button', { name: 'Сменить фото' })).toBeVisible();
  const file = page.locator('input[type="file"]').first();
  const dialog = page.getByRole('dialog', { name: 'Новое фото' });
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByText('Это не изображение, или в нём больше 25 млн пикселей.')).toBeVisible();
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoHalves() });
  await expect(dialog.getByText('чтобы лицо было в круге')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel('Вправо и влево').fill('0');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await colourOfPhoto(page))?.map((part) => part > 100)).toEqual([true, false, false]);

  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoHalves() });
  await dialog.getByLabel('Вправо и влево').fill('1');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await colourOfPhoto(page))?.map((part) => part > 100)).toEqual([false, false, true]);
  await page.reload();
  await expect.poll(async () => (await colourOfPhoto(page))?.map((part) => part > 100)).toEqual([false, false, true]);
});

test('[SHELL-09] [SAFE-10] [AUTH-15] the own sessions are listed, and one signs out there, or everywhere else', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  // Other files may have signed in here before.
  await sql`delete from session where person_id = (select person_id from account where login = 'editor')`;
  await sql.end();
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signIn(other, 'editor', '/lms/news');
  await signIn(page, 'editor', '/lms/profile');
  const sessions = page.getByRole('list', { name: 'Где вы вошли' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('это устройство');
  await expect(sessions.first().getByRole('button')).toHaveCount(0);
  await sessions.last().getByRole('button', { name: 'Выйти там' }).click();
  const dialog = page.getByRole('dialog', { name: 'Выйти на том устройстве?' });
  await dialog.getByLabel('Ваш пароль').fill('Wrong1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Пароль указан неверно.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Ваш пароль').fill(passwords.editor);
  await dialog.getByRole('button', { name: 'Выйти там' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sessions).toHaveCount(1);
  await other.waitForURL('**/lms/login**');
  const why = other.getByRole('alert');
  await expect(why).toContainText('с другого вашего устройства');
  const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  expect(await topOf(why), 'it stands above the form').toBeLessThan(await topOf(other.getByLabel('Логин')));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await signIn(other, 'editor', '/lms/news');
  await page.reload();
  await expect(sessions).toHaveCount(2);
  await page.getByRole('button', { name: 'Выйти на всех остальных' }).click();
  const all = page.getByRole('dialog', { name: 'Выйти на всех остальных устройствах?' });
  await all.getByLabel('Ваш пароль').fill(passwords.editor);
  await all.getByRole('button', { name: 'Выйти на всех остальных' }).click();
  await expect(page.getByText('Завершён 1 вход')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.goto('/lms/profile');
  await other.waitForURL('**/lms/login**');
  await elsewhere.close();
});

test('[AUTH-15] a notice of a sign-in on a new device names it, and leads to the devices as often as it is pressed @both', async ({
  page,
  portal,
  isMobile,
}) => {
  for (const _ of ['the first sign-in of all', 'a new device']) await signInWithoutBrowser(portal, 'clerk');
  await signInAs(page, 'clerk', '/lms/notices');
  const notice = page.locator('a[data-notice]', { hasText: 'Вход с нового устройства' }).first();
  const devices = page.getByRole('list', { name: 'Где вы вошли' });
  await expect(notice).toContainText('127.0.0.1');
  for (const _ of [1, 2]) {
    await notice.click();
    await expect(devices.getByText('это устройство')).toBeInViewport();
    if (!isMobile) {
      await page.goBack();
      continue;
    }
    const sheet = page.getByRole('dialog', { name: 'Где вы вошли' });
    await expect(sheet.getByRole('listitem')).not.toHaveCount(0);
    await sheet.getByRole('button', { name: 'Закрыть' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/lms\/profile$/);
    await page.goBack();
  }
});

test('[AUTH-13] a password that the directory keeps is not changed here, also when the form stood open before it did @also-phone', async ({
  page,
  ownPortal,
  isMobile,
}) => {
  await signInAs(page, 'student', '/lms/profile', ownPortal.url);
  const open = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Сменить пароль' }).click();
  };
  await open();
  await page.getByLabel('Текущий пароль').fill(passwords.student);
  await page.getByLabel('Новый пароль').fill('Another-word-7');
  await page.getByLabel('Ещё раз').fill('Another-word-7');
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update account set password_hash = 'sha256$elsewhere$' where login = 'student'`;
  await sql.end();
  await page.getByLabel('Ещё раз').press('Enter');
  const elsewhere = page.getByText('Ваш пароль хранит каталог университета');
  await expect(elsewhere).toBeVisible();
  await page.reload();
  await open();
  await expect(elsewhere).toBeVisible();
  await expect(page.getByLabel('Текущий пароль')).toHaveCount(0);
  await expectAccessible(page);
});
