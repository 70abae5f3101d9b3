import { absentMarkId, clearMarkId } from '@bilim/contract/limits.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { surnameAndName } from '../../kit/person.ts';
import styles from './CellMenu.module.css';
import { formatShortDay } from './formatters.ts';
import { absentValue, type CellValue, emptyValue, presentValue, toMarkCellValue } from './journal.model.ts';
import type { MenuPosition } from './useGridKeys.ts';
import type { JournalTable } from './useJournalTable.ts';

interface Props {
  sheet: JournalTable;
  at: MenuPosition;
  onClose: () => void;
  onHistory: (student: number, column: string) => void;
}

/** What can be in a cell, and its history, as a list at the cell. */
export function CellMenu({ sheet, at, onClose, onHistory }: Props) {
  const { t } = useTranslation('journal');
  const list = useRef<HTMLDivElement>(null);
  const { student, column, left, top } = at;
  useEffect(() => list.current?.querySelector('button')?.focus(), []);

  const choose = (sign: CellValue) => {
    sheet.enter([{ student, column, sign }]);
    onClose();
  };
  const may = sheet.mayEnter(student, column);
  const shownMarks = sheet.marks.filter(({ id_otsenka }) => id_otsenka !== absentMarkId && id_otsenka !== clearMarkId);
  const { serverCell } = useAtom(sheet.store.row(student.id)).get(column.key) ?? {};
  return (
    <>
      <button type="button" className={styles.behind} tabIndex={-1} aria-label={t('common:close')} onClick={onClose} />
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={`${student.label ?? surnameAndName(student.name)}, ${formatShortDay(column.day)}`}
        className={styles.menu}
        style={{ left: Math.min(left, innerWidth - 260), top: Math.min(top, innerHeight - 320) }}
        onKeyDown={(event) => {
          const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
          const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
          const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
          if (event.key === 'Escape' || event.key === 'Tab') onClose();
          else if (step) buttons.at((here + step) % buttons.length)?.focus();
          else return;
          event.preventDefault();
        }}
      >
        {may && (
          <div className={styles.marks}>
            {shownMarks.map((mark) => (
              <button key={mark.id_otsenka} type="button" role="menuitem" onClick={() => choose(toMarkCellValue(mark))}>
                {mark.otsenka}
              </button>
            ))}
          </div>
        )}
        {may && (
          <>
            <button type="button" role="menuitem" className={styles.line} onClick={() => choose(absentValue)}>
              <b className={styles.absent} translate="no">
                н/б
              </b>{' '}
              {t('absent')}
            </button>
            <button type="button" role="menuitem" className={styles.line} onClick={() => choose(presentValue)}>
              <b>+</b> {t('present')}
            </button>
            <button type="button" role="menuitem" className={styles.line} onClick={() => choose(emptyValue)}>
              <b /> {t('clear')}
            </button>
          </>
        )}
        <button
          type="button"
          role="menuitem"
          className={styles.line}
          disabled={!serverCell}
          onClick={() => {
            onClose();
            onHistory(student.id, column.key);
          }}
        >
          <b /> {t('history.title')}
        </button>
      </div>
    </>
  );
}
