import { useCallback, useMemo, useRef } from 'react';
import type { Watched } from '../../core/cell.ts';
import { newKey } from '../../core/newKey.ts';
import { useDivision, useMarks } from './journal.data.ts';
import type { Key } from './journal.key.ts';
import {
  type Column,
  columnsOf,
  concerns,
  type Entry,
  type Mark,
  type NewColumn,
  nothing,
  type Sign,
  type Student,
  sameSign,
  studentsOf,
  type Table,
  tableOf,
  withEntry,
} from './journal.model.ts';
import { enter, enterAll, type Place, useDeleteColumn } from './journal.outbox.ts';
import { entryBetween, sheetName, useTable } from './journal.sheet.ts';
import { signIn, type Unconfirmed, useUnconfirmed } from './unconfirmed.ts';

/** One change of a cell, and what was there before. */
interface Change {
  readonly student: Student;
  readonly column: Column;
  readonly before: Sign;
}

/** The table on this screen and what can be done in it. */
export interface Sheet {
  readonly key: Key;
  readonly type: number;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly table: Table;
  /** Subgroups that the division has. */
  readonly parts: readonly number[];
  readonly marks: readonly Mark[];
  /** Whether entries may be made at all; false: a reason is still to be given. */
  readonly writable: boolean;
  /** What is unsent: at this moment for cells, later (`useCellLater`) for totals and words. */
  readonly unsent: Watched<Unconfirmed>;
  signAt(student: Student, column: Column): Sign;
  entryAt(student: Student, column: Column): Entry | undefined;
  /** Whether this teacher may write there. */
  mayEnter(student: Student, column: Column): boolean;
  /** Enters signs as one step that can be taken back; cells that show the same already are left out. */
  enter(changes: readonly { student: Student; column: Column; sign: Sign }[]): void;
  enterAll(column: Column): void;
  /** Takes the last step back; gives what was taken back. */
  undo(): readonly Change[];
  deleteColumn(column: Column): Promise<unknown>;
}

const noEntries: readonly Entry[] = [];
const noMarks: readonly Mark[] = [];

/** What a sheet is made of. */
interface Of {
  readonly key: Key | null;
  readonly type: number | null;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly added: readonly NewColumn[];
  /** Goes with every entry; in another's name there must be one. */
  readonly reason: string;
  /** Takes a new date from the screen. */
  readonly onDrop: (column: string) => void;
}

/** Reads a class type's table and ties it to what is unsent. */
export function useSheet({ key, type, part: wanted, added: wantedColumns, reason: given, onDrop }: Of) {
  const reason = given.trim() || undefined;
  const writable = key?.id_teacher === undefined || reason !== undefined;
  const rows = useTable(key, type);
  const division = useDivision(key, type);
  const marks = useMarks().data ?? noMarks;
  const unsent = useUnconfirmed(key, type, marks);
  const removal = useDeleteColumn();
  const { numbers, parts, part, added } = useSubgroups(division.data, wanted, wantedColumns);
  const table = useShownTable(rows.data, numbers, added, part);
  // Each journal and class type has its own: a step is taken back where it was made.
  const steps = useRef(new Map<string, Change[][]>());

  const place = useCallback(
    (column: Column, student?: Student): Place | null => {
      if (!key || type === null) return null;
      const own = student?.subgroup ?? part;
      const subgroup = column.parts.includes(own) ? own : column.parts.includes(0) ? 0 : own;
      return { key, type, day: column.day, times: column.times, subgroup, reason };
    },
    [key, type, part, reason],
  );

  const sheet = useMemo((): Sheet | null => {
    if (!key || type === null) return null;
    const here = sheetName(key, type);
    const done = steps.current.get(here) ?? [];
    steps.current.set(here, done);
    const state = { key, type, part, table, parts, marks, writable, unsent };
    const { signAt, entryAt } = readingOf(state);
    return {
      ...state,
      signAt,
      entryAt,
      mayEnter: (student, column) =>
        writable &&
        (entryAt(student, column)?.edit ?? column.edit) &&
        concerns(column, student, entryAt(student, column) !== undefined),
      ...writingOf(state, signAt, place, done),
      async deleteColumn(column) {
        const at = place(column);
        const isEmpty = table.students.every((student) => signAt(student, column).isVisited === null);
        if (at && (column.stored || !isEmpty)) await removal.mutateAsync({ place: at, key: newKey() });
        onDrop(column.key);
      },
    };
  }, [key, type, part, parts, table, marks, writable, unsent, place, removal.mutateAsync, onDrop]);

  return { sheet, rows, division };
}

/** In which subgroup each student is, which subgroups there are, and which one is shown. */
function useSubgroups(
  division: ReturnType<typeof useDivision>['data'],
  wanted: number,
  wantedColumns: readonly NewColumn[],
) {
  const numbers = useMemo(() => new Map((division ?? []).map((one) => [one.id_student, one.subgroup])), [division]);
  // The timetable may know subgroups into which this group is not divided: then it is about all.
  const parts = useMemo(() => [...new Set(numbers.values())].filter(Boolean).sort(), [numbers]);
  const part = parts.includes(wanted) ? wanted : 0;
  const added = useMemo(
    () => wantedColumns.map((one) => (parts.includes(one.subgroup) ? one : { ...one, subgroup: 0 })),
    [wantedColumns, parts],
  );
  return { numbers, parts, part, added };
}

/** The table of the subgroup that is shown; what an answer leaves as it was stays the same object. */
function useShownTable(
  rows: readonly Entry[] | undefined,
  numbers: ReadonlyMap<number, number>,
  added: readonly NewColumn[],
  part: number,
): Table {
  const before = useRef<{ rows: readonly Entry[]; of: readonly unknown[]; table: Table } | null>(null);
  const whole = useMemo(() => {
    const entries = rows ?? noEntries;
    const last = before.current;
    // The answer to a key must not go through thousands of cells while the next key is pressed.
    const one = last?.of[0] === numbers && last.of[1] === added ? entryBetween(last.rows, entries) : null;
    const table = (one && last && withEntry(last.table, one)) ?? tableOf(entries, numbers, added, last?.table);
    before.current = { rows: entries, of: [numbers, added], table };
    return table;
  }, [rows, numbers, added]);
  // An entry changes neither of the two, so that the other rows stay as they are.
  const students = useMemo(() => studentsOf(part, whole.students), [whole.students, part]);
  const columns = useMemo(() => columnsOf(part, whole.columns), [whole.columns, part]);
  return useMemo(() => ({ students, columns, cells: whole.cells }), [students, columns, whole.cells]);
}

/** What stands in a cell: what is unsent before what the server holds. */
function readingOf({ table, unsent }: Pick<Sheet, 'table' | 'unsent'>): Pick<Sheet, 'signAt' | 'entryAt'> {
  return {
    signAt(student, column) {
      const { cells, all } = unsent.get();
      return signIn(column.key, table.cells.get(student.id), cells.get(student.id), all) ?? nothing;
    },
    entryAt: (student, column) => table.cells.get(student.id)?.get(column.key),
  };
}

/** Writing into cells step by step; `done` holds the steps that can be taken back. */
function writingOf(
  { table, part }: Pick<Sheet, 'table' | 'part'>,
  signAt: Sheet['signAt'],
  place: (column: Column, student?: Student) => Place | null,
  done: Change[][],
): Pick<Sheet, 'enter' | 'enterAll' | 'undo'> {
  const put = (student: Student, column: Column, sign: Sign) => {
    const at = place(column, student);
    if (at) enter(at, student.id, sign);
  };
  return {
    enter(changes) {
      const real = changes
        .map((one) => ({ ...one, before: signAt(one.student, one.column) }))
        .filter((one) => !sameSign(one.sign, one.before));
      for (const { student, column, sign } of real) put(student, column, sign);
      if (real.length) done.push(real);
    },
    enterAll(column) {
      const at = place(column);
      if (!at) return;
      const empty = table.students.filter(
        (student) => signAt(student, column).isVisited === null && concerns(column, student, false),
      );
      enterAll({ ...at, subgroup: column.parts.includes(0) ? part : (column.parts[0] ?? part) });
      if (empty.length) done.push(empty.map((student) => ({ student, column, before: nothing })));
    },
    undo() {
      const last = done.pop() ?? [];
      for (const { student, column, before: sign } of last) put(student, column, sign);
      return last;
    },
  };
}
