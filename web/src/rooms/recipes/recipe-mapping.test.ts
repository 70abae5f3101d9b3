import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumnMapping, isRecipeKept, type SheetPreview, withColumnTarget, withDropped } from './recipe-mapping.ts';

const sheetOf = (place: string, headings: readonly string[], table: string | null = null) => ({
  ...{ place, table, encoding: null, rows: 1, merged: 0, headerRow: 1 },
  columns: headings.map((heading, at) => ({ letters: String(at), heading, samples: [] })),
});
const looked = (...sheets: SheetPreview['sheets']): SheetPreview => ({
  recipe: null,
  sheets,
  problems: [],
  targets: [],
});
const target = (to: string, how = 'text') => ({ to, how });
const empty = { kind: 'list', name: 'own', covers: 'part', columns: [] } as const;

/** The recipe with every named column of a sheet mapped. */
function mapped(sheet: SheetPreview['sheets'][number], targets: readonly (readonly [string, string])[], from = empty) {
  let recipe: Parameters<typeof withColumnTarget>[0] = { ...from, columns: [...from.columns] };
  for (const [heading, to] of targets) {
    const column = sheet.columns.find((one) => one.heading === heading);
    assert.ok(column);
    recipe = withColumnTarget(recipe, { sheet, column }, target(to, heading === 'ФИО' ? 'fullName' : 'text'));
  }
  return recipe;
}

test('[IMPORT-04] a column of one sheet leaves what fills the same thing in a sheet laid out otherwise', () => {
  const first = sheetOf('a.csv', ['Фам.', 'Имя', '№']);
  const second = sheetOf('b.xlsx', ['ФИО', 'Книжка']);
  const own = mapped(first, [
    ['Фам.', 'students.surname'],
    ['№', 'students.number'],
  ]);
  const column = second.columns[0];
  assert.ok(column);
  const both = withColumnTarget(own, { sheet: second, column }, target('students.surname', 'fullName'));
  assert.deepEqual(
    ['Фам.', 'ФИО'].map((heading) => findColumnMapping(both, heading)?.to),
    ['students.surname', 'students.surname'],
  );
  // In one sheet a thing has one column.
  const other = first.columns[1];
  assert.ok(other);
  const moved = withColumnTarget(both, { sheet: first, column: other }, target('students.surname'));
  assert.equal(findColumnMapping(moved, 'Фам.'), undefined);
  assert.equal(findColumnMapping(moved, 'ФИО')?.to, 'students.surname');
});

test('[IMPORT-04] a corrected sheet keeps the columns that were named by hand, another sheet begins afresh', () => {
  const first = sheetOf('a.csv', ['Фам.', 'Имя', '№']);
  const recipe = mapped(first, [['Фам.', 'students.surname']]);
  const kept = (...sheets: SheetPreview['sheets']) => isRecipeKept(looked(...sheets), looked(first), recipe);
  assert.equal(kept(sheetOf('a.csv', ['Фам.', 'Имя', '№'])), true);
  assert.equal(kept(sheetOf('mended.csv', ['№', 'фам.', 'Имя', 'Почта'])), true);
  assert.equal(kept(first, sheetOf('groups.csv', ['code'], 'groups')), true);
  assert.equal(kept(sheetOf('b.csv', ['Кафедра', 'Должность'])), false);
  assert.equal(isRecipeKept(looked(first), null, recipe), false);
});

test('[IMPORT-04] tables of the portal stay beside a sheet that is dropped again, and come to one that is here', () => {
  const files = (...names: string[]) => names.map((name) => new File(['x'], name));
  const names = (list: readonly File[]) => list.map(({ name }) => name);
  const before = looked(sheetOf('Лист.csv', ['ФИО']), sheetOf('groups.csv', ['code', 'name'], 'groups'));
  const present = files('Лист.csv', 'groups.csv');
  assert.deepEqual(names(withDropped(present, files('Лист 2.csv'), before)), ['groups.csv', 'Лист 2.csv']);
  assert.deepEqual(names(withDropped(present, files('faculties.csv', 'groups (1).csv'), before)), [
    ...['Лист.csv', 'groups.csv', 'faculties.csv', 'groups (1).csv'],
  ]);
  assert.deepEqual(names(withDropped(present, files('groups.csv'), before)), ['Лист.csv', 'groups.csv']);
  // One of two sheets comes again, mended: the other one stays.
  const two = files('Лист.csv', 'Второй.xlsx', 'groups.csv');
  for (const again of ['Второй.xlsx', 'Второй (1).xlsx'])
    assert.deepEqual(names(withDropped(two, files(again), before)), ['Лист.csv', 'groups.csv', again]);
});
