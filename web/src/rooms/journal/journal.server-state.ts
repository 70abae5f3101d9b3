import type { LeavingDate } from '@bilim/contract/journal-table.ts';
import { disambiguateNames, surnameAndName } from '@bilim/contract/names.ts';
import type { QueryPatch } from '../../core/offline/persistedQueries.ts';
import {
  type CellValue,
  columnKey,
  compareColumns,
  type JournalColumn,
  type JournalRow,
  type JournalStudent,
} from './journal.model.ts';

/** What the server holds in one cell. */
export interface ServerCell extends CellValue {
  /** Its number, under which the history is asked for. */
  readonly id: number;
  /** For whom it was entered: 0 the whole group, else a subgroup. */
  readonly subgroup: number;
  /** Whether the caller may change it. */
  readonly edit: boolean;
}

/** What the server holds of one student, by column. */
export type ServerRow = Readonly<Record<string, ServerCell>>;

/** What the server holds of a sheet. Plain objects: it is kept in the browser as text. */
export interface ServerState {
  /** In the order in which they come. */
  readonly students: readonly Omit<JournalStudent, 'subgroup' | 'journal'>[];
  /** The union of all students' columns. */
  readonly columns: readonly JournalColumn[];
  /** By student. */
  readonly cells: Readonly<Record<number, ServerRow>>;
}

/** The cell of a row; null: the row stands for a student without entries. */
function cellOf(row: JournalRow): { column: string; cell: ServerCell } | null {
  const { id_studentJournalVisit: id, visitDate, timesCount, isVisited, id_otsenka, otsenka, otsenka_ball } = row;
  if (id === null || visitDate === null || timesCount === null) return null;
  const { subgroup, edit } = row;
  return {
    column: columnKey(visitDate, timesCount),
    cell: { id, isVisited, id_otsenka, otsenka, otsenka_ball, subgroup, edit },
  };
}

/** A student of the table, with what distinguishes them from others who are called the same. */
type Named = Omit<ServerState['students'][number], 'label'> & { readonly apart?: string };

/** The students with the labels of those whom surname and name do not tell apart. */
function labelled(students: readonly Named[]): ServerState['students'] {
  const labels = disambiguateNames(students, surnameAndName);
  return students.map(({ apart: _, ...student }, place) => {
    const label = labels[place];
    return label === undefined || label === surnameAndName(student.name) ? student : { ...student, label };
  });
}

/** Sorts the rows of a table into students, columns and cells. */
export function buildServerState(rows: readonly (JournalRow & { readonly left?: LeavingDate })[]): ServerState {
  const students = new Map<number, Named>();
  const cells: Record<number, Record<string, ServerCell>> = {};
  for (const row of rows) {
    const { id_student: id, s_fio: name, apart, p20: group, left } = row;
    students.set(id, { id, name, group, ...(apart !== undefined && { apart }), ...(left && { left }) });
    cells[id] ??= {};
    const made = cellOf(row);
    if (made) cells[id][made.column] = made.cell;
  }
  return { students: labelled([...students.values()]), columns: columnsIn(cells), cells };
}

function columnsIn(cells: ServerState['cells']): JournalColumn[] {
  const columns = new Map<string, { parts: Set<number>; edit: boolean }>();
  for (const row of Object.values(cells))
    for (const [key, { subgroup, edit }] of Object.entries(row)) {
      const column = columns.get(key) ?? { parts: new Set(), edit: false };
      columns.set(key, { parts: column.parts.add(subgroup), edit: column.edit || edit });
    }
  return [...columns]
    .map(([key, { parts, edit }]) => {
      const [day = '', times] = key.split('.');
      return { key, day, times: Number(times), parts: [...parts].sort(), edit, stored: true };
    })
    .sort(compareColumns);
}

/** The state with the cell of one row added or replaced. */
export function upsertRow(serverState: ServerState, row: JournalRow): ServerState {
  const made = cellOf(row);
  if (!made) return serverState;
  const cells = {
    ...serverState.cells,
    [row.id_student]: { ...serverState.cells[row.id_student], [made.column]: made.cell },
  };
  // The columns are collected from thousands of cells: too slow for each mark that is typed, so only when one may have changed.
  return {
    ...serverState,
    cells,
    columns: leavesColumns(serverState, row.id_student, made) ? serverState.columns : columnsIn(cells),
  };
}

/** What a row has changed in what is kept of a sheet: its cell, and the columns where they are others now. */
export function buildQueryPatches(
  row: JournalRow,
  before: ServerState | undefined,
  now: ServerState | undefined,
): QueryPatch[] {
  const made = cellOf(row);
  if (!made) return [];
  const cell = { path: ['cells', row.id_student, made.column], value: made.cell };
  return now && now.columns !== before?.columns ? [cell, { path: ['columns'], value: now.columns }] : [cell];
}

/** Whether the columns are the same with this cell in its place. */
function leavesColumns(
  serverState: ServerState,
  student: number,
  { column: key, cell }: NonNullable<ReturnType<typeof cellOf>>,
) {
  const column = serverState.columns.find((one) => one.key === key);
  const old = serverState.cells[student]?.[key];
  if (old) return old.subgroup === cell.subgroup && old.edit === cell.edit;
  return column?.parts.includes(cell.subgroup) && (column.edit || !cell.edit);
}
