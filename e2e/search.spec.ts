import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { openSearch, searchField, searchOption, selectedOption } from './support/portal-search.ts';
import { expect, test } from './support/test.ts';

test('[FIND-01] the search opens by keys, goes by keys and leads to the thing; Esc clears, then closes', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/library');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openSearch(page);
  await expect(
    searchOption(page, 'Расписание').or(searchOption(page, 'Материалы')).first(),
    'what fits the hour',
  ).toBeVisible();

  // People, from a Latin keyboard too, lead to the conversation.
  await searchField(page).fill('asanb');
  await expect(searchOption(page, /Асанбаев/)).toBeVisible();
  await expect(searchOption(page, /Асанбаев/).locator('mark')).toHaveText('Асанб');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toHaveCount(0);

  // The slash by its place on the keyboard; in a field it is a letter.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Slash');
  await expect(searchField(page)).toBeFocused();
  await searchField(page).fill('расписание');
  await expect(selectedOption(page)).toHaveText(/Расписание/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/schedule/);
  await expect(searchField(page)).toHaveCount(0);
});
