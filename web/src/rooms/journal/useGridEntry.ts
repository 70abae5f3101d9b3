import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { atom } from '../../core/atom.ts';
import { surnameAndName } from '../../kit/person.ts';
import { showToast } from '../../kit/Toast.tsx';
import { formatShortDay } from './formatters.ts';
import { absentValue, type CellValue, type MarkType, parseCellValue, presentValue } from './journal.model.ts';
import type { GridCell, GridCursor, GridPosition } from './useGridCursor.ts';
import type { JournalTable } from './useJournalTable.ts';

/** Milliseconds that a longer mark waits for its next digit. */
const patience = 600;

const nameOf = ({ student, column }: GridCell) => `${student.id}.${column.key}`;

/** Entering by keys: signs, marks digit by digit, back to what was there; `announcement` goes to screen readers. */
export function useGridEntry(sheet: JournalTable, places: GridCursor) {
  const { t } = useTranslation('journal');
  const [announcement] = useState(() => atom(''));
  const arrived = useRef<{ at: string; sign: CellValue } | null>(null);

  const words = (sign: CellValue) =>
    sign.isVisited === null ? t('empty') : (sign.otsenka ?? t(sign.isVisited ? 'present' : 'absent'));
  const write = ({ student, column }: GridCell, sign: CellValue) =>
    announcement.set(`${surnameAndName(student.name)}, ${formatShortDay(column.day)}: ${words(sign)}`);
  const put = (at: GridPosition, sign: CellValue) => {
    const cell = places.cellAt(at);
    if (!cell) return;
    if (!sheet.mayEnter(cell.student, cell.column)) {
      showToast(t(cell.student.left ? 'hasLeft' : sheet.writable ? 'notHere' : 'refusals.reason'));
      return;
    }
    sheet.enter([{ ...cell, sign }]);
    write(cell, sign);
  };
  const { type, finishTyping, forget } = useTyping(sheet.marks, (sign) => put(places.here(), sign));

  return {
    announcement,
    put,
    /** Absent becomes present, everything else absent. */
    toggle(at: GridPosition) {
      const cell = places.cellAt(at);
      if (cell) put(at, sheet.at(cell.student, cell.column).sign.isVisited === false ? presentValue : absentValue);
    },
    type,
    finishTyping,
    /** The focus has come to a cell: what is in it now can be restored. */
    arrive(cell: GridCell) {
      const at = nameOf(cell);
      if (arrived.current?.at !== at) arrived.current = { at, sign: sheet.at(cell.student, cell.column).sign };
    },
    /** Takes the cell back to what it was when the focus came. */
    restore() {
      forget();
      const cell = places.cellAt(places.here());
      const was = arrived.current;
      if (cell && was?.at === nameOf(cell)) put(places.here(), was.sign);
    },
    /** Takes the last step back; gives the place where it was made. */
    undo(): GridPosition | null {
      const [last] = sheet.undo();
      if (!last) return null;
      write(last, last.before);
      return {
        row: sheet.students.findIndex(({ id }) => id === last.student.id),
        column: sheet.columns.findIndex(({ key }) => key === last.column.key),
      };
    },
  };
}

/** Marks that are typed digit by digit; a mark waits only while a longer one may follow. */
function useTyping(marks: readonly MarkType[], enter: (sign: CellValue) => void) {
  const typed = useRef<{ text: string; timer: ReturnType<typeof setTimeout> | undefined }>({
    text: '',
    timer: undefined,
  });
  const forget = () => {
    clearTimeout(typed.current.timer);
    typed.current = { text: '', timer: undefined };
  };
  const finishTyping = () => {
    const { text } = typed.current;
    forget();
    const sign = text ? parseCellValue(text, marks) : undefined;
    if (sign) enter(sign);
  };
  /** Takes a digit; false when no mark continues with it. */
  const type = (digit: string): boolean => {
    const text = typed.current.text + digit;
    const fitting = marks.filter(({ otsenka }) => otsenka.startsWith(text));
    if (!fitting.length) return false;
    clearTimeout(typed.current.timer);
    typed.current = { text, timer: undefined };
    if (fitting.length === 1 && fitting[0]?.otsenka === text) finishTyping();
    else typed.current.timer = setTimeout(finishTyping, patience);
    return true;
  };
  return { type, finishTyping, forget };
}
