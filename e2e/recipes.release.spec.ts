import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { createRegistrarCsv, type ListedStudent } from '../server/test/registrar.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { inventSpecialityStudents } from './support/recipes.ts';
import { expect, test } from './support/test.ts';

test('[IMPORT-04] a column is mapped by hand where the heading says nothing; a sheet that was saved meanwhile is chosen once more', async ({
  page,
  portal,
}) => {
  const rows = await inventSpecialityStudents(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/recipes');
  const text = [
    'Чей;Книга;Куда;Что',
    ...rows.map((row) => [row.name, row.number, row.group, row.speciality].join(';')),
  ];
  const sheet = join(await mkdtemp(join(tmpdir(), 'sheet-')), 'x.csv');
  await writeFile(sheet, text.join('\n'));
  await page.getByLabel('Выбрать файл').first().setInputFiles(sheet);
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
  // Somebody saves the sheet once more: a browser does not send what was not chosen.
  await appendFile(sheet, '\n');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Файл изменился на диске после того, как его выбрали.')).toBeVisible();
  await page.getByLabel('Выбрать файл').first().setInputFiles(sheet);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();
  await page.getByRole('button', { name: 'Передать в «Данные»' }).click();
  await page.waitForURL(/\/lms\/data\?job=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новая загрузка');
  await expect(page.getByRole('button', { name: /^Загрузить \d+ изменени/ })).toBeVisible();
});

const csvFile = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
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

test('[IMPORT-04] sheets laid out otherwise are mapped side by side, with tables beside them, and a corrected one keeps all of it', async ({
  page,
  portal,
}) => {
  const rows = await inventSpecialityStudents(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/recipes');
  const half = rows.length / 2;
  const first = csvFile('Первый.csv', [
    'Чья;Чьё;Книга;Куда;Что',
    ...rows.slice(0, half).map(({ name, number, group, speciality }) => {
      const [surname, own] = name.split(' ');
      return [surname, own, number, group, speciality].join(';');
    }),
  ]);
  const second = csvFile('Второй.csv', [
    'Кто;Номер;Куда;Что',
    ...rows.slice(half).map((row) => [row.name, row.number, row.group, row.speciality].join(';')),
  ]);
  const table = csvFile('posts.csv', ['code,name_ru,name_kg,name_en', 'x,Новая,Жаңы,New']);
  const dropped = page.getByLabel('Выбрать файл').first();
  await dropped.setInputFiles([first, second, table]);
  await expect(page.getByText(/^Не узнали лист/)).toBeVisible();
  await expect(page.getByText('Таблицы портала, пойдут вместе с листом')).toBeVisible();
  await expect(page.getByText('Должности', { exact: true })).toBeVisible();
  await expect(page.getByLabel('«code» — это')).toHaveCount(0);
  const choose = async (meanings: Record<string, string>) => {
    for (const [heading, label] of Object.entries(meanings))
      await page.getByLabel(`«${heading}» — это`).first().selectOption({ label });
  };
  await choose({
    Чья: 'Студенты: фамилия',
    Чьё: 'Студенты: имя',
    Книга: 'Студенты: номер зачётной книжки',
    Куда: 'Состав групп: группа',
    Что: 'Группы: специальность',
    Кто: 'Студенты: Фамилия Имя Отчество вместе',
    Номер: 'Студенты: номер зачётной книжки',
  });
  await expect(page.getByLabel('«Чья» — это')).toHaveValue(/\d/);
  await expect(page.getByLabel('«Книга» — это')).toHaveValue(/\d/);
  // The next sheet comes while the check still runs: it waits, and nothing is lost.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/recipes/apply.json', async (route) => {
    await held;
    await route.continue();
  });
  const looks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/recipes/look.json')) looks.push(request.url());
  });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await dropped.setInputFiles([first, second]);
  await expect(page.getByText('Читаем…')).toBeVisible();
  expect(looks).toEqual([]);
  release();
  await expect(page.getByText(/^Лист с теми же столбцами/)).toBeVisible();
  await expect(page.getByLabel('«Чья» — это')).toHaveValue(/\d/);
  await expect(page.getByText('Должности', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();

  // What is refused leaves what is here.
  await page.route('**/api/recipes/look.json', (route) => route.abort());
  await dropped.setInputFiles([first]);
  await expect(page.getByText(/Прежние файлы остались здесь/)).toBeVisible();
  await expect(page.getByLabel('«Кто» — это')).toHaveValue(/\d/);
  await dropped.setInputFiles(Array.from({ length: 51 }, (_, place) => csvFile(`${place}.csv`, ['a;b'])));
  await expect(page.getByText(/^Сюда можно бросить до 50 файлов\. Сначала загрузите таблицы портала/)).toBeVisible();
  await page.unroute('**/api/recipes/look.json');
  await page.getByRole('button', { name: 'Убрать таблицы' }).click();
  await expect(page.getByText('Таблицы портала, пойдут вместе с листом')).toHaveCount(0);
  await expect(page.getByLabel('«Кто» — это')).toHaveValue(/\d/);
});
