import { addDays, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import { expectAccessible } from './support/axe.ts';
import { today } from './support/classes.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SCH-01] a week as a table, a day as a list, all about a class @journey', async ({ page }) => {
  // On a Sunday it opens with the coming week, of which nothing may be known yet.
  await signInAs(page, 'student', `/lms/schedule?day=${today()}`);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(6);
  // A word that has room on a line is not divided.
  const divided = await table.locator('b > span').evaluateAll((words: HTMLElement[]) => ({
    count: words.length,
    wrong: words.filter((word) => {
      const height = word.offsetHeight;
      word.style.whiteSpace = 'nowrap';
      const fits = word.scrollWidth <= (word.parentElement?.clientWidth ?? 0);
      const isDivided = height > word.offsetHeight;
      word.style.whiteSpace = '';
      return isDivided && fits;
    }).length,
  }));
  expect(divided.count).toBeGreaterThan(0);
  expect(divided.wrong).toBe(0);
  const lesson = table.getByRole('button').first();
  await lesson.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Преподаватель')).toBeVisible();
  await expect(dialog.getByText('Где', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const week = page.getByText(/\d+-я неделя, (нечётная|чётная)/);
  const before = await week.textContent();
  await page.getByRole('button', { name: 'Следующая неделя' }).click();
  await expect(week).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Предыдущая неделя' }).click();
  await expect(week).toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Предыдущая неделя' }).click();
  await page.getByRole('button', { name: 'Сегодня' }).click();
  const opened = weekdayNumber(today()) === 7 ? addDays(today(), 1) : today();
  await expect(page).toHaveURL(new RegExp(`day=${opened}`));
  await page.getByRole('button', { name: 'День', exact: true }).click();
  await expect(page).toHaveURL(/view=day/);
  await expect(
    page.getByRole('heading', { level: 2, name: /понедельник|вторник|среда|четверг|пятница|суббота|воскресенье/i }),
  ).toBeVisible();
});

test('[SCH-01] the phone shows a day under the strip of its week; nothing for axe to find in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/schedule');
  const strip = page.getByRole('group', { name: 'Дни недели' }).getByRole('button');
  await expect(strip).toHaveCount(6);
  await strip.nth(4).click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('пятница', { ignoreCase: true });

  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await page.goto('/lms/schedule');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expectAccessible(page);
});
