import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRecipeToCells } from './recipe.ts';
import { studentsRecipe } from './recipe-built-in.ts';
import type { CellsByTable, RowCells } from './recipe-portal-rows.ts';
import { readSheets } from './recipe-sheets.ts';

const groups = ['ПИ-1-23', 'ПИ-1-24', 'ПИ-1-25', 'ПИ-1-26'];
const portal: CellsByTable = new Map<string, RowCells[]>([
  ['groups', groups.map((name, place) => ({ code: `g${place}`, name, speciality: 'PI', admission_year: '2025' }))],
  ['academic_years', [{ year: '2026' }]],
]);

test('[IMPORT-04] a letter typed for a figure offers the group that was meant first, and says why', async () => {
  const text = '№ зач. кн.;ФИО;Группа\r\n251;Асанов Бакыт;ПИ-1-2б';
  const sheets = await readSheets([{ name: 'list.csv', bytes: Buffer.from(text) }], 'ru');
  const { faults } = applyRecipeToCells(sheets, { ...studentsRecipe, covers: 'part' }, portal, {
    language: 'ru',
    today: '2026-11-21',
  });
  const fault = faults.find(({ code }) => code === 'recipe.noGroup');
  assert.equal(String(fault?.values.names).split('\u001f')[0], 'ПИ-1-26');
  assert.match(fault?.sentence ?? '', /Похожие: «ПИ-1-26» \(цифра 6 вместо буквы «б»\), «ПИ-1-23»/);
});
