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

/** What a recipe makes of a sheet of students with these groups, in a portal that has others. */
async function appliedTo(rows: readonly string[], known: CellsByTable = portal, beside: Record<string, string> = {}) {
  const lines = rows.map((group, place) => `25${place};Асанов Бакыт${place};${group};PI;2025`);
  const text = ['№ зач. кн.;ФИО;Группа;Специальность;Год поступления', ...lines, 'Итого;7825'].join('\r\n');
  const files = Object.entries({ 'Контингент.csv': text, ...beside });
  const sheets = await readSheets(
    files.map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
    'ru',
  );
  return applyRecipeToCells(sheets, { ...studentsRecipe, covers: 'part' }, known, {
    language: 'ru',
    today: '2026-11-21',
  });
}
const withGroups = (...names: string[]): CellsByTable =>
  new Map<string, RowCells[]>([
    ['groups', names.map((name) => ({ code: name, name, speciality: 'PI', admission_year: '2023' }))],
    ['specialities', [{ code: 'PI', name_ru: 'Программная инженерия' }]],
    ['academic_years', [{ year: '2026' }]],
  ]);
const offered = (faults: readonly { values: { readonly [name: string]: unknown } }[]) =>
  faults.map(({ values }) => String(values.names).split('\u001f')[0]);

test('[IMPORT-04] a group whose name only lacks a dash is offered before one with another number', async () => {
  const portalGroups = withGroups('ЮР-1-23', 'ЮР-11-23', 'ПИ-2-23', 'ПИз-2-23');
  const { faults } = await appliedTo(['ЮР11-23', 'ПИз2-23'], portalGroups);
  assert.deepEqual(offered(faults), ['ЮР-11-23', 'ПИз-2-23']);
  const fresh = ['ЮР-1-23', 'ЮР-11-23', 'ПИ-2-23', 'ПИз-2-23'].flatMap((name) => Array<string>(5).fill(name));
  const first = await appliedTo([...fresh, 'ЮР11-23', 'ПИз2-23'], withGroups());
  assert.deepEqual(offered(first.faults), ['ЮР-11-23', 'ПИз-2-23'], 'also where the sheet makes all groups');
});

test('[IMPORT-04] a blank in the place of a dash is the same group, of the portal or a new one, and reported', async () => {
  for (const known of [withGroups('ЮР-4-23', 'ИСТ-10-26'), withGroups()]) {
    const others = [...Array<string>(5).fill('ЮР-4-23'), ...Array<string>(5).fill('ИСТ-10-26')];
    const { faults, folder, remarks } = await appliedTo(['ЮР 4 23', ...others, 'ИСТ 10 26', 'ист –10 26'], known);
    assert.deepEqual(faults, []);
    const members = (folder.get('memberships.csv') ?? '').trim().split('\r\n').slice(1);
    assert.deepEqual([...new Set(members.map((line) => line.match(/(ЮР|ИСТ)[^,;]*/)?.[0]))].sort(), [
      'ИСТ-10-26',
      'ЮР-4-23',
    ]);
    const taken = remarks.filter(({ code }) => code === 'recipe.takenFor').map(({ values }) => values.value);
    assert.deepEqual(taken.sort(), ['ИСТ 10 26', 'ЮР 4 23', 'ист–10 26']);
  }
});

test('[IMPORT-04] a name that only lacks a dash is asked about however many are in it, in whichever order rows stand', async () => {
  const five = Array<string>(5).fill('ПИ1-24');
  assert.deepEqual(new Set(offered((await appliedTo(five, withGroups('ПИ-1-24'))).faults)), new Set(['ПИ-1-24']));
  const rows = [...Array<string>(12).fill('ЮР-11-25'), 'ЮР1125', 'ЮР1125', ...Array<string>(3).fill('ЮР 11 25')];
  for (const order of [rows, rows.toReversed()]) {
    const { faults } = await appliedTo(order, withGroups());
    assert.deepEqual(new Set(faults.map(({ values }) => values.value)), new Set(['ЮР1125']));
    assert.deepEqual(new Set(offered(faults)), new Set(['ЮР-11-25']));
  }
});

test('[IMPORT-04] a line of a sum with its number beside the word is left out and reported', async () => {
  const { faults, remarks } = await appliedTo(['ПИ-1-23'], withGroups('ПИ-1-23'));
  assert.deepEqual(faults, []);
  assert.equal(remarks.find(({ code }) => code === 'recipe.rowSkipped')?.row, 3);
});

test('[IMPORT-04] a group that a table beside the sheet has is there once, also where new groups are made', async () => {
  const known = withGroups('ПИ-1-23');
  const groups = 'code,name,speciality,admission_year\r\nПИ-1-23,ПИ-1-23,PI,2023\r\nПИ-2-23,ПИ-2-23,PI,2023';
  const rows = [...Array<string>(5).fill('ПИ-9-25'), 'ПИ-2-23'];
  const { faults, folder } = await appliedTo(rows, known, { 'groups.csv': groups });
  assert.deepEqual(faults, []);
  const codes = (folder.get('groups.csv') ?? '').trim().split('\r\n').slice(1);
  assert.deepEqual(codes.map((line) => line.split(/[,;]/)[0]).sort(), ['ПИ-1-23', 'ПИ-2-23', 'ПИ-9-25']);
});

test('[IMPORT-04] sheets of two layouts are read by one recipe, and a file that fits none stops the check', async () => {
  const other = 'Зачётка;Фамилия;Имя;Гр.\r\n901;Бекова;Айгуль;ПИ-1-23';
  const known = withGroups('ПИ-1-23');
  const both = await appliedTo(['ПИ-1-23'], known, { 'second.csv': other });
  assert.deepEqual(both.faults, []);
  assert.equal(both.rows.get('students'), 2);
  const unfit = await appliedTo(['ПИ-1-23'], known, { 'other.csv': 'Что;Кому\r\n1;2' });
  assert.deepEqual(
    unfit.faults.map(({ code, file }) => [code, file]),
    [['recipe.noHeadings', 'other.csv']],
  );
});
