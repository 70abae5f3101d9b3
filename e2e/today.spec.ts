import { weekday } from '@bilim/contract/term-calendar.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { classOfToday, expectReady, momentToday, slotStart, today } from './support/classes.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

const card = (page: Page) => page.getByRole('region', { name: /Сейчас|занятие в|Следующее в/ });
const room = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name, exact: true });

test('[NOW-01] [NOW-03] a teacher comes from the class going on to its journal in one tap, and to its materials @also-phone', async ({
  page,
  ownPortal,
}) => {
  const made = await classOfToday(ownPortal, 5);
  const { during } = await slotStart(ownPortal, 5);
  await page.clock.setFixedTime(momentToday(during));
  await as(page, 'teacher', '/lms', ownPortal.url);
  await expect(card(page)).toContainText(made.discipline);
  await expect(card(page)).toContainText(made.group);
  const mark = card(page).getByRole('link', { name: /^Отметить · \d+$/ });
  await expect(mark).toBeVisible();
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  expect(await card(page).getByRole('progressbar').getAttribute('value')).toMatch(/^0\.\d/);
  await card(page).getByRole('link', { name: 'Материалы' }).click();
  await page.waitForURL(`**/lms/umk?**d=${made.id}.**`);
  await page.goBack();
  await mark.click();
  await page.waitForURL('**/lms/journal?**');
  if ((page.viewportSize()?.width ?? 0) > 600) await expectReady(page, made);
});

test('[NOW-01] the card follows the hour: before the first class, in the evening, and on a day without classes @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update lesson set week_kind = 0, week_from = 1, week_to = 30`;
  await classOfToday(ownPortal, 4);
  const { starts } = await slotStart(ownPortal, 4);
  await page.clock.setFixedTime(momentToday('00:30'));
  await as(page, 'teacher', '/lms', ownPortal.url);
  await expect(card(page)).toContainText('Первое занятие в');
  await page.clock.setFixedTime(momentToday('23:30'));
  await page.reload();
  await expect(page.getByText('На сегодня всё')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Вся неделя' }).first()).toBeVisible();
  await sql`delete from lesson_group`;
  await sql`delete from lesson where day_number = ${weekday(today())}`;
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
  await as(page, 'clerk');
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
