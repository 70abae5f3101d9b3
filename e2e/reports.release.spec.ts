import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { readPdfText } from '../server/test/pdf.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { createDebtsAndAbsences, reportSection } from './support/reports.ts';
import { expect, test } from './support/test.ts';

test('[PEOPLE-08] the days and whom it is about stand in the address, in every language @both', async ({
  page,
  portal,
}) => {
  await createDebtsAndAbsences(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/reports');
  const absences = reportSection(page, '10 и больше пропусков');
  await expect(absences.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('group', { name: 'За что' }).getByRole('button', { name: 'Неделя' }).click();
  await expect(page).toHaveURL(/period=week/);
  // The rows of the term are there until those of the week have come.
  await expect(absences).not.toHaveAttribute('aria-busy');
  const student = absences.getByRole('listitem').first().getByRole('button');
  const count = Number(/\d+$/.exec((await student.innerText()).trim())?.[0]);
  expect(count).toBeGreaterThanOrEqual(12);
  await student.click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(count + 1);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Факультет' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/faculty=\d/);
  await expectAccessible(page);
  for (const [language, title] of [
    ['kg', 'Отчёттор'],
    ['en', 'Reports'],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: language, url: portal.url }]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(reportSection(page, language === 'kg' ? 'Карыздар' : 'Debts')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expectAccessible(page);
  }
});

test('[PEOPLE-08] a paper for an inspection is taken along and names what it is about @both', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/reports?period=year');
  await page.getByRole('combobox', { name: 'Факультет' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/faculty=\d/);
  const faculty = await page.getByRole('combobox', { name: 'Факультет' }).locator('option:checked').innerText();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Для проверки' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('inspection.pdf');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const text = await readPdfText(new Uint8Array(bytes));
  expect(text).toContain('Состояние учебного процесса');
  expect(text).toContain(`Факультет: ${faculty}`);
  expect(text).toContain('За что: Год');
  expect(text).toContain('Группа: все');
});

test('[PEOPLE-08] the room is not shown without the permission', async ({ page }) => {
  await signInAs(page, 'clerk', '/lms/reports');
  await expect(page.getByText('Этот раздел открыт тем, кому дано право на него')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Отчёты' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Для проверки' })).toHaveCount(0);
  const paper = await page.request.get('/lms/api/reports/inspection.file?period=year');
  expect([paper.status(), paper.headers()['content-type']]).toEqual([403, 'application/json; charset=utf-8']);
});

test('[PEOPLE-08] every number opens its rows, a teacher is reminded, and a report is taken along @also-phone @journey', async ({
  page,
  portal,
}) => {
  await createDebtsAndAbsences(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/reports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Отчёты');
  const journals = reportSection(page, 'Журналы не заполнены');
  const debts = reportSection(page, 'Долги');
  await expect(journals.getByRole('listitem').first()).toBeVisible();
  await expect(debts.getByRole('button', { name: /^Две дисциплины и больше/ })).toBeVisible();
  await expect(reportSection(page, 'Читали чужие оценки').getByText(/раз/)).toBeVisible();
  await expect(reportSection(page, 'Выбрали не всё').getByRole('listitem').first()).toBeVisible();
  await expect(reportSection(page, 'Посещают занятия').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);

  const buttons = journals.getByRole('listitem').first().getByRole('button');
  const [words, remind] = [await buttons.first().boundingBox(), await buttons.last().boundingBox()];
  expect(remind?.x, 'beside the words, not below them').toBeGreaterThanOrEqual((words?.x ?? 0) + (words?.width ?? 0));
  await buttons.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('cell', { name: 'не начат' }).first()).toBeVisible();
  const hidden = dialog.getByRole('region').evaluate((part) => part.scrollWidth - part.clientWidth);
  expect(await hidden, 'no column beyond the edge').toBe(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const reminded = await journals.getByText('Напомнили сегодня').count();
  await journals
    .getByRole('button', { name: /^Напомнить: / })
    .first()
    .click();
  await expect(journals.getByText('Напомнили сегодня')).toHaveCount(reminded + 1);

  await expect(journals.getByText(/за 7 дней$/).first()).toBeVisible();
  await journals.getByRole('combobox', { name: 'Журналы за' }).selectOption('год');
  await expect(journals).not.toHaveAttribute('aria-busy');
  await expect(journals.getByText(/^\d+ заняти\S+$/).first()).toBeVisible();
  const registration = reportSection(page, 'Выбрали не всё');
  const ofWindow = registration.getByRole('button', { name: /(до|закрыта) \d+ \S+ ?\d+ из \d+$/ }).first();
  await ofWindow.click();
  await expect(ofWindow).toHaveAttribute('aria-pressed', 'true');

  const most = debts.getByRole('button', { name: /^Больше всего: / });
  await most.click();
  await expect(debts).not.toHaveAttribute('aria-busy');
  const owing = Number(/\d+$/.exec(await most.innerText())?.[0]);
  expect(await debts.getByRole('list', { name: 'Долги' }).getByRole('listitem').count()).toBe(Math.min(owing, 6));
  await debts.getByRole('button', { name: /^Две дисциплины и больше/ }).click();
  await debts.getByRole('list').last().getByRole('button').first().click();
  await expect(dialog.getByRole('row')).not.toHaveCount(1);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await debts.getByRole('button', { name: 'Скачать XLSX: Долги' }).click();
  const rows = await readSheet(await readFile(await (await download).path()));
  const text = JSON.stringify(rows);
  expect(text).toContain('Две дисциплины и больше');
  expect(text).toContain('Факультет');
  const filters = rows.filter(([name]) => name === 'Курс' || name === 'Группа');
  expect(filters.map(([, value]) => value)).toEqual(['все', 'все']);
  const head = rows.findIndex(([first]) => first === 'Студент');
  const students = new Set(rows.slice(head + 1).map(([name]) => name));
  await expect(debts.getByRole('button', { name: /^Две дисциплины и больше/ })).toHaveText(
    new RegExp(`${students.size}$`),
  );
});
