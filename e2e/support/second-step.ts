import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import postgres from 'postgres';
import { type Login, passwords } from './people.ts';
import { test as base, expect } from './test.ts';

/** The tests' `test` with a portal that demands a second step of whoever has a permission. */
export const test = base.extend({ settings: { SECOND_STEP: 'permissions' } });

/** What an app shows, so many steps of thirty seconds later, by the time of the portal. */
export async function appCode({ databaseUrl }: Portal, key: string, ahead: number): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [time] = await sql<{ now: Date }[]>`select now() as now`;
  await sql.end();
  const timestamp = (time?.now.getTime() ?? 0) + ahead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}

/** Signs in by the form up to the second step, which is asked there. */
export async function typePassword(page: Page, name: Login) {
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill(name);
  await page.getByLabel('Пароль', { exact: true }).fill(passwords[name]);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Goes through password, key and first code; gives the key and the recovery codes. */
export async function setUp(page: Page, portal: Portal, password: string) {
  await page.getByLabel('Ваш пароль').fill(password);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('img', { name: 'Ключ для приложения' })).toBeVisible();
  const key = (await page.getByText('Или введите в приложение этот ключ').locator('b').textContent()) ?? '';
  await page.getByLabel('Код, который показало приложение').fill(await appCode(portal, key.replaceAll(' ', ''), 0));
  await page.getByRole('button', { name: 'Включить', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Запасной код' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { key: key.replaceAll(' ', ''), codes: await codes.allTextContents() };
}
