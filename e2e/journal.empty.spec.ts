import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { createClassToday, expectJournalReady, readSlotTimes, timestampToday } from './support/classes.ts';
import { installClockAt } from './support/clock.ts';
import { signInAs } from './support/people.ts';
import { desktopScreen, phoneScreen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('a journal without dates proposes the classes of the timetable, one tap away from the table @journey', async ({
  page,
  ownPortal,
}) => {
  const made = await createClassToday(ownPortal, 1);
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`
    update journal_column set class_type_id = (select max(id) from class_type where id <> ${made.typeId})
    where class_type_id = ${made.typeId} and course_id in (
      select id from journal_course where discipline_id = ${made.id} and group_id = ${made.groupId})`;
  await sql.end();
  await installClockAt(page, timestampToday((await readSlotTimes(ownPortal, 1)).during));
  // The address names a class type alone: it is the journal of the class going on, without the column that this has.
  await signInAs(page, 'teacher', `/lms/journal?t=${made.typeId}`, ownPortal.url);
  await expect(page.getByText('Дат ещё нет. Добавьте первую')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Новая дата' })).toBeVisible();
  await expectAccessible(page);
  const proposed = page.getByRole('region', { name: 'По расписанию' });
  const wide = page.viewportSize() ?? desktopScreen.viewport;
  await page.setViewportSize(phoneScreen.viewport);
  await expect(proposed).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(wide);
  await proposed.getByRole('button').first().click();
  await expectJournalReady(page, made);
});
