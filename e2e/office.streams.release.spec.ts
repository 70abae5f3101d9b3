import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { isFullyShown, readBrokenWords } from './support/fully-shown.ts';
import { signInAs } from './support/people.ts';
import { readDialogDepth } from './support/sheets.ts';
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
  await signInAs(page, 'admin', '/lms/office');
  const card = page.getByRole('region', { name: 'Не записались' });
  await card.getByRole('button', { name: /не открыли? страницу$/ }).click();
  await expect(page).toHaveURL(/only=away/);
  await expect(page.getByRole('button', { name: 'Не открыли страницу', pressed: true })).toBeVisible();
  await card.getByRole('button', { name: 'Открыть список' }).click();
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
  const partly = page.getByRole('region', { name: 'Записались частично' });
  await partly.getByRole('button', { name: /^Напомнить/ }).click();
  await expect(partly.getByText('Сегодня уже напомнили')).toBeVisible();
  if (known) {
    await page.getByRole('tab', { name: 'Проверка квитанции' }).click();
    await page.getByRole('textbox', { name: 'Номер квитанции' }).fill(known.receipt);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await expect(page.getByText('Действует', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await sql.end();
});

test('[REG-09] a press on a faculty brings its students into view @also-phone', async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 700 });
  await signInAs(page, 'admin', '/lms/office?part=incomplete');
  const table = page.getByRole('table', { name: 'По факультетам и курсам' });
  const students = page.getByRole('list', { name: 'Выбрали не всё' }).getByRole('listitem');
  // Of a faculty and course in which somebody has not chosen everything.
  const row = table
    .getByRole('row')
    .filter({ has: page.locator('td:not(:text-is("0")) ~ td:not(:text-is("0"))') })
    .first();
  await row.getByRole('button').click();
  await expect(students.first()).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: /курс: \d+$/ })).toHaveCount(1);
  await expectAccessible(page);
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
  await signInAs(page, 'admin', '/lms/office?part=year', ownPortal.url);
  const steps = page.getByRole('list', { name: 'Шаги нового учебного года' });
  await expect(steps.getByRole('listitem')).toHaveCount(10);
  const years = page.getByRole('combobox', { name: 'Какой год начинаем' }).getByRole('option');
  await expect(years.filter({ hasText: '20' }), 'no year that is over').toHaveText(['2026/27', '2027/28']);
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
  const opening = steps.getByRole('form', { name: 'Открывать этот год первым' });
  await opening.getByLabel('Причина').fill('Начался осенний семестр');
  await opening.getByRole('button', { name: 'Открывать этот год первым' }).click();
  await expect(page.getByText('Портал открывается этим годом', { exact: true })).toBeVisible();
  const openedFirst = steps.getByRole('listitem').filter({ hasText: 'портал открывается этим годом' });
  await expect(openedFirst).toContainText('готово');
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(opening, 'for ten seconds it is a press to go back').toBeVisible();
});

test('[REG-09] the board filters the table; a stream is made at free hours, changed, and closed @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await signInAs(page, 'admin', '/lms/office?part=receipts');
  const seats = page.getByRole('region', { name: /^Места в \d+ поток/ });
  await expect(page.getByLabel('Номер квитанции')).toBeVisible();
  await expect(seats, 'on the phone the other parts begin at once').toHaveCount(isMobile ? 0 : 1);
  await page.goto('/lms/office');
  await expect(page.getByRole('button', { name: 'Все', pressed: true })).toBeVisible();
  // The chips below do not scroll the page away from its board.
  await expect(seats.getByText(/^Места в/)).toBeInViewport();
  await seats.getByRole('button', { name: /^полные/ }).click();
  await expect(page).toHaveURL(/only=full/);
  await expect(page.getByRole('button', { name: 'Полные', pressed: true })).toBeVisible();
  // The address holds every filter; a figure of the board is about all streams again.
  await page.getByLabel('Курс', { exact: true }).selectOption('2');
  await expect(page).toHaveURL(/only=full.*course=2/);
  await page.reload();
  await expect(page.getByLabel('Курс', { exact: true })).toHaveValue('2');
  await seats.getByRole('button', { name: /^полные/ }).click();
  await expect(page).not.toHaveURL(/course/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Новый поток' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('социология');
  const search = await dialog.getByRole('search').boundingBox();
  expect(search?.height, 'the sign, the words and the clearing stand in one line').toBeLessThan(56);
  await dialog
    .getByRole('button', { name: /^Социология I/ })
    .first()
    .click();
  const form = dialog.getByRole('form', { name: 'Новый поток' });
  await form.getByLabel('Преподаватель').selectOption({ index: 1 });
  const free = form.getByRole('button', { name: /: свободно$/ }).first();
  await expect(free).toBeVisible();
  expect(await isFullyShown(form), 'nothing is cut off beside it').toBe(true);
  expect(await readBrokenWords(form.locator('td [aria-hidden]'))).toEqual([]);
  await free.click();
  await expect(form.getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(form.getByText('Выберите аудиторию: без неё студенты не узнают, куда идти')).toBeVisible();
  await form.getByLabel('Аудитория').selectOption({ index: 1 });
  await expect(form.getByText('Преподаватель и аудитория свободны')).toBeVisible();
  await form.getByLabel('Основание').fill('Мест не хватило');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Создать поток' }).click();
  await expect(page.getByText('Поток создан', { exact: true })).toBeVisible();
  // The drawer's own step back has been taken.
  await expect.poll(() => readDialogDepth(page)).toBe(0);
  const [made] = await sql<{ id: number; name: string }[]>`
    select id, name from stream where by_hand and closed_at is null order by id desc limit 1`;
  await page.goto('/lms/office');
  await page.getByRole('searchbox', { name: 'Дисциплина, преподаватель или поток' }).fill('Социология I');
  const row = page.getByRole('button', { name: new RegExp(`^Социология I .*${made?.name}.*0 из 25`) });
  await row.click();
  await dialog.getByRole('button', { name: 'Изменить поток' }).click();
  const change = dialog.getByRole('form', { name: 'Изменить поток' });
  await expect(change.getByText('Пока ничего')).toBeVisible();
  await change.getByRole('button', { name: 'Больше мест' }).click();
  await expect(change.getByText('Мест: 25 → 26')).toBeVisible();
  await change.getByLabel('Основание').fill('Аудитория больше');
  await expectAccessible(page);
  await change.getByRole('button', { name: /^Сохранить и сообщить/ }).click();
  await expect(page.getByText('Поток изменён', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть поток' }).click();
  const end = dialog.getByRole('form', { name: 'Закрыть поток' });
  await end.getByLabel('Основание').fill('Создан по ошибке');
  await end.getByRole('button', { name: 'Закрыть поток' }).click();
  await expect(page.getByText('Поток закрыт', { exact: true }).first()).toBeVisible();
  const kinds = await sql<{ kind: string }[]>`
    select kind from registration_change where stream_id = ${made?.id ?? 0} order by id`;
  expect(kinds.map(({ kind }) => kind)).toEqual(['made', 'remade', 'ended']);
  await sql.end();
});
