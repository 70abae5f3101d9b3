import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-09] who has not registered is listed and reminded once; a receipt is checked', async ({ page, portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [gone] = await sql<{ name: string }[]>`
    with gone as (
      delete from registration r using account a, academic_year y
      where a.person_id = r.student_id and a.login = 'student2' and y.is_default and r.year_id = y.id returning r.student_id)
    select p.full_name as name from person p where p.id in (select student_id from gone)`;
  await sql`update stream s set taken = (select count(*) from registration_class c where c.stream_id = s.id)`;
  const [known] = await sql<{ receipt: string }[]>`
    select c.receipt from registration_class c join registration_event e on e.receipt = c.receipt
      and e.stream_id = c.stream_id and e.class_type_id = c.class_type_id order by e.id desc limit 1`;
  await as(page, 'admin', '/lms/registrationoffice');
  const card = page.getByRole('region', { name: 'Не записались' });
  await card.getByRole('button', { name: /не открыли? страницу$/ }).click();
  await expect(page).toHaveURL(/only=nothing/);
  await expect(page.getByRole('table', { name: 'По факультетам и курсам' })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Выбрали не всё' })
      .getByText(gone?.name ?? '—')
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Напомнить/ }).click();
  await expect(page.getByText(/^Напомнили \d+ студент/)).toBeVisible();
  await expect(card.getByText('Сегодня уже напомнили')).toBeVisible();
  if (known) {
    await page.getByRole('button', { name: 'Проверка квитанции' }).click();
    await page.getByRole('textbox', { name: 'Номер квитанции' }).fill(known.receipt);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await expect(page.getByText('Действует', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await sql.end();
});

test('[IMPORT-06] a new year is made from last year’s dates, and its periods open @both', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`delete from registration_window w using academic_year y where y.is_default and w.year_id = y.id + 1`;
  await sql`delete from academic_calendar c using academic_year y where y.is_default and c.year_id = y.id + 1`;
  await sql`delete from academic_year n using academic_year y where y.is_default and n.id = y.id + 1`;
  await sql.end();
  await as(page, 'admin', '/lms/registrationoffice?part=year', ownPortal.url);
  const steps = page.getByRole('list', { name: 'Шаги нового учебного года' });
  await expect(steps.getByRole('listitem')).toHaveCount(10);
  const make = steps.getByRole('form', { name: 'Создать год и семестры' });
  await expect(make.getByText('Даты прошлого года сдвинуты на 52 недели: проверьте их.')).toBeVisible();
  await expectAccessible(page);
  await make.getByLabel('Причина').fill('Решение учёного совета');
  await make.getByRole('button', { name: 'Создать год и семестры' }).click();
  await expect(page.getByText('Учебный год создан')).toBeVisible();
  await expect(steps.getByRole('listitem').first()).toContainText('готово');
  const open = steps.getByRole('form', { name: 'Открыть сроки всем факультетам' });
  const first = await open.getByRole('textbox', { name: 'Первый день' }).inputValue();
  await open.getByRole('textbox', { name: 'Последний день' }).fill(first);
  await open.getByLabel('Причина').fill('Решение учёного совета');
  await open.getByRole('button', { name: 'Открыть сроки всем факультетам' }).click();
  await expect(page.getByText(/^Открыто? \d+ срок/)).toBeVisible();
  await expectAccessible(page);
});
