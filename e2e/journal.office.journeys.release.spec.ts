import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { readSheet } from 'read-excel-file/node';
import { line } from './support/journal.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-03] the table leaves as a spreadsheet with the same cells, where no name becomes a formula, and on paper with a place for signatures', async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => {};
  });
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await as(page, 'teacher', inCourse('/lms/journal'));
  await expect(page.getByRole('grid')).toBeVisible();
  const name = await line(page, 0).locator('th').getAttribute('title');
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
  await expect(page.locator('section tbody tr:visible')).toHaveCount(shown.length);
  await expect(page.getByRole('grid')).toBeHidden();
});
