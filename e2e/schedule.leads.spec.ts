import { addDays } from '@bilim/contract/weeks.ts';
import { at, classOfToday, expectReady, slotOf, today } from './support/classes.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-03] from today’s column a teacher comes to the journal of that group and class type, its column ready', async ({
  page,
  ownPortal,
}) => {
  // The first class of the day stands on the card above.
  await classOfToday(ownPortal, 1);
  const made = await classOfToday(ownPortal, 4);
  const { starts } = await slotOf(ownPortal, 4);
  // Before the class: a row that is still to come has its hour beside its words, and opens the class.
  await page.clock.setFixedTime(at('00:30'));
  await signIn(page, 'teacher', '/lms', ownPortal.url);
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
  await expectReady(page, made);
  await page.keyboard.press('5');
  await expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();
  await page.goBack();
  await row.click();
  await dialog.getByRole('link', { name: 'Чат' }).click();
  await page.waitForURL('**/lms/chat?**c=-1**');
  await expect(page.getByRole('main')).toContainText(made.discipline);
  await expect(page.getByRole('main')).toContainText(made.group);
});

for (const language of ['ru', 'kg', 'en'])
  test(`[NOW-04] a room opened without a choice shows the class going on, then what was used last, in ${language}`, async ({
    page,
    ownPortal,
    context,
  }) => {
    const made = await classOfToday(ownPortal, 5);
    const { during } = await slotOf(ownPortal, 5);
    await context.addCookies([{ name: 'lang', value: language, url: ownPortal.url }]);
    await page.clock.setFixedTime(at(during));
    await signIn(page, 'teacher', '/lms/journal', ownPortal.url);
    const current = page.locator('aside [aria-current="true"] [translate="no"]').first();
    const type = page.getByRole('main').locator('[aria-pressed="true"]').first();
    if (language === 'ru') await expectReady(page, made);
    else await expect(page.getByRole('grid')).toBeVisible();
    const named = await current.textContent();
    await expect(type).toBeVisible();
    const asked = page.waitForRequest('**/api/umk/umklist.json');
    await page.goto(`${ownPortal.url}/lms/umk`);
    expect((await asked).postDataJSON()).toMatchObject({ id_discipline: made.id });
    await expect(current).toHaveText(named ?? '?');
    // The class is over, and another day: what was used last stays.
    await page.clock.setFixedTime(`${addDays(today(), 1)}T03:00:00+06:00`);
    await page.goto(`${ownPortal.url}/lms/journal`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(current).toHaveText(named ?? '?');
  });
