import { addColumn, cell, saved, tableOf } from './support/journal.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-08] [JRN-07] a step is taken back in the class type in which it was made, and nowhere else', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 5, 4);
  await cell(page, 0, at).press('4');
  await cell(page, 0, at).press('2');
  await saved(page);
  const types = page.getByRole('group', { name: 'Вид занятия' });
  const [first, second] = await types.getByRole('button').allTextContents();
  await types.getByRole('button', { name: second ?? '?' }).click();
  await expect(types.getByRole('button', { name: second ?? '?' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('grid')).toBeVisible();
  const before = await tableOf(page);
  const writes: string[] = [];
  page.on('request', (request) => /studentvisit/.test(request.url()) && writes.push(request.url()));
  await page.locator('td[data-c]').first().press('Control+z');
  await types.getByRole('button', { name: first ?? '?' }).click();
  await expect(cell(page, 0, at)).toHaveText('2');
  await cell(page, 0, at).press('Control+z');
  await expect(cell(page, 0, at)).toHaveText('4');
  await saved(page);
  expect(writes).toHaveLength(1);
  await types.getByRole('button', { name: second ?? '?' }).click();
  await expect.poll(() => tableOf(page)).toEqual(before);
});
