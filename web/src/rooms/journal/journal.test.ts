import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColumnForStudent, type MarkType, parseCellValue, parsePastedCells } from './journal.model.ts';
import { computeStudentTotals } from './journal.totals.ts';

const mark = (ball: number | null) => ({ isVisited: true, otsenka_ball: ball });
const absent = { isVisited: false, otsenka_ball: null };

test('[JRN-03] absences, sum with null as 0, average over the columns, mean over the marks, two decimals', () => {
  assert.deepEqual(computeStudentTotals([mark(5), mark(4), absent, mark(null), mark(5)], 7), {
    absences: 1,
    sum: 14,
    average: 2,
    mean: 4.67,
  });
  assert.deepEqual(computeStudentTotals([mark(5), mark(5), mark(4)], 3).average, 4.67);
  assert.deepEqual(computeStudentTotals([], 0), { absences: 0, sum: 0, average: null, mean: null });
  assert.deepEqual(computeStudentTotals([absent], 4), { absences: 1, sum: 0, average: 0, mean: null });
  assert.equal(computeStudentTotals([mark(2.005)], 1).average, 2.01);
});

test('[JRN-08] what is typed or pasted: absent, present, marks that are offered; the rest says nothing', () => {
  const marks: MarkType[] = [
    { id_otsenka: 5, otsenka: '5', otsenka_ball: 5 },
    { id_otsenka: 6, otsenka: 'н/б', otsenka_ball: null },
    { id_otsenka: 8, otsenka: 'Очистить', otsenka_ball: null },
  ];
  for (const text of ['н', 'Н', 'n', '-', ' н/б ']) assert.equal(parseCellValue(text, marks)?.isVisited, false, text);
  assert.equal(parseCellValue('+', marks)?.id_otsenka, null);
  assert.equal(parseCellValue(' 5 ', marks)?.otsenka_ball, 5);
  for (const text of ['7', 'Очистить', 'пять']) assert.equal(parseCellValue(text, marks), undefined, text);
  assert.deepEqual(parsePastedCells('5\t4\r\nн\t\r\n'), [
    ['5', '4'],
    ['н', ''],
  ]);
});

test('[JRN-11] a column counts for who has left up to that day, later only where something is entered', () => {
  const column = { key: '', day: '2026-11-26', times: 1, parts: [0], edit: true, stored: true };
  const student = { id: 1, journal: 0, name: '', group: null, subgroup: 0 };
  const moved = { ...student, left: { since: '2026-11-26', moved: true } };
  assert.equal(isColumnForStudent(column, student, false), true);
  assert.equal(isColumnForStudent(column, moved, false), false);
  assert.equal(isColumnForStudent(column, moved, true), true);
  assert.equal(isColumnForStudent({ ...column, day: '2026-11-25' }, moved, false), true);
  assert.equal(isColumnForStudent(column, { ...moved, left: { since: null, moved: true } }, false), false);
});
