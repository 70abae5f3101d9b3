import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { grantPermissions, withdrawPermissions } from '../server/test/factories/permissions.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[BASE-11] a room that is for others says in one sentence for whom it is', async ({ page }) => {
  const main = page.locator('#content');
  const closed = async (room: string, title: string, sentence: string) => {
    await page.goto(`/lms/${room}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(main.getByText(sentence)).toBeVisible();
    await expect(main.locator('[aria-busy=true], [role=alert]')).toHaveCount(0);
  };
  await signInAs(page, 'teacher');
  await closed('registration', 'Регистрация', 'Этот раздел только для студентов');
  await closed('paymentcode', 'Код оплаты', 'Этот раздел только для студентов');
  await closed('desk', 'Заказы', 'Этот раздел открыт тем, кому дано право на него');
});

test('[PEOPLE-02] [AUTH-16] a right that is withdrawn closes its open page at once, which says so, and ends no session', async ({
  page,
  context,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const rail = (of: Page) => of.getByRole('navigation').getByRole('link', { name: 'Действия' });
  await grantPermissions(sql, 'teacher', 'audit');
  await signInAs(page, 'teacher', '/lms/audit', ownPortal.url);
  const other = await context.newPage();
  await other.goto(`${ownPortal.url}/lms`);
  await expect(rail(other)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Действия' })).toBeVisible();
  await withdrawPermissions(sql, 'teacher', 'audit');
  await expect(page.locator('#content').getByText('Это право у вас забрали сегодня в 14:00')).toBeVisible();
  for (const tab of [page, other]) await expect(rail(tab)).toHaveCount(0);
  await grantPermissions(sql, 'teacher', 'audit');
  for (const tab of [page, other]) await expect(rail(tab)).toBeVisible();
  await expect(page.getByText('Это право у вас забрали')).toHaveCount(0);
  await sql.end();
});

test('[PEOPLE-02] whose right to the journals of others is withdrawn reads so in the open journal', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await grantPermissions(sql, 'clerk', 'journal');
  await signInAs(page, 'clerk', '/lms/journal', ownPortal.url);
  await expect(page.getByText('Занятий в этом семестре нет')).toBeVisible();
  const rail = page.getByRole('navigation').getByRole('link', { name: 'Журнал' });
  await expect(rail).toBeVisible();
  await withdrawPermissions(sql, 'clerk', 'journal');
  await expect(page.locator('#content').getByText('Это право у вас забрали сегодня в 14:00')).toBeVisible();
  await expect(page.getByText('Занятий в этом семестре нет')).toHaveCount(0);
  await expect(rail).toHaveCount(0);
  await sql.end();
});

test('[SHELL-03] who works here without teaching is called staff in the profile', async ({ page }) => {
  await signInAs(page, 'clerk', '/lms/profile');
  await expect(page.getByText('сотрудник', { exact: true })).toBeVisible();
  await expect(page.getByText('преподаватель', { exact: true })).toHaveCount(0);
});

test('[SHELL-08] in summer journal and materials open with the last term that holds something', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [now] = await sql<{ year: number }[]>`
    update academic_calendar set ends_on = today() - 7 where today() between starts_on and ends_on
    returning year_id as year`;
  await sql`
    update academic_calendar set starts_on = today() - 6, ends_on = today() + 40
    where year_id = ${now?.year ?? 0} and term_id = 3`;
  await sql.end();
  await signInAs(page, 'teacher', '/lms/umk', ownPortal.url);
  const term = page.getByRole('button', { name: /осенний/ });
  await expect(term).toBeVisible();
  await expect(page.getByText('В этом семестре у вас нет дисциплин')).toHaveCount(0);
  await page.goto(`${ownPortal.url}/lms/journal`);
  await expect(page.getByRole('grid')).toBeVisible();
  // Whoever asks for the summer sees the summer.
  await page.goto(`${ownPortal.url}/lms/umk?year=${now?.year}&ws=3`);
  await expect(page.getByText('В этом семестре у вас нет дисциплин').first()).toBeVisible();
});
