import { expectAccessible } from './support/axe.ts';
import { leaveThere, signInThere, test, way } from './support/outside.ts';
import { signIn } from './support/people.ts';
import { expect } from './support/test.ts';

test('[AUTH-12] the account of the university leads in, to the page that was asked for @also-phone', async ({
  page,
  context,
}) => {
  await page.goto('/lms/news');
  await expect(way(page)).toBeVisible();
  await expectAccessible(page);
  await way(page).click();
  await signInThere(page, 'student');
  await expect(page).toHaveURL(/\/lms\/news$/);
  await expect(page.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();
  // Known there, one tap is enough.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'sid' });
  await page.goto('/lms/login');
  await way(page).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
});

test('[AUTH-12] an account is linked in the profile with the password, lets in, and is unlinked @also-phone', async ({
  page,
}) => {
  const { width } = page.viewportSize() ?? { width: 0 };
  const atProfile = async () => {
    if (width < 900) await page.getByRole('button', { name: 'Учётные записи других служб' }).click();
  };
  await signIn(page, 'student2', '/lms/profile');
  await atProfile();
  await page.getByRole('button', { name: 'Привязать: Учётная запись университета' }).click();
  await expectAccessible(page);
  await page.getByLabel('Ваш пароль', { exact: true }).fill('Student2');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await signInThere(page, `of-there-${width}`);
  await expect(page).toHaveURL(/\/lms\/profile$/);
  await expect(page.getByText('Учётная запись привязана')).toBeVisible();
  const unlink = page.getByRole('button', { name: 'Отвязать: Учётная запись университета' });
  await expect(unlink).toBeVisible();
  await expectAccessible(page);
  await unlink.click();
  await page.getByLabel('Ваш пароль', { exact: true }).fill('Student2');
  await page.getByRole('button', { name: 'Отвязать', exact: true }).last().click();
  await expect(page.getByText('Учётная запись отвязана')).toBeVisible();
  await expect(page.getByText('Не привязана')).toBeVisible();
});

test('[AUTH-12] [SAFE-05] signed out at the provider, neither "back" nor its button lets in without the password there, and nothing is kept', async ({
  page,
  context,
}) => {
  await leaveThere(page, context, false);
});
