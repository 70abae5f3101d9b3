import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRecipeToCells } from './recipe.ts';
import { studentsRecipe } from './recipe-built-in.ts';
import type { CellsByTable } from './recipe-portal-rows.ts';
import { readSheets } from './recipe-sheets.ts';

/** A portal with a speciality in two forms of education, another one, and a group of each. */
const portal: CellsByTable = new Map([
  ['faculties', [{ code: 'F1', short: 'ФЭ', name_ru: 'Факультет экономики' }]],
  [
    'education_forms',
    [
      { code: 'FULL', name_ru: 'Очная' },
      { code: 'PART', name_ru: 'Заочная' },
    ],
  ],
  [
    'specialities',
    [
      { code: 'ECO-F', name_ru: 'Экономика', faculty: 'F1', education_form: 'FULL' },
      { code: 'ECO-P', name_ru: 'Экономика', faculty: 'F1', education_form: 'PART' },
      { code: 'LAW', name_ru: 'Право', faculty: 'F1', education_form: 'FULL' },
    ],
  ],
  [
    'groups',
    [
      { code: 'g1', name: 'ЭК-1-25', speciality: 'ECO-F', admission_year: '2025' },
      { code: 'g2', name: 'ЭКз-1-25', speciality: 'ECO-P', admission_year: '2025' },
      { code: 'g3', name: 'ПР-1-25', speciality: 'LAW', admission_year: '2025' },
    ],
  ],
  ['academic_years', [{ year: '2026' }]],
]);

/** A sheet of students: each row a group, a speciality and a form of education. */
async function applied(rows: readonly (readonly [group: string, speciality: string, form: string])[]) {
  const lines = rows.map(([group, speciality, form], place) =>
    [`25${place}`, `Асанов Бакыт${place}`, group, speciality, form, '01.09.2025'].join(';'),
  );
  const text = ['№ зач. кн.;ФИО;Группа;Специальность;Форма обучения;Дата зачисления', ...lines].join('\r\n');
  const sheets = await readSheets([{ name: 'list.csv', bytes: Buffer.from(text) }], 'ru');
  const result = applyRecipeToCells(sheets, { ...studentsRecipe, covers: 'part' }, portal, {
    language: 'ru',
    today: '2026-11-21',
  });
  return {
    faults: result.faults.map(({ code, row, column }) => [code, row, column]),
    groups: (result.folder.get('groups.csv') ?? '').split(/\r?\n/).filter((line) => line.includes('нов')),
  };
}

test('[IMPORT-04] the group settles which speciality of one name is meant', async () => {
  const known = await applied([
    ['ЭК-1-25', 'Экономика', ''],
    ['эк – 1 - 25', 'экономика', ''],
    ['ЭКз-1-25', 'Экономика', ''],
    ['ЭКз-1-25', 'Экономика', 'Заочная'],
    ['ПР-1-25', 'Право', ''],
  ]);
  assert.deepEqual(known.faults, []);
});

test('[IMPORT-04] of a new group the form of education settles it', async () => {
  const fresh = await applied([
    ...Array.from({ length: 4 }, () => ['ЭКнов-2-26', 'Экономика', 'Очная'] as const),
    ...Array.from({ length: 4 }, () => ['ЭКзнов-2-26', 'Экономика', 'заочная'] as const),
  ]);
  assert.deepEqual(fresh.faults, []);
  assert.match(fresh.groups.find((line) => line.includes('ЭКнов')) ?? '', /ECO-F/);
  assert.match(fresh.groups.find((line) => line.includes('ЭКзнов')) ?? '', /ECO-P/);
});

test('[IMPORT-04] a speciality stays in doubt when neither settles it, or the group is of another one', async () => {
  const { faults } = await applied([
    ['ЭКнов-2-26', 'Экономика', ''],
    ['ПР-1-25', 'Экономика', ''],
    ['ЭК-1-25', 'Экономика', 'Очная'],
  ]);
  assert.deepEqual(faults, [
    ['recipe.several', 2, 'Специальность'],
    ['recipe.several', 3, 'Специальность'],
    ['recipe.groupUnclear', 2, 'Специальность'],
  ]);
});
