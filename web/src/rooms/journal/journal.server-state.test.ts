import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceEqualDeep } from '@tanstack/react-query';
import {
  appendNewColumns,
  computeRowTotals,
  filterColumnsBySubgroup,
  isColumnForStudent,
  type JournalRow,
} from './journal.model.ts';
import { buildServerState, upsertRow } from './journal.server-state.ts';

const entry = (student: number, day: string | null, subgroup: number, ball: number | null = null): JournalRow => ({
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

const rowOf = (serverState: ReturnType<typeof buildServerState>, student: number) =>
  new Map(Object.entries(serverState.cells[student] ?? {}).map(([key, sign]) => [key, { sign }]));

test('[JRN-03] the columns are the union of all students; one of a subgroup counts for its students only', () => {
  const rows = [
    entry(1, '2026-10-02', 0, 4),
    entry(1, '2026-10-09', 1, 5),
    entry(2, '2026-10-02', 0, 3),
    entry(3, null, 0),
  ];
  const serverState = buildServerState(rows);
  const columns = appendNewColumns(serverState.columns, [{ day: '2026-09-25', times: 1, subgroup: 2 }]);
  assert.deepEqual(
    columns.map(({ key, parts, stored }) => [key, parts, stored]),
    [
      ['2026-09-25.1', [2], false],
      ['2026-10-02.1', [0], true],
      ['2026-10-09.1', [1], true],
    ],
  );
  const students = serverState.students.map((one) => ({ ...one, journal: 0, subgroup: [0, 1, 2, 0][one.id] ?? 0 }));
  const totals = students.map((student) => computeRowTotals(student, columns, rowOf(serverState, student.id)));
  assert.deepEqual(
    totals.map(({ sum, average, mean }) => [sum, average, mean]),
    [
      [9, 4.5, 4.5],
      // The date that is new on this screen counts for nobody yet.
      [3, 3, 3],
      [0, 0, null],
    ],
  );
  const [, , third] = students;
  assert.deepEqual(third && columns.map((column) => isColumnForStudent(column, third, false)), [false, true, false]);
  assert.deepEqual(
    filterColumnsBySubgroup(2, columns).map(({ key }) => key),
    ['2026-09-25.1', '2026-10-02.1'],
  );
});

test('new columns change the list only when it has not got them', () => {
  const { columns } = buildServerState([entry(1, '2026-10-02', 0, 4), entry(1, '2026-10-09', 1, 5)]);
  assert.equal(appendNewColumns(columns, []), columns);
  assert.equal(
    appendNewColumns(columns, [{ day: '2026-10-02', times: 1, subgroup: 2 }]),
    columns,
    'it is for the whole group',
  );
  assert.equal(appendNewColumns(columns, [{ day: '2026-10-09', times: 1, subgroup: 1 }]), columns);
  const two = appendNewColumns(columns, [{ day: '2026-10-09', times: 1, subgroup: 2 }]);
  assert.deepEqual(two[1], { ...columns[1], parts: [1, 2] });
  assert.equal(two[0], columns[0]);
});

test('[JRN-08] an answer that changes one cell leaves all other rows the same objects, also when it was kept as text', () => {
  const before = buildServerState([entry(1, '2026-10-02', 0, 4), entry(2, '2026-10-02', 0)]);
  const after = buildServerState([entry(1, '2026-10-02', 0, 4), entry(2, '2026-10-02', 0, 5)]);
  for (const answer of [after, JSON.parse(JSON.stringify(after)) as typeof after]) {
    // What the query cache does with every answer.
    const now = replaceEqualDeep(before, answer) as typeof after;
    assert.equal(now.columns, before.columns);
    assert.equal(now.students, before.students);
    assert.equal(now.cells[1], before.cells[1]);
    assert.notEqual(now.cells[2], before.cells[2]);
  }
});

test('one row more gives what all rows together would give', () => {
  const rows = [entry(1, '2026-10-02', 0, 4), entry(1, '2026-10-09', 1, 5), entry(2, '2026-10-02', 0, 3)];
  const serverState = buildServerState(rows);
  for (const [one, sameColumns] of [
    [entry(2, '2026-10-09', 1, 5), true],
    [{ ...entry(1, '2026-10-02', 0, 4), otsenka_ball: 2 }, true],
    [entry(1, '2026-10-16', 0, 5), false],
    [entry(2, '2026-10-09', 2, 5), false],
    [entry(1, '2026-10-09', 2, 5), false],
    [{ ...entry(1, '2026-10-09', 1, 5), edit: false }, false],
  ] as const) {
    const others = rows.filter((row) => row.id_student !== one.id_student || row.visitDate !== one.visitDate);
    const now = upsertRow(serverState, one);
    assert.deepEqual(now, buildServerState([...others, one].sort((a, b) => a.id_student - b.id_student)));
    assert.equal(now.columns === serverState.columns, sameColumns);
  }
  assert.equal(Object.keys(serverState.cells[2] ?? {}).length, 1, 'the state before is left as it was');
  assert.equal(upsertRow(serverState, entry(1, null, 0)), serverState);
});

test('[JRN-01] students whom surname and name do not distinguish have a label, the others none', () => {
  const called = (student: number, s_fio: string, apart?: string): JournalRow => ({
    ...entry(student, null, 0),
    s_fio,
    ...(apart && { apart }),
  });
  const { students } = buildServerState([
    called(1, 'Асанов Бакыт Эркинович', '1021'),
    called(2, 'Асанов Бакыт Эркинович', '1022'),
    called(3, 'Асанов Бакыт Маратович'),
    called(4, 'Осмонова Айгүл Таалайбековна'),
  ]);
  assert.deepEqual(
    students.map(({ label }) => label),
    ['Асанов Бакыт Эркинович, 1021', 'Асанов Бакыт Эркинович, 1022', 'Асанов Бакыт Маратович', undefined],
  );
});
