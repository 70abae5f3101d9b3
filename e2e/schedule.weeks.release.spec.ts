import { addDays, isLessonHeldOn, termWeekNumber, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import postgres from 'postgres';
import { createLesson, type TaughtCourse } from '../server/test/factories/lessons.ts';
import { today } from './support/classes.ts';
import { signIn, signInAs } from './support/people.ts';
import { dateInTerm, openTimetable, type TimetableDays } from './support/schedule-weeks.ts';
import { blockStartCall } from './support/start-call.ts';
import { expect, test } from './support/test.ts';

test('[SCH-01] odd and even weeks, and what is held on one day only', async ({ page, portal }) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [term] = await sql<{ startsOn: string; year: number; ws: number }[]>`
    select starts_on::text as "startsOn", year_id as year, term_id as ws from academic_calendar
    where starts_on <= today() order by starts_on desc limit 1`;
  if (!term) throw new Error('no term');
  const once = dateInTerm(term, 6, 6);
  const names = ['Тест один', 'Тест два', 'Тест три'];
  await sql`
    insert into discipline (code, name_ru, name_kg, name_en)
    select 'test-' || n, name, name, name from unnest(${names}::text[]) with ordinality as x (name, n)`;
  const [model] = await sql<(TaughtCourse & { group_id: number })[]>`
    select l.*, g.group_id from lesson l join lesson_group g on g.lesson_id = l.id
    join group_membership m on m.group_id = g.group_id and m.ends_on is null
    join account a on a.person_id = m.student_id and a.login = 'student'
    where l.year_id = ${term.year} and l.term_id = ${term.ws} limit 1`;
  if (!model) throw new Error('the student has no classes');
  const disciplines = await sql<{ id: number; code: string }[]>`
    select id, code from discipline where code like 'test-%' order by code`;
  for (const { id, code } of disciplines) {
    const lesson = { code, week_kind: Number(code.at(-1)) % 3, only_date: code === 'test-3' ? once : null };
    await createLesson(sql, { ...model, discipline_id: id, credits: 1 }, lesson, [model.group_id]);
  }
  await signInAs(page, 'student', '/lms/schedule');
  const there = async (week: number, expected: readonly boolean[]) => {
    await page.goto(`/lms/schedule?day=${dateInTerm(term, week, 1)}`);
    const kind = week % 2 ? 'нечётная' : 'чётная';
    await expect(page.getByText(`${week}-я неделя, ${kind}`)).toBeVisible();
    for (const [place, name] of names.entries())
      await expect(page.getByRole('table').getByRole('button', { name: new RegExp(name) })).toHaveCount(
        expected[place] ? 1 : 0,
      );
  };
  expect(termWeekNumber(term.startsOn, once)).toBe(6);
  await there(5, [true, false, false]);
  await page
    .getByRole('table')
    .getByRole('button', { name: /Тест один/ })
    .click();
  await expect(page.getByRole('dialog').getByText(/^по нечётным неделям/)).toBeVisible();
  await page.keyboard.press('Escape');
  await there(6, [false, true, true]);
  await page
    .getByRole('table')
    .getByRole('button', { name: /Тест три/ })
    .click();
  await expect(page.getByRole('dialog').getByText('только в этот день')).toBeVisible();
  await page.keyboard.press('Escape');
  await there(7, [true, false, false]);
  await sql`delete from lesson where code like 'test-%'`;
  await sql`delete from discipline where code like 'test-%'`;
  await sql.end();
});

for (const login of ['student', 'teacher'] as const)
  test(`[SCH-01] the ${login} sees this week's class of one day in its week and says that it is no other @both`, async ({
    page,
  }) => {
    const reply = page.waitForResponse(`**/api/schedule/${login}.json`);
    await blockStartCall(page);
    await signIn(page, login, '/lms/schedule');
    const { data } = (await (await reply).json()) as { data: TimetableDays };
    const [lesson] = data.flatMap(({ lessons }) => lessons.filter(({ date }) => date !== null));
    if (!lesson?.date) throw new Error('no class of one day');
    await page.goto(`/lms/schedule?day=${lesson.date}`);
    const phone = page.viewportSize()?.width === 390;
    const place = phone
      ? page.getByRole('main').getByRole('listitem').filter({ hasText: lesson.startsAt })
      : page
          .getByRole('row')
          .filter({ hasText: lesson.startsAt })
          .getByRole('cell')
          .nth(weekdayNumber(lesson.date) - 1);
    await expect(place.getByRole('button')).toHaveCount(1);
    await expect(place).toContainText('только в этот день');
    await page.goto(`/lms/schedule?day=${addDays(lesson.date, 7)}`);
    await expect(page.getByRole('heading', { name: 'Расписание' })).toBeVisible();
    await expect(page.getByText(/\d+-я неделя|вне семестра/)).toBeVisible();
    await expect(page.getByText('только в этот день')).toHaveCount(0);
  });

test('[SCH-02] a day later without a network the kept timetable shows the day it is from', async ({
  page,
  context,
}) => {
  await openTimetable(page);
  // Ahead of the real clock: a kept timetable from the future would count as fresh.
  const [first, second] = [1, 2].map((days) => addDays(today(), days));
  await page.clock.setFixedTime(`${first}T09:15:00+06:00`);
  await page.reload();
  await expect(page.getByText('Обновлено сегодня, 09:15, доступно без сети')).toBeVisible();
  await context.setOffline(true);
  await page.clock.setFixedTime(`${second}T10:00:00+06:00`);
  await page.getByRole('button', { name: 'Следующая неделя' }).click();
  // The clock of the page is looked at again within a quarter of a minute, or as soon as the page is seen again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/Нет сети\. Показано расписание, сохранённое вчера,? (в )?09:15/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Нет сети. Показано расписание')).toBeHidden();
});

test('[SCH-01] the present class, its minute and its day are marked @also-phone', async ({ page }) => {
  const { days, term } = await openTimetable(page);
  const phone = page.viewportSize()?.width === 390;
  const found = days
    .flatMap(({ day_number, lessons }) => lessons.map((lesson) => ({ lesson, day_number })))
    .find(({ lesson, day_number }) => isLessonHeldOn(lesson, dateInTerm(term, 6, day_number), term));
  if (!found) throw new Error('no weekly class');
  const { lesson, day_number } = found;
  const day = dateInTerm(term, 6, day_number);
  const hour = lesson.startsAt.slice(0, 2);
  const half = `${hour}:${String(Number(lesson.startsAt.slice(3)) + 20).padStart(2, '0')}`;
  await page.clock.setFixedTime(`${day}T${half}:00+06:00`);
  await page.reload();
  if (phone) {
    const present = page.getByRole('listitem').filter({ has: page.getByRole('progressbar') });
    await expect(present).toHaveCount(1);
    await expect(present).toContainText(lesson.discipline);
    await expect(present).toContainText('Идёт сейчас · ещё 60 мин');
    return;
  }
  const table = page.getByRole('table');
  await expect(table.locator('th[aria-current="date"]')).toHaveText(new RegExp(`^${Number(day.slice(8))} `));
  await expect(table.locator('button[aria-current="time"]')).toHaveCount(1);
  await expect(table.locator('button[aria-current="time"]')).toContainText(lesson.t_fio.split(' ')[0] ?? '?');
  await expect(table.locator('[data-time]')).toHaveAttribute('data-time', half);
  // A quarter of the class has passed: the marker is in its row, a quarter down.
  const row = await table.getByRole('row').filter({ hasText: lesson.startsAt }).boundingBox();
  const marker = await table.locator('[data-time]').boundingBox();
  if (!row || !marker) throw new Error('not drawn');
  expect(marker.y).toBeGreaterThan(row.y);
  expect(marker.y).toBeLessThan(row.y + row.height / 2);
});

test('[SCH-01] a class leads to its materials, chat and journal', async ({ page }) => {
  const { days, term } = await openTimetable(page);
  const day = days.find(({ day_number, lessons }) =>
    lessons.some((one) => isLessonHeldOn(one, dateInTerm(term, 6, day_number), term)),
  );
  await page.goto(`/lms/schedule?view=day&day=${dateInTerm(term, 6, day?.day_number ?? 1)}`);
  const lesson = page.getByRole('main').getByRole('listitem').getByRole('button').first();
  const places = [
    ['Материалы', '/lms/umk'],
    ['Написать', '/lms/chat'],
    ['Журнал', '/lms/journal'],
  ] as const;
  for (const [name, path] of places) {
    await lesson.click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await page.waitForURL((url) => url.pathname === path && url.searchParams.has('d'));
    // The dialog goes when the other page has come; until then a step back would find it open, as it was left.
    await expect(page.locator('main h1', { hasText: 'Расписание' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goBack();
    await expect(lesson).toBeVisible();
  }
});
