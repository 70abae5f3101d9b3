import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  concerns,
  type Entry,
  type Mark,
  pasted,
  signOfText,
  tableOf,
  totalsOfRow,
  withEntry,
} from './journal.model.ts';
import { totalsOf } from './journal.totals.ts';

const mark = (ball: number | null) => ({ isVisited: true, otsenka_ball: ball });
const absent = { isVisited: false, otsenka_ball: null };

test('[JRN-03] absences, sum with null as 0, average over the columns, mean over the marks, two decimals', () => {
  assert.deepEqual(totalsOf([mark(5), mark(4), absent, mark(null), mark(5)], 7), {
    absences: 1,
    sum: 14,
    average: 2,
    mean: 4.67,
  });
  assert.deepEqual(totalsOf([mark(5), mark(5), mark(4)], 3).average, 4.67);
  assert.deepEqual(totalsOf([], 0), { absences: 0, sum: 0, average: null, mean: null });
  assert.deepEqual(totalsOf([absent], 4), { absences: 1, sum: 0, average: 0, mean: null });
  assert.equal(totalsOf([mark(2.005)], 1).average, 2.01);
});

const entry = (student: number, day: string | null, subgroup: number, ball: number | null = null): Entry => ({
  id_studentJournalVisit: day ? student * 100 : null,
  id_student: student,
  s_fio: `Студент ${student}`,
  p20: 'ПИ-1-24',
  id_teacher: 1001,
  id_a_year: 26,
  id_semesterOrWs: 5,
  isPotok: false,
  id_groupOrPorok: 11,
  id_discipline: 301,
  credits: 5,
  id_vid_zaniatiy: 1,
  visitDate: day,
  dates: day,
  timesCount: day ? 1 : null,
  isVisited: day ? true : null,
  id_otsenka: ball,
  otsenka: ball === null ? null : String(ball),
  otsenka_ball: ball,
  subgroup,
  edit: true,
  changedAt: null,
});

test('[JRN-03] the columns are the union of all students; one of a subgroup counts for its students only', () => {
  const rows = [
    entry(1, '2026-10-02', 0, 4),
    entry(1, '2026-10-09', 1, 5),
    entry(2, '2026-10-02', 0, 3),
    entry(3, null, 0),
  ];
  const division = new Map([
    [1, 1],
    [2, 2],
  ]);
  const table = tableOf(rows, division, [{ day: '2026-09-25', times: 1, subgroup: 2 }]);
  assert.deepEqual(
    table.columns.map(({ key, parts }) => [key, parts]),
    [
      ['2026-09-25.1', [2]],
      ['2026-10-02.1', [0]],
      ['2026-10-09.1', [1]],
    ],
  );
  const totals = table.students.map((student) =>
    totalsOfRow(student, table.columns, (column) => table.cells.get(student.id)?.get(column.key)),
  );
  assert.deepEqual(
    totals.map(({ sum, average, mean }) => [sum, average, mean]),
    [
      [9, 4.5, 4.5],
      // The date that is new on this screen counts for nobody yet.
      [3, 3, 3],
      [0, 0, null],
    ],
  );
  const [, , third] = table.students;
  assert.deepEqual(third && table.columns.map((column) => concerns(column, third, false)), [false, true, false]);
});

test('[JRN-08] parts of the table that did not change stay the same objects, so that one row is painted again', () => {
  const before = tableOf([entry(1, '2026-10-02', 0, 4), entry(2, '2026-10-02', 0)], new Map(), []);
  const now = tableOf([entry(1, '2026-10-02', 0, 4), entry(2, '2026-10-02', 0, 5)], new Map(), [], before);
  assert.equal(now.columns, before.columns);
  assert.equal(now.cells.get(1), before.cells.get(1));
  assert.notEqual(now.cells.get(2), before.cells.get(2));
  assert.equal(now.students[0], before.students[0]);
});

test('[JRN-08] what is typed or pasted: absent, present, marks that are offered; the rest says nothing', () => {
  const marks: Mark[] = [
    { id_otsenka: 5, otsenka: '5', otsenka_ball: 5 },
    { id_otsenka: 6, otsenka: 'н/б', otsenka_ball: null },
    { id_otsenka: 8, otsenka: 'Очистить', otsenka_ball: null },
  ];
  for (const text of ['н', 'Н', 'n', '-', ' н/б ']) assert.equal(signOfText(text, marks)?.isVisited, false, text);
  assert.equal(signOfText('+', marks)?.id_otsenka, null);
  assert.equal(signOfText(' 5 ', marks)?.otsenka_ball, 5);
  for (const text of ['7', 'Очистить', 'пять']) assert.equal(signOfText(text, marks), undefined, text);
  assert.deepEqual(pasted('5\t4\r\nн\t\r\n'), [
    ['5', '4'],
    ['н', ''],
  ]);
});

test('one entry more gives the table that all rows together would give; where more follows from it, none', () => {
  const rows = [entry(1, '2026-10-02', 0, 4), entry(1, '2026-10-09', 1, 5), entry(2, '2026-10-02', 0, 3)];
  const division = new Map([[1, 1]]);
  const table = tableOf(rows, division, []);
  for (const one of [entry(2, '2026-10-09', 1, 5), { ...entry(1, '2026-10-02', 0, 4), otsenka_ball: 2 }]) {
    const others = rows.filter((row) => row.id_student !== one.id_student || row.visitDate !== one.visitDate);
    assert.deepEqual(withEntry(table, one), tableOf([...others, one], division, []));
  }
  assert.equal(table.cells.get(2)?.size, 1, 'the table before is left as it was');
  for (const one of [
    entry(3, '2026-10-02', 0, 5),
    entry(1, '2026-10-16', 0, 5),
    entry(2, '2026-10-09', 2, 5),
    entry(1, null, 0),
    { ...entry(1, '2026-10-02', 0, 4), edit: false },
  ])
    assert.equal(withEntry(table, one), null);
});
