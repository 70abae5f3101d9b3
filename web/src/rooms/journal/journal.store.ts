import { type Atom, atom, type ReadableAtom } from '../../core/atom.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { type CellValue, emptyValue, isSameValue, type MarkType, presentValue } from './journal.model.ts';
import { entryStudentId, entryValue } from './journal.pending.ts';
import type { ServerCell, ServerState } from './journal.server-state.ts';

/** A cell as it is on this screen. */
export interface ShownCell {
  /** Pending entries before the state of the server. */
  readonly sign: CellValue;
  readonly serverCell: ServerCell | undefined;
  /** The entry that the server has not confirmed, or has refused. */
  readonly pending: PendingEntry | undefined;
}

/** The cells of one student in which something stands, by column. */
export type StudentCells = ReadonlyMap<string, ShownCell>;
/** The cells of one column in which something stands, by student. */
export type ColumnCells = ReadonlyMap<number, ShownCell>;

/** Where the cells of a store come from. */
export interface CellSources {
  /** What the server holds; undefined until it is read. */
  readonly serverState: ReadableAtom<ServerState | undefined>;
  readonly outbox: ReadableAtom<{ readonly entries: readonly PendingEntry[] }>;
  /** Which of the outbox's entries are about this sheet, and about which of its columns. */
  isMine(entry: PendingEntry): boolean;
  columnOf(entry: PendingEntry): string;
  readonly marks: readonly MarkType[];
  /** Calls back when typing is idle. */
  onTypingIdle(callback: () => void): void;
}

/** The cells of a table, by student and by column; each can be subscribed to by itself. */
export interface CellStore {
  /** The students that the server knows. */
  readonly students: ReadableAtom<ServerState['students']>;
  /** What waits or was refused, oldest first. */
  readonly pending: ReadableAtom<readonly PendingEntry[]>;
  row(student: number): ReadableAtom<StudentCells>;
  column(key: string): ReadableAtom<ColumnCells>;
  at(student: number, column: string): ShownCell;
  /** Follows the sources; gives a function that ends it. */
  follow(): () => void;
}

/** The cells of one sheet. */
export interface JournalStore extends CellStore {
  /** The columns that the server knows. */
  readonly columns: ReadableAtom<ServerState['columns']>;
}

/** What the server holds and what it has not confirmed, apart. */
interface State {
  readonly serverState: ServerState | undefined;
  readonly pending: readonly PendingEntry[];
}

const empty: ShownCell = { sign: emptyValue, serverCell: undefined, pending: undefined };
const noRow: StudentCells = new Map();
const noCells: ColumnCells = new Map();

/**
 * Makes the store of a sheet. A changed sign or a new entry notifies at once. The confirmation of an entry notifies
 * when the person pauses typing: otherwise it would cost a frame between two keys.
 */
export function createJournalStore({
  serverState,
  outbox,
  isMine,
  columnOf,
  marks,
  onTypingIdle,
}: CellSources): JournalStore {
  let state: State = { serverState: undefined, pending: [] };
  const rowOf = rowsOf(columnOf, marks);
  const students = atom<ServerState['students']>([]);
  const columns = atom<ServerState['columns']>([]);
  const pending = atom(state.pending);
  const rows = new Map<number, Atom<StudentCells>>();
  const row = (student: number) => among(rows, student, noRow);
  const cellsOfColumns = new Map<string, Atom<ColumnCells>>();
  const column = (key: string) => among(cellsOfColumns, key, noCells);
  /** Students whose cells are redrawn when typing is idle. */
  const late = new Set<number>();

  const show = (made: Iterable<[number, StudentCells]>) => {
    const changed = new Map<string, Map<number, ShownCell>>();
    for (const [student, now] of made) {
      late.delete(student);
      const keys = differences(row(student).get(), now);
      if (keys.length) row(student).set(now);
      for (const key of keys) {
        const cells = changed.get(key) ?? new Map(column(key).get());
        const one = now.get(key);
        if (one) cells.set(student, one);
        else cells.delete(student);
        changed.set(key, cells);
      }
    }
    for (const [key, cells] of changed) column(key).set(cells);
  };
  const settle = () => {
    show([...late].map((student) => [student, rowOf(state, student)]));
    pending.set(state.pending);
  };
  const look = () => {
    const before = state;
    const entries = outbox.get().entries.filter(isMine);
    const isSame = entries.length === before.pending.length && entries.every((one, at) => one === before.pending[at]);
    state = { serverState: serverState.get() ?? before.serverState, pending: isSame ? before.pending : entries };
    students.set(state.serverState?.students ?? students.get());
    columns.set(state.serverState?.columns ?? columns.get());
    const made = studentsBetween(before, state).map((student): [number, StudentCells] => [
      student,
      rowOf(state, student),
    ]);
    for (const [student, now] of made) if (differences(row(student).get(), now).length) late.add(student);
    show(made.filter(([student, now]) => isNews(row(student).get(), now)));
    if (without(state.pending, before.pending).length) pending.set(state.pending);
    if (late.size || pending.get() !== state.pending) onTypingIdle(settle);
  };
  look();

  return {
    students,
    columns,
    pending,
    row,
    column,
    at: (student, key) => row(student).get().get(key) ?? empty,
    follow() {
      const stops = [serverState.subscribe(look), outbox.subscribe(look)];
      look();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function among<K, T>(cells: Map<K, Atom<T>>, key: K, first: T): Atom<T> {
  const found = cells.get(key) ?? atom(first);
  cells.set(key, found);
  return found;
}

/** The row of a student: pending entries come before the state of the server, "all present" only where there is nothing. */
const rowsOf =
  (columnOf: CellSources['columnOf'], marks: readonly MarkType[]) =>
  ({ serverState, pending }: State, student: number): StudentCells => {
    const row = new Map<string, ShownCell>();
    for (const [column, one] of Object.entries(serverState?.cells[student] ?? {}))
      row.set(column, { sign: one, serverCell: one, pending: undefined });
    for (const entry of pending) {
      if (entryStudentId(entry) !== student) continue;
      const column = columnOf(entry);
      row.set(column, { sign: entryValue(entry, marks), serverCell: row.get(column)?.serverCell, pending: entry });
    }
    for (const entry of pending) {
      const there = row.get(columnOf(entry)) ?? empty;
      if (entryStudentId(entry) !== null || there.sign.isVisited !== null) continue;
      row.set(columnOf(entry), { ...there, sign: presentValue, pending: there.pending ?? entry });
    }
    return row;
  };

const without = <T>(some: readonly T[], others: readonly T[]) => {
  const set = new Set(others);
  return some.filter((one) => !set.has(one));
};

/** The students whose cells may differ. */
function studentsBetween(before: State, now: State): number[] {
  const [old, made] = [before.serverState?.cells ?? {}, now.serverState?.cells ?? {}];
  const all = [...new Set([...Object.keys(old), ...Object.keys(made)].map(Number))];
  const entries = [...without(before.pending, now.pending), ...without(now.pending, before.pending)].map(
    entryStudentId,
  );
  if (entries.includes(null)) return all;
  const touched = new Set(entries.filter((one) => one !== null));
  return [...touched].concat(all.filter((student) => old[student] !== made[student] && !touched.has(student)));
}

/** The columns in which two rows of a student are not the same. */
function differences(before: StudentCells, now: StudentCells): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => {
    const [old, one] = [before.get(key) ?? empty, now.get(key) ?? empty];
    return one.serverCell !== old.serverCell || one.pending !== old.pending || !isSameValue(one.sign, old.sign);
  });
}

/** Whether a row shows another sign or an entry that is new, and not only that one arrived. */
function isNews(before: StudentCells, now: StudentCells): boolean {
  return differences(before, now).some((key) => {
    const [old, one] = [before.get(key) ?? empty, now.get(key) ?? empty];
    return !isSameValue(one.sign, old.sign) || (one.pending !== undefined && one.pending !== old.pending);
  });
}
