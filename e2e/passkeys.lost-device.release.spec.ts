import postgres from 'postgres';
import { addAuthenticator, addPasskey, clearCookiesAndOpenLogin, signInByPassword, test } from './support/passkeys.ts';
import { signIn } from './support/people.ts';
import { expect } from './support/test.ts';

// Who looks after accounts comes by the password alone here.
test.use({ settings: { PUBLIC_URL: 'http://localhost:{port}', INSECURE_HTTP: '1' } });

test('[AUTH-14] [PEOPLE-01] whose device with the only key is lost gets a slip in the room of people, comes in by it, and the device opens nothing @full', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await addAuthenticator(page);
  await signInByPassword(page, 'student3');
  await expect(page).toHaveURL(/\/lms\/?$/);
  await page.goto('/lms/profile');
  await addPasskey(page, 'student3', false);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();

  const office = await browser.newContext({ baseURL: baseURL ?? '' });
  const desk = await office.newPage();
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ id: string }[]>`select person_id as id from account where login = 'student3'`;
  await sql.end();
  await signIn(desk, 'admin', `/lms/people/${row?.id}`);
  await desk.getByRole('button', { name: 'Новый пароль' }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: '1 ключ для входа' })).toBeChecked();
  await dialog.getByLabel('Основание').fill('Потерян телефон, пришла лично');
  await dialog.getByRole('button', { name: 'Выдать новый пароль' }).click();
  const slip = await dialog.getByTestId('slip-password').textContent();
  await office.close();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await signInByPassword(theirs, 'student3', slip ?? '');
  await theirs.getByLabel('Текущий пароль').fill(slip ?? '');
  await theirs.getByLabel('Новый пароль').fill('Another-word-7');
  await theirs.getByLabel('Ещё раз').fill('Another-word-7');
  await theirs.getByLabel('Ещё раз').press('Enter');
  await expect(theirs.locator('#content')).toBeVisible();
  await other.close();

  await clearCookiesAndOpenLogin(page);
  await page.getByRole('button', { name: 'Без пароля' }).click();
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page.getByText('Этот ключ здесь не подходит')).toBeVisible();
});
