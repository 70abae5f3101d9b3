import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../core/cell.ts';
import { twoNames } from '../../kit/person.ts';
import { toast } from '../../kit/Toast.tsx';
import { absent, type Column, nothing, pasted, present, type Sign, type Student, signOfText } from './journal.model.ts';
import type { Sheet } from './useSheet.ts';
import { shortDay } from './words.ts';

/** Milliseconds that a longer mark waits for its next digit. */
const patience = 600;
const page = 10;

export interface Position {
  readonly row: number;
  readonly column: number;
}

/** Where the list of a cell opens, in pixels of the window. */
export interface MenuAt {
  readonly student: Student;
  readonly column: Column;
  readonly left: number;
  readonly top: number;
}

/** The grid under the fingers: moving, entering, pasting, taking back. */
export function useGridKeys(sheet: Sheet, grid: RefObject<HTMLTableElement | null>) {
  const { t } = useTranslation('journal');
  const { students, columns } = sheet.table;
  const wanted = useRef<Position>({ row: 0, column: columns.length - 1 });
  const [said] = useState(() => cell(''));
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const typed = useRef<{ text: string; timer: ReturnType<typeof setTimeout> | undefined }>({
    text: '',
    timer: undefined,
  });
  const arrived = useRef<{ at: string; sign: Sign } | null>(null);
  const inside = ({ row, column }: Position): Position => ({
    row: Math.max(0, Math.min(row, students.length - 1)),
    column: Math.max(0, Math.min(column, columns.length - 1)),
  });
  const activeNow = () => inside(wanted.current);

  // By place and not by selector, which would look at all cells.
  const cellAt = ({ row, column }: Position) => grid.current?.tBodies[0]?.rows[row]?.cells[column + 1];
  const atCell = ({ row, column }: Position) => {
    const student = students[row];
    const one = columns[column];
    return student && one ? { student, column: one } : null;
  };
  const positionOf = (target: EventTarget): Position | null => {
    const cell = (target as Element).closest<HTMLElement>('td[data-c]');
    const row = cell?.closest<HTMLElement>('tr[data-r]');
    return cell && row ? { row: Number(row.dataset.r), column: Number(cell.dataset.c) } : null;
  };
  // The one cell that Tab comes to is marked by hand: a move of the focus paints two cells and renders nothing.
  const tabStop = useRef<HTMLElement | null>(null);
  const activate = (to: Position) => {
    wanted.current = to;
    const next = cellAt(inside(to)) ?? null;
    if (next === tabStop.current) return;
    if (tabStop.current) tabStop.current.tabIndex = -1;
    if (next) next.tabIndex = 0;
    tabStop.current = next;
  };
  useLayoutEffect(() => activate(wanted.current));
  const go = (next: Position) => {
    finishTyping();
    activate(inside(next));
    tabStop.current?.focus();
  };

  const words = (sign: Sign) =>
    sign.isVisited === null ? t('empty') : (sign.otsenka ?? t(sign.isVisited ? 'present' : 'absent'));
  const tell = (student: Student, column: Column, sign: Sign) =>
    said.set(`${twoNames(student.name)}, ${shortDay(column.day)}: ${words(sign)}`);
  const put = (at: Position, sign: Sign) => {
    const cell = atCell(at);
    if (!cell) return;
    if (!sheet.mayEnter(cell.student, cell.column)) {
      toast(t(sheet.writable ? 'notHere' : 'refusals.reason'));
      return;
    }
    sheet.enter([{ ...cell, sign }]);
    tell(cell.student, cell.column, sign);
  };
  const toggle = (at: Position) => {
    const cell = atCell(at);
    if (cell) put(at, sheet.signAt(cell.student, cell.column).isVisited === false ? present : absent);
  };
  const openMenu = (at: Position) => {
    const cell = atCell(at);
    const box = cellAt(at)?.getBoundingClientRect();
    if (cell && box) setMenu({ ...cell, left: box.left, top: box.bottom });
  };

  function finishTyping(): void {
    clearTimeout(typed.current.timer);
    const { text } = typed.current;
    typed.current = { text: '', timer: undefined };
    const sign = text ? signOfText(text, sheet.marks) : undefined;
    if (sign) put(activeNow(), sign);
  }
  /** A digit begins a mark; it waits only while a longer mark may follow. */
  const type = (digit: string): boolean => {
    const text = typed.current.text + digit;
    const fitting = sheet.marks.filter(({ otsenka }) => otsenka.startsWith(text));
    if (!fitting.length) return false;
    clearTimeout(typed.current.timer);
    typed.current = { text, timer: undefined };
    if (fitting.length === 1 && fitting[0]?.otsenka === text) finishTyping();
    else typed.current.timer = setTimeout(finishTyping, patience);
    return true;
  };

  /** Takes the cell back to what it was when the focus came. */
  const restore = () => {
    clearTimeout(typed.current.timer);
    typed.current = { text: '', timer: undefined };
    const cell = atCell(activeNow());
    const was = arrived.current;
    if (cell && was?.at === `${cell.student.id}.${cell.column.key}`) put(activeNow(), was.sign);
  };
  const undo = () => {
    const [last] = sheet.undo();
    if (!last) return;
    tell(last.student, last.column, last.before);
    go({ row: students.indexOf(last.student), column: columns.indexOf(last.column) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = positionOf(event.target);
    if (!at) return;
    const { row, column } = at;
    const far = event.ctrlKey || event.metaKey;
    const moves: Record<string, Position | undefined> = {
      ArrowUp: { row: far ? 0 : row - 1, column },
      ArrowDown: { row: far ? students.length : row + 1, column },
      ArrowLeft: { row, column: far ? 0 : column - 1 },
      ArrowRight: { row, column: far ? columns.length : column + 1 },
      Enter: { row: row + (event.shiftKey ? -1 : 1), column },
      Home: { row: far ? 0 : row, column: 0 },
      End: { row: far ? students.length : row, column: columns.length },
      PageUp: { row: row - page, column },
      PageDown: { row: row + page, column },
    };
    const move = moves[event.key];
    if (move) go(move);
    else if (event.key === 'Tab') {
      const next = column + (event.shiftKey ? -1 : 1);
      // At the edge of the row Tab leaves the grid, as a page without a grid would have it.
      if (next < 0 || next >= columns.length) return;
      go({ row, column: next });
    } else if (far && (event.code === 'KeyZ' || event.key.toLowerCase() === 'z')) undo();
    else if (far || event.altKey) return;
    else if (event.key === 'F2') openMenu(at);
    else if (event.key === 'Escape') restore();
    else if (event.key === 'Delete' || event.key === 'Backspace') put(at, nothing);
    else if (['н', 'n', '-', '−'].includes(event.key.toLowerCase())) toggle(at);
    else if (['+', '=', ' '].includes(event.key)) put(at, present);
    else if (!(/^\d$/.test(event.key) && type(event.key))) return;
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent) => {
    const at = positionOf(event.target);
    const cell = at && atCell(at);
    if (!at || !cell) return;
    const name = `${cell.student.id}.${cell.column.key}`;
    if (arrived.current?.at !== name) arrived.current = { at: name, sign: sheet.signAt(cell.student, cell.column) };
    activate(at);
  };

  /** The first click chooses a cell, one more makes it absent or present. */
  const pressed = useRef('');
  const onClick = (event: MouseEvent) => {
    const at = positionOf(event.target);
    if (!at) return;
    const name = `${at.row}.${at.column}`;
    const again = pressed.current === name && document.activeElement === cellAt(at);
    pressed.current = name;
    if (!again) go(at);
    else if (event.detail === 1) toggle(at);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const at = positionOf(event.target);
    if (at) openMenu(at);
  };

  const onPaste = (event: ClipboardEvent) => {
    const at = positionOf(event.target);
    if (!at) return;
    event.preventDefault();
    let unknown = 0;
    const changes = pasted(event.clipboardData.getData('text/plain')).flatMap((line, down) =>
      line.flatMap((text, right) => {
        const cell = atCell({ row: at.row + down, column: at.column + right });
        if (!text.trim()) return [];
        const sign = signOfText(text, sheet.marks);
        if (cell && sign && sheet.mayEnter(cell.student, cell.column)) return [{ ...cell, sign }];
        unknown++;
        return [];
      }),
    );
    sheet.enter(changes);
    // Who sees the table sees what came in, but not what was left out.
    const words = t('pasted', { count: changes.length, unknown });
    if (unknown) toast(words);
    else said.set(words);
  };
  const onCopy = (event: ClipboardEvent) => {
    const at = positionOf(event.target);
    const cell = at && atCell(at);
    if (!cell) return;
    const sign = sheet.signAt(cell.student, cell.column);
    event.clipboardData.setData('text/plain', sign.otsenka ?? (sign.isVisited ? '+' : ''));
    event.preventDefault();
  };

  return {
    said,
    menu,
    go,
    closeMenu: () => {
      setMenu(null);
      tabStop.current?.focus();
    },
    onKeyDown,
    onFocus,
    onClick,
    onDoubleClick,
    onPaste,
    onCopy,
  };
}
