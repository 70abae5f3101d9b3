import { buildCombinedDay, type CombinedClassDay } from '@bilim/contract/combined-class.ts';
import type { ClassCourse } from '@bilim/contract/term-calendar.ts';
import { listLessonsOnDay, type Timetable } from '@bilim/contract/timetable.ts';
import type { ReadableAtom } from '../../core/atom.ts';
import { appendNewColumns, columnKey, compareColumns, type JournalColumn, type NewColumn } from './journal.model.ts';
import type { CellStore, ColumnCells, JournalStore, ShownCell, StudentCells } from './journal.store.ts';

/** How the columns of a table's journals are called in the table, and back; those of one class are one. */
export interface ColumnKeyMapping {
  inTable(journal: number, key: string): string;
  /** Null: the class is not for this journal's group. */
  inJournal(journal: number, key: string): string | null;
}

/** The columns of a table over one journal. */
export const singleJournalColumnMapping: ColumnKeyMapping = { inTable: (_, key) => key, inJournal: (_, key) => key };

const partsOf = (key: string): [day: string, times: number] => {
  const [day = '', times] = key.split('.');
  return [day, Number(times)];
};

/** Matches the columns of several groups by the classes of the timetable. */
export function matchColumns(
  { week, term }: Timetable,
  course: ClassCourse,
  groups: readonly number[],
): ColumnKeyMapping {
  const days = new Map<string, CombinedClassDay>();
  const on = (day: string): CombinedClassDay => {
    const found = days.get(day) ?? buildCombinedDay(course, listLessonsOnDay(week, term, day), groups);
    days.set(day, found);
    return found;
  };
  return {
    inTable(journal, key) {
      const [day, times] = partsOf(key);
      return columnKey(day, on(day).inTable(groups[journal] ?? 0, times));
    },
    inJournal(journal, key) {
      const [day, number] = partsOf(key);
      const times = on(day).inJournal(groups[journal] ?? 0, number);
      return times === null ? null : columnKey(day, times);
    },
  };
}

/** The row of a person in one of so many journals: somebody who changed the group may be in two. */
const rowOf = (person: number, journal: number, journals: number) => person * journals + journal;

/** Whose row it is, and in which journal. */
export function findRowOwner(row: number, journals: number): { person: number; journal: number } {
  const journal = row % journals;
  return { person: (row - journal) / journals, journal };
}

/** One value made of another, again only when that one changed. */
function derived<T, R>(from: ReadableAtom<T>, make: (value: T) => R): ReadableAtom<R> {
  let last: { readonly value: T; readonly made: R } | null = null;
  return {
    get() {
      const value = from.get();
      if (!last || !Object.is(last.value, value)) last = { value, made: make(value) };
      return last.made;
    },
    subscribe: from.subscribe,
  };
}

/** Several values as one list, the same as long as none of them changes. */
export function stableListAtom<T>(all: readonly ReadableAtom<T>[]): ReadableAtom<readonly T[]> {
  let last: readonly T[] = [];
  return {
    get() {
      const now = all.map((one) => one.get());
      if (now.length !== last.length || now.some((value, at) => !Object.is(value, last[at]))) last = now;
      return last;
    },
    subscribe(watcher) {
      const stops = all.map((one) => one.subscribe(watcher));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const noCells: ReadableAtom<ColumnCells> = { get: () => none, subscribe: () => () => {} };
const none: ColumnCells = new Map();

/** The cells of several sheets as those of one table; each sheet keeps its own. */
export function combineStores(stores: readonly JournalStore[], match: ColumnKeyMapping): CellStore {
  const { length } = stores;
  const rows = new Map<number, ReadableAtom<StudentCells>>();
  const columns = new Map<string, ReadableAtom<ColumnCells>>();
  const makeRow = (id: number): ReadableAtom<StudentCells> => {
    const { person, journal } = findRowOwner(id, length);
    const store = stores[journal] as JournalStore;
    return derived(
      store.row(person),
      (row) => new Map([...row].map(([key, cell]) => [match.inTable(journal, key), cell])),
    );
  };
  const makeColumn = (key: string): ReadableAtom<ColumnCells> => {
    const own = stores.map((store, journal) => {
      const name = match.inJournal(journal, key);
      return name === null ? noCells : store.column(name);
    });
    return derived(stableListAtom(own), (lists) => {
      const cells = new Map<number, ShownCell>();
      for (const [journal, list] of lists.entries())
        for (const [person, cell] of list) cells.set(rowOf(person, journal, length), cell);
      return cells;
    });
  };
  return {
    students: derived(stableListAtom(stores.map(({ students }) => students)), (lists) =>
      lists.flatMap((list, journal) => list.map((one) => ({ ...one, id: rowOf(one.id, journal, length) }))),
    ),
    // An act in several journals waits in each of them.
    pending: derived(stableListAtom(stores.map(({ pending }) => pending)), (lists) =>
      [...new Set(lists.flat())].sort((a, b) => a.order - b.order),
    ),
    row: (id) => among(rows, id, makeRow),
    column: (key) => among(columns, key, makeColumn),
    at(id, key) {
      const { person, journal } = findRowOwner(id, length);
      // No column has an empty name.
      return (stores[journal] as JournalStore).at(person, match.inJournal(journal, key) ?? '');
    },
    follow() {
      const stops = stores.map((store) => store.follow());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function among<K, T>(made: Map<K, T>, key: K, make: (key: K) => T): T {
  const found = made.get(key) ?? make(key);
  made.set(key, found);
  return found;
}

/**
 * The columns of a table: of one journal its own, of several one for each class, as each of them has it. A class that is
 * a group's is there for it also while only another group has entries in it.
 */
export function mergeTableColumns(
  stored: readonly (readonly JournalColumn[])[],
  added: readonly NewColumn[],
  match: ColumnKeyMapping,
): readonly JournalColumn[] {
  const [only] = stored;
  if (stored.length === 1 && only) return appendNewColumns(only, added);
  const all = new Map<string, (JournalColumn | null)[]>();
  for (const [journal, columns] of stored.entries())
    for (const column of appendNewColumns(columns, addedTo(journal, added, match))) {
      const key = match.inTable(journal, column.key);
      const own = all.get(key) ?? stored.map(() => null);
      own[journal] = column;
      all.set(key, own);
    }
  return [...all].map(([key, own]) => overAll(key, own, match)).sort(compareColumns);
}

/** Columns of the table that are only on this screen so far, as one journal would have them. */
function addedTo(journal: number, added: readonly NewColumn[], match: ColumnKeyMapping): NewColumn[] {
  return added.flatMap((one) => {
    const key = match.inJournal(journal, columnKey(one.day, one.times));
    return key === null ? [] : [{ ...one, times: partsOf(key)[1] }];
  });
}

function overAll(key: string, found: readonly (JournalColumn | null)[], match: ColumnKeyMapping): JournalColumn {
  const there = found.filter((one) => one !== null);
  const [day, times] = partsOf(key);
  const column = {
    ...{ key, day, times },
    parts: [...new Set(there.flatMap(({ parts }) => parts))].sort(),
    edit: there.some(({ edit }) => edit),
    stored: there.some(({ stored }) => stored),
  };
  const own = found.map((one, journal) => {
    const name = match.inJournal(journal, key);
    if (one || name === null) return one;
    return { ...column, key: name, times: partsOf(name)[1], stored: false };
  });
  return { ...column, own };
}
