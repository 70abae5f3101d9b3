import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { expectSignOutAtProvider, providerButton, signInAtProvider, test } from './support/oidc.ts';
import { signIn } from './support/people.ts';
import { expect } from './support/test.ts';

test('[AUTH-12] whoever is unknown here or cancels there reads why, in the page’s language @both', async ({ page }) => {
  await page.goto('/lms/login');
  await providerButton(page).click();
  await signInAtProvider(page, 'somebody-else');
  await expect(page.getByText('в портале такой учётной записи нет')).toBeVisible();
  await expect(page).toHaveURL(/\/lms\/login$/);
  await expectAccessible(page);
  await page.reload();
  await expect(providerButton(page)).toBeVisible();
  await expect(page.getByText('в портале такой учётной записи нет')).toBeHidden();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Eng' }).click();
  await page.getByRole('button', { name: 'Sign in with University account' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You cancelled signing in')).toBeVisible();
});

test('[AUTH-12] whoever came by a provider is offered to sign out there, and is asked for the password then', async ({
  page,
}) => {
  await page.goto('/lms/login');
  await providerButton(page).click();
  await signInAtProvider(page, 'student');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByText('Вы вышли из портала, но не из службы')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Выйти и там' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(/\/lms\/login/);
  await providerButton(page).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});

test('[AUTH-12] [SAFE-05] signed out at the provider on a shared computer, neither "back" nor its button signs in without the password there, and nothing is kept', async ({
  page,
  context,
}) => {
  await expectSignOutAtProvider(page, context, true);
});

test('[AUTH-15] a device stands with the name of the university’s network and its address, for its person and in the room of people @both', async ({
  page,
  browser,
  baseURL,
  joined,
}) => {
  const { width } = page.viewportSize() ?? { width: 0 };
  const place = 'Главный корпус · 127.0.0.1';
  await signIn(page, 'student3', '/lms/profile');
  if (width < 900) await page.getByRole('button', { name: 'Где вы вошли' }).click();
  await expect(page.getByRole('list', { name: 'Где вы вошли' }).getByRole('listitem').first()).toContainText(place);
  await expectAccessible(page);
  const sql = postgres(joined.portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ id: string }[]>`select person_id as id from account where login = 'student3'`;
  await sql.end();
  const office = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await office.newPage();
  await signIn(theirs, 'admin', `/lms/people/${row?.id}`);
  await expect(theirs.getByText(place).first()).toBeVisible();
  await office.close();
});

test('[AUTH-12] the account of the university leads in, to the page that was asked for @also-phone', async ({
  page,
  context,
}) => {
  await page.goto('/lms/news');
  await expect(providerButton(page)).toBeVisible();
  await expectAccessible(page);
  await providerButton(page).click();
  await signInAtProvider(page, 'student');
  await expect(page).toHaveURL(/\/lms\/news$/);
  await expect(page.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();
  // Known there, one tap is enough.
  await page.goto('about:blank');
  await context.clearCookies({ name: 'sid' });
  await page.goto('/lms/login');
  await providerButton(page).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
});

test('[AUTH-12] an account is linked in the profile with the password, signs in, and is unlinked @also-phone', async ({
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
  await signInAtProvider(page, `of-there-${width}`);
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

test('[AUTH-12] [SAFE-05] signed out at the provider, neither "back" nor its button signs in without the password there, and nothing is kept', async ({
  page,
  context,
}) => {
  await expectSignOutAtProvider(page, context, false);
});
