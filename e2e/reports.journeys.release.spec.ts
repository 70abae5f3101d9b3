import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { invent, report } from './support/reports.ts';
import { expect, test } from './support/test.ts';

test('[PEOPLE-08] every number opens its rows, a teacher is reminded, and a report is taken along @also-phone @journey', async ({
  page,
  portal,
}) => {
  await invent(portal.databaseUrl);
  await as(page, 'admin', '/lms/reports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Отчёты');
  const journals = report(page, 'Журналы не заполнены');
  const debts = report(page, 'Долги');
  await expect(journals.getByRole('listitem').first()).toBeVisible();
  await expect(debts.getByRole('button', { name: /^Две дисциплины и больше/ })).toBeVisible();
  await expect(report(page, 'Читали чужие оценки').getByText(/раз/)).toBeVisible();
  await expect(report(page, 'Не записались').getByRole('listitem').first()).toBeVisible();
  await expect(report(page, 'Посещают занятия').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);

  await journals.getByRole('listitem').first().getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('cell', { name: 'не начат' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const reminded = await journals.getByText('Напомнили сегодня').count();
  await journals
    .getByRole('button', { name: /^Напомнить: / })
    .first()
    .click();
  await expect(journals.getByText('Напомнили сегодня')).toHaveCount(reminded + 1);

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
  const head = rows.findIndex(([first]) => first === 'Студент');
  const students = new Set(rows.slice(head + 1).map(([name]) => name));
  await expect(debts.getByRole('button', { name: /^Две дисциплины и больше/ })).toHaveText(
    new RegExp(`${students.size}$`),
  );
});
