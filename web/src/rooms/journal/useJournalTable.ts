import { useEffect, useMemo, useRef } from 'react';
import { useAtom } from '../../core/atom.ts';
import { formatStudentGridName } from './formatters.ts';
import {
  type ColumnKeyMapping,
  combineStores,
  findRowOwner,
  mergeTableColumns,
  stableListAtom,
} from './journal.combined.ts';
import { useMarkTypes, useSubgroupsOfJournals } from './journal.data.ts';
import type { JournalKey, JournalKeys } from './journal.key.ts';
import { journalTableKey, openJournalTable, useJournalLoadState } from './journal.loading.ts';
import {
  type CellValue,
  emptyValue,
  filterColumnsBySubgroup,
  filterStudentsBySubgroup,
  isColumnForStudent,
  isSameValue,
  type JournalColumn,
  type JournalStudent,
  type MarkType,
  type NewColumn,
  toOwnColumn,
} from './journal.model.ts';
import {
  deleteOwnEntriesOfColumn,
  deleteOwnEntriesOfCombinedColumn,
  type EntryTarget,
  enterAllPresent,
  enterAllPresentCombined,
  enterCellValue,
} from './journal.outbox.ts';
import type { CellStore, JournalStore, ShownCell } from './journal.store.ts';

/** One change of a cell, and what was there before. */
interface Change {
  readonly student: JournalStudent;
  readonly column: JournalColumn;
  readonly before: CellValue;
}

/** The sheet on this screen and what can be done in it. What is in its cells is watched in the store. */
export interface JournalTable {
  readonly type: number;
  /** The journals of the table; of a combined class one a group. */
  readonly keys: JournalKeys;
  readonly match: ColumnKeyMapping;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly students: readonly JournalStudent[];
  readonly columns: readonly JournalColumn[];
  /** Subgroups that the division has. */
  readonly parts: readonly number[];
  readonly marks: readonly MarkType[];
  /** Whether entries may be made at all; false: a reason is still to be given. */
  readonly writable: boolean;
  readonly store: CellStore;
  /** What is in a cell at this moment. */
  at(student: JournalStudent, column: JournalColumn): ShownCell;
  /** Whether this teacher may write there. */
  mayEnter(student: JournalStudent, column: JournalColumn): boolean;
  /** Enters signs as one step that can be taken back; cells that show the same already are left out. */
  enter(changes: readonly { student: JournalStudent; column: JournalColumn; sign: CellValue }[]): void;
  enterAll(column: JournalColumn): void;
  /** Takes the last step back; gives what was taken back. */
  undo(): readonly Change[];
  deleteColumn(column: JournalColumn): Promise<unknown>;
}

const noMarks: readonly MarkType[] = [];

/** What a sheet is made of. */
interface JournalTableSource {
  readonly keys: JournalKeys;
  readonly type: number;
  /** How the columns of the journals are called in the table. */
  readonly match: ColumnKeyMapping;
  /** Subgroup that is shown; 0: the whole group. */
  readonly part: number;
  readonly added: readonly NewColumn[];
  /** Goes with every entry; in another's name there must be one. */
  readonly reason: string;
  /** How the table is called, discipline and group. */
  readonly title: string;
  /** Removes a date that was added and not saved. */
  readonly onDrop: (column: string) => void;
}

/** Reads a class type's table, over one journal or those of a combined class, and opens its store. */
export function useJournalTable({
  keys,
  type,
  match,
  part: wanted,
  added,
  reason: given,
  title,
  onDrop,
}: JournalTableSource) {
  const reason = given.trim() || undefined;
  const writable = keys[0].id_teacher === undefined || reason !== undefined;
  const reading = useJournalLoadState(keys, type);
  const marks = useMarkTypes().data ?? noMarks;
  const stores = useMemo(() => keys.map((key) => openJournalTable(key, type, marks)), [keys, type, marks]);
  const store = useMemo(() => tableOver(stores, match), [stores, match]);
  useEffect(() => store.follow(), [store]);
  const shown = useShown({ keys, type, match, part: wanted, added }, stores, store);
  // Each journal and class type has its own: a step is taken back where it was made.
  const steps = useRef(new Map<string, Change[][]>());

  const sheet = useMemo((): JournalTable => {
    const name = keys.map((key) => journalTableKey(key, type)).join(' ');
    const done = steps.current.get(name) ?? [];
    steps.current.set(name, done);
    const at = (student: JournalStudent, column: JournalColumn) => store.at(student.id, column.key);
    const place = (key: JournalKey, { day, times, parts }: JournalColumn, subgroup: number): EntryTarget => {
      const isFor = parts.includes(subgroup) ? subgroup : parts.includes(0) ? 0 : subgroup;
      return { key, type, day, times, subgroup: isFor, reason, title };
    };
    return {
      ...{ keys, type, match, marks, writable, store, ...shown, at },
      mayEnter(student, column) {
        const { serverCell } = at(student, column);
        // Of somebody who has left, what was entered decides whether it may still be changed.
        const edit = serverCell?.edit ?? (student.left ? false : (toOwnColumn(column, student)?.edit ?? false));
        return writable && edit && isColumnForStudent(column, student, serverCell !== undefined);
      },
      ...writingOf({ ...shown, keys, at }, place, done),
      async deleteColumn(column) {
        const isEmpty = shown.students.every((student) => at(student, column).sign.isVisited === null);
        const [first, ...others] = placesOf(keys, column, (key, own) => place(key, own, shown.part));
        if (first && (column.stored || !isEmpty))
          await (others.length
            ? deleteOwnEntriesOfCombinedColumn([first, ...others])
            : deleteOwnEntriesOfColumn(first));
        onDrop(column.key);
      },
    };
  }, [keys, type, match, marks, writable, reason, title, store, shown, onDrop]);

  return { sheet, reading };
}

/** The store of one sheet is the table's; several are read as one. */
function tableOver(stores: readonly JournalStore[], match: ColumnKeyMapping): CellStore {
  const [only] = stores;
  return stores.length === 1 && only ? only : combineStores(stores, match);
}

/** The students and columns of the subgroup that is shown. */
function useShown(
  {
    keys,
    type,
    match,
    part: wanted,
    added: wantedColumns,
  }: Pick<JournalTableSource, 'keys' | 'type' | 'match' | 'part' | 'added'>,
  stores: readonly JournalStore[],
  store: CellStore,
) {
  const divisions = useSubgroupsOfJournals(keys, type);
  /** By journal and person. */
  const numbers = useMemo(
    () => divisions.map((list) => new Map((list ?? []).map((one) => [one.id_student, one.subgroup]))),
    [divisions],
  );
  // The timetable may know subgroups into which this group is not divided: then it is about all.
  const parts = useMemo(
    () => [...new Set(numbers.flatMap((one) => [...one.values()]))].filter(Boolean).sort(),
    [numbers],
  );
  const part = parts.includes(wanted) ? wanted : 0;
  const added = useMemo(
    () => wantedColumns.map((one) => (parts.includes(one.subgroup) ? one : { ...one, subgroup: 0 })),
    [wantedColumns, parts],
  );
  const known = useAtom(store.students);
  const stored = useAtom(useMemo(() => stableListAtom(stores.map(({ columns }) => columns)), [stores]));
  const group = useMemo(
    () =>
      known.map((one): JournalStudent => {
        const { person, journal } = findRowOwner(one.id, keys.length);
        return { ...one, journal, subgroup: numbers[journal]?.get(person) ?? 0 };
      }),
    [known, numbers, keys],
  );
  const all = useMemo(() => mergeTableColumns(stored, added, match), [stored, added, match]);
  const students = useMemo(() => filterStudentsBySubgroup(part, group), [part, group]);
  const columns = useMemo(() => filterColumnsBySubgroup(part, all), [part, all]);
  return useMemo(() => ({ part, parts, students, columns }), [part, parts, students, columns]);
}

/** Where an act on a whole column writes: into the journal of each group whose class it is. */
function placesOf(
  keys: JournalKeys,
  column: JournalColumn,
  place: (key: JournalKey, own: JournalColumn) => EntryTarget,
): EntryTarget[] {
  return keys.flatMap((key, journal) => {
    const own = column.own ? column.own[journal] : column;
    return own ? [place(key, own)] : [];
  });
}

/** Writing into cells step by step; `done` holds the steps that can be taken back. */
function writingOf(
  { keys, students, part, at }: Pick<JournalTable, 'keys' | 'students' | 'part' | 'at'>,
  place: (key: JournalKey, column: JournalColumn, subgroup: number) => EntryTarget,
  done: Change[][],
): Pick<JournalTable, 'enter' | 'enterAll' | 'undo'> {
  const put = (student: JournalStudent, column: JournalColumn, sign: CellValue) => {
    const { person, journal } = findRowOwner(student.id, keys.length);
    const own = toOwnColumn(column, student);
    const name = formatStudentGridName(student);
    if (own) enterCellValue(place(keys[journal] ?? keys[0], own, student.subgroup), { id: person, name }, sign);
  };
  return {
    enter(changes) {
      const real = changes
        .map((one) => ({ ...one, before: at(one.student, one.column).sign }))
        .filter((one) => !isSameValue(one.sign, one.before));
      for (const { student, column, sign } of real) put(student, column, sign);
      if (real.length) done.push(real);
    },
    enterAll(column) {
      const empty = students.filter(
        (student) =>
          !student.left && at(student, column).sign.isVisited === null && isColumnForStudent(column, student, false),
      );
      const subgroup = column.parts.includes(0) ? part : (column.parts[0] ?? part);
      const [first, ...others] = placesOf(keys, column, (key, own) => ({ ...place(key, own, part), subgroup }));
      if (first && others.length) enterAllPresentCombined([first, ...others]);
      else if (first) enterAllPresent(first);
      if (empty.length) done.push(empty.map((student) => ({ student, column, before: emptyValue })));
    },
    undo() {
      const last = done.pop() ?? [];
      for (const { student, column, before: sign } of last) put(student, column, sign);
      return last;
    },
  };
}
