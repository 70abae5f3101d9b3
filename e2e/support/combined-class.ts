import type { Page } from '@playwright/test';
import postgres from 'postgres';
import {
  type CombinedClassFixture,
  createCombinedClassToday,
  readSlotTimes,
  timestampToday,
  today,
} from './classes.ts';
import { signInAs } from './people.ts';
import type { Portal } from './portal.ts';

/** What is entered of today, by group and number of the class: how many were there, and how many were not. */
export async function countAttendanceToday(portal: Portal, { id, groups }: CombinedClassFixture) {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const rows = await sql<{ group: number; times: number; present: number; absent: number }[]>`
    select j.group_id as group, col.times_count as times, (count(*) filter (where c.visited))::int as present,
      (count(*) filter (where not c.visited))::int as absent
    from journal_course j join journal_column col on col.course_id = j.id
    join journal_cell c on c.column_id = col.id and not c.deleted and c.visited is not null
    where j.discipline_id = ${id} and col.visit_date = ${today()} group by j.group_id, col.times_count`;
  await sql.end();
  const of = (place: 0 | 1) =>
    rows
      .filter(({ group }) => group === groups[place].id)
      .map(({ times, present, absent }) => [times, present, absent]);
  return [of(0), of(1)];
}

/** Opens the table of a combined class from the start page, in the middle of that class. */
export async function openCombinedClass(page: Page, portal: Portal): Promise<CombinedClassFixture> {
  const made = await createCombinedClassToday(portal, 5);
  const { during } = await readSlotTimes(portal, 5);
  await page.clock.setFixedTime(timestampToday(during));
  await signInAs(page, 'teacher', '/lms', portal.url);
  await page
    .getByRole('region', { name: /Сейчас/ })
    .getByRole('link', { name: /^Отметить · \d+$/ })
    .click();
  await page.waitForURL('**/lms/journal?**also=**');
  return made;
}
