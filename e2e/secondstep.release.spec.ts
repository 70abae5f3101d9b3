import { expectAccessible } from './support/axe.ts';
import { passwords } from './support/people.ts';
import { appCode, setUpSecondStep, test, typePassword } from './support/second-step.ts';
import { expect } from './support/test.ts';

test('[AUTH-14] a student turns codes on and off in the profile, and another account leads back to the form @both', async ({
  page,
  isMobile,
}) => {
  const name = isMobile ? 'student2' : 'student';
  await typePassword(page, name);
  await expect(page.locator('#content')).toBeVisible();
  await page.goto('/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Второй шаг при входе' }).click();
  await page.getByRole('button', { name: 'Включить коды' }).click();
  await setUpSecondStep(page, passwords[name]);
  await page.getByRole('button', { name: 'Сохранено, готово' }).click();
  await expect(page.getByText('Запасной код, осталось 10')).toBeVisible();
  await expectAccessible(page);

  const again = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await again?.newPage();
  if (!other) throw new Error('no other browser');
  await typePassword(other, name);
  await other.getByRole('button', { name: 'Другая запись' }).click();
  await expect(other.getByLabel('Логин')).toBeVisible();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await again?.close();

  await page.getByRole('button', { name: 'Отключить коды' }).click();
  const sheet = page.getByRole('dialog', { name: 'Отключить второй шаг?' });
  await sheet.getByLabel('Ваш пароль').fill(passwords[name]);
  await sheet.getByRole('button', { name: 'Отключить коды' }).click();
  await expect(page.getByRole('button', { name: 'Включить коды' })).toBeVisible();
});

test('[AUTH-14] a holder of a permission sets up codes before anything else, and signs in with them @also-phone', async ({
  page,
  isMobile,
}) => {
  // A browser of its own width works with an account of its own: what one sets up, the other must not meet.
  const name = isMobile ? 'editor' : 'clerk';
  await typePassword(page, name);
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeVisible();
  await expectAccessible(page);
  const { key, codes } = await setUpSecondStep(page, passwords[name]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Сохранено, готово' }).click();
  await expect(page).toHaveURL(/\/lms$/);
  await expect(page.locator('#content')).toBeVisible();

  const again = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await again?.newPage();
  if (!other) throw new Error('no other browser');
  await typePassword(other, name);
  await expect(other.getByRole('heading', { name: 'Код из приложения' })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('textbox', { name: 'Код из приложения' }).fill('000000');
  await expect(other.getByRole('alert')).toContainText('Код не подошёл');
  await other.getByRole('textbox', { name: 'Код из приложения' }).pressSequentially(appCode(key, 1));
  await expect(other.locator('#content')).toBeVisible();
  await again?.close();

  const third = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const lost = await third?.newPage();
  if (!lost) throw new Error('no third browser');
  await typePassword(lost, name);
  await lost.getByRole('button', { name: 'Запасной код, осталось 10' }).click();
  await lost.getByRole('textbox', { name: 'Запасной код' }).fill(codes[0] ?? '');
  await lost.getByRole('checkbox', { name: 'Не спрашивать здесь 30 дней' }).check();
  await lost.getByRole('button', { name: 'Продолжить' }).click();
  await expect(lost.locator('#content')).toBeVisible();
  await third?.close();
});
