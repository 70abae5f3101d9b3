import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { card, choose, clean, confirm, head, registered, remove, review } from './support/registration.ts';
import { expect, test } from './support/test.ts';

test('[REG-08] choices are kept on the device and seen in both tabs; what one confirms the other shows', async ({
  page,
  portal,
}) => {
  await as(page, 'student2', '/lms/registration');
  const tab = await page.context().newPage();
  await tab.goto('/lms/registration');
  await expect(head(tab, 'Социология I')).toContainText('Выбрать');
  await choose(page);
  await expect(head(tab, 'Социология I')).toContainText('выбрано');
  await page.reload();
  await expect(head(page, 'Социология I')).toContainText('выбрано');

  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'Подтвердим, когда появится сеть' })).toBeDisabled();
  await page.context().setOffline(false);
  await review(page).click();
  await confirm(page).click();
  await expect(registered(page, 'Социология I')).toBeVisible();
  await expect(head(tab, 'Социология I')).toContainText('вы записаны');
  // Of the block nothing else can be chosen now.
  await expect(card(tab, 'Психология I')).toHaveCount(0);
  await remove(page, 'Социология I');
  await clean(portal.databaseUrl);
});

test('[REG-04] extras are a tab for those to whom they were granted only', async ({ page, browser, baseURL }) => {
  await as(page, 'student', '/lms/registration');
  await page.getByRole('button', { name: /^По выбору/ }).click();
  const first = page.getByRole('heading', { level: 3 }).first();
  await first.getByRole('button').click();
  await expect(page.getByRole('radio').first()).toBeAttached();
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await other.newPage();
  await as(second, 'student2', '/lms/registration');
  await expect(second.getByText('Дисциплины по выбору вам не открыты.')).toBeVisible();
  await expect(second.getByRole('button', { name: /^По выбору/ })).toHaveCount(0);
  await other.close();
});

test('[REG-03] the pages of registration have nothing for axe to find @both', async ({ page }) => {
  await as(page, 'student', '/lms/registration');
  await head(page, 'Социология I').click();
  await expect(page.getByText(/^свободно/).first()).toBeVisible();
  await expectAccessible(page);
  await review(page).click();
  await expect(page.getByRole('dialog').getByText('Ещё не выбрано')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms/registration?part=mine');
  await registered(page, 'Проектирование программ 1').getByRole('button').first().click();
  await expectAccessible(page);
});

test('[REG-03] the page has nothing for axe to find in Kyrgyz, dark, on the phone @phone', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await as(page, 'student2', '/lms/registration');
  await expect(page.getByText('2-блок: бирин тандаңыз')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('heading', { level: 3 }).first().getByRole('button').click();
  await expect(page.getByText(/^\d+ орун бош$/).first()).toBeVisible();
  await expectAccessible(page);
});
