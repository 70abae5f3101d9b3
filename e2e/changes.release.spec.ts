import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { today } from './support/classes.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[IMPORT-05] a day without classes is kept with its name and given back @both', async ({ page }) => {
  await as(page, 'admin', '/lms/changes?part=holidays');
  await expect(page.getByText('Дней без занятий нет')).toBeVisible();
  const form = page.getByRole('form', { name: 'Новый день без занятий' });
  await form.getByRole('textbox', { name: 'День', exact: true }).fill('31.12.2026');
  await form.getByRole('textbox', { name: 'Название', exact: true }).fill('Канун Нового года');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Отменить занятия этого дня' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(/не состо.тся \d+ заняти.*Узна.т \d+ человек/);
  await asked.getByRole('button', { name: 'Отменить занятия' }).click();
  const day = page.getByRole('listitem').filter({ hasText: 'Канун Нового года' });
  await expect(day).toContainText('31 декабря');
  await expectAccessible(page);
  await day.getByRole('button', { name: /^Вернуть/ }).click();
  await expect(page.getByText(/^Занятия этого дня вернулись/)).toBeVisible();
  await expect(page.getByText('Дней без занятий нет')).toBeVisible();
});

test('[IMPORT-05] a class’s sheet leads to its change; who has no right is told so', async ({ page, portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await as(page, 'teacher', '/lms/changes');
  await expect(page.getByText('У вас нет права на это.')).toBeVisible();
  await sql`
    insert into permission (person_id, code) select person_id, 'timetable' from account where login = 'teacher'`;
  const [next] = await sql<{ day: string }[]>`
    select (date_trunc('week', ${today()}::date)::date + 7)::text as day`;
  await as(page, 'teacher', `/lms/schedule?day=${next?.day}`);
  await page.getByRole('table').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Изменить' }).click();
  const form = page.getByRole('form', { name: 'Изменить занятие' });
  await expect(form.getByText('Выберите место на неделе')).toBeVisible();
  await form.getByRole('button', { name: 'Отменить' }).click();
  await expect(form.getByRole('button', { name: /^Отменить и сообщить \d+/ })).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Не менять' }).click();
  await expect(form).toBeHidden();
  await sql`
    delete from permission using account a where a.person_id = permission.person_id and a.login = 'teacher'
      and code = 'timetable'`;
  await sql.end();
});
