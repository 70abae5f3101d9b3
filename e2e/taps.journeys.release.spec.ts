import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { at, classOfToday, comeInto, slotOf } from './support/classes.ts';
import { as } from './support/people.ts';
import { countTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

/** What people do every day, counted: each press of a finger, the choice in a list as two. */

const card = (page: Page) => page.getByRole('region', { name: /Сейчас/ });

test('[NOW-03] [JRN-12] the class going on is marked in two taps @phone', async ({ page, ownPortal }) => {
  await classOfToday(ownPortal, 5);
  await page.clock.setFixedTime(at((await slotOf(ownPortal, 5)).during));
  await as(page, 'teacher', '/lms', ownPortal.url);
  const taps = await countTaps(page);
  await card(page)
    .getByRole('link', { name: /^Отметить/ })
    .tap();
  await page.getByRole('button', { name: 'Все присутствуют' }).tap();
  await expect(page.getByText(/^отмечены (\d+) из \1 ·/)).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(2);
});

test('[NOW-01] [TALK-01] the teacher of the class going on is written to in two taps @phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`delete from lesson_group`;
  await sql`delete from lesson`;
  await sql.end();
  const made = await classOfToday(ownPortal, 5);
  await comeInto(made, 'student', ownPortal);
  await page.clock.setFixedTime(at((await slotOf(ownPortal, 5)).during));
  await as(page, 'student', '/lms', ownPortal.url);
  const taps = await countTaps(page);
  await card(page).getByRole('link', { name: 'Написать' }).tap();
  const field = page.getByRole('textbox', { name: /Сообщение/ });
  await field.tap();
  await expect(field).toBeFocused();
  expect(await taps()).toBeLessThanOrEqual(2);
});
