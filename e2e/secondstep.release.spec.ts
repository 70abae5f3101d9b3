import { expectAccessible } from './support/axe.ts';
import { passwords } from './support/people.ts';
import { setUp, test, typePassword } from './support/second-step.ts';
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
  await setUp(page, passwords[name]);
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
