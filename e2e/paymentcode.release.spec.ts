import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[PAY-02] calls that fail leave the page usable', async ({ page }) => {
  for (const path of ['misc/uslugi', 'misc/years', 'misc/photo', 'misc/defaultyear'])
    await page.route(`**/api/${path}.json`, (route) => route.abort());
  // By the form: the first answer of a page that is opened would bring the lists along.
  await signIn(page, 'student', '/lms/paymentcode');
  await expect(page.getByRole('alert').filter({ hasText: 'Не удалось загрузить списки' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Код оплаты');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Повторить' }).first().click();
  await expect(page.getByLabel('Учебный год').locator('option')).not.toHaveCount(1);
});
