import type { Output } from '@bilim/contract/call.ts';
import type { journal } from '@bilim/contract/journal.ts';
import { columnKey } from '@bilim/contract/lead.ts';
import { type Totals, totalsOf } from './journal.totals.ts';

export { columnKey };

export type Entry = Output<typeof journal.table>[number];
/** A student's own row tells who entered it. */
export type OwnEntry = Output<typeof journal.own>[number];
export type Mark = Output<typeof journal.marks>[number];

/** What stands in a cell: present or absent, and the mark. */
export interface Sign {
  readonly isVisited: boolean | null;
  readonly id_otsenka: number | null;
  readonly otsenka: string | null;
  readonly otsenka_ball: number | null;
}

export const nothing: Sign = { isVisited: null, id_otsenka: null, otsenka: null, otsenka_ball: null };
export const present: Sign = { ...nothing, isVisited: true };
export const absent: Sign = { isVisited: false, id_otsenka: 6, otsenka: 'н/б', otsenka_ball: null };
export const marked = (mark: Mark): Sign => ({
  isVisited: true,
  id_otsenka: mark.id_otsenka,
  otsenka: mark.otsenka,
  otsenka_ball: mark.otsenka_ball,
});

/** Whether two cells show the same. */
export function sameSign(a: Sign, b: Sign): boolean {
  return a.isVisited === b.isVisited && (a.id_otsenka ?? null) === (b.id_otsenka ?? null);
}

export interface Student {
  readonly id: number;
  readonly name: string;
  readonly group: string | null;
  readonly subgroup: number;
}

export interface Column {
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
}

export interface Table {
  readonly students: readonly Student[];
  readonly columns: readonly Column[];
  /** Entries by student, then by column. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<string, Entry>>;
}

/** A column that is only on this screen so far. */
export interface NewColumn {
  readonly day: string;
  readonly times: number;
  readonly subgroup: number;
}

/** Order of columns: by day, then by the class of that day. */
export const byDay = (a: Pick<Column, 'day' | 'times'>, b: Pick<Column, 'day' | 'times'>) =>
  a.day.localeCompare(b.day) || a.times - b.times;

/**
 * Makes the table from the rows of the call: students in the order they come in, the union of all their columns.
 * Parts that did not change are those of `before`, so that only changed rows are painted again.
 */
export function tableOf(
  rows: readonly Entry[],
  division: ReadonlyMap<number, number>,
  added: readonly NewColumn[],
  before?: Table,
): Table {
  const students = new Map<number, Student>();
  const columns = new Map<string, { day: string; times: number; parts: Set<number>; edit: boolean; stored: boolean }>();
  const cells = new Map<number, Map<string, Entry>>();
  for (const row of rows) {
    const id = row.id_student;
    if (!students.has(id)) {
      students.set(id, { id, name: row.s_fio, group: row.p20, subgroup: division.get(id) ?? 0 });
      cells.set(id, new Map());
    }
    if (row.visitDate === null || row.timesCount === null || row.id_studentJournalVisit === null) continue;
    const key = columnKey(row.visitDate, row.timesCount);
    const made = { day: row.visitDate, times: row.timesCount, parts: new Set<number>(), edit: false, stored: true };
    const column = columns.get(key) ?? made;
    column.parts.add(row.subgroup);
    column.edit ||= row.edit;
    columns.set(key, column);
    cells.get(id)?.set(key, row);
  }
  for (const { day, times, subgroup } of added) {
    const key = columnKey(day, times);
    const column = columns.get(key);
    // A column that is for the whole group is for its subgroups already.
    if (column?.parts.has(0)) continue;
    if (column) column.parts.add(subgroup);
    else columns.set(key, { day, times, parts: new Set([subgroup]), edit: true, stored: false });
  }
  const made: Table = {
    students: [...students.values()],
    columns: [...columns].map(([key, one]) => ({ ...one, key, parts: [...one.parts].sort() })).sort(byDay),
    cells,
  };
  return before ? keptFrom(before, made) : made;
}

/**
 * The same table with one entry more or another one in its place; null when more follows from it than that: a new
 * student or column, or another part of the group that a column is for.
 */
export function withEntry(table: Table, entry: Entry): Table | null {
  const { id_student, visitDate, timesCount, subgroup, edit } = entry;
  const row = table.cells.get(id_student);
  if (!row || visitDate === null || timesCount === null || entry.id_studentJournalVisit === null) return null;
  const key = columnKey(visitDate, timesCount);
  const column = table.columns.find((one) => one.key === key);
  if (!column?.stored || !column.parts.includes(subgroup) || (edit && !column.edit)) return null;
  const old = row.get(key);
  if (old && (old.subgroup !== subgroup || old.edit !== edit)) return null;
  return { ...table, cells: new Map(table.cells).set(id_student, new Map(row).set(key, entry)) };
}

function keptFrom(before: Table, made: Table): Table {
  const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);
  const students = new Map(before.students.map((student) => [student.id, student]));
  const cells = new Map<number, ReadonlyMap<string, Entry>>();
  for (const [id, now] of made.cells) {
    const old = before.cells.get(id);
    cells.set(id, old && sameRow(old, now) ? old : now);
  }
  const kept = made.students.map((student) => {
    const old = students.get(student.id);
    return old && same(old, student) ? old : student;
  });
  const sameStudents = kept.length === before.students.length && kept.every((one, at) => one === before.students[at]);
  return {
    students: sameStudents ? before.students : kept,
    columns: same(before.columns, made.columns) ? before.columns : made.columns,
    cells,
  };
}

function sameRow(a: ReadonlyMap<string, Entry>, b: ReadonlyMap<string, Entry>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, one] of a) {
    const other = b.get(key);
    if (!other || !sameSign(one, other) || one.edit !== other.edit || one.changedAt !== other.changedAt) return false;
  }
  return true;
}

/** Whether a column counts for a student: it is for the whole group or their subgroup, or holds an entry of theirs. */
export function concerns(column: Column, student: Student, entered: boolean): boolean {
  return entered || column.parts.some((part) => part === 0 || part === student.subgroup);
}

/** Students of one subgroup; 0: all. */
export function studentsOf(subgroup: number, students: readonly Student[]): readonly Student[] {
  return subgroup ? students.filter((student) => student.subgroup === subgroup) : students;
}

/** Columns that are for the whole group or for one subgroup; 0: all. */
export function columnsOf(subgroup: number, columns: readonly Column[]): readonly Column[] {
  return subgroup ? columns.filter(({ parts }) => parts.some((part) => part === 0 || part === subgroup)) : columns;
}

/** Totals of a row as it is on screen; `signs` by column. */
export function totalsOfRow(
  student: Student,
  columns: readonly Column[],
  signOf: (column: Column) => Sign | undefined,
): Totals {
  const signs: Sign[] = [];
  let count = 0;
  for (const column of columns) {
    const sign = signOf(column);
    if (sign) signs.push(sign);
    // What stands on this screen alone is in nobody's average yet.
    if (concerns(column, student, sign !== undefined) && (column.stored || sign)) count++;
  }
  return totalsOf(signs, count);
}

/** What a typed or pasted text means: н, n and - are absent, + is present, digits a mark; undefined: nothing known. */
export function signOfText(text: string, marks: readonly Mark[]): Sign | undefined {
  const word = text.trim().toLowerCase();
  if (['н', 'n', '-', '−', 'н/б', 'нб', 'n/a', 'абс'].includes(word)) return absent;
  if (['+', '=', '✓'].includes(word)) return present;
  const mark = marks.find(
    ({ otsenka, id_otsenka }) => id_otsenka !== 6 && id_otsenka !== 8 && otsenka.toLowerCase() === word,
  );
  return mark && marked(mark);
}

/** One line a student, one tabulator a column, as spreadsheets copy; empty fields say nothing. */
export function pasted(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
}
