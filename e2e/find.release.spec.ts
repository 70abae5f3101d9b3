import { chosen, field, openFind } from './support/find.ts';
import { signInShared } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[FIND-01] on a shared computer searches are forgotten with the page', async ({ page }) => {
  await signInShared(page, 'student', '/lms/library');
  await openFind(page);
  await field(page).fill('расписание');
  await expect(chosen(page)).toHaveText(/Расписание/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/schedule/);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'расписание',
  );
  await openFind(page);
  const recent = page.getByRole('group', { name: 'Недавно искали' });
  await expect(recent.getByRole('option', { name: 'расписание' })).toBeVisible();
  await page.getByRole('button', { name: 'Убрать «расписание» из недавних' }).click();
  await expect(recent).toHaveCount(0);
});
