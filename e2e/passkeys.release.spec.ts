import { passwords } from '../server/test/test-client.ts';
import { expectAccessible } from './support/axe.ts';
import { addAuthenticator, addPasskey, clearCookiesAndOpenLogin, signInByPassword, test } from './support/passkeys.ts';
import { startPageTapCount } from './support/tap-count.ts';
import { expect } from './support/test.ts';

test('[AUTH-14] whoever must prove twice sets up a key, and shows it after the password, within three taps @both @full', async ({
  page,
}) => {
  await addAuthenticator(page);
  await signInByPassword(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeVisible();
  await expectAccessible(page);
  await addPasskey(page, 'clerk', false);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeHidden();
  await clearCookiesAndOpenLogin(page);
  const taps = await startPageTapCount(page);
  await page.getByLabel('Логин').click();
  await page.keyboard.type('clerk');
  await page.getByLabel('Пароль', { exact: true }).click();
  await page.keyboard.type(passwords.clerk);
  // The keyboard's own key sends.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ключи для входа' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ключ на этом устройстве' })).toBeVisible();
  await expect(page.getByRole('checkbox'), 'a key alone is asked each time').toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Запасной код/ }), 'nobody has a code of it').toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
  expect(await taps()).toBe(3);
});

test('[AUTH-14] a device that can keep a key offers one after the first sign-in, which then signs in within three taps @phone @full', async ({
  page,
}) => {
  await addAuthenticator(page);
  await signInByPassword(page, 'student2');
  const offer = page.getByRole('region', { name: 'Входите без пароля' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Добавить ключ на этом устройстве' }).tap();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Ваш пароль').fill(passwords.student2);
  await dialog.getByRole('button', { name: 'Продолжить' }).tap();
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(offer).toBeHidden();

  await clearCookiesAndOpenLogin(page);
  const taps = await startPageTapCount(page);
  await page.getByRole('button', { name: 'Без пароля' }).tap();
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).tap();
  await expect(page).toHaveURL(/\/lms\/?$/);
  expect(await taps()).toBeLessThanOrEqual(3);
  await expect(offer, 'not a second time').toBeHidden();
});

test('[AUTH-14] a key is added in the profile, signs in without a password, and is removed @also-phone @full', async ({
  page,
  isMobile,
}) => {
  const { unlocks } = await addAuthenticator(page);
  await signInByPassword(page, 'student');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  await addPasskey(page, 'student', isMobile);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить' })).toBeVisible();
  await expectAccessible(page);

  const again = page.getByRole('dialog').last();
  const close = () => again.getByRole('button', { name: 'Закрыть' }).click();
  await addPasskey(page, 'student', false);
  await expect(again.getByText('На этом устройстве уже есть ваш ключ для входа')).toBeVisible();
  await close();
  await unlocks(false);
  await addPasskey(page, 'student', false);
  await expect(again.getByText('Ключ не добавлен')).toBeVisible();
  await close();

  await clearCookiesAndOpenLogin(page);
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
  await clearCookiesAndOpenLogin(page);
  await page.getByRole('button', { name: 'Без пароля' }).click();
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page.getByText('Этот ключ здесь не подходит')).toBeVisible();
});
