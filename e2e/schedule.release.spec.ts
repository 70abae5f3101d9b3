import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SCH-02] a timetable that was kept in another language is read again', async ({ page, context, baseURL }) => {
  await as(page, 'student', '/lms/schedule');
  await expect(page.getByRole('table')).toBeVisible();
  await context.addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  await page.evaluate(() => localStorage.setItem('lang', 'kg'));
  const again = page.waitForResponse('**/api/start.json**');
  await page.reload();
  const parts = (await (await again).json()) as { data: { key: string; body: string }[] };
  const week = parts.data.find(({ key }) => key.startsWith('/api/schedule/student.json'))?.body ?? '';
  const { data } = JSON.parse(week) as { data: { lessons: { discipline: string }[] }[] };
  // Long words are given places to divide on the page.
  const words = data.flatMap(({ lessons }) => lessons.map(({ discipline }) => discipline.split(' ')[0] ?? ''));
  await expect(page.getByRole('table')).toContainText(words.find((word) => word.length < 10) ?? '?');
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
