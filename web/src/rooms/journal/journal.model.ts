import type { Output } from '@bilim/contract/call.ts';
import { journalColumnKey } from '@bilim/contract/class-links.ts';
import type { journal } from '@bilim/contract/journal.ts';
import type { LeavingDate } from '@bilim/contract/journal-table.ts';
import { computeStudentTotals, type StudentTotals } from './journal.totals.ts';

export { journalColumnKey as columnKey };

export type JournalRow = Output<typeof journal.table>[number];
/** A student's own row says who entered it. */
export type OwnEntry = Output<typeof journal.own>[number];
export type MarkType = Output<typeof journal.marks>[number];

/** What is in a cell: present or absent, and the mark. */
export interface CellValue {
  readonly isVisited: boolean | null;
  readonly id_otsenka: number | null;
  readonly otsenka: string | null;
  readonly otsenka_ball: number | null;
}

export const emptyValue: CellValue = { isVisited: null, id_otsenka: null, otsenka: null, otsenka_ball: null };
export const presentValue: CellValue = { ...emptyValue, isVisited: true };
export const absentValue: CellValue = { isVisited: false, id_otsenka: 6, otsenka: 'н/б', otsenka_ball: null };
export const toMarkCellValue = (mark: MarkType): CellValue => ({
  isVisited: true,
  id_otsenka: mark.id_otsenka,
  otsenka: mark.otsenka,
  otsenka_ball: mark.otsenka_ball,
});

/** Whether two cells show the same. */
export function isSameValue(a: CellValue, b: CellValue): boolean {
  return a.isVisited === b.isVisited && (a.id_otsenka ?? null) === (b.id_otsenka ?? null);
}

export interface JournalStudent {
  /** Tells the rows of a table apart; in a table over several journals somebody may be in two of them. */
  readonly id: number;
  /** The place of their journal among those of the table. */
  readonly journal: number;
  readonly name: string;
  /** How the row is called where somebody else in it has the same surname and name. */
  readonly label?: string | undefined;
  readonly group: string | null;
  readonly subgroup: number;
  /** Since when they are in the journal no more; what the browser kept from before may not have it. */
  readonly left?: LeavingDate;
}

export interface JournalColumn {
  /** Day and which class of that day: `2026-11-21.1`. */
  readonly key: string;
  readonly day: string;
  readonly times: number;
  /** For whom entries in it were made: 0 the whole group, else subgroups. */
  readonly parts: readonly number[];
  /** Whether the caller may write in it. */
  readonly edit: boolean;
  /** Whether the server knows it; a new date exists on this screen alone until its first entry (docs/rules.md#journal). */
  readonly stored: boolean;
  /** In a table over several journals: the column as each of them has it; null: the class is not theirs. */
  readonly own?: readonly (JournalColumn | null)[];
}

/** A column as the student's own journal has it; null: it is none of theirs. */
export const toOwnColumn = (column: JournalColumn, { journal }: JournalStudent): JournalColumn | null =>
  column.own ? (column.own[journal] ?? null) : column;

/** A column that is only on this screen so far. */
export interface NewColumn {
  readonly day: string;
  readonly times: number;
  readonly subgroup: number;
}

/** Order of columns: by day, then by the class of that day. */
export const compareColumns = (a: Pick<JournalColumn, 'day' | 'times'>, b: Pick<JournalColumn, 'day' | 'times'>) =>
  a.day.localeCompare(b.day) || a.times - b.times;

/** The columns with those that are only on this screen so far; the same list when it has them all. */
export function appendNewColumns(
  columns: readonly JournalColumn[],
  added: readonly NewColumn[],
): readonly JournalColumn[] {
  const all = new Map(columns.map((column) => [column.key, column]));
  // A column that is for the whole group is for its subgroups already.
  const has = ({ day, times, subgroup }: NewColumn) =>
    all.get(journalColumnKey(day, times))?.parts.some((part) => part === 0 || part === subgroup);
  if (added.every(has)) return columns;
  for (const one of added) {
    if (has(one)) continue;
    const { day, times, subgroup } = one;
    const key = journalColumnKey(day, times);
    const { parts, ...column } = all.get(key) ?? { key, day, times, parts: [], edit: true, stored: false };
    all.set(key, { ...column, parts: [...parts, subgroup].sort() });
  }
  return [...all.values()].sort(compareColumns);
}

/** Whether a student was in the journal on a day no more. */
const hadLeft = ({ left }: JournalStudent, day: string) => !!left && (left.since === null || day >= left.since);

/**
 * Whether a column counts for a student: it holds an entry of theirs, or is for the whole group or their subgroup and of a
 * day before they left.
 */
export function isColumnForStudent(column: JournalColumn, student: JournalStudent, entered: boolean): boolean {
  const own = toOwnColumn(column, student);
  if (!entered && hadLeft(student, column.day)) return false;
  return entered || own?.parts.some((part) => part === 0 || part === student.subgroup) === true;
}

/** Students of one subgroup; 0: all. */
export function filterStudentsBySubgroup(
  subgroup: number,
  students: readonly JournalStudent[],
): readonly JournalStudent[] {
  return subgroup ? students.filter((student) => student.subgroup === subgroup) : students;
}

/** Columns that are for the whole group or for one subgroup; 0: all. */
export function filterColumnsBySubgroup(subgroup: number, columns: readonly JournalColumn[]): readonly JournalColumn[] {
  return subgroup ? columns.filter(({ parts }) => parts.some((part) => part === 0 || part === subgroup)) : columns;
}

/** Totals of a row as it is on screen; `row`: what is in it, by column. */
export function computeRowTotals(
  student: JournalStudent,
  columns: readonly JournalColumn[],
  row: ReadonlyMap<string, { readonly sign: CellValue }>,
): StudentTotals {
  const signs: CellValue[] = [];
  let count = 0;
  for (const column of columns) {
    const sign = row.get(column.key)?.sign;
    if (sign) signs.push(sign);
    // What is on this screen alone is in nobody's average yet.
    if (isColumnForStudent(column, student, sign !== undefined) && (toOwnColumn(column, student)?.stored || sign))
      count++;
  }
  return computeStudentTotals(signs, count);
}

/** What a typed or pasted text means: н, n and - are absent, + is present, digits a mark; undefined: nothing known. */
export function parseCellValue(text: string, marks: readonly MarkType[]): CellValue | undefined {
  const word = text.trim().toLowerCase();
  if (['н', 'n', '-', '−', 'н/б', 'нб', 'n/a', 'абс'].includes(word)) return absentValue;
  if (['+', '=', '✓'].includes(word)) return presentValue;
  const mark = marks.find(
    ({ otsenka, id_otsenka }) => id_otsenka !== 6 && id_otsenka !== 8 && otsenka.toLowerCase() === word,
  );
  return mark && toMarkCellValue(mark);
}

/** One line a student, one tabulator a column, as spreadsheets copy; empty fields say nothing. */
export function parsePastedCells(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}
