import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const [hour, words] of [
  [8, 'Доброе утро'],
  [13, 'Добрый день'],
  [21, 'Добрый вечер'],
] as const)
  test(`the phone greets by the hour: ${words} @phone`, async ({ page }) => {
    await page.clock.setFixedTime(`2026-11-21T${String(hour).padStart(2, '0')}:10:00+06:00`);
    await as(page, 'student', '/lms/apps');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${words}, Айгүл`);
    await expect(page.getByText('суббота, 21 ноября')).toBeVisible();
  });

test('[SHELL-10] the apps page has no accessibility findings in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await as(page, 'student', '/lms/apps');
  await expect(
    page.getByRole('region', { name: 'Университеттин шилтемелери' }).getByRole('link').first(),
  ).toBeVisible();
  await expectAccessible(page);
});
