import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Atom } from '../../core/atom.ts';
import { showToast } from '../../kit/Toast.tsx';
import { parseCellValue, parsePastedCells } from './journal.model.ts';
import type { GridCursor } from './useGridCursor.ts';
import type { JournalTable } from './useJournalTable.ts';

/** Takes tables from the clipboard into the grid, and a cell's sign out of it; `announcement` goes to screen readers. */
export function useGridClipboard(sheet: JournalTable, places: GridCursor, announcement: Atom<string>) {
  const { t } = useTranslation('journal');
  const onPaste = (event: ClipboardEvent) => {
    const at = places.positionOf(event.target);
    if (!at) return;
    event.preventDefault();
    let [unknown, closed] = [0, 0];
    const changes = parsePastedCells(event.clipboardData.getData('text/plain')).flatMap((line, down) =>
      line.flatMap((text, right) => {
        const cell = places.cellAt({ row: at.row + down, column: at.column + right });
        if (!text.trim()) return [];
        const sign = parseCellValue(text, sheet.marks);
        if (cell && sign && sheet.mayEnter(cell.student, cell.column)) return [{ ...cell, sign }];
        if (cell && sign) closed++;
        else unknown++;
        return [];
      }),
    );
    sheet.enter(changes);
    // Who sees the table sees what came in, but not what was left out.
    const words = t(closed ? 'pastedInPart' : 'pasted', { count: changes.length, unknown, closed });
    if (unknown + closed) showToast(words);
    else announcement.set(words);
  };
  const onCopy = (event: ClipboardEvent) => {
    const at = places.positionOf(event.target);
    const cell = at && places.cellAt(at);
    if (!cell) return;
    const { sign } = sheet.at(cell.student, cell.column);
    event.clipboardData.setData('text/plain', sign.otsenka ?? (sign.isVisited ? '+' : ''));
    event.preventDefault();
  };
  return { onPaste, onCopy };
}
