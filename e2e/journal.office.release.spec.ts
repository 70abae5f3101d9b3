import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { readSheet } from 'read-excel-file/node';
import { universityNames } from '../server/demo/university-names.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { addJournalColumn, expectAllSaved, gridCell, gridRow, openPageAs } from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-02] who has the journal permission acts for another teacher, says why, and the history names both', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const teacher = await openPageAs(browser, baseURL, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(teacher, 6, 3);
  await gridCell(teacher, 0, at).press('3');
  await expectAllSaved(teacher);
  const name = (await gridRow(teacher, 0).locator('th').getAttribute('title')) ?? '';
  const place = (await teacher.locator('p [translate="no"]').first().textContent()) ?? '';
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [who] = await sql<{ surname: string }[]>`
    select split_part(p.full_name, ' ', 1) as surname from person p join account a on a.person_id = p.id
    where a.login = 'teacher'`;
  await sql.end();

  await signInAs(page, 'admin', '/lms/journal');
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
  await expectAllSaved(page);
  await expect(gridCell(teacher, 0, at)).toHaveText('4');
  await gridCell(teacher, 0, at).dblclick();
  await teacher.getByRole('menuitem', { name: 'История записи' }).click();
  const history = teacher.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem').first()).toContainText('Причина: Апелляция');
  await expect(history.getByRole('listitem').first()).toContainText(' за ');
  await teacher.context().close();
});

test('who teaches nothing reads in the head of the phone what it is and what can be chosen @phone', async ({
  page,
}) => {
  await signInAs(page, 'admin', '/lms/journal');
  const head = page.getByRole('heading', { level: 1 }).getByRole('button');
  await expect(page.getByText('Занятий в этом семестре нет')).toBeVisible();
  for (const words of await head.locator('small, b').all()) expect(await isFullyShown(words)).toBe(true);
});

test('at 1366 by 657 the journal shows twelve students at least, and dates of 46 px', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const first = page.locator('tr[data-r] td[data-c]').first();
  await expect(first).toBeVisible();
  const width = (await first.boundingBox())?.width ?? 0;
  expect(width).toBe(46);
  const inView = await page
    .locator('tr[data-r]')
    .evaluateAll(
      (all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ top, bottom }) => top > 0 && bottom <= innerHeight)
          .length,
    );
  expect(inView).toBeGreaterThanOrEqual(12);
});

test('at 1920 dates stay 46 px wide, and a press of a head puts the students in its order', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const first = page.locator('tr[data-r] td[data-c]').first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.width).toBe(46);
  const head = page.getByRole('columnheader', { name: 'Пропуски' }).or(page.getByRole('columnheader', { name: 'н/б' }));
  const figures = async () => (await page.locator('tr[data-r] td:nth-last-child(4)').allTextContents()).map(Number);
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const sorted = await figures();
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
  await head.getByRole('button').click();
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort');
});

test('at 600 px six dates stand beside the names, and a press of a head puts the students in its order', async ({
  page,
}) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const grid = page.getByRole('grid');
  const newest = grid.locator('[data-head]').last();
  await expect(newest).toBeInViewport({ ratio: 1 });
  const name = await grid.locator('thead th').first().boundingBox();
  const places = await grid
    .locator('[data-head]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
  const edge = (name?.x ?? 0) + (name?.width ?? 0);
  expect(places.filter(({ left, right }) => left >= edge && right <= 600).length).toBeGreaterThanOrEqual(6);
  // What a cell shows is pressed there: nothing lies over it.
  await grid
    .locator('tr[data-r] td[data-c]')
    .nth(places.length - 1)
    .click();

  const head = grid.getByRole('columnheader', { name: 'Сумма' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const sums = await grid.locator('tr[data-r] td:nth-last-child(3)').allTextContents();
  const figures = sums.map((sum) => Number(sum.replace(',', '.').replace('—', '0')));
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
});

test('from 600 px the table is shown, below it a line a student, ten of them in sight', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  await expect(page.getByRole('grid')).toBeVisible();
  // The tabs are in the place where a wide window names the keys.
  await expect(page.locator('kbd').first()).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('grid')).toHaveCount(0);
  const pad = page.getByRole('region', { name: 'Отметить' });
  await expect(pad).toBeVisible();
  const end = (await pad.boundingBox())?.y ?? 0;
  const bottoms = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= end).length).toBeGreaterThanOrEqual(10);
});

test('[JRN-03] the table leaves as a spreadsheet with the same cells, where no name becomes a formula, and on paper with a place for signatures', async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => {};
  });
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  await expect(page.getByRole('grid')).toBeVisible();
  const name = await gridRow(page, 0).locator('th').getAttribute('title');
  await sql`update person set surname = '=HYPERLINK("http://evil")' || surname where full_name = ${name}`;
  await page.reload();
  await expect(page.locator('tr[data-r]', { hasText: 'HYPERLINK' })).toBeVisible();
  const shown = await page.locator('tr[data-r]').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector('th')?.title ?? '',
      signs: [...row.querySelectorAll('td[data-c]')].map((one) =>
        one.getAttribute('data-is') === 'present' ? '✓' : (one.textContent ?? ''),
      ),
      totals: [...row.querySelectorAll('td:not([data-c])')].map((one) => one.textContent ?? ''),
    })),
  );

  await page.getByRole('button', { name: 'Ещё' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать таблицу XLSX' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const rows = await readSheet(await readFile(await file.path()));
  const [heading, teacher, , head, ...body] = rows;
  expect(String(heading?.[0])).toContain(' · ');
  expect(teacher?.[0]).toBeTruthy();
  expect(head?.[0]).toBe('Студент');
  expect(head?.at(-1)).toBe('Средняя оценка');
  expect(head?.slice(1, -4).every((date) => /^\d\d\.\d\d\.\d{4}/.test(String(date)))).toBe(true);
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const number = (value: string) => (value === '—' ? '' : String(Number(value.replace(',', '.'))));
  expect(body.map((row) => row.map(text))).toEqual(
    shown.map((row) => [row.name.startsWith('=') ? `'${row.name}` : row.name, ...row.signs, ...row.totals.map(number)]),
  );
  await sql`update person set surname = replace(surname, '=HYPERLINK("http://evil")', '')`;
  await sql.end();

  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Печать на A4' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Журнал учёта посещаемости и успеваемости' })).toBeVisible();
  await expect(page.getByText('Заведующий кафедрой ____')).toBeVisible();
  const header = page.locator('section:has(table:visible) > header').first();
  for (const text of [universityNames[0], 'Напечатано 23 ноября 2026']) await expect(header).toContainText(text);
  await expect(page.locator('section tbody tr:visible')).toHaveCount(shown.length);
  await expect(page.getByRole('grid')).toBeHidden();
  const sheets = await page.locator('section:has(table:visible)').count();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type \/Page\b/g), 'no empty sheet follows').toHaveLength(sheets);
});
