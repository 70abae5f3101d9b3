import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { emptyValue, presentValue } from './journal.model.ts';
import { useGridClipboard } from './useGridClipboard.ts';
import { type GridCell, type GridCursor, type GridPosition, useGridCursor } from './useGridCursor.ts';
import { useGridEntry } from './useGridEntry.ts';
import type { JournalTable } from './useJournalTable.ts';

/** Rows that a press of Page Up or Page Down passes. */
const page = 10;

/** Where the list of a cell opens, in pixels of the window. */
export interface MenuPosition extends GridCell {
  readonly left: number;
  readonly top: number;
}

/** The grid under the fingers: moving, entering, pasting, taking back. */
export function useGridKeys(
  sheet: JournalTable,
  heads: ReadonlyMap<number, string>,
  grid: RefObject<HTMLTableElement | null>,
) {
  const places = useGridCursor(sheet, heads, grid);
  const entry = useGridEntry(sheet, places);
  const { onPaste, onCopy } = useGridClipboard(sheet, places, entry.announcement);
  const { menu, openMenu, closeMenu } = useCellMenu(places);
  const go = (next: GridPosition) => {
    entry.finishTyping();
    places.goTo(next);
    places.focus();
  };
  const undo = () => {
    const last = entry.undo();
    if (last) go(last);
  };
  const mouse = useMouse(places, { go, toggle: entry.toggle, openMenu });

  const onKeyDown = (event: KeyboardEvent) => {
    const at = places.positionOf(event.target);
    if (!at) return;
    const far = event.ctrlKey || event.metaKey;
    const move = moveOf(event, at, places);
    if (move) go(move);
    else if (event.key === 'Tab') {
      const next = at.column + (event.shiftKey ? -1 : 1);
      // At the edge of the row Tab leaves the grid, as a page without a grid would have it.
      if (next < 0 || next >= places.columns) return;
      go({ row: at.row, column: next });
    } else if (far && (event.code === 'KeyZ' || event.key.toLowerCase() === 'z')) undo();
    else if (far || event.altKey) return;
    else if (event.key === 'F2') openMenu(at);
    else if (event.key === 'Escape') entry.restore();
    else if (event.key === 'Delete' || event.key === 'Backspace') entry.put(at, emptyValue);
    else if (['н', 'n', '-', '−'].includes(event.key.toLowerCase())) entry.toggle(at);
    else if (['+', '=', ' '].includes(event.key)) entry.put(at, presentValue);
    else if (!(/^\d$/.test(event.key) && entry.type(event.key))) return;
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent) => {
    const at = places.positionOf(event.target);
    const cell = at && places.cellAt(at);
    if (!at || !cell) return;
    entry.arrive(cell);
    places.activate(at);
  };

  return { announcement: entry.announcement, menu, go, closeMenu, onKeyDown, onFocus, ...mouse, onPaste, onCopy };
}

/** Where a key leads to, perhaps beyond the edge; undefined for keys that do not move. */
function moveOf(
  event: KeyboardEvent,
  { row, column }: GridPosition,
  { rows, columns }: GridCursor,
): GridPosition | undefined {
  const far = event.ctrlKey || event.metaKey;
  const moves: Record<string, GridPosition | undefined> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? rows : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? columns : column + 1 },
    Enter: { row: row + (event.shiftKey ? -1 : 1), column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows : row, column: columns },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  return moves[event.key];
}

/** The list of what may be in a cell. */
function useCellMenu(places: GridCursor) {
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  return {
    menu,
    openMenu: (at: GridPosition) => {
      const cell = places.cellAt(at);
      const box = places.elementAt(at)?.getBoundingClientRect();
      if (cell && box) setMenu({ ...cell, left: box.left, top: box.bottom });
    },
    closeMenu: () => {
      setMenu(null);
      places.focus();
    },
  };
}

interface Clicks {
  go: (to: GridPosition) => void;
  toggle: (at: GridPosition) => void;
  openMenu: (at: GridPosition) => void;
}

/** The first click chooses a cell, one more makes it absent or present, two at once open its list. */
function useMouse(places: GridCursor, { go, toggle, openMenu }: Clicks) {
  const pressed = useRef('');
  return {
    onClick: (event: MouseEvent) => {
      const at = places.positionOf(event.target);
      if (!at) return;
      const name = `${at.row}.${at.column}`;
      const again = pressed.current === name && document.activeElement === places.elementAt(at);
      pressed.current = name;
      if (!again) go(at);
      else if (event.detail === 1) toggle(at);
    },
    onDoubleClick: (event: MouseEvent) => {
      const at = places.positionOf(event.target);
      if (at) openMenu(at);
    },
  };
}
