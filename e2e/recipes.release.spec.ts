import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { createRegistrarCsv, type ListedStudent } from '../server/test/registrar.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { inventSpecialityStudents } from './support/recipes.ts';
import { expect, test } from './support/test.ts';

test('[IMPORT-04] a column is mapped by hand where the heading says nothing', async ({ page, portal }) => {
  const rows = await inventSpecialityStudents(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/recipes');
  const text = [
    'Чей;Книга;Куда;Что',
    ...rows.map((row) => [row.name, row.number, row.group, row.speciality].join(';')),
  ];
  await page
    .getByLabel('Выбрать файл')
    .first()
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\n')) });
  await expect(page.getByText(/^Не узнали лист/)).toBeVisible();
  await expect(page.getByText(`${rows[0]?.name} · ${rows[1]?.name}`, { exact: false })).toBeVisible();
  const meanings = {
    Чей: 'Студенты: Фамилия Имя Отчество вместе',
    Книга: 'Студенты: номер зачётной книжки',
    Куда: 'Состав групп: группа',
    Что: 'Группы: специальность',
  };
  for (const [heading, label] of Object.entries(meanings))
    await page.getByLabel(`«${heading}» — это`).selectOption({ label });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();
  await page.getByRole('button', { name: 'Передать в «Данные»' }).click();
  await page.waitForURL(/\/lms\/data\?job=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новая загрузка');
  await expect(page.getByRole('button', { name: /^Загрузить \d+ изменени/ })).toBeVisible();
});

const drop = (page: Page, rows: readonly ListedStudent[]) =>
  page
    .getByLabel('Выбрать файл')
    .first()
    .setInputFiles({ name: 'Контингент.csv', mimeType: 'text/csv', buffer: createRegistrarCsv(rows) });

test('[IMPORT-04] a sheet is recognised, mapped, corrected by a word, taken along as tables, and the recipe is kept @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const rows = await inventSpecialityStudents(portal.databaseUrl);
  const name = isMobile ? 'Деканат, телефон' : 'Деканат';
  await signInAs(page, 'admin', '/lms/recipes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Рецепты');
  await expect(page.getByRole('heading', { name: 'Сохранённые рецепты' })).toBeVisible();
  await expectAccessible(page);

  const wrong = rows.map((row, place) => (place === 3 ? { ...row, group: 'НВ-1O-25x' } : row));
  await drop(page, wrong);
  await expect(page.getByText(/^Узнали/)).toBeVisible();
  await expect(page.getByText('Windows-1251', { exact: false }).first()).toBeVisible();
  const whoIsClosed = page.getByText('Кого в листе нет, тот потеряет вход и место в группе');
  await expect(whoIsClosed).toBeVisible();
  await page.getByLabel('Кто в листе').selectOption({ label: 'Часть: никто не закроется' });
  await expect(whoIsClosed).toBeHidden();
  await page.getByLabel('Кто в листе').selectOption({ label: 'Все: кого нет, тот закроется' });
  await expect(page.getByLabel('«Группа» — это')).toHaveValue(/\d/);
  await page.getByLabel('Кто в листе').selectOption({ label: 'Часть: никто не закроется' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Проверить' }).click();
  const faults = page.getByRole('list', { name: 'Ошибки' }).getByRole('listitem');
  await expect(faults).toHaveCount(1);
  await expect(faults.first()).toContainText('Контингент.csv, строка 8, столбец «Группа»');
  await expectAccessible(page);

  await faults.first().getByRole('button', { name: 'Это «НВ-10-25»' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();
  // A corrected sheet comes again: what was chosen for the first one still holds.
  await drop(page, wrong);
  await expect(page.getByText('Таблицы готовы')).toHaveCount(0);
  await expect(page.getByLabel('Кто в листе')).toHaveValue('2');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать таблицы (ZIP)' }).click();
  const zip = unzipSync(await readFile(await (await download).path()));
  expect(Object.keys(zip).sort()).toEqual(['groups.csv', 'memberships.csv', 'scope.csv', 'students.csv']);
  expect(
    strFromU8(zip['students.csv'] ?? new Uint8Array())
      .trim()
      .split('\r\n'),
  ).toHaveLength(31);

  await page.getByLabel('Название рецепта').fill(name);
  await page.getByRole('button', { name: 'Сохранить рецепт' }).click();
  await expect(page.getByRole('button', { name: `Удалить рецепт «${name}»` })).toBeVisible();
  await page.reload();
  await drop(page, wrong);
  await expect(page.getByText(/^Узнали: Деканат/)).toBeVisible();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();

  await page.getByRole('button', { name: `Удалить рецепт «${name}»` }).click();
  await expect(page.getByRole('button', { name: `Удалить рецепт «${name}»` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(page.getByRole('button', { name: `Удалить рецепт «${name}»` })).toBeVisible();
  await page.getByRole('button', { name: `Удалить рецепт «${name}»` }).click();
  await expect(page.getByRole('button', { name: `Удалить рецепт «${name}»` })).toHaveCount(0);
});
