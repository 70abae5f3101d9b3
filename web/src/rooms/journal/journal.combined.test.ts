import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atom } from '../../core/atom.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { type ColumnKeyMapping, combineStores, findRowOwner, mergeTableColumns } from './journal.combined.ts';
import { type CellValue, computeRowTotals, isColumnForStudent, type JournalStudent } from './journal.model.ts';
import { combinedAllPresentEntryType, entryColumnKey, markEntryType } from './journal.pending.ts';
import type { ServerCell, ServerState } from './journal.server-state.ts';
import { createJournalStore } from './journal.store.ts';

const day = '2026-10-02';
const sign = (ball: number): CellValue => ({
  isVisited: true,
  id_otsenka: ball,
  otsenka: String(ball),
  otsenka_ball: ball,
});
const holds = (id: number, ball: number): ServerCell => ({ id, ...sign(ball), subgroup: 0, edit: true });

/** Classes of the day: the first of group 12 alone, the second of both, the first of group 11. */
const match: ColumnKeyMapping = {
  inTable: (journal, key) => `${day}.${Number(key.split('.')[1]) + (journal === 0 ? 1 : 0)}`,
  inJournal(journal, key) {
    const times = Number(key.split('.')[1]) - (journal === 0 ? 1 : 0);
    return times < 1 ? null : `${day}.${times}`;
  },
};

function sheet(group: number, students: number[], cells: ServerState['cells'], times: number[]) {
  const server = atom<ServerState | undefined>({
    students: students.map((id) => ({ id, name: `Студент ${id}`, group: `Г-${group}` })),
    columns: times.map((one) => ({
      ...{ key: `${day}.${one}`, day, times: one, parts: [0], edit: true, stored: true },
    })),
    cells,
  });
  const store = createJournalStore({
    ...{ serverState: server, outbox, marks: [] },
    isMine: ({ queueKey }) => queueKey.split(' ').includes(String(group)),
    columnOf: (entry) => entryColumnKey(entry, group),
    onTypingIdle: (callback) => callback(),
  });
  return { server, store };
}

const outbox = atom<{ entries: readonly PendingEntry[] }>({ entries: [] });
const entry = (name: string, queueKey: string, input: object, order: number): PendingEntry => ({
  ...{ key: `${order}`, uid: 1, name, queueKey, call: { path: '/', method: 'POST' }, files: [], order, at: 0 },
  input: { visitDate: day, isVisited: true, ...input },
});

/** Person 5 changed from one group to the other and is in both journals. */
function table() {
  outbox.set({ entries: [] });
  const first = sheet(11, [4, 5], { 4: {}, 5: { [`${day}.1`]: holds(50, 3) } }, [1]);
  const second = sheet(12, [5, 6], { 5: {}, 6: { [`${day}.1`]: holds(60, 5) } }, [1]);
  const store = combineStores([first.store, second.store], match);
  const students = store.students.get().map((one): JournalStudent => {
    const { journal } = findRowOwner(one.id, 2);
    return { ...one, journal, subgroup: 0 };
  });
  return { first, second, store, students, stop: store.follow() };
}

test('[NOW-03] a table over two journals has the rows of both, each cell from its own journal, by the class', () => {
  const { store, students, stop } = table();
  assert.deepEqual(
    students.map(({ id, journal, group }) => [findRowOwner(id, 2).person, journal, group]),
    [
      [4, 0, 'Г-11'],
      [5, 0, 'Г-11'],
      [5, 1, 'Г-12'],
      [6, 1, 'Г-12'],
    ],
  );
  assert.equal(new Set(students.map(({ id }) => id)).size, 4);
  const shown = (key: string) => students.map(({ id }) => store.at(id, key).sign.otsenka);
  assert.deepEqual(shown(`${day}.2`), [null, '3', null, null]);
  assert.deepEqual(shown(`${day}.1`), [null, null, null, '5']);
  assert.deepEqual(
    [
      ...store
        .row(students[3]?.id ?? 0)
        .get()
        .keys(),
    ],
    [`${day}.1`],
  );
  assert.deepEqual([...store.column(`${day}.2`).get().keys()], [students[1]?.id]);
  stop();
});

test('[NOW-03] a column stands for each group whose class it is, and counts for nobody in whose journal it is not', () => {
  const { first, second, store, students, stop } = table();
  const stored = [first.store.columns.get(), second.store.columns.get()];
  const columns = mergeTableColumns(stored, [{ day, times: 3, subgroup: 0 }], match);
  assert.deepEqual(
    columns.map(({ key, stored, own }) => [
      key,
      stored,
      own?.map((one) => one && `${one.times}${one.stored ? '' : '?'}`),
    ]),
    [
      [`${day}.1`, true, [null, '1']],
      [`${day}.2`, true, ['1', '2?']],
      [`${day}.3`, false, ['2?', '3?']],
    ],
  );
  const [alone, both] = columns;
  assert.ok(alone && both);
  assert.deepEqual(
    students.map((student) => [isColumnForStudent(alone, student, false), isColumnForStudent(both, student, false)]),
    [
      [false, true],
      [false, true],
      [true, true],
      [true, true],
    ],
  );
  const averages = students.map((student) => computeRowTotals(student, columns, store.row(student.id).get()).average);
  assert.deepEqual(averages, [0, 3, 0, 5]);
  stop();
});

test('[NOW-03] one pending entry stands in the cells of all journals, once in the list, and updates the rows that change', () => {
  const { store, students, stop } = table();
  const notified: number[] = [];
  for (const { id } of students) store.row(id).subscribe(() => notified.push(id));
  const shared = entry(combinedAllPresentEntryType, '11 12', { groups: [11, 12], numbers: [1, 2] }, 1);
  outbox.set({ entries: [shared] });
  assert.deepEqual(
    students.map(({ id }) => store.at(id, `${day}.2`).pending === shared),
    [true, false, true, true],
  );
  assert.deepEqual(store.pending.get(), [shared]);
  assert.deepEqual(notified, [students[0]?.id, students[2]?.id, students[3]?.id]);
  const mark = entry(markEntryType, '12', { id_student: 6, timesCount: 2, id_otsenka: 4 }, 2);
  outbox.set({ entries: [shared, mark] });
  assert.equal(store.at(students[3]?.id ?? 0, `${day}.2`).sign.otsenka, '4');
  assert.deepEqual(store.pending.get(), [shared, mark]);
  stop();
});
