import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { countAttendanceToday, openCombinedClass } from './support/combined-class.ts';
import { expectAllSaved, gridRow } from './support/journal.ts';
import { expect, test } from './support/test.ts';

test('[NOW-03] [JRN-12] on the phone the pad goes through the students of all groups, also without a network @phone', async ({
  page,
  ownPortal,
}) => {
  const made = await openCombinedClass(page, ownPortal);
  const [first, second] = made.groups;
  const pad = page.getByRole('region', { name: 'Отметить' });
  await expect(pad).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: first.name })).toBeVisible();
  await expect(page.getByRole('list').locator('li', { hasText: second.name })).toBeAttached();
  await pad.getByRole('button', { name: 'отсутствует' }).click();
  await expect(pad).toContainText(/2 из \d+/);
  await expectAllSaved(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(page.getByText(/сохранено в телефоне/)).toBeVisible();
  const all = Number((await page.getByText(/^отмечены \d+ из \d+/).textContent())?.match(/из (\d+)/)?.[1]);
  await expect(page.getByText(`отмечены ${all} из ${all} · отсутствуют 1`)).toBeVisible();
  await page.context().setOffline(false);
  await expectAllSaved(page);
  await expect
    .poll(async () =>
      (await countAttendanceToday(ownPortal, made)).map((of) => of.map(([times, , absent]) => [times, absent])),
    )
    .toEqual([[[1, 1]], [[2, 0]]]);
  const sum = (await countAttendanceToday(ownPortal, made))
    .flat()
    .reduce((count, [, present = 0]) => count + present, 0);
  expect(sum).toBe(all - 1);
  // The choice of another journal has the combined class beside the single groups.
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(made.discipline) })
    .click();
  const choice = page.getByRole('dialog').getByRole('button', { name: `Лекция · ${first.name}, ${second.name}` });
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
});

test('[NOW-03] two taps lead from the start page to one table over the groups of a combined class, also without a network', async ({
  page,
  ownPortal,
}) => {
  const made = await openCombinedClass(page, ownPortal);
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
  await expectAllSaved(page);
  const students = await page.locator('tr[data-r]').count();
  const last = gridRow(page, students - 1)
    .locator('td[data-c]')
    .last();
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  // The row of a group is of one colour from its name to its end.
  expect(await ground('tr:has(> [scope="rowgroup"])')).toBe(await ground('thead th'));
  await page.context().setOffline(true);
  await last.click();
  await page.keyboard.press('n');
  await expect(last).toHaveAttribute('data-state', 'waiting');
  await page.locator('thead [data-head]').last().click();
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  const column = Number(await last.getAttribute('data-c'));
  await expect(page.locator(`td[data-c="${column}"][data-is="present"]`)).toHaveCount(students - 2);
  await page.context().setOffline(false);
  await expectAllSaved(page);
  await expect
    .poll(() => countAttendanceToday(ownPortal, made))
    .toEqual([[[1, expect.any(Number), 0]], [[2, expect.any(Number), 1]]]);
  const [[[, ofFirst = 0] = []] = [], [[, ofSecond = 0] = []] = []] = await countAttendanceToday(ownPortal, made);
  expect(ofFirst + ofSecond).toBe(students - 1);

  // The second group alone: its own number of the class.
  await page.getByRole('complementary').getByRole('button', { name: second.name, exact: true }).click();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(`${made.discipline} · ${second.name}`);
  await expect(page.locator('thead th', { hasText: '2-я пара' })).toBeVisible();
  await expect(page.locator('th[scope="rowgroup"]')).toHaveCount(0);
  // Back by the choice beside the single groups; the column goes from both journals at once.
  await page.getByRole('button', { name: `Лекция · ${first.name}, ${second.name}` }).click();
  await expect(heads).toHaveText([first.name, second.name]);
  await page.locator('thead [data-head]').last().click();
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect.poll(() => countAttendanceToday(ownPortal, made)).toEqual([[], []]);
});

test('[JRN-12] in the list beside the journal the name of a group of a combined class stays on one line', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update study_group set name = replace(name, 'ПИ-', 'ПИ-А-Б-В-')`;
  await sql.end();
  const { groups } = await openCombinedClass(page, ownPortal);
  const choice = page.getByRole('button', { name: `Лекция · ${groups.map(({ name }) => name).join(', ')}` });
  await expect(choice).toBeVisible();
  const lines = await choice.evaluate((button) => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const counts: number[] = [];
    while (walker.nextNode()) {
      for (const { index } of (walker.currentNode.textContent ?? '').matchAll(/ПИ-А-Б-В-\d-\d\d/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + 'ПИ-А-Б-В-1-24'.length);
        counts.push(range.getClientRects().length);
      }
    }
    return counts;
  });
  expect(lines).toEqual([1, 1]);
});
