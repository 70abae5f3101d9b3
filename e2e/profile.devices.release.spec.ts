import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
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
