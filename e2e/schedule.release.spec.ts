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
