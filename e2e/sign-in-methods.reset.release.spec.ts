import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { setMailAddress } from '../server/test/factories/mail-addresses.ts';
import { insertPasskey } from '../server/test/factories/passkeys.ts';
import { TestClient } from '../server/test/test-client.ts';
import { expectAccessible } from './support/axe.ts';
import { passwords, signInAs } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { totpCode } from './support/second-step.ts';
import { expect, test } from './support/test.ts';

const { people, profile, schedule, secondstep } = callsByRoom;
const chosen = 'Own-password-1';
const agentOfKey = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

/** A student whom no other test signs in, with a password of their own, signed in by the calls. */
async function ownStudent(portal: Portal, place: number): Promise<{ person: TestClient; login: string; name: string }> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ id: string; name: string; login: string }[]>`
    select p.id, p.full_name as name, a.login from account a join person p on p.id = a.person_id
    where a.role = 2 and p.closed_on is null and a.login not like 'student%' and not a.blocked
    order by p.id offset ${place} limit 1`;
  await sql.end();
  if (!row) throw new Error('there is no such student');
  const admin = new TestClient(portal.url);
  await admin.signIn('admin', passwords.admin);
  const [slip] = await admin.get(people.password, { id_person: Number(row.id), reason: 'Для проверки' });
  const person = new TestClient(portal.url);
  const first = slip?.password ?? '';
  await person.signIn(row.login, first);
  await person.get(profile.changePassword, { password: first, newPassword: chosen });
  return { person, login: row.login, name: row.name };
}

test('[PEOPLE-01] a new password removes other sign-in methods, unless it is unticked @both', async ({
  page,
  portal,
  isMobile,
}) => {
  const { person, login, name } = await ownStudent(portal, isMobile ? 40 : 41);
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await insertPasskey(sql, person.uid, `thief ${login}`);
  await setMailAddress(sql, person.uid, `${login}@example.test`);
  await signInAs(page, 'admin', `/lms/people/${person.uid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('button', { name: 'Новый пароль' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: '1 ключ для входа' })).toBeChecked();
  const mail = dialog.getByRole('checkbox', { name: `${login}@example.test` });
  await expect(mail).toBeChecked();
  await expectAccessible(page);
  await mail.uncheck();
  await dialog.getByLabel('Основание').fill('Чужой вход');
  await dialog.getByRole('button', { name: 'Выдать новый пароль' }).click();
  await expect(dialog.getByRole('heading', { name: 'Новый пароль готов' })).toBeVisible();
  const [left] = await sql<{ keys: number; addresses: number }[]>`
    select (select count(*)::int from passkey where person_id = ${person.uid}) as keys,
      (select count(*)::int from mail_address where person_id = ${person.uid}) as addresses`;
  await sql.end();
  expect(left).toEqual({ keys: 0, addresses: 1 });
});

test('[AUTH-14] whoever has codes shows one again before anything of the sign-in changes @both', async ({
  page,
  portal,
  isMobile,
}) => {
  const { person, login } = await ownStudent(portal, isMobile ? 42 : 43);
  const { key } = await person.get(secondstep.begin, { password: chosen });
  const { codes } = await person.get(secondstep.confirm, { code: totpCode(key, 0) });
  await page.goto('/lms/login');
  await page.getByLabel('Логин').fill(login);
  await page.getByLabel('Пароль', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('button', { name: 'Запасной код, осталось 10' }).click();
  await page.getByRole('textbox', { name: 'Запасной код' }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.locator('#content')).toBeVisible();

  await page.goto('/lms/profile');
  if (isMobile) await page.getByRole('button', { name: 'Второй шаг при входе' }).click();
  await page.getByRole('button', { name: 'Новые запасные коды' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новые запасные коды' });
  await dialog.getByLabel('Ваш пароль').fill(chosen);
  await dialog.getByRole('button', { name: 'Новые запасные коды' }).click();
  const again = dialog.getByLabel('Код из приложения или запасной код');
  await again.fill('000000');
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
  await expect(dialog.getByText('Код не подошёл')).toBeVisible();
  await expectAccessible(page);
  await again.fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Продолжить' }).click();
  await expect(dialog.getByRole('list', { name: 'Запасной код' }).getByRole('listitem')).toHaveCount(10);
});

test('[AUTH-10] [AUTH-14] the own new password takes along what is ticked, and the profile lists it no longer @both', async ({
  page,
  portal,
  isMobile,
}) => {
  const { person, login } = await ownStudent(portal, isMobile ? 44 : 45);
  await person.get(schedule.renewFeed);
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`
    insert into passkey (person_id, credential, public_key, uses, agent)
    values (${person.uid}, ${`old ${login}`}, '\\x00', 0, ${agentOfKey})`;
  await sql.end();
  await page.goto('/lms/login?to=%2Flms%2Fprofile');
  await page.getByLabel('Логин').fill(login);
  await page.getByLabel('Пароль', { exact: true }).fill(chosen);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms/profile');
  /** A part of the profile: beside the others, or in a sheet of the phone. */
  const at = async (name: string) => {
    if (isMobile) await page.getByRole('button', { name }).click();
  };
  await at('Ключи для входа');
  const keys = page.getByRole('list', { name: 'Ключи для входа' });
  await expect(keys.getByRole('listitem')).toHaveCount(1);
  if (isMobile) await page.keyboard.press('Escape');

  await at('Сменить пароль');
  const key = page.getByRole('checkbox', { name: '1 ключ для входа' });
  await expect(key).not.toBeChecked();
  await key.check();
  await expect(page.getByRole('checkbox', { name: 'Адрес календаря' })).not.toBeChecked();
  await expectAccessible(page);
  await page.getByLabel('Текущий пароль').fill(chosen);
  await page.getByLabel('Новый пароль').fill('Own-password-2');
  await page.getByLabel('Ещё раз').fill('Own-password-2');
  await page.getByLabel('Ещё раз').press('Enter');
  await expect(page.getByText(/^Пароль изменён/)).toBeVisible();

  await at('Ключи для входа');
  await expect(page.getByRole('heading', { name: 'Ключи для входа' }).first()).toBeVisible();
  await expect(keys).toHaveCount(0);
  const [left] = await person.signIn(login, 'Own-password-2').then(() => person.get(profile.methods));
  expect(left).toEqual({ passkeys: 0, codes: 0, links: 0, mail: 0, calendar: 1, programs: 0 });
});
