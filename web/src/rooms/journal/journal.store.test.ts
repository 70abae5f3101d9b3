import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { atom, type ReadableAtom } from '../../core/atom.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { absentValue, type CellValue } from './journal.model.ts';
import { allPresentEntryType, entryColumnKey, markEntryType } from './journal.pending.ts';
import type { ServerCell, ServerState } from './journal.server-state.ts';
import { createJournalStore, type JournalStore } from './journal.store.ts';

const [first, second] = ['2026-10-02.1', '2026-10-09.1'] as const;
const marks = [2, 3, 4, 5].map((ball) => ({ id_otsenka: ball, otsenka: String(ball), otsenka_ball: ball }));

const sign = (ball: number): CellValue => ({
  isVisited: true,
  id_otsenka: ball,
  otsenka: String(ball),
  otsenka_ball: ball,
});
const holds = (id: number, what: CellValue): ServerCell => ({ id, ...what, subgroup: 0, edit: true });
const serverStateOf = (cells: ServerState['cells']): ServerState => ({
  students: [1, 2, 3].map((id) => ({ id, name: `Студент ${id}`, group: 'ПИ-1-24' })),
  columns: [first, second].map((key) => ({
    ...{ key, day: key.slice(0, 10), times: 1, parts: [0], edit: true, stored: true },
  })),
  cells,
});

/** An entry of a mark (0: absent) for a student; without a student it is "all present". */
function entry(key: string, column: string, student?: number, ball = 0, queueKey = 'here'): PendingEntry {
  const input = {
    ...{ visitDate: column.slice(0, 10), timesCount: Number(column.slice(11)), isVisited: ball > 0 || !student },
    ...(student && { id_student: student }),
    ...(ball && { id_otsenka: ball }),
  };
  const call = { path: '/', method: 'POST' } as const;
  return {
    ...{ key, uid: 1, queueKey, call, input, files: [], order: 1, at: 0 },
    name: student ? markEntryType : allPresentEntryType,
  };
}

describe('the store of a sheet', () => {
  const server = atom<ServerState | undefined>(undefined);
  const outbox = atom<{ entries: readonly PendingEntry[] }>({ entries: [] });
  let resting: (() => void)[] = [];
  let notified: string[] = [];
  let store: JournalStore;
  let stop: () => void;
  const watch = (name: string, watched: ReadableAtom<unknown>) => watched.subscribe(() => void notified.push(name));
  const rest = () => {
    for (const one of resting.splice(0)) one();
  };
  const put = (...entries: PendingEntry[]) => outbox.set({ entries });
  /** Signs of a row, "?" after those that are not confirmed. */
  const shown = (student: number) =>
    [first, second].map((column) => {
      const { sign, pending } = store.at(student, column);
      return `${sign.otsenka ?? (sign.isVisited ? '+' : '')}${pending ? '?' : ''}`;
    });

  beforeEach(() => {
    server.set(serverStateOf({ 1: { [first]: holds(10, sign(4)) }, 2: { [first]: holds(20, sign(3)) }, 3: {} }));
    put();
    store = createJournalStore({
      ...{ serverState: server, outbox, marks },
      isMine: ({ queueKey }) => queueKey === 'here',
      columnOf: (entry) => entryColumnKey(entry),
      onTypingIdle: (callback) => resting.push(callback),
    });
    stop = store.follow();
    for (const student of [1, 2, 3]) watch(`student ${student}`, store.row(student));
    for (const column of [first, second]) watch(`column ${column}`, store.column(column));
    watch('students', store.students);
    watch('columns', store.columns);
    watch('pending', store.pending);
    resting = [];
    notified = [];
  });
  afterEach(() => stop());

  it('has students, columns and cells as soon as they are read', () => {
    assert.deepEqual(
      store.students.get().map(({ id }) => id),
      [1, 2, 3],
    );
    assert.equal(store.columns.get().length, 2);
    assert.deepEqual([1, 2, 3].map(shown), [
      ['4', ''],
      ['3', ''],
      ['', ''],
    ]);
    assert.equal(store.at(1, first).serverCell?.id, 10);
    assert.deepEqual([...store.column(first).get().keys()], [1, 2]);
  });

  it('[JRN-08] updates its own student and column alone after a key, at once', () => {
    const mine = entry('a', second, 1, 5);
    put(mine);
    assert.deepEqual(notified.sort(), [`column ${second}`, 'pending', 'student 1']);
    assert.deepEqual(shown(1), ['4', '5?']);
    assert.equal(resting.length, 0);
    put(mine, entry('elsewhere', first, 2, 5, 'there'));
    assert.equal(notified.length, 3);
  });

  it('keeps the state of the server apart from pending entries, and shows the latest entry of a cell', () => {
    put(entry('a', first, 1, 5), entry('b', first, 1));
    assert.deepEqual(store.at(1, first).sign, absentValue);
    assert.equal(store.at(1, first).serverCell?.otsenka, '4');
    assert.equal(store.at(1, first).pending?.key, 'b');
    put();
    assert.deepEqual(shown(1), ['4', '']);
  });

  it('shows that an entry arrived when typing pauses, and once', () => {
    put(entry('a', first, 1, 5));
    notified = [];
    const before = server.get() as ServerState;
    server.set({ ...before, cells: { ...before.cells, 1: { [first]: holds(10, sign(5)) } } });
    put();
    assert.deepEqual(notified, []);
    rest();
    assert.deepEqual(notified.sort(), [`column ${first}`, 'pending', 'student 1']);
    assert.deepEqual(shown(1), ['5', '']);
  });

  it('shows a key at once although what arrived in its row has not been shown yet', () => {
    put(entry('a', first, 1, 5));
    const before = server.get() as ServerState;
    server.set({ ...before, cells: { ...before.cells, 1: { [first]: holds(10, sign(5)) } } });
    put(entry('b', second, 1, 2));
    assert.deepEqual(shown(1), ['5', '2?']);
    notified = [];
    rest();
    assert.deepEqual(notified, []);
  });

  it('shows what others entered, and refusals, at once', () => {
    const before = server.get() as ServerState;
    server.set({ ...before, cells: { ...before.cells, 2: { [first]: holds(20, sign(2)) } } });
    assert.deepEqual(notified.sort(), [`column ${first}`, 'student 2']);
    const waits = entry('a', first, 1, 5);
    put(waits);
    notified = [];
    put({ ...waits, refused: { code: 'journal.closed', message: 'День закрыт.' } });
    assert.deepEqual(notified.sort(), [`column ${first}`, 'pending', 'student 1']);
    assert.equal(store.at(1, first).pending?.refused?.code, 'journal.closed');
  });

  it('[JRN-02] "all present" fills what is empty, and nothing else', () => {
    put(entry('all', first), entry('one', first, 2));
    assert.deepEqual([1, 2, 3].map(shown), [
      ['4', ''],
      ['н/б?', ''],
      ['+?', ''],
    ]);
    assert.equal(store.at(3, first).pending?.key, 'all');
    put();
    assert.deepEqual(shown(3), ['', '']);
  });

  it('updates students and columns only when there are others', () => {
    const before = server.get() as ServerState;
    server.set({ ...before });
    assert.deepEqual(notified, []);
    server.set({ ...before, columns: before.columns.slice(1) });
    assert.deepEqual(notified, ['columns']);
  });

  it('keeps what it showed when what was read is forgotten', () => {
    server.set(undefined);
    assert.deepEqual(notified, []);
    assert.deepEqual(shown(1), ['4', '']);
  });
});
