import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListRecipe } from '@bilim/contract/recipe.ts';
import { isSameButLostLetters } from './lost-letters.ts';
import { applyRecipeToCells } from './recipe.ts';
import { studentsRecipe } from './recipe-built-in.ts';
import type { CellsByTable } from './recipe-portal-rows.ts';
import { readSheets } from './recipe-sheets.ts';

const portal: CellsByTable = new Map([
  ['groups', [{ code: 'g1', name: 'ПИ-1-25', speciality: 'PI', admission_year: '2025' }]],
  ['academic_years', [{ year: '2026' }]],
  [
    'students',
    [
      { code: 's1', number: '251', surname: 'Өмүрбеков', name: 'Үсөн', patronymic: 'Төлөнович' },
      { code: 's2', number: '252', surname: 'Асанов', name: 'Бакыт', patronymic: '' },
    ],
  ],
]);

async function applied(rows: readonly (readonly [number: string, name: string])[]) {
  const text = ['№ зач. кн.;ФИО;Группа', ...rows.map(([number, name]) => `${number};${name};ПИ-1-25`)].join('\r\n');
  const sheets = await readSheets([{ name: 'list.csv', bytes: Buffer.from(text) }], 'ru');
  const recipe: ListRecipe = { ...studentsRecipe, covers: 'part' };
  const { faults, remarks, folder } = applyRecipeToCells(sheets, recipe, portal, {
    language: 'ru',
    today: '2026-11-21',
  });
  const placesOf = (problems: typeof faults) => problems.map(({ code, row, sentence }) => ({ code, row, sentence }));
  return { faults: placesOf(faults), remarks: placesOf(remarks), students: folder.get('students.csv') ?? '' };
}

describe('[IMPORT-04] a sheet whose Kyrgyz letters became question marks', () => {
  test('keeps the spelling of who is known, and says so', async () => {
    const { faults, remarks, students } = await applied([
      ['251', '?м?рбеков ?с?н Т?л?нович'],
      ['252', 'Асанов Бакыт'],
    ]);
    assert.deepEqual(faults, []);
    assert.match(students, /Өмүрбеков,Үсөн,Төлөнович/);
    const [restored] = remarks.filter(({ code }) => code === 'recipe.lettersRestored');
    assert.match(restored?.sentence ?? '', /строк: 1 \(2\)/);
  });

  test('stops where nobody knows the letters: a new person, or one of another name', async () => {
    const { faults, students } = await applied([
      ['251', 'С?йүнбаев Т?л?н'],
      ['252', 'Асанов Бакыт'],
      ['253', '?с?нова Г?лн?р'],
    ]);
    assert.deepEqual(
      faults.map(({ code, row }) => [code, row]),
      [
        ['person.lostLetters', 2],
        ['person.lostLetters', 4],
      ],
    );
    assert.match(faults[0]?.sentence ?? '', /строк: 2 \(2, 4\).*ө, ү, ң.*UTF-8 или XLSX/);
    assert.equal(students, '');
  });
});

test('[IMPORT-04] only the letters that Windows-1251 lacks may stand behind a question mark', () => {
  const cases: [string, string, boolean][] = [
    ['?м?рбеков', 'Өмүрбеков', true],
    ['Асанова-Т?л?н', 'Асанова–Төлөн', true],
    ['?санов', 'Асанов', false],
    ['Асанов', 'Асанов', false],
    ['Т?л?н', 'Төлөнов', false],
  ];
  assert.deepEqual(
    cases.map(([text, known]) => [text, known, isSameButLostLetters(text, known)]),
    cases,
  );
});
