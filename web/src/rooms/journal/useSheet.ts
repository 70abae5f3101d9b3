import { useEffect, useMemo, useRef } from 'react';
import { useCell } from '../../core/cell.ts';
import { useDivision, useMarks } from './journal.data.ts';
import type { Key } from './journal.key.ts';
import {
  type Column,
  columnsOf,
  concerns,
  type Mark,
  type NewColumn,
  nothing,
  type Sign,
  type Student,
  sameSign,
  studentsOf,
  withNew,
} from './journal.model.ts';
import { deleteColumn, enter, enterAll, type Place } from './journal.outbox.ts';
import { openSheet, sheetName, useSheetReading } from './journal.sheet.ts';
import type { SheetStore, ShownCell } from './journal.store.ts';

/** One change of a cell, and what was there before. */
interface Change {
  readonly student: Student;
  readonly column: Column;
  readonly before: Sign;
}

/** The sheet on this screen and what can be done in it. What stands in its cells is watched in the store. */
export interface Sheet {
  readonly type: number;
  readonly key: Key;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly students: readonly Student[];
  readonly columns: readonly Column[];
  /** Subgroups that the division has. */
  readonly parts: readonly number[];
  readonly marks: readonly Mark[];
  /** Whether entries may be made at all; false: a reason is still to be given. */
  readonly writable: boolean;
  readonly store: SheetStore;
  /** What stands in a cell at this moment. */
  at(student: Student, column: Column): ShownCell;
  /** Whether this teacher may write there. */
  mayEnter(student: Student, column: Column): boolean;
  /** Enters signs as one step that can be taken back; cells that show the same already are left out. */
  enter(changes: readonly { student: Student; column: Column; sign: Sign }[]): void;
  enterAll(column: Column): void;
  /** Takes the last step back; gives what was taken back. */
  undo(): readonly Change[];
  deleteColumn(column: Column): Promise<unknown>;
}

const noMarks: readonly Mark[] = [];

/** What a sheet is made of. */
interface Of {
  readonly key: Key;
  readonly type: number;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly added: readonly NewColumn[];
  /** Goes with every entry; in another's name there must be one. */
  readonly reason: string;
  /** Takes a new date from the screen. */
  readonly onDrop: (column: string) => void;
}

/** Reads a class type's table and opens its store. */
export function useSheet({ key, type, part: wanted, added, reason: given, onDrop }: Of) {
  const reason = given.trim() || undefined;
  const writable = key.id_teacher === undefined || reason !== undefined;
  const reading = useSheetReading(key, type);
  const marks = useMarks().data ?? noMarks;
  const store = useMemo(() => openSheet(key, type, marks), [key, type, marks]);
  useEffect(() => store.follow(), [store]);
  const shown = useShown(key, type, wanted, added, store);
  // Each journal and class type has its own: a step is taken back where it was made.
  const steps = useRef(new Map<string, Change[][]>());

  const sheet = useMemo((): Sheet => {
    const name = sheetName(key, type);
    const done = steps.current.get(name) ?? [];
    steps.current.set(name, done);
    const at = (student: Student, column: Column) => store.at(student.id, column.key);
    const place = (column: Column, subgroup: number): Place => {
      const { day, times, parts } = column;
      const isFor = parts.includes(subgroup) ? subgroup : parts.includes(0) ? 0 : subgroup;
      return { key, type, day, times, subgroup: isFor, reason };
    };
    return {
      ...{ key, type, marks, writable, store, ...shown, at },
      mayEnter(student, column) {
        const { held } = at(student, column);
        return writable && (held?.edit ?? column.edit) && concerns(column, student, held !== undefined);
      },
      ...writingOf({ ...shown, at }, place, done),
      async deleteColumn(column) {
        const isEmpty = shown.students.every((student) => at(student, column).sign.isVisited === null);
        if (column.stored || !isEmpty) await deleteColumn(place(column, shown.part));
        onDrop(column.key);
      },
    };
  }, [key, type, marks, writable, reason, store, shown, onDrop]);

  return { sheet, reading };
}

/** The students and columns of the subgroup that is shown. */
function useShown(key: Key, type: number, wanted: number, wantedColumns: readonly NewColumn[], store: SheetStore) {
  const division = useDivision(key, type).data;
  const numbers = useMemo(() => new Map((division ?? []).map((one) => [one.id_student, one.subgroup])), [division]);
  // The timetable may know subgroups into which this group is not divided: then it is about all.
  const parts = useMemo(() => [...new Set(numbers.values())].filter(Boolean).sort(), [numbers]);
  const part = parts.includes(wanted) ? wanted : 0;
  const added = useMemo(
    () => wantedColumns.map((one) => (parts.includes(one.subgroup) ? one : { ...one, subgroup: 0 })),
    [wantedColumns, parts],
  );
  const known = useCell(store.students);
  const stored = useCell(store.columns);
  const group = useMemo(() => known.map((one) => ({ ...one, subgroup: numbers.get(one.id) ?? 0 })), [known, numbers]);
  const all = useMemo(() => withNew(stored, added), [stored, added]);
  const students = useMemo(() => studentsOf(part, group), [part, group]);
  const columns = useMemo(() => columnsOf(part, all), [part, all]);
  return useMemo(() => ({ part, parts, students, columns }), [part, parts, students, columns]);
}

/** Writing into cells step by step; `done` holds the steps that can be taken back. */
function writingOf(
  { students, part, at }: Pick<Sheet, 'students' | 'part' | 'at'>,
  place: (column: Column, subgroup: number) => Place,
  done: Change[][],
): Pick<Sheet, 'enter' | 'enterAll' | 'undo'> {
  const put = (student: Student, column: Column, sign: Sign) =>
    enter(place(column, student.subgroup), student.id, sign);
  return {
    enter(changes) {
      const real = changes
        .map((one) => ({ ...one, before: at(one.student, one.column).sign }))
        .filter((one) => !sameSign(one.sign, one.before));
      for (const { student, column, sign } of real) put(student, column, sign);
      if (real.length) done.push(real);
    },
    enterAll(column) {
      const empty = students.filter(
        (student) => at(student, column).sign.isVisited === null && concerns(column, student, false),
      );
      enterAll({ ...place(column, part), subgroup: column.parts.includes(0) ? part : (column.parts[0] ?? part) });
      if (empty.length) done.push(empty.map((student) => ({ student, column, before: nothing })));
    },
    undo() {
      const last = done.pop() ?? [];
      for (const { student, column, before: sign } of last) put(student, column, sign);
      return last;
    },
  };
}
