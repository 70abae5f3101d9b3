import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  absentValue,
  type CellValue,
  emptyValue,
  type JournalColumn,
  type JournalStudent,
  presentValue,
  toMarkCellValue,
} from './journal.model.ts';
import { ariaSort, nextSorting, sortStudents } from './journal.order.ts';

const mark = (value: number) =>
  toMarkCellValue({ id_otsenka: value, otsenka: String(value), otsenka_ball: value } as never);
const columns: JournalColumn[] = ['2026-11-20.1', '2026-11-21.1'].map((key) => ({
  ...{ key, day: key.slice(0, 10), times: 1, parts: [0], edit: true, stored: true },
}));
const signs: Record<string, readonly [CellValue, CellValue]> = {
  Асанов: [mark(5), absentValue],
  Бакиров: [mark(4), mark(5)],
  Видов: [presentValue, emptyValue],
  Эсенов: [mark(3), presentValue],
};
const students = Object.keys(signs).map(
  (name, id): JournalStudent => ({ id, name, journal: 0, group: null, subgroup: 0 }),
);
const cells = (id: number) =>
  new Map(columns.map(({ key }, at) => [key, { sign: Object.values(signs)[id]?.[at] ?? emptyValue }]));
const store = {
  row: (id: number) => ({ get: () => cells(id), subscribe: () => () => undefined }),
  at: (id: number, key: string) => ({ sign: cells(id).get(key)?.sign ?? emptyValue }),
} as unknown as Parameters<typeof sortStudents>[2];
const names = (of: Parameters<typeof sortStudents>[3], list = students) =>
  sortStudents(list, columns, store, of).map(({ name }) => name);

test('students stand by a total, and who has no mark is last whichever way it goes', () => {
  assert.deepEqual(names({ by: 'mean', down: true }), ['Асанов', 'Бакиров', 'Эсенов', 'Видов']);
  assert.deepEqual(names({ by: 'mean', down: false }), ['Эсенов', 'Бакиров', 'Асанов', 'Видов']);
  assert.deepEqual(names({ by: 'absences', down: true }), ['Асанов', 'Бакиров', 'Видов', 'Эсенов']);
});

test('students stand by what is under a date: marks, present, absent, not entered', () => {
  assert.deepEqual(names({ by: { column: '2026-11-21.1' }, down: true }), ['Бакиров', 'Эсенов', 'Асанов', 'Видов']);
});

test('each journal of a combined class is put in order by itself', () => {
  const combined = students.map((one, at) => ({ ...one, journal: at < 2 ? 1 : 0 }));
  assert.deepEqual(names({ by: 'name', down: true }, combined), ['Эсенов', 'Видов', 'Бакиров', 'Асанов']);
});

test('a head is pressed three times: sorted, turned round, as it was', () => {
  const first = nextSorting(null, 'mean');
  assert.deepEqual(first, { by: 'mean', down: true });
  const second = nextSorting(first, 'mean');
  assert.deepEqual(second, { by: 'mean', down: false });
  assert.equal(nextSorting(second, 'mean'), null);
  assert.deepEqual(nextSorting(second, 'name'), { by: 'name', down: false });
  assert.equal(ariaSort(second, 'mean'), 'ascending');
  assert.equal(ariaSort(second, { column: 'a' }), undefined);
});
