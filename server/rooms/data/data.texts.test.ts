import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Translations } from '../../core/translations.ts';
import { formatFaultPlace, localizeDifference } from './data.texts.ts';

const texts = new Translations();

test('[IMPORT-02] a row that would change is named in words: numbers by their column, years whole, yes and no', () => {
  const row = { place: 1, key: 's24-1\u001f24\u001f3\u001fenglish', title: 'Асанов Бек' };
  const { key, cells } = localizeDifference(texts, 'ru', 'results', {
    ...row,
    cells: [
      ['passed', '1', '0'],
      ['points', '1', null],
    ],
  });
  assert.equal(key, 's24-1, 2024, семестр плана 3, english');
  assert.deepEqual(cells, [
    { column: 'passed', was: 'да', now: 'нет' },
    { column: 'points', was: '1', now: null },
  ]);
  const window = localizeDifference(texts, 'en', 'registration_windows', {
    ...{ place: 1, title: null, cells: [] },
    key: '24\u001f1\u001ffit\u001ffalse\u001f2024-09-01',
  });
  assert.equal(window.key, '2024, semester of the year 1, fit, part-time no, 2024-09-01');
});

test('[IMPORT-03] where an undo left something, days are said in words', () => {
  const fault = { code: 'undo.changed', warning: true, file: 'memberships', row: null, column: null, more: 0 };
  const values = { key: 's24-1, pi-1, 2026-09-01' };
  const place = formatFaultPlace(texts, 'ru', { ...fault, values, rows: [], headings: [], lines: [] });
  assert.equal(place, 'Кто в какой группе · s24-1, pi-1, 1 сентября 2026');
});
