import postgres from 'postgres';
import { addColumn, cell, line, person, saved } from './support/journal.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-02] who has the journal permission acts for another teacher, says why, and the history names both', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const teacher = await person(browser, baseURL, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(teacher, 6, 3);
  await cell(teacher, 0, at).press('3');
  await saved(teacher);
  const name = (await line(teacher, 0).locator('th').getAttribute('title')) ?? '';
  const place = (await teacher.locator('p [translate="no"]').first().textContent()) ?? '';
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [who] = await sql<{ surname: string }[]>`
    select split_part(p.full_name, ' ', 1) as surname from person p join account a on a.person_id = p.id
    where a.login = 'teacher'`;
  await sql.end();

  await as(page, 'admin', '/lms/journal');
  await page.getByRole('button', { name: 'Другой преподаватель' }).click();
  const dialog = page.getByRole('dialog', { name: 'Журнал другого преподавателя' });
  await dialog.getByRole('searchbox').fill(who?.surname ?? '');
  await dialog
    .getByRole('button', { name: `${who?.surname} ` })
    .filter({ hasText: place })
    .click();
  await expect(dialog).toBeHidden();
  const reason = page.getByRole('textbox', { name: 'Причина' });
  await expect(reason).toBeVisible();
  const row = page.locator('tr[data-r]', { has: page.locator(`th[title="${name}"]`) });
  const target = row.locator(`td[data-c="${at}"]`);
  await expect(target).toHaveText('3');
  await target.press('4');
  await expect(page.getByText('Напишите причину: она останется в истории.')).toBeAttached();
  await expect(target).toHaveText('3');
  await reason.fill('Апелляция');
  await target.press('4');
  await expect(target).toHaveText('4');
  await saved(page);
  await expect(cell(teacher, 0, at)).toHaveText('4');
  await cell(teacher, 0, at).dblclick();
  await teacher.getByRole('menuitem', { name: 'История записи' }).click();
  const history = teacher.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem').first()).toContainText('Причина: Апелляция');
  await expect(history.getByRole('listitem').first()).toContainText(' за ');
  await teacher.context().close();
});

test('at 1366 by 657 the journal shows twelve students at least, and dates of 46 px or a little more', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await as(page, 'teacher', inCourse('/lms/journal'));
  const first = page.locator('tr[data-r] td[data-c]').first();
  await expect(first).toBeVisible();
  const width = (await first.boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThanOrEqual(46);
  expect(width).toBeLessThan(50);
  const inView = await page
    .locator('tr[data-r]')
    .evaluateAll(
      (all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ top, bottom }) => top > 0 && bottom <= innerHeight)
          .length,
    );
  expect(inView).toBeGreaterThanOrEqual(12);
});

test('at 1920 the journal takes all the width that the page has', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await as(page, 'teacher', inCourse('/lms/journal'));
  await expect(page.locator('tr[data-r] td[data-c]').first()).toBeVisible();
  const empty = await page.evaluate(() => {
    const around = document.querySelector('#content')?.getBoundingClientRect();
    const table = document.querySelector('#content table')?.getBoundingClientRect();
    return around && table ? [table.left - around.left, around.right - table.right] : [];
  });
  expect(empty).toHaveLength(2);
  // What is left at the sides is the page's own padding.
  for (const side of empty) expect(side).toBeLessThanOrEqual(32);
});
