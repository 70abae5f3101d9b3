import type { Page } from '@playwright/test';
import { passwords } from '../server/test/as.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// Keys belong to a name.
const settings = { PUBLIC_URL: 'http://localhost:{port}', INSECURE_HTTP: '1', SECOND_STEP: 'permissions' };
test.use({ settings, baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')) });

/** The device gets a place for keys, which its owner unlocks at once. */
async function giveDevice(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const unlocks = (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { unlocks };
}

async function byPassword(page: Page, name: 'student' | 'clerk') {
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill(name);
  await page.getByLabel('Пароль', { exact: true }).fill(passwords[name]);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Adds a key in the profile. */
async function addKey(page: Page, name: 'student' | 'clerk', isPhone: boolean) {
  if (isPhone) await page.getByRole('button', { name: 'Ключи для входа' }).click();
  await page.getByRole('button', { name: 'Добавить ключ на этом устройстве' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Ваш пароль').fill(passwords[name]);
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
}

async function signOut(page: Page) {
  // Away from the pages, which would go to the sign-in page by themselves meanwhile.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/lms/login');
}

test('[AUTH-14] a key is added in the profile, lets in without a password, and is removed @both @full', async ({
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

test('[AUTH-14] whoever must prove twice sets up a key, and shows it after the password @both @full', async ({
  page,
}) => {
  await giveDevice(page);
  await byPassword(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeVisible();
  await expectAccessible(page);
  await addKey(page, 'clerk', false);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeHidden();
  await signOut(page);
  await byPassword(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Ключи для входа' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ключ на этом устройстве' })).toBeVisible();
  await expect(page.getByRole('checkbox'), 'a key alone is asked each time').toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
});
