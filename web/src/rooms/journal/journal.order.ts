import { type CellValue, computeRowTotals, type JournalColumn, type JournalStudent } from './journal.model.ts';
import type { CellStore } from './journal.store.ts';

/** By what the rows of the grid stand: a name, a total, or what is under a date (the column's key). */
export type SortKey = 'name' | 'absences' | 'sum' | 'average' | 'mean' | { readonly column: string };

export interface RowSorting {
  readonly by: SortKey;
  readonly down: boolean;
}

const isSame = (a: SortKey, b: SortKey) =>
  typeof a === 'string' || typeof b === 'string' ? a === b : a.column === b.column;

/** What a press of a head leads to: names from the first letter, figures from the largest; then turned round; then as it was. */
export function nextSorting(now: RowSorting | null, by: SortKey): RowSorting | null {
  const first = by !== 'name';
  if (!now || !isSame(now.by, by)) return { by, down: first };
  return now.down === first ? { by, down: !first } : null;
}

/** How a head is sorted, for readers of the screen. */
export function ariaSort(now: RowSorting | null, by: SortKey): 'ascending' | 'descending' | undefined {
  if (!now || !isSame(now.by, by)) return undefined;
  return now.down ? 'descending' : 'ascending';
}

/** A sign as a figure: a mark by its worth, present without one, absent; null: not entered. */
function worth({ isVisited, otsenka_ball }: CellValue): number | null {
  if (isVisited === null) return null;
  return isVisited ? (otsenka_ball ?? 0) : -1;
}

/**
 * The students in another order; each journal of a combined class by itself. It is the order of one moment: a row
 * must not move while somebody marks. Those without a figure come last in both directions; equals keep their order.
 */
export function sortStudents(
  students: readonly JournalStudent[],
  columns: readonly JournalColumn[],
  store: Pick<CellStore, 'row' | 'at'>,
  { by, down }: RowSorting,
): JournalStudent[] {
  const figure = (student: JournalStudent): number | null => {
    if (typeof by !== 'string') return worth(store.at(student.id, by.column).sign);
    const totals = computeRowTotals(student, columns, store.row(student.id).get());
    if (by === 'absences') return totals.absences;
    return by === 'name' || totals.mean === null ? null : totals[by];
  };
  const figures = new Map(students.map((student) => [student, figure(student)]));
  const turn = down ? -1 : 1;
  return students.toSorted((a, b) => {
    if (a.journal !== b.journal) return a.journal - b.journal;
    if (by === 'name') return turn * a.name.localeCompare(b.name, 'ru');
    const [one, other] = [figures.get(a) ?? null, figures.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return turn * (one - other);
  });
}
