import { weekdayNumber } from '@bilim/contract/term-calendar.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { createLesson, type TaughtCourse } from '../server/test/factories/lessons.ts';
import { expectAccessible } from './support/axe.ts';
import {
  createClassToday,
  expectJournalReady,
  moveStudentToGroup,
  readSlotTimes,
  timestampToday,
  today,
} from './support/classes.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { classCard } from './support/today.ts';

const room = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name, exact: true });

test('[NOW-01] a student’s class going on leads to its materials and to the conversation with its teacher @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  // A class at an hour at which the student has none.
  const [made] = await sql<(TaughtCourse & { group_id: number })[]>`
    select l.* from group_load l
    join group_membership m on m.group_id = l.group_id and m.ends_on is null
    join account a on a.person_id = m.student_id and a.login = 'student'
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and today() between c.starts_on and c.ends_on
    where not exists (select from stream s where s.discipline_id = l.discipline_id and s.year_id = l.year_id)
    order by l.discipline_id, l.class_type_id limit 1`;
  if (!made) throw new Error('the student has no load');
  await createLesson(sql, made, { slot_id: 6, only_date: today() }, [made.group_id]);
  await sql.end();
  const { during } = await readSlotTimes(ownPortal, 6);
  await page.clock.setFixedTime(timestampToday(during));
  await signInAs(page, 'student', '/lms', ownPortal.url);
  await expect(classCard(page).getByRole('link', { name: 'Написать' })).toBeVisible();
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  await classCard(page).getByRole('link', { name: 'Написать' }).click();
  await page.waitForURL(`**/lms/chat?**c=${made.teacher_id}**`);
  expect(new URL(page.url()).searchParams.get('d')).toContain(`${made.discipline_id}.0.`);
  await page.goBack();
  await classCard(page).getByRole('link', { name: 'Материалы' }).click();
  await page.waitForURL(`**/lms/umk?**d=${made.discipline_id}.**`);
});

test('[NOW-01] with whom a later class is has room on the narrowest phone @phone', async ({ page, ownPortal }) => {
  await createClassToday(ownPortal, 5);
  await moveStudentToGroup(await createClassToday(ownPortal, 6), 'student', ownPortal);
  await page.clock.setFixedTime(timestampToday('00:30'));
  await page.setViewportSize({ width: 280, height: 653 });
  await signInAs(page, 'student', '/lms', ownPortal.url);
  const later = page.getByRole('region', { name: 'Сегодня' }).getByRole('listitem').locator('small');
  await expect(later).toHaveText([/Асанбаев\sД\.\sН\./]);
  expect(await isFullyShown(later)).toBe(true);
});

test('[NOW-01] classes of the last days that are not marked stand under the card until they are', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`delete from lesson_group`;
  await sql`delete from lesson`;
  // No discipline of the plan is divided: the class is for its whole group, and not for the one who registered here.
  await sql`update stream set is_chosen = true`;
  await sql.end();
  const made = await createClassToday(ownPortal, 1);
  await page.clock.setFixedTime(timestampToday('23:40'));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  const strip = page.getByRole('link', { name: /^Не отмечено: 1 занятие/ });
  await strip.click();
  await expectJournalReady(page, made);
  await page.keyboard.press('5');
  await expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();
  // One student of the class is not the class.
  await room(page, 'Сегодня').click();
  await expect(page.getByText('На сегодня всё')).toBeVisible();
  // A count stays on one line.
  await expect(strip).toHaveText(/отмечено 1\u00a0из\u00a0\d+/);
  await strip.click();
  await page.locator('thead [data-head]').last().click();
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();
  await room(page, 'Сегодня').click();
  await expect(page.getByText('На сегодня всё')).toBeVisible();
  await expect(strip).toBeHidden();
});

test('[NOW-01] the card follows the hour: before the first class, in the evening, and on a day without classes @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update lesson set week_kind = 0, week_from = 1, week_to = 30`;
  await createClassToday(ownPortal, 4);
  const { starts } = await readSlotTimes(ownPortal, 4);
  await page.clock.setFixedTime(timestampToday('00:30'));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  await expect(classCard(page)).toContainText('Первое занятие в');
  await page.clock.setFixedTime(timestampToday('23:30'));
  await page.reload();
  await expect(page.getByText('На сегодня всё')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Вся неделя' }).first()).toBeVisible();
  await sql`delete from lesson_group`;
  await sql`delete from lesson where day_number = ${weekdayNumber(today())}`;
  await sql.end();
  // Nobody tells of what is done to the tables directly: the kept timetable goes, when nothing writes it any more.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('schedule/')) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(page.getByText('Сегодня занятий нет')).toBeVisible();
  expect(starts).toMatch(/^\d\d:\d\d$/);
});

test('[NOW-06] rail and launcher show what can hold something; who works at a desk begins with its queue', async ({
  page,
}) => {
  await signInAs(page, 'clerk');
  await expect(room(page, /^Заказы \d+ нов/)).toBeVisible();
  for (const name of ['Журнал', 'Расписание', 'Материалы']) await expect(room(page, name)).toHaveCount(0);
  // Who works at a desk answers in its name.
  await expect(room(page, 'Чат')).toBeVisible();
  await expect(
    page.getByRole('link', { name: /^Начать со старого|^Открыть заказы/ }).or(page.getByText('Всё разобрано')),
  ).toBeVisible();
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  // Hidden is not closed: the address says in words that there is nothing.
  await page.goto('/lms/journal');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Журнал');
  await page.goto('/lms/apps');
  await expect(
    page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link', { name: /Журнал/ }),
  ).toHaveCount(0);
});
