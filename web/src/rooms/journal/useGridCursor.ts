import { type RefObject, useLayoutEffect, useRef } from 'react';
import { countHeadingsAbove } from './formatters.ts';
import type { JournalColumn, JournalStudent } from './journal.model.ts';
import type { JournalTable } from './useJournalTable.ts';

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** A cell by what it is about. */
export interface GridCell {
  readonly student: JournalStudent;
  readonly column: JournalColumn;
}

/** Where one is in the grid, and which cell is where. */
export interface GridCursor {
  /** Rows and columns of the grid. */
  readonly rows: number;
  readonly columns: number;
  /** The place where one is. */
  here(): GridPosition;
  elementAt(at: GridPosition): HTMLTableCellElement | undefined;
  cellAt(at: GridPosition): GridCell | null;
  /** The place of the cell in which something happened; null outside of cells. */
  positionOf(target: EventTarget): GridPosition | null;
  /** Makes a place the one that Tab comes to. */
  activate(to: GridPosition): void;
  /** The same for a place that may lie beyond the edge. */
  goTo(to: GridPosition): void;
  /** Puts the focus where one is. */
  focus(): void;
}

/**
 * Keeps the place in a grid; it begins in the last column, and a smaller grid takes it to its edge. `heads`: before which
 * rows a group is named in a row of its own, which is no place.
 */
export function useGridCursor(
  { students, columns }: Pick<JournalTable, 'students' | 'columns'>,
  heads: ReadonlyMap<number, string>,
  grid: RefObject<HTMLTableElement | null>,
): GridCursor {
  const wanted = useRef<GridPosition>({ row: 0, column: columns.length - 1 });
  // The one cell that Tab comes to is marked by hand: a move of the focus paints two cells and renders nothing.
  const tabStop = useRef<HTMLElement | null>(null);
  const inside = ({ row, column }: GridPosition): GridPosition => ({
    row: Math.max(0, Math.min(row, students.length - 1)),
    column: Math.max(0, Math.min(column, columns.length - 1)),
  });
  // By place and not by selector, which would look at all cells.
  const elementAt = ({ row, column }: GridPosition) =>
    grid.current?.tBodies[0]?.rows[row + countHeadingsAbove(heads, row)]?.cells[column + 1];

  const places: GridCursor = {
    rows: students.length,
    columns: columns.length,
    here: () => inside(wanted.current),
    elementAt,
    cellAt({ row, column }) {
      const student = students[row];
      const one = columns[column];
      return student && one ? { student, column: one } : null;
    },
    positionOf(target) {
      const cell = (target as Element).closest<HTMLElement>('td[data-c]');
      const row = cell?.closest<HTMLElement>('tr[data-r]');
      return cell && row ? { row: Number(row.dataset.r), column: Number(cell.dataset.c) } : null;
    },
    activate(to) {
      wanted.current = to;
      const next = elementAt(inside(to)) ?? null;
      if (next === tabStop.current) return;
      if (tabStop.current) tabStop.current.tabIndex = -1;
      if (next) next.tabIndex = 0;
      tabStop.current = next;
    },
    goTo: (to) => places.activate(inside(to)),
    focus: () => tabStop.current?.focus(),
  };
  useLayoutEffect(() => places.activate(wanted.current));
  return places;
}
