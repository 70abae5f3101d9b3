import type { Page } from '@playwright/test';
import { passwords } from '../../server/test/test-client.ts';
import { test as base } from './test.ts';

/** The tests' `test` with a portal whose address is a name, for keys belong to one. */
export const test = base.extend({
  settings: { PUBLIC_URL: 'http://localhost:{port}', INSECURE_HTTP: '1', SECOND_STEP: 'permissions' },
  baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')),
});

/** The device gets a place for keys, which its owner unlocks at once. */
export async function addAuthenticator(page: Page) {
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

type Name = 'student' | 'student2' | 'student3' | 'clerk';

/** Signs in by the form, beside which keys are offered. */
export async function signInByPassword(page: Page, name: Name, password: string = passwords[name]) {
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill(name);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Adds a key in the profile. */
export async function addPasskey(page: Page, name: Name, isPhone: boolean) {
  if (isPhone) await page.getByRole('button', { name: 'Ключи для входа' }).click();
  await page.getByRole('button', { name: 'Добавить ключ на этом устройстве' }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Ваш пароль').fill(passwords[name]);
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
}

/** Makes the browser forget who was signed in, and opens the form. */
export async function clearCookiesAndOpenLogin(page: Page) {
  // Away from the pages, which would go to the sign-in page by themselves meanwhile.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/lms/login');
}
