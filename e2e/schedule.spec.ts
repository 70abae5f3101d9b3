import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SCH-01] a week as a table, a day as a list, all about a class @journey', async ({ page }) => {
  await as(page, 'student', '/lms/schedule');
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
  await page.getByRole('button', { name: 'Сегодня' }).click();
  await expect(week).toHaveText(before ?? '');
  await page.getByRole('button', { name: 'День', exact: true }).click();
  await expect(page).toHaveURL(/view=day/);
  await expect(
    page.getByRole('heading', { level: 2, name: /понедельник|вторник|среда|четверг|пятница|суббота|воскресенье/i }),
  ).toBeVisible();
});

test('[SCH-01] the timetable of the term is printed with university, whole dates, and in English names in Latin letters', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page
    .context()
    .addCookies([{ name: 'lang', value: 'en', url: new URL((await page.request.get('/lms')).url()).origin }]);
  await as(page, 'teacher', '/lms/schedule');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByTestId('timetable-paper');
  await expect(paper.getByRole('heading', { name: /^Timetable of [A-Z][a-z]+ / })).toBeVisible();
  await expect(paper).toContainText(/autumn semester 2026\/27, 1 September 2026 – \d+ January 2027/);
  await expect(paper).toContainText('Printed 23 November 2026');
  await expect(page.locator('#content')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
});

test('[SCH-01] the phone shows a day under the strip of its week; nothing for axe to find in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  await as(page, 'student', '/lms/schedule');
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

test('[SCH-02] the kept timetable is shown without a network, with its age, and where the server fails', async ({
  page,
  context,
}) => {
  await as(page, 'student', '/lms/schedule');
  await expect(page.getByText(/Обновлено сегодня, \d\d:\d\d, доступно без сети/)).toBeVisible();
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^schedule\/\d+\/2\/\d+\/\d$/.test(key)),
  );
  expect(kept).toHaveLength(1);
  const lessons = await page.getByRole('table').getByRole('button').count();
  await context.setOffline(true);
  await expect(page.getByText(/Нет сети\. Показано расписание, сохранённое сегодня, \d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'Следующая неделя' }).click();
  await page.getByRole('button', { name: 'Предыдущая неделя' }).click();
  await expect(page.getByRole('table').getByRole('button')).toHaveCount(lessons);
  await context.setOffline(false);
  await expect(page.getByText('Нет сети. Показано расписание')).toBeHidden();

  await page.route('**/api/schedule/student.json', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/start.json**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('schedule/')) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Не удалось загрузить расписание');
  await page.unroute('**/api/schedule/student.json');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});
