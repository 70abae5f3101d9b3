import postgres from 'postgres';
import { universityNames } from '../server/demo/university-names.ts';
import { createLesson, type TaughtCourse } from '../server/test/factories/lessons.ts';
import { today } from './support/classes.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SCH-02] a timetable that was kept in another language is read again', async ({ page, context, baseURL }) => {
  await signInAs(page, 'student', '/lms/schedule');
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
  await signInAs(page, 'teacher', '/lms/schedule');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByTestId('timetable-paper');
  await expect(paper.getByRole('heading', { name: /^Timetable of [A-Z][a-z]+ / })).toBeVisible();
  await expect(paper).toContainText(universityNames[2]);
  await expect(paper).toContainText(/autumn semester 2026\/27, 1 September 2026 – \d+ January 2027/);
  await expect(paper).toContainText('Printed 23 November 2026');
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const days = (await paper.locator('thead th').allTextContents()).slice(1);
  expect(days, 'no day between others is left out').toEqual(week.slice(0, days.length));
  await expect(page.locator('#content')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);
});

test('[SCH-01] on the printed timetable no name of a group is divided between two lines', async ({ page }) => {
  await page.setViewportSize({ width: 1047, height: 700 });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await signInAs(page, 'teacher', '/lms/schedule');
  await page.getByRole('button', { name: 'Печать' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByTestId('timetable-paper');
  await expect(paper).toBeVisible();
  const names = await paper.locator('td').evaluateAll((cells) => {
    const found: { name: string; lines: number }[] = [];
    for (const cell of cells) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        for (const match of node.data.matchAll(/[А-Я]+-\d-\d\d/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          found.push({ name: match[0], lines: range.getClientRects().length });
        }
      }
    }
    return found;
  });
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter(({ lines }) => lines !== 1)).toEqual([]);
  await expect(paper.getByRole('heading')).toHaveText(/^Расписание преподавателя: [А-Я]/);
});

test('[SCH-02] the kept timetable is shown without a network, with its age, and where the server fails', async ({
  page,
  context,
}) => {
  await signInAs(page, 'student', '/lms/schedule');
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

test('[SCH-01] a week of the next term shows its classes, and their ways lead into that term', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [load] = await sql<(TaughtCourse & { group_id: number; name: string; starts_on: string })[]>`
    select l.*, d.name_ru as name, c.starts_on::text as starts_on
    from group_load l join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
    join discipline d on d.id = l.discipline_id
    join group_student g on g.group_id = l.group_id and g.is_current
    join account a on a.person_id = g.student_id and a.login = 'student'
    where c.starts_on > ${today()} order by c.starts_on, l.discipline_id limit 1`;
  if (!load) throw new Error('nothing is taught to the student in the next term');
  await createLesson(sql, load, { day_number: 2, slot_id: 3 }, [load.group_id]);
  await sql.end();
  await signInAs(page, 'student', `/lms/schedule?day=${load.starts_on}`, ownPortal.url);
  await expect(page.getByText('1-я неделя, нечётная')).toBeVisible();
  await page.getByRole('table').getByRole('button', { name: load.name }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('link', { name: 'Журнал' })).toHaveAttribute(
    'href',
    new RegExp(`year=${load.year_id}&ws=${load.term_id}&`),
  );
  await sheet.getByRole('link', { name: load.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: load.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`ws=${load.term_id}`));
});

test('[SCH-02] the timetable lies on the device of whoever is signed in, though they opened another page', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/library');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^schedule\/\d+\/2\//.test(key)));
  await expect.poll(kept).toHaveLength(1);
});

test('[SCH-01] on the phone every word of the name of a class is written alike @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms/schedule');
  // A long word has an element of its own, which divides it where a line ends.
  const name = page
    .getByRole('main')
    .locator('b')
    .filter({ has: page.locator('span') });
  await expect(name.first()).toBeVisible();
  const looks = await name
    .first()
    .evaluate((whole) => [whole, ...whole.querySelectorAll('span')].map((part) => getComputedStyle(part).font));
  expect(new Set(looks).size).toBe(1);
});
