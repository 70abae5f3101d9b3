import { isHeldOn } from '@bilim/contract/weeks.ts';
import { dayOf, openTimetable } from './support/schedule-weeks.ts';
import { expect, test } from './support/test.ts';

test('[SCH-01] the present class, its minute and its day are marked @also-phone', async ({ page }) => {
  const { days, term } = await openTimetable(page);
  const phone = page.viewportSize()?.width === 390;
  const found = days
    .flatMap(({ day_number, lessons }) => lessons.map((lesson) => ({ lesson, day_number })))
    .find(({ lesson, day_number }) => isHeldOn(lesson, dayOf(term, 6, day_number), term));
  if (!found) throw new Error('no weekly class');
  const { lesson, day_number } = found;
  const day = dayOf(term, 6, day_number);
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
  // A quarter of the class has passed: the marker stands in its row, a quarter down.
  const row = await table.getByRole('row').filter({ hasText: lesson.startsAt }).boundingBox();
  const marker = await table.locator('[data-time]').boundingBox();
  if (!row || !marker) throw new Error('not drawn');
  expect(marker.y).toBeGreaterThan(row.y);
  expect(marker.y).toBeLessThan(row.y + row.height / 2);
});

test('[SCH-01] a class leads to its materials, chat and journal', async ({ page }) => {
  const { days, term } = await openTimetable(page);
  const day = days.find(({ day_number, lessons }) =>
    lessons.some((one) => isHeldOn(one, dayOf(term, 6, day_number), term)),
  );
  await page.goto(`/lms/schedule?view=day&day=${dayOf(term, 6, day?.day_number ?? 1)}`);
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
