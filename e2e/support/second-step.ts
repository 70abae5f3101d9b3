import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { now } from './clock.ts';
import { type Login, passwords } from './people.ts';
import { test as base, expect } from './test.ts';

/** The tests' `test` with a portal that demands a second step of whoever has a permission. */
export const test = base.extend({ settings: { SECOND_STEP: 'permissions' } });

/** What an app shows, so many steps of thirty seconds later. */
export const totpCode = (key: string, ahead: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now().getTime() + ahead * 30_000 });

/** Signs in by the form up to the second step, which is asked there. */
export async function submitCredentials(page: Page, name: Login) {
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill(name);
  await page.getByLabel('Пароль', { exact: true }).fill(passwords[name]);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Goes through password, key and first code; gives the key and the recovery codes. */
export async function setUpSecondStep(page: Page, password: string) {
  await page.getByLabel('Ваш пароль').fill(password);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('img', { name: 'Ключ для приложения' })).toBeVisible();
  const key = (await page.getByText('Или введите в приложение этот ключ').locator('b').textContent()) ?? '';
  await page.getByLabel('Код, который показало приложение').fill(totpCode(key.replaceAll(' ', ''), 0));
  await page.getByRole('button', { name: 'Включить', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Запасной код' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { key: key.replaceAll(' ', ''), codes: await codes.allTextContents() };
}
