import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { recordFailedSignIns } from '../server/test/factories/failed-sign-ins.ts';
import { TestClient } from '../server/test/test-client.ts';
import { expectAccessible } from './support/axe.ts';
import { passwords } from './support/people.ts';
import { setUpSecondStep, submitCredentials, test, totpCode } from './support/second-step.ts';
import { expect } from './support/test.ts';

const { secondstep } = callsByRoom;

/** A page in a browser that has nothing of this one. */
async function openOtherBrowser(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no other browser');
  return await context.newPage();
}

test('[AUTH-14] a student turns codes on and off in the profile, and another account leads back to the form @both', async ({
  page,
  isMobile,
}) => {
  const name = isMobile ? 'student2' : 'student';
  await submitCredentials(page, name);
  await expect(page.locator('#content')).toBeVisible();
  await page.goto('/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Второй шаг при входе' }).click();
  await page.getByRole('button', { name: 'Включить коды' }).click();
  await setUpSecondStep(page, passwords[name]);
  await page.getByRole('button', { name: 'Сохранено, готово' }).click();
  await expect(page.getByText('Запасной код, осталось 10')).toBeVisible();
  await expectAccessible(page);

  const other = await openOtherBrowser(page);
  await submitCredentials(other, name);
  await other.getByRole('button', { name: 'Другая запись' }).click();
  await expect(other.getByLabel('Логин')).toBeVisible();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await other.context().close();

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
  await submitCredentials(page, name);
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeVisible();
  await expectAccessible(page);
  const { key, codes } = await setUpSecondStep(page, passwords[name]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Сохранено, готово' }).click();
  await expect(page).toHaveURL(/\/lms$/);
  await expect(page.locator('#content')).toBeVisible();

  const other = await openOtherBrowser(page);
  await submitCredentials(other, name);
  await expect(other.getByRole('heading', { name: 'Код из приложения' })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('textbox', { name: 'Код из приложения' }).fill('000000');
  await expect(other.getByRole('alert')).toContainText('Код не подошёл');
  await other.getByRole('textbox', { name: 'Код из приложения' }).pressSequentially(totpCode(key, 1));
  await expect(other.locator('#content')).toBeVisible();
  await other.context().close();

  const lost = await openOtherBrowser(page);
  await submitCredentials(lost, name);
  await lost.getByRole('button', { name: 'Запасной код, осталось 10' }).click();
  await lost.getByRole('textbox', { name: 'Запасной код' }).fill(codes[0] ?? '');
  await lost.getByRole('checkbox', { name: 'Не спрашивать здесь 30 дней' }).check();
  await lost.getByRole('button', { name: 'Продолжить' }).click();
  await expect(lost.locator('#content')).toBeVisible();
  await lost.context().close();
});

test('[AUTH-14] [AUTH-11] where others try codes, two that follow each other let the owner in at once @both', async ({
  page,
  portal,
  isMobile,
}) => {
  const name = isMobile ? 'student3' : 'teacher';
  const owner = new TestClient(portal.url);
  await owner.signIn(name, passwords[name]);
  const { key } = await owner.get(secondstep.begin, { password: passwords[name] });
  await owner.get(secondstep.confirm, { code: totpCode(key, 0) });
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const failure = { account: `second|${owner.uid}`, address: '127.0.0.1' };
  await recordFailedSignIns(sql, Array(20).fill(failure));
  // As if the code that set the app up had been some minutes ago.
  await sql`update one_time_key set last_step = last_step - 10 where person_id = ${owner.uid}`;
  await submitCredentials(page, name);
  const code = page.getByRole('textbox', { name: 'Код из приложения' });
  await code.pressSequentially(totpCode(key, 0));
  const next = page.getByRole('textbox', { name: 'Следующий код' });
  await expect(next).toBeFocused();
  await expect(page.getByText('Дождитесь, пока приложение покажет следующий код')).toBeVisible();
  await expectAccessible(page);
  await next.pressSequentially(totpCode(key, 5));
  await expect(page.getByRole('alert')).toContainText('Код не подошёл');
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: /^Запасной код/ }).click();
  await expect(page.getByRole('textbox', { name: 'Запасной код' })).toBeFocused();
  await page.getByRole('button', { name: 'Код из приложения' }).click();
  await expect(code).toBeFocused();
  const [now, following] = [totpCode(key, 0), totpCode(key, 1)];
  await code.pressSequentially(now);
  await expect(next).toBeFocused();
  await next.pressSequentially(following);
  await expect(page.locator('#content')).toBeVisible();

  // Whoever has used up the recovery codes is offered none.
  await sql`update recovery_code set used_at = now() where person_id = ${owner.uid}`;
  await sql.end();
  const again = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await again?.newPage();
  if (!other) throw new Error('no other browser');
  await submitCredentials(other, name);
  await expect(other.getByRole('heading', { name: 'Код из приложения' })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Запасной код/ })).toHaveCount(0);
  await other.context().close();
});
