import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { asCsv, type Listed } from '../server/test/registrar.ts';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { students } from './support/recipes.ts';
import { expect, test } from './support/test.ts';

const drop = (page: Page, rows: readonly Listed[]) =>
  page
    .getByLabel('Выбрать файл')
    .first()
    .setInputFiles({ name: 'Контингент.csv', mimeType: 'text/csv', buffer: asCsv(rows) });

test('[IMPORT-04] a sheet is recognised, mapped, corrected by a word, taken along as tables, and the recipe is kept @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const rows = await students(portal.databaseUrl);
  const name = isMobile ? 'Деканат, телефон' : 'Деканат';
  await as(page, 'admin', '/lms/recipes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Рецепты');
  await expect(page.getByRole('heading', { name: 'Сохранённые рецепты' })).toBeVisible();
  await expectAccessible(page);

  const wrong = rows.map((row, place) => (place === 3 ? { ...row, group: 'НВ-1O-25x' } : row));
  await drop(page, wrong);
  await expect(page.getByText(/^Узнали/)).toBeVisible();
  await expect(page.getByText('Windows-1251', { exact: false }).first()).toBeVisible();
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
