import postgres from 'postgres';
import { disciplineAddress, pagePartTab } from './support/discipline.ts';
import { signInAs } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-02] a press on the current tab leads to its top, and another tab is found where it was left @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/news');
  const items = page.locator('article');
  const content = page.locator('#content');
  const tab = (place: number) => page.locator(`[data-tab="${place}"]`);
  const scrolled = () => content.evaluate(({ scrollTop }) => scrollTop);
  await expect(items).toHaveCount(10);
  // With the portal's own letters the items are of another height, and the place moves with them.
  await expect(page.locator('html[data-fonts="own"]')).toHaveCount(1);
  await content.evaluate((place) => place.scrollTo({ top: 600 }));
  await expect.poll(scrolled).toBe(600);
  await tab(0).tap();
  await page.waitForURL('**/lms/profile');
  await tab(1).tap();
  await expect(items).toHaveCount(10);
  await expect.poll(scrolled, 'where it was left').toBe(600);
  await tab(1).tap();
  await expect.poll(scrolled, 'the top').toBe(0);
});

test('[SCH-01] a swipe brings the next day, and back the one before, over the end of the week @phone', async ({
  page,
}) => {
  // A Saturday: of the week after it Monday comes next.
  await signInAs(page, 'student', '/lms/schedule?day=2026-11-28');
  const day = page.getByRole('heading', { level: 2 });
  await expect(day).toContainText('суббота', { ignoreCase: true });
  const content = page.locator('#content');
  await swipe(page, content, { x: 300, y: 400, right: -200 });
  await expect(day).toContainText('понедельник', { ignoreCase: true });
  await expect(page).toHaveURL(/day=2026-11-30/);
  await swipe(page, content, { x: 90, y: 400, right: 200 });
  await expect(day).toContainText('суббота', { ignoreCase: true });
});

test('[IMPORT-05] a swipe over the days goes on by a week in the timetable’s changes, and back @phone', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [group] = await sql<{ id: number }[]>`select min(group_id)::int as id from lesson_group`;
  await sql.end();
  await signInAs(page, 'admin', `/lms/changes?kind=group&id=${group?.id}&day=2026-11-25`);
  const days = page.getByRole('group', { name: 'Дни недели' });
  const isOn = (day: string) =>
    expect(days.getByRole('button', { pressed: true }), 'the same day of the week').toContainText(day);
  await isOn('25');
  await swipe(page, days, { x: 300, right: -200 });
  await isOn('2');
  await expect(page).toHaveURL(/day=2026-12-02/);
  await swipe(page, days, { x: 60, right: 200 });
  await expect(page).toHaveURL(/day=2026-11-25/);
  await swipe(page, days, { x: 60, right: 200 });
  await isOn('18');
  await expect(page).toHaveURL(/day=2026-11-18/);
});

for (const login of ['student', 'teacher'] as const)
  test(`[NOW-05] a swipe leads a ${login} from one part of a discipline to the next and back @phone`, async ({
    page,
  }) => {
    await signInAs(page, login, disciplineAddress);
    const parts = page.getByRole('group', { name: 'Части страницы' });
    const isShown = (name: RegExp) => expect(pagePartTab(page, name)).toHaveAttribute('aria-pressed', 'true');
    await isShown(/^Материалы/);
    // Long lists of groups are below them.
    if (login === 'teacher') await expect(parts, 'on the first screen').toBeInViewport({ ratio: 1 });
    await swipe(page, parts, { x: 300, right: -200 });
    await isShown(/^Журнал/);
    await swipe(page, parts, { x: 300, right: -200 });
    await isShown(/^Люди/);
    await swipe(page, parts, { x: 60, right: 200 });
    await isShown(/^Журнал/);
  });
