import { expectAccessible } from './support/axe.ts';
import { createClassToday, expectJournalReady, readSlotTimes, timestampToday } from './support/classes.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { classCard } from './support/today.ts';

test('[NOW-01] [NOW-03] a teacher comes from the class going on to its journal in one tap, and to its materials @also-phone', async ({
  page,
  ownPortal,
}) => {
  const made = await createClassToday(ownPortal, 5);
  const { during } = await readSlotTimes(ownPortal, 5);
  await page.clock.setFixedTime(timestampToday(during));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  await expect(classCard(page)).toContainText(made.discipline);
  await expect(classCard(page)).toContainText(made.group);
  const mark = classCard(page).getByRole('link', { name: /^Отметить · \d+$/ });
  await expect(mark).toBeVisible();
  await expect(page.locator('#content [aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  expect(await classCard(page).getByRole('progressbar').getAttribute('value')).toMatch(/^0\.\d/);
  await classCard(page).getByRole('link', { name: 'Материалы' }).click();
  await page.waitForURL(`**/lms/umk?**d=${made.id}.**`);
  await page.goBack();
  await mark.click();
  await page.waitForURL('**/lms/journal?**');
  if ((page.viewportSize()?.width ?? 0) > 600) await expectJournalReady(page, made);
});
