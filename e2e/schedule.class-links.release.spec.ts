import { createClassToday, expectJournalReady, readSlotTimes, timestampToday } from './support/classes.ts';
import { expectRoomsOpenAtCurrentClass } from './support/current-class.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

for (const language of ['kg', 'en'] as const)
  test(`[NOW-04] a room opened without a choice shows the class going on, then what was used last, in ${language}`, async ({
    page,
    ownPortal,
  }) => {
    await expectRoomsOpenAtCurrentClass(page, ownPortal, language);
  });

test('[NOW-03] from today’s column a teacher comes to the journal of that group and class type, its column ready', async ({
  page,
  ownPortal,
}) => {
  // The first class of the day is on the card above.
  await createClassToday(ownPortal, 1);
  const made = await createClassToday(ownPortal, 4);
  const { starts } = await readSlotTimes(ownPortal, 4);
  // Before the class: a row that is still to come has its hour beside its words, and opens the class.
  await page.clock.setFixedTime(timestampToday('00:30'));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  const row = page.getByRole('region', { name: 'Сегодня' }).getByRole('button', { name: new RegExp(starts) });
  await expect(row).toContainText(made.group);
  await expect(row).not.toContainText('Асанбаев');
  const hour = await row.locator('time').boundingBox();
  const words = await row.locator('b').boundingBox();
  expect((hour?.x ?? 0) + (hour?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0);
  await row.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Группы')).toBeVisible();
  await dialog.getByRole('link', { name: 'Отметить' }).click();
  await expectJournalReady(page, made);
  await page.keyboard.press('5');
  await expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();
  await page.goBack();
  await row.click();
  await dialog.getByRole('link', { name: 'Чат' }).click();
  await page.waitForURL('**/lms/chat?**c=-1**');
  await expect(page.getByRole('main')).toContainText(made.discipline);
  await expect(page.getByRole('main')).toContainText(made.group);
});

test('[NOW-04] a room opened without a choice shows the class going on, then what was used last', async ({
  page,
  ownPortal,
}) => {
  await expectRoomsOpenAtCurrentClass(page, ownPortal, 'ru');
});
