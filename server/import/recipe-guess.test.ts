import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInRecipes, guessRecipe } from './recipe-built-in.ts';

const guess = (rows: readonly string[]) =>
  guessRecipe(builtInRecipes, [
    {
      ...{ place: 'x.csv', file: 'x.csv', sheet: null, encoding: null, merges: [] },
      cells: rows.map((row) => row.split(';')),
    },
  ])?.name;

test('[IMPORT-04] a timetable is recognised by three days, or by two beside numbers of classes', () => {
  const [head, monday, tuesday] = [';;ПИ-1-24;ПИ-2-24', 'Понедельник;1;Физика;Химия', 'Вторник;1;Химия;Физика'];
  const others = [';2 пара;Право;', ';III;;Право'];
  assert.equal(guess([head, monday, tuesday, 'Среда;1;Право;Право']), 'timetable');
  assert.equal(guess([head, monday, ...others, tuesday, ...others]), 'timetable');
  assert.equal(guess([head, 'дүйшөмбү;1;Физика;Химия', 'жума;2;Физика;Химия', 'ишемби;1;Физика;Химия']), 'timetable');
});

test('[IMPORT-04] surnames that begin like a day are none, and two days alone make no timetable', () => {
  const surnames = ['Жумабеков', 'Жумалиев', 'Жумашева', 'Ишембиева', 'Средин'].map(
    (name, place) => `${place + 1};${name};5`,
  );
  assert.equal(guess(['№;Кто;Сколько', ...surnames]), undefined);
  assert.equal(guess(['Кто;Когда', 'Асанов;Понедельник', 'Эсенов;Вторник']), undefined);
});
