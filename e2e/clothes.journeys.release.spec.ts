import { chooseDays } from './support/date-field.ts';
import { as } from './support/people.ts';
import { clearSearch } from './support/search-field.ts';
import { expect, test } from './support/test.ts';

test('[BASE-04] a search field has no cross of the browser’s own, and ours empties it @also-phone', async ({
  page,
}) => {
  await as(page, 'student', '/lms/library');
  const main = page.locator('#content');
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await clearSearch(main);
});

test('[BASE-04] a day is typed or chosen in the portal’s language (kg), and a wrong one says so', async ({
  page,
  baseURL,
}) => {
  await chooseDays(page, 'kg', baseURL ?? '');
});
