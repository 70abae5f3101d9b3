import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Chooses by a part of each option's text, step by step. */
async function choose(page: Page, discipline: RegExp, teacher?: RegExp, stream?: RegExp): Promise<void> {
  await page.getByRole('radio', { name: discipline }).first().click({ force: true });
  const teachers = page.getByRole('region', { name: 'Преподаватель' });
  await teachers
    .getByRole('radio', teacher ? { name: teacher } : {})
    .first()
    .click({ force: true });
  const streams = page.getByRole('region', { name: 'Поток и подгруппа' });
  await streams
    .getByRole('radio', stream ? { name: stream } : {})
    .first()
    .click({ force: true });
}

const enrolled = (page: Page) => page.getByRole('region', { name: 'Вы записаны' });
/** The list of what is registered; places in lines are a list of their own beside it. */
const registered = (page: Page, discipline: string) =>
  enrolled(page)
    .getByRole('listitem')
    .filter({ hasText: discipline })
    .filter({ hasText: /\d\d-\d{7}/ });

/** Deletes a registration and waits until the list has been read without it. */
async function remove(page: Page, discipline: string): Promise<void> {
  await registered(page, discipline)
    .getByRole('button', { name: `Удалить запись: ${discipline}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(registered(page, discipline)).toHaveCount(0);
}

test('[REG-01] [REG-02] [REG-03] a student chooses, is registered with a receipt, and deletes again', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/registration');
  await expect(page.getByText(/^Записано 9 из 36 кредитов$/)).toBeVisible();
  await expect(page.getByText('Блок 2: выберите одну')).toBeVisible();
  const act = page.getByRole('button', { name: 'Записаться' });
  await expect(act).toBeDisabled();
  await expect(page.getByText('Сначала выберите дисциплину').first()).toBeVisible();

  await choose(page, /^Социология I лекция/);
  await expect(act).toBeEnabled();
  // Another discipline drops teacher and stream, another teacher the stream.
  await page.getByRole('radio', { name: /^Психология I лекция/ }).click({ force: true });
  await expect(act).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Преподаватель' }).getByRole('radio', { checked: true })).toHaveCount(
    0,
  );
  await choose(page, /^Социология I лекция/);
  await act.click();

  await expect(page.getByText(/^Вы записаны\. Квитанция \d\d-\d{7}$/)).toBeVisible();
  await expect(page.getByText('Записано 12 из 36 кредитов')).toBeVisible();
  const row = registered(page, 'Социология I');
  await expect(row).toBeVisible();
  // Only the lecture is chosen: the sum, the card and the list say what is missing.
  await expect(page.getByText('из них 3 кр. выбраны не полностью').first()).toBeVisible();
  await expect(row.getByText(/^Осталось выбрать: практическое занятие$/)).toBeVisible();
  await expect(
    page.getByRole('radio', { name: /^Социология I практическое занятие.*Осталось выбрать: практическое занятие/ }),
  ).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Психология I/ })).toHaveCount(0);
  await expect(page.getByText('Сначала выберите дисциплину').first()).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: /^Удалить запись/ }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Записано 9 из 36 кредитов')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('[REG-06] the last seat: free seats change live, the second is told and stands in line, then is registered', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`update stream s set capacity = s.taken + 1 from discipline d, class_type t
    where d.id = s.discipline_id and t.id = s.class_type_id and d.name_ru = 'Социология I' and t.name_ru = 'Лекция'
      and s.is_chosen`;
  await signIn(page, 'student', '/lms/registration');
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await other.newPage();
  await signIn(second, 'student2', '/lms/registration');
  for (const one of [page, second]) await choose(one, /^Социология I лекция/);
  await expect(second.getByText(/^свободно 1 из/)).toBeVisible();

  await page.getByRole('button', { name: 'Записаться' }).click();
  await expect(page.getByText(/^Вы записаны\. Квитанция/)).toBeVisible();
  await expect(second.getByText('мест нет')).toBeVisible();
  await second.getByRole('button', { name: 'Встать в очередь' }).click();
  await expect(second.getByText('1-й в очереди', { exact: true })).toBeVisible();

  await remove(page, 'Социология I');
  await expect(registered(second, 'Социология I')).toBeVisible();
  await expect(second.getByText('1-й в очереди', { exact: true })).toHaveCount(0);
  await remove(second, 'Социология I');
  await other.close();
  await sql`update stream set capacity = capacity + 20`;
  await sql.end();
});

test('[REG-06] a busy server: the page tries again by itself with the same key and says so', async ({ page }) => {
  await signIn(page, 'student2', '/lms/registration');
  await choose(page, /^Социология I лекция/);
  const keys: (string | undefined)[] = [];
  await page.route('**/saveregistration', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) await route.continue();
    else if (keys.length > 1) await route.abort();
    else
      await route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ result: 1, error: { code: 'call.unavailable', message: '' }, data: null }),
      });
  });
  await page.getByRole('button', { name: 'Записаться' }).click();
  await expect(page.getByText(/обновлять страницу не нужно/)).toBeVisible();
  await expect(page.getByText(/^Вы записаны\. Квитанция/)).toBeVisible();
  expect(keys.length).toBe(3);
  expect(new Set(keys).size).toBe(1);
  await remove(page, 'Социология I');
});

test('[REG-03] what a stream clashes with is said before saving, and printed is a list of receipts', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  // Every lecture of Sociology on Sunday at the first hour, and at that hour the whole group has something else.
  await sql`insert into lesson (code, year_id, term_id, day_number, slot_id, week_kind, class_type_id, discipline_id,
      credits, teacher_id, stream_id)
    select 'e2e-' || s.id, s.year_id, s.term_id, 7, (select min(id) from pair_slot), 0, s.class_type_id,
      s.discipline_id, s.credits, s.teacher_id, s.id
    from stream s join academic_year y on y.id = s.year_id and y.is_default
    join discipline d on d.id = s.discipline_id and d.name_ru = 'Социология I'
    join class_type t on t.id = s.class_type_id and t.name_ru = 'Лекция' where s.is_chosen`;
  const [clash] = await sql<{ id: number; name: string }[]>`
    with theirs as (
      insert into lesson (code, year_id, term_id, day_number, slot_id, week_kind, class_type_id, discipline_id, credits,
        teacher_id)
      select 'e2e-theirs', l.year_id, l.term_id, 7, l.slot_id, 0, l.class_type_id,
        (select min(id) from discipline where id <> l.discipline_id), l.credits, l.teacher_id
      from lesson l where l.code like 'e2e-%' order by l.id limit 1 returning id, discipline_id)
    select theirs.id, d.name_ru as name from theirs join discipline d on d.id = theirs.discipline_id`;
  await sql`insert into lesson_group (lesson_id, group_id)
    select ${clash?.id ?? 0}, m.group_id from account a
    join group_membership m on m.student_id = a.person_id and m.ends_on is null where a.login = 'student'`;
  await signIn(page, 'student', '/lms/registration');
  await choose(page, /^Социология I лекция/);
  await expect(page.getByText(/^Пересекается с вашим расписанием: Вс \d\d:\d\d — /)).toContainText(clash?.name ?? '?');
  await expect(page.getByRole('button', { name: 'Записаться' })).toBeEnabled();

  const receipt =
    /\d\d-\d{7}/.exec((await enrolled(page).getByRole('listitem').first().textContent()) ?? '')?.[0] ?? '';
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Подтверждение регистрации на дисциплины')).toBeVisible();
  await expect(page.locator('table').getByText(receipt)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Записаться' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await sql`delete from lesson_group where lesson_id = ${clash?.id ?? 0}`;
  await sql`delete from lesson where code like 'e2e-%'`;
  await sql.end();
});

test('[REG-04] extras are a tab for those to whom they were granted only', async ({ page, browser, baseURL }) => {
  await signIn(page, 'student', '/lms/registration');
  await page.getByRole('button', { name: 'По выбору', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Дисциплина' }).getByRole('radio').first()).toBeVisible();
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await other.newPage();
  await signIn(second, 'student2', '/lms/registration');
  await expect(second.getByText('Дисциплины по выбору вам не открыты.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'По выбору', exact: true })).toHaveCount(0);
  await other.close();
});

test('[REG-05] what cannot be read is said for disciplines, teachers and streams by themselves', async ({ page }) => {
  const broken = new Set(['getdefyear']);
  await page.route('**/api/regfordisciplines/*', (route) =>
    [...broken].some((name) => route.request().url().endsWith(name))
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"result":1,"error":null,"data":null}' })
      : route.continue(),
  );
  await signIn(page, 'student', '/lms/registration');
  // Without a year there is no semester to show disciplines of.
  await expect(page.getByText('Не удалось загрузить дисциплины')).toBeVisible();
  broken.clear();
  broken.add('getreglist');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByLabel('Семестр')).not.toHaveValue('');
  await expect(page.getByText('Не удалось загрузить дисциплины')).toBeVisible();
  broken.clear();
  broken.add('getteachersforregel');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('radio', { name: /^Социология I лекция/ }).click({ force: true });
  await expect(page.getByText('Не удалось загрузить преподавателей')).toBeVisible();
  broken.clear();
  broken.add('getsubgroupsforregel');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('region', { name: 'Преподаватель' }).getByRole('radio').first().click({ force: true });
  await expect(page.getByText('Не удалось загрузить потоки')).toBeVisible();
  broken.clear();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByText(/^свободно/).first()).toBeVisible();
});

test('[REG-03] three steps on the phone, with a way back to each @phone', async ({ page }) => {
  await signIn(page, 'student', '/lms/registration');
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await page.getByRole('radio', { name: /^Социология I лекция/ }).click({ force: true });
  // The steps have the screen to themselves.
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(0);
  await page.getByRole('region', { name: 'Преподаватель' }).getByRole('radio').first().click({ force: true });
  await page.getByRole('region', { name: 'Поток и подгруппа' }).getByRole('radio').first().click({ force: true });
  await expect(page.getByRole('button', { name: 'Записаться' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Записаться' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^Преподаватель .* Изменить$/ }).click();
  await expect(page.getByRole('region', { name: 'Преподаватель' })).toBeVisible();
  await page.getByRole('button', { name: /^Дисциплина .* Изменить$/ }).click();
  await expect(page.getByRole('heading', { name: 'Выберите дисциплину' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
});

test('[REG-03] the pages of registration have nothing for axe to find @both', async ({ page }) => {
  await signIn(page, 'student', '/lms/registration');
  await expect(enrolled(page)).toBeVisible();
  await page.getByRole('radio', { name: /^Социология I лекция/ }).click({ force: true });
  await page.getByRole('region', { name: 'Преподаватель' }).getByRole('radio').first().click({ force: true });
  await expect(page.getByText(/^свободно/).first()).toBeVisible();
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
  await signIn(page, 'student2', '/lms/registration');
  await expect(page.getByText('2-блок: бирин тандаңыз')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await page.getByRole('radio').first().click({ force: true });
  await page.getByRole('region', { name: 'Окутуучу' }).getByRole('radio').first().click({ force: true });
  await expect(page.getByText(/орундан \d+ бош/).first()).toBeVisible();
  await expectAccessible(page);
});

test('[REG-07] the office adds seats, registers by hand and reads a receipt', async ({ page }) => {
  await signIn(page, 'admin', '/lms/registrationoffice');
  await page.getByRole('searchbox').fill('Социология I');
  await page
    .getByRole('button', { name: /^Социология I лекция/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const seats = dialog.getByRole('form', { name: 'Места' });
  await seats.getByRole('spinbutton').fill('120');
  await seats.getByRole('textbox').fill('Открыта вторая аудитория');
  await seats.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText(/→ 120/)).toBeVisible();
  const byHand = dialog.getByRole('form', { name: 'Зарегистрировать студента вручную' });
  await byHand.getByRole('searchbox').fill('Төлөгөнова');
  await byHand.getByRole('button', { name: /Төлөгөнова Айгүл/ }).click();
  await byHand.getByRole('textbox').fill('Заявление студента');
  await byHand.getByRole('button', { name: 'Зарегистрировать', exact: true }).click();
  await expect(page.getByText(/^Студент зарегистрирован\. Квитанция/)).toBeVisible();
  const student = dialog
    .getByRole('listitem')
    .filter({ hasText: 'Төлөгөнова Айгүл' })
    .filter({ has: page.getByRole('button', { name: /^Удалить запись/ }) });
  await expect(student).toBeVisible();
  const receipt = /\d\d-\d{7}/.exec((await student.textContent()) ?? '')?.[0] ?? '';
  await student.getByRole('button', { name: /^Удалить запись/ }).click();
  const removing = dialog.getByRole('form', { name: /^Удалить запись/ });
  await removing.getByRole('textbox').fill('Ошибка');
  await removing.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText(/^Запись удалена\. Квитанция/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Квитанции' }).click();
  await page.getByRole('textbox', { name: 'Номер квитанции' }).fill(receipt);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Заявление студента')).toBeVisible();
  await page.getByRole('button', { name: 'Периоды' }).click();
  await expect(page.getByRole('form', { name: 'Открыть период регистрации' })).toBeVisible();
  await expectAccessible(page);
});

test('[REG-04] [REG-07] the office grants extras and sets the credit limit; the student sees both at once', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [person] = await sql<{ name: string }[]>`
    select p.full_name as name from account a join person p on p.id = a.person_id where a.login = 'student2'`;
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  await signIn(student, 'student2', '/lms/registration');
  await expect(student.getByText('Дисциплины по выбору вам не открыты.')).toBeVisible();
  await signIn(page, 'admin', '/lms/registrationoffice');
  await page.getByRole('button', { name: 'По выбору', exact: true }).click();
  const form = page.getByRole('form', { name: 'Открыть дисциплины по выбору' });
  await form.getByRole('searchbox').fill(person?.name ?? '');
  await form.getByRole('listitem').getByRole('button').first().click();
  await expectAccessible(page);
  await form.getByRole('textbox').fill('Решение учебного отдела');
  await form.getByRole('button', { name: 'Открыть' }).click();
  await expect(page.getByText('Дисциплины по выбору открыты')).toBeVisible();
  await page.getByRole('button', { name: 'Кредиты', exact: true }).click();
  const limit = page.getByRole('form', { name: 'Предел кредитов' });
  await limit.getByRole('spinbutton').fill('30');
  await limit.getByRole('textbox').fill('Решение учёного совета');
  await limit.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('36 → 30')).toBeVisible();
  await expectAccessible(page);
  await expect(student.getByText(/ из 30 кредитов$/)).toBeVisible();
  await expect(student.getByRole('button', { name: 'По выбору', exact: true })).toBeVisible();
  await other.close();
  await sql`delete from optional_grant g using account a where a.person_id = g.student_id and a.login = 'student2'`;
  await sql`update credit_limit set credits = 36 where credits = 30`;
  await sql.end();
});
