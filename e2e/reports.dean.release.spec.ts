import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { readSheet } from 'read-excel-file/node';
import { grantPermissions, withdrawPermissions } from '../server/test/factories/permissions.ts';
import { signInAs } from './support/people.ts';
import { createDebtsAndAbsences, reportSection } from './support/reports.ts';
import { startPageTapCount } from './support/tap-count.ts';
import { expect, test } from './support/test.ts';

/** Opening a list of choices and choosing are two presses that the page does not see. */
const choosing = 2;

/** Makes the clerk a dean of one faculty, and nothing else, and gives a group of it debts. Gives faculty and group. */
async function makeDean(databaseUrl: string) {
  await createDebtsAndAbsences(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1 });
  const [own] = await sql<{ faculty: number; other: number; name: string; group: string; groupId: number }[]>`
    select sp.faculty_id as faculty, f.name_ru as name, g.name as group, g.id as "groupId",
      (select min(o.id) from faculty o where o.id <> sp.faculty_id) as other
    from journal_cell c join group_student m on m.student_id = c.student_id and m.is_current
    join study_group g on g.id = m.group_id
    join speciality sp on sp.id = g.speciality_id join faculty f on f.id = sp.faculty_id
    where not c.visited group by sp.faculty_id, f.name_ru, g.id order by count(*) desc limit 1`;
  if (!own) throw new Error('somebody is absent');
  await sql`
    insert into discipline_result (student_id, discipline_id, year_id, semester_id, passed, points)
    select m.student_id, d.id, y.id - 1, 1, false, 45
    from group_student m cross join (select id from discipline order by id limit 2) d cross join academic_year y
    where m.group_id = ${own.groupId} and m.is_current and y.is_default on conflict do nothing`;
  await withdrawPermissions(sql, 'clerk');
  await grantPermissions(sql, 'clerk', 'reports', { faculty: own.faculty });
  await sql.end();
  return own;
}

/** Takes a report along; gives its cells as text. */
async function take(page: Page, title: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Скачать XLSX: ${title}` }).click();
  return JSON.stringify(await readSheet(await readFile(await (await download).path())));
}

/** Opens the rows behind the first line of a report, and closes them; gives how many there are. */
async function openRows(page: Page, title: string): Promise<number> {
  const section = reportSection(page, title);
  await expect(section).not.toHaveAttribute('aria-busy');
  await section.getByRole('list', { name: title }).getByRole('listitem').first().getByRole('button').first().click();
  const rows = page.getByRole('dialog').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const count = await rows.count();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return count - 1;
}

test('[PEOPLE-08] a dean answers five questions in six presses each, rows and file included, of the own faculty @both', async ({
  page,
  ownPortal,
}) => {
  const own = await makeDean(ownPortal.databaseUrl);
  await signInAs(page, 'clerk', '/lms/reports', ownPortal.url);
  await expect(page.getByText(own.name).first()).toBeVisible();
  const taps = await startPageTapCount(page);
  let before = 0;
  const used = async () => {
    const all = await taps();
    const since = all - before;
    before = all;
    return since;
  };
  const presses: Record<string, number> = {};

  const journals = reportSection(page, 'Журналы не заполнены');
  await journals.getByRole('combobox', { name: 'Журналы за' }).selectOption({ label: 'месяц' });
  await expect(journals.getByText(/^\d+ заняти\S+$/).first()).toBeVisible();
  await openRows(page, 'Журналы не заполнены');
  expect(await take(page, 'Журналы не заполнены')).toContain('Месяц');
  presses['who has not filled a journal this month'] = (await used()) + choosing;

  await page.getByRole('combobox', { name: 'Группа' }).selectOption({ label: own.group });
  await openRows(page, 'Посещают занятия');
  expect(await take(page, 'Посещают занятия')).toContain(own.group);
  presses['attendance of a group'] = (await used()) + choosing;

  const debts = reportSection(page, 'Долги');
  await debts.getByRole('button', { name: /^Две дисциплины и больше/ }).click();
  expect(await openRows(page, 'Долги')).toBeGreaterThan(1);
  expect(await take(page, 'Долги')).toContain(own.group);
  presses['debts of a group'] = (await used()) + choosing;

  await page.getByRole('combobox', { name: 'Группа' }).selectOption({ index: 0 });
  const teachers = page.getByRole('combobox', { name: 'Преподаватель' });
  const words = journals.getByRole('list', { name: 'Журналы не заполнены' }).getByRole('button').first();
  const surname = (await words.innerText()).trim().split(/\s/)[0] ?? '';
  const teacher = await teachers.locator('option', { hasText: surname }).first().getAttribute('value');
  await teachers.selectOption(teacher);
  await expect(journals).not.toHaveAttribute('aria-busy');
  await openRows(page, 'Журналы не заполнены');
  expect(await take(page, 'Журналы не заполнены')).toContain(surname);
  presses['journals of a teacher'] = (await used()) + choosing;

  const registration = reportSection(page, 'Выбрали не всё');
  await registration.getByRole('button', { name: /^Не записались/ }).click();
  await expect(registration.getByRole('list', { name: 'Выбрали не всё' }).getByRole('listitem').first()).toBeVisible();
  await take(page, 'Выбрали не всё');
  presses['who has not registered'] = await used();

  for (const [question, count] of Object.entries(presses)) expect.soft(count, question).toBeLessThanOrEqual(6);
  await expect(page.getByRole('combobox', { name: 'Факультет' })).toHaveCount(0);
  const foreign = await page.request.get(`${ownPortal.url}/lms/api/reports/inspection.file?id_faculty=${own.other}`);
  expect(foreign.status(), 'another faculty').toBe(403);
});
