import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUrlSelection, selectionUpdates, shortYearLabel } from './url-selection.ts';

const all = { year: 26, ws: 1, d: '12.0.4', sem: 5, g: 31, c: 77 };

test('[SHELL-08] a choice drops what hangs on it: a term the discipline, a semester the group and the contact', () => {
  assert.deepEqual(selectionUpdates.term(25, 2), { year: 25, ws: 2 });
  assert.deepEqual(selectionUpdates.discipline(all, '13.1.2.5'), { year: 26, ws: 1, d: '13.1.2.5' });
  assert.deepEqual(selectionUpdates.semester(all, 6), { year: 26, ws: 1, d: '12.0.4', sem: 6 });
  assert.deepEqual(selectionUpdates.group(all, 32), { year: 26, ws: 1, d: '12.0.4', sem: 5, g: 32 });
  assert.deepEqual(selectionUpdates.contact(all, -1), { ...all, c: -1 });
  assert.deepEqual(selectionUpdates.discipline({}, '13.1.2.5'), { d: '13.1.2.5' });
});

test('what is chosen is read from the address; nonsense counts as not chosen', () => {
  assert.deepEqual(readUrlSelection({ ...all, other: 'x' }), all);
  assert.deepEqual(readUrlSelection({ year: '26', ws: 'autumn', d: 'x', sem: 1.5, g: null, c: '-1' }), {
    year: 26,
    c: -1,
  });
  assert.deepEqual(readUrlSelection({ year: 2026, ws: 4, sem: -1, g: '', c: -5, o: 1e20 }), {});
  assert.deepEqual(readUrlSelection({}), {});
});

test('a year is said as 2026/27, and a label of another form as it stands', () => {
  assert.equal(shortYearLabel('2026-2027'), '2026/27');
  assert.equal(shortYearLabel('1999-2000'), '1999/00');
  assert.equal(shortYearLabel('2026'), '2026');
});
