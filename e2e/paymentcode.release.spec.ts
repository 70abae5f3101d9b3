import { universityNames } from '../server/demo/university-names.ts';
import { expectAccessible } from './support/axe.ts';
import { signIn, signInAs } from './support/people.ts';
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

test('[PAY-01] year and group are there, a service gives the code, large, to copy and to print', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, 'student', '/lms/paymentcode');
  await expect(page.getByLabel('Группа').locator('option:checked')).toHaveText('ПИ-1-24');
  await page.getByLabel('Услуга').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Получить код' }).click();
  const slip = page.getByRole('region', { name: 'Квитанция с кодом' });
  const code = page.getByText(/^\d{11}$/);
  await expect(code).toBeVisible();
  const size = await code.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(32);
  await slip.getByRole('button', { name: 'Скопировать' }).click();
  await expect(slip.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
  await expect(slip.getByRole('img', { name: 'QR-код с кодом оплаты' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeHidden();
  for (const text of [universityNames[0], '23 ноября 2026']) await expect(page.getByText(text)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  await page.getByLabel('Услуга').selectOption({ index: 2 });
  await expect(slip.getByRole('button')).toHaveCount(0);
});

test('[PAY-01] [PAY-02] on the phone a year without a group says so, and the form folds, so that the code and its buttons stand on the first screen @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/paymentcode');
  const years = page.getByLabel('Учебный год');
  await expect(years.locator('option').nth(2)).toBeAttached();
  const present = await years.inputValue();
  await years.selectOption({ index: (await years.locator('option').count()) - 1 });
  await expect(page.getByText('В этом учебном году у вас нет группы')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Получить код' })).toBeDisabled();
  await expectAccessible(page);
  await years.selectOption(present);

  await page.getByLabel('Услуга').selectOption({ index: 3 });
  await page.getByRole('button', { name: 'Получить код' }).click();
  const slip = page.getByRole('region', { name: 'Квитанция с кодом' });
  await expect(slip.getByText(/^\d{11}$/)).toBeInViewport();
  await expect(slip.getByRole('button', { name: 'Печать' })).toBeInViewport();
  await expect(page.getByLabel('Услуга')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Изменить' }).click();
  await expect(page.getByLabel('Услуга')).toBeVisible();
  await page.getByLabel('Услуга').selectOption({ index: 4 });
  await expect(slip.getByRole('button')).toHaveCount(0);
});
