import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMaterialKinds, sortNewestFirst } from './materials.order.ts';

const list = [
  { id_books: 1, id_typeUmk: 1, umkName: 'Силлабус', created: '2026-09-01T08:00:00Z' },
  { id_books: 2, id_typeUmk: 3, umkName: 'Лекции', created: '2026-10-01T08:00:00Z' },
  { id_books: 3, id_typeUmk: 3, umkName: 'Лекции', created: '2026-10-01T08:00:00Z' },
];

test('[UMK-06] one flat list of a set stands newest first; of what was added at once, the later one', () => {
  assert.deepEqual(
    sortNewestFirst(list).map((one) => one.id_books),
    [3, 2, 1],
  );
});

test('[UMK-06] the kinds that a set has something of are named with how much of each', () => {
  assert.deepEqual(countMaterialKinds(list), [
    { id: 1, name: 'Силлабус', count: 1 },
    { id: 3, name: 'Лекции', count: 2 },
  ]);
  assert.deepEqual(countMaterialKinds([]), []);
});
