import { passwords } from '../server/test/as.ts';
import { expectAccessible } from './support/axe.ts';
import { addKey, byPassword, giveDevice, signOut, test } from './support/passkeys.ts';
import { expect } from './support/test.ts';

test('[AUTH-14] a key is added in the profile, lets in without a password, and is removed @also-phone @full', async ({
  page,
  isMobile,
}) => {
  const { unlocks } = await giveDevice(page);
  await byPassword(page, 'student');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  await addKey(page, 'student', isMobile);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить' })).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await page.getByRole('button', { name: 'Без пароля' }).click();
  await expectAccessible(page);
  await unlocks(false);
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page.getByText('Устройство не подтвердило вход')).toBeVisible();
  await unlocks(true);
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page).toHaveURL(/\/lms\/?$/);

  await page.goto('/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Ключи для входа' }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Ваш пароль').fill(passwords.student);
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Ключ удалён')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Без пароля' }).click();
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page.getByText('Этот ключ здесь не подходит')).toBeVisible();
});
