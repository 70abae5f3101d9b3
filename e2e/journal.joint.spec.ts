import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { at, jointClassOfToday, type MadeJoint, slotOf, today } from './support/classes.ts';
import { line, saved } from './support/journal.ts';
import { signIn } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

/** What is entered of today, by group and number of the class: how many were there, and how many were not. */
async function entered(portal: Portal, { id, groups }: MadeJoint) {
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

/** How many students the groups have on the table. */
async function open(page: Page, portal: Portal): Promise<MadeJoint> {
  const made = await jointClassOfToday(portal, 5);
  const { during } = await slotOf(portal, 5);
  await page.clock.setFixedTime(at(during));
  await signIn(page, 'teacher', '/lms', portal.url);
  await page
    .getByRole('region', { name: /Сейчас/ })
    .getByRole('link', { name: /^Отметить · \d+$/ })
    .click();
  await page.waitForURL('**/lms/journal?**also=**');
  return made;
}

test('[NOW-03] two taps lead from the start page to one table over the groups of a joint class, also without a network', async ({
  page,
  ownPortal,
}) => {
  const made = await open(page, ownPortal);
  const [first, second] = made.groups;
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(
    `${made.discipline} · ${first.name}, ${second.name}`,
  );
  const heads = page.getByRole('grid').locator('th[scope="rowgroup"]');
  await expect(heads).toHaveText([first.name, second.name]);
  await expect(page.locator('tr[data-r="0"] td[data-c]').last()).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('5');
  await saved(page);
  const students = await page.locator('tr[data-r]').count();
  const last = line(page, students - 1)
    .locator('td[data-c]')
    .last();
  await page.context().setOffline(true);
  await last.click();
  await page.keyboard.press('n');
  await expect(last).toHaveAttribute('data-state', 'waiting');
  await page.locator('thead th button').last().click();
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  const column = Number(await last.getAttribute('data-c'));
  await expect(page.locator(`td[data-c="${column}"][data-is="present"]`)).toHaveCount(students - 2);
  await page.context().setOffline(false);
  await saved(page);
  await expect
    .poll(() => entered(ownPortal, made))
    .toEqual([[[1, expect.any(Number), 0]], [[2, expect.any(Number), 1]]]);
  const [[[, ofFirst = 0] = []] = [], [[, ofSecond = 0] = []] = []] = await entered(ownPortal, made);
  expect(ofFirst + ofSecond).toBe(students - 1);

  // The second group alone: its own number of the class.
  await page.getByRole('complementary').getByRole('button', { name: second.name, exact: true }).click();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(`${made.discipline} · ${second.name}`);
  await expect(page.locator('thead th', { hasText: '2-я пара' })).toBeVisible();
  await expect(page.locator('th[scope="rowgroup"]')).toHaveCount(0);
  // Back by the choice beside the single groups; the column goes from both journals at once.
  await page.getByRole('button', { name: `Лекция · ${first.name}, ${second.name}` }).click();
  await expect(heads).toHaveText([first.name, second.name]);
  await page.locator('thead th button').last().click();
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect.poll(() => entered(ownPortal, made)).toEqual([[], []]);
});

test('[NOW-03] [JRN-12] on the phone the pad goes through the students of all groups, also without a network @phone', async ({
  page,
  ownPortal,
}) => {
  const made = await open(page, ownPortal);
  const [first, second] = made.groups;
  const pad = page.getByRole('region', { name: 'Отметить' });
  await expect(pad).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: first.name })).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: second.name })).toBeAttached();
  await pad.getByRole('button', { name: 'отсутствует' }).click();
  await expect(pad).toContainText(/2 из \d+/);
  await saved(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(page.getByText(/сохранено в телефоне/)).toBeVisible();
  const all = Number((await page.getByText(/^отмечены \d+ из \d+/).textContent())?.match(/из (\d+)/)?.[1]);
  await expect(page.getByText(`отмечены ${all} из ${all} · отсутствуют 1`)).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  await expect
    .poll(async () => (await entered(ownPortal, made)).map((of) => of.map(([times, , absent]) => [times, absent])))
    .toEqual([[[1, 1]], [[2, 0]]]);
  const sum = (await entered(ownPortal, made)).flat().reduce((count, [, present = 0]) => count + present, 0);
  expect(sum).toBe(all - 1);
  // The choice of another journal has the joint class beside the single groups.
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(made.discipline) })
    .click();
  const choice = page.getByRole('dialog').getByRole('button', { name: `Лекция · ${first.name}, ${second.name}` });
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
});
