import postgres from 'postgres';
import { createLesson, type TaughtCourse } from '../server/test/factories/lessons.ts';
import { grantPermissions } from '../server/test/factories/permissions.ts';
import { expectAccessible } from './support/axe.ts';
import { today } from './support/classes.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[IMPORT-05] a day without classes is kept with its name and restored @both', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/changes?part=holidays');
  await expect(page.getByText('Дней без занятий нет')).toBeVisible();
  const form = page.getByRole('form', { name: 'Новый день без занятий' });
  await form.getByRole('textbox', { name: 'День', exact: true }).fill('31.12.2026');
  await form.getByRole('textbox', { name: 'Название', exact: true }).fill('Канун Нового года');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Отменить занятия этого дня' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(/Узна.т \d+ человека?: не состо.тся \d+ заняти/);
  await asked.getByRole('button', { name: 'Отменить занятия' }).click();
  const day = page.getByRole('listitem').filter({ hasText: 'Канун Нового года' });
  await expect(day).toContainText('31 декабря');
  await expectAccessible(page);
  await day.getByRole('button', { name: /^Вернуть/ }).click();
  await expect(page.getByText(/^Занятия этого дня вернулись/)).toBeVisible();
  await expect(page.getByText('Дней без занятий нет')).toBeVisible();
});

test('[IMPORT-05] a class’s sheet leads to its change; who has no right reads that', async ({ page, portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await signInAs(page, 'teacher', '/lms/changes');
  await expect(page.getByText('У вас нет права на это.')).toBeVisible();
  await grantPermissions(sql, 'teacher', 'timetable');
  const [next] = await sql<{ day: string }[]>`
    select (date_trunc('week', ${today()}::date)::date + 7)::text as day`;
  await signInAs(page, 'teacher', `/lms/schedule?day=${next?.day}`);
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

test('[IMPORT-05] a class is moved to a free place with a reason, its teacher is notified, and it is undone @both @journey', async ({
  page,
  browser,
  baseURL,
  portal,
  isMobile,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [person] = await sql<{ id: number; name: string; monday: string }[]>`
    select p.id, p.full_name as name, (date_trunc('week', ${today()}::date)::date + 7)::text as monday
    from account a join person p on p.id = a.person_id where a.login = 'teacher'`;
  // On the last days of a term the next week is one of which the invented university has no timetable yet.
  const [load] = await sql<(TaughtCourse & { group_id: number })[]>`
    select l.* from group_load l join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
      and ${person?.monday ?? ''}::date between c.starts_on and c.ends_on
    where l.teacher_id = ${person?.id ?? 0}
      and not exists (select from lesson o where o.year_id = l.year_id and o.term_id = l.term_id) limit 1`;
  if (load) await createLesson(sql, load, { day_number: 1, slot_id: 2 }, [load.group_id]);
  const [first] = await sql<{ day: string }[]>`
    select (${person?.monday ?? ''}::date + min(l.day_number) - 1)::text as day from lesson l
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
      and ${person?.monday ?? ''}::date between c.starts_on and c.ends_on
    where l.teacher_id = ${person?.id ?? 0} and l.only_date is null and l.week_kind = 0 and l.day_number < 6`;
  const other = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } });
  const teacher = await other.newPage();
  await signInAs(teacher, 'teacher', '/lms/notices');

  await signInAs(page, 'admin', '/lms/changes');
  // Found ones are gone along by the arrows; Enter in the field takes the first, also before it has come.
  const field = page.getByRole('searchbox', { name: 'Группа, преподаватель или аудитория' });
  await field.fill(person?.name.split(' ')[0] ?? '');
  await expect(page.getByRole('button', { name: `${person?.name} преподаватель` })).toBeVisible();
  await field.press('ArrowDown');
  await expect(page.locator('li > button:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await field.fill(person?.name ?? '');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: person?.name ?? '' })).toBeVisible();
  await page.goto(`/lms/changes?kind=teacher&id=${person?.id}&day=${first?.day}`);
  const someClass = page.locator('main button[aria-pressed]:not([disabled])').filter({ has: page.locator('b + span') });
  await expectAccessible(page);
  await someClass.first().click();
  const form = page.getByRole('form', { name: 'Изменить занятие' });
  await expect(form.getByText('Выберите место на неделе')).toBeVisible();
  await expect(form.getByRole('heading'), 'which class it is').toBeInViewport();
  const save = form.getByRole('button', { name: /^Перенести и сообщить/ });
  await page
    .getByRole('button', { name: isMobile ? /^\d\d:\d\d ?свободно/ : /свободно · \d+ ауд/ })
    .first()
    .click();
  await expect(form.getByText('Группа, преподаватель и аудитория свободны')).toBeVisible();
  await expect(save).toBeDisabled();
  await form.getByLabel('Причина, её увидят все').fill('Преподаватель на конференции');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText(/^Перенесено, сообщили \d+ /)).toBeVisible();
  const notice = teacher.locator('[data-notice] small').filter({ hasText: 'Преподаватель на конференции' });
  await expect(notice).toBeVisible();
  expect(await isFullyShown(notice)).toBe(true);
  const changed = page.getByRole('region', { name: 'Что изменено' });
  await expect(changed.getByRole('listitem').first()).toContainText('Преподаватель на конференции');
  await expectAccessible(page);
  await changed
    .getByRole('button', { name: /^Вернуть/ })
    .first()
    .click();
  await expect(page.getByText(/^Возвращено, сообщили/)).toBeVisible();
  await expect(changed.getByRole('listitem').first()).toContainText('Возвращено');
  await other.close();
  await sql.end();
});

test('[IMPORT-05] a class goes by the arrows, by the mouse, or is held later; one more of another course is added', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [group] = await sql<{ id: number; monday: string }[]>`
    select group_id as id, (date_trunc('week', ${today()}::date)::date + 7)::text as monday
    from lesson_group group by 1 order by count(*) desc limit 1`;
  await page.setViewportSize({ width: 1440, height: 1700 });
  await signInAs(page, 'admin', `/lms/changes?kind=group&id=${group?.id}&day=${group?.monday}`);
  const classes = page.locator('td button[draggable=true]');
  const free = page.locator('td [data-free]');
  const chosen = page.locator('td [data-free][aria-pressed=true]');
  const form = page.getByRole('form', { name: 'Изменить занятие' });
  await classes.first().focus();
  await page.keyboard.press('Enter');
  await expect(free.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('td [data-free]:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveCount(1);
  await expect(form.getByText('Кому сообщим')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(chosen).toHaveCount(0);
  await form.getByRole('button', { name: 'Не менять' }).click();

  /** Where each cell of the week is. */
  const places = () =>
    page.locator('td[data-at]').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top } = cell.getBoundingClientRect();
        return [Math.round(left), Math.round(top)].join();
      }),
    );
  const before = await places();
  const [from] = [await classes.first().boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 60, { steps: 5 });
  await expect(free.first()).toBeVisible();
  expect(await places(), 'what is dragged to stays where it was').toEqual(before);
  const goal = await free.first().boundingBox();
  await page.mouse.move((goal?.x ?? 0) + 30, (goal?.y ?? 0) + 30, { steps: 8 });
  await page.mouse.up();
  await expect(chosen).toHaveCount(1);

  await form.getByRole('button', { name: 'Отменить', exact: true }).click();
  await form.getByRole('button', { name: 'Провести позже' }).click();
  await expect(chosen).toHaveCount(1);
  await expect(form.getByRole('button', { name: /^Перенести и сообщить/ })).toBeVisible();
  await form.getByRole('button', { name: 'Не менять' }).click();

  await page.getByRole('button', { name: 'Добавить занятие' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить занятие' });
  await expectAccessible(page);
  await dialog.getByRole('list', { name: 'Что преподают в этом семестре' }).getByRole('button').first().click();
  const adding = page.getByRole('form', { name: 'Добавить занятие' });
  await free.first().click();
  await adding.getByLabel('Причина, её увидят все').fill('Консультация');
  await adding.getByRole('button', { name: /^Добавить и сообщить \d+/ }).click();
  await expect(page.getByText(/^Добавлено, сообщили \d+/)).toBeVisible();
  await page
    .getByRole('region', { name: 'Что изменено' })
    .getByRole('button', { name: /^Вернуть/ })
    .first()
    .click();
  await expect(page.getByText(/^Возвращено, сообщили/)).toBeVisible();
  await sql.end();
});

test('[IMPORT-05] who has a class sees in the timetable and on the first page that it was cancelled, and why @also-phone', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  // Whatever day it is, the teacher has a class today; it is cancelled by hand.
  const [model] = await sql<TaughtCourse[]>`
    select g.* from group_load g
    join academic_calendar c on g.year_id = c.year_id and g.term_id = c.term_id
      and ${today()}::date between c.starts_on and c.ends_on
    join account a on a.person_id = g.teacher_id and a.login = 'teacher'
    order by g.discipline_id, g.class_type_id limit 1`;
  if (!model) throw new Error('the teacher has no load');
  const id = await createLesson(sql, model, { only_date: today() });
  await sql`
    insert into class_change (step, lesson_id, day, detail, state_before, reason, by_id)
    select 'cancelled', id, only_date, '{}', '{}', 'Отключили электричество', teacher_id from lesson where id = ${id}`;
  await signInAs(page, 'teacher', '/lms/schedule');
  await expect(page.getByText('Отменено: Отключили электричество').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms');
  await expect(page.getByText('Отменено: Отключили электричество').first()).toBeVisible();
  await expectAccessible(page);
  await sql`delete from class_change where lesson_id = ${id}`;
  await sql`delete from lesson where id = ${id}`;
  await sql.end();
});

test('[IMPORT-05] who has not chosen anybody is offered groups to begin with @both', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/changes');
  const groups = page.getByRole('region', { name: 'Или начните с группы' });
  const first = groups.getByRole('button').first();
  const name = await first.innerText();
  await expectAccessible(page);
  await first.click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expect(groups).toBeHidden();
});
