import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../core/failure.ts';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import menu from './CellMenu.module.css';
import { formatShortDay } from './formatters.ts';
import headStyles from './GridHead.module.css';
import styles from './JournalGrid.module.css';
import type { JournalColumn } from './journal.model.ts';
import type { JournalTable } from './useJournalTable.ts';

interface HeadProps {
  column: JournalColumn;
  isToday: boolean;
  sorted: 'ascending' | 'descending' | undefined;
}

/** A date over its column; light, because there are many, and painted again only when the column changes. */
export const ColumnHead = memo(function ColumnHead({ column, isToday, sorted }: HeadProps) {
  const { t } = useTranslation('journal');
  const parts = column.parts.filter(Boolean);
  return (
    <th
      scope="col"
      className={classNames(isToday && styles.today, headStyles.date, headStyles.head)}
      aria-sort={sorted}
    >
      <button type="button" data-head={column.key} aria-haspopup="dialog">
        {formatShortDay(column.day)}
        {column.times > 1 && <small>{t('class', { number: column.times })}</small>}
        {parts.length > 0 && !column.parts.includes(0) && (
          <small title={t('part', { number: parts.join(', ') })}>{t('partShort', { number: parts.join(', ') })}</small>
        )}
      </button>
    </th>
  );
});

interface MenuProps {
  column: JournalColumn;
  sheet: JournalTable;
  /** The date's button; the menu opens under it and gives the focus back to it. */
  head: HTMLElement;
  /** Puts the students in the order of what is in the column. */
  onSort: () => void;
  onClose: () => void;
}

/** What can be done with a column, under its date. */
export function ColumnMenu({ column, sheet, head, onSort, onClose }: MenuProps) {
  const { t } = useTranslation('journal');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => (panel.current?.querySelector('button') ?? panel.current)?.focus(), []);
  const box = head.getBoundingClientRect();
  const close = () => {
    onClose();
    head.focus();
  };
  return (
    <>
      <button type="button" className={menu.behind} tabIndex={-1} aria-label={t('common:close')} onClick={close} />
      <div
        ref={panel}
        role="dialog"
        tabIndex={-1}
        aria-label={`${formatShortDay(column.day)}, ${t('class', { number: column.times })}`}
        className={menu.menu}
        style={{ left: Math.min(box.left, innerWidth - 260), top: box.bottom + 4 }}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <Button
          look="quiet"
          onClick={() => {
            onSort();
            close();
          }}
        >
          {t('sortByColumn')}
        </Button>
        <ColumnActions column={column} sheet={sheet} onDone={close} />
      </div>
    </>
  );
}

/** "All present" and deleting, for a column. */
export function ColumnActions({
  column,
  sheet,
  onDone,
}: {
  column: JournalColumn;
  sheet: JournalTable;
  onDone: () => void;
}) {
  const { t } = useTranslation('journal');
  const failureText = useFailureText();
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!column.edit || !sheet.writable)
    return <p className={menu.closed}>{t(column.edit ? 'refusals.reason' : 'refusals.closed')}</p>;
  const remove = async () => {
    setBusy(true);
    try {
      await sheet.deleteColumn(column);
      showToast(t('deleted'));
    } catch (error) {
      showToast(failureText(toFailure(error)));
    }
    setBusy(false);
    setConfirming(false);
    onDone();
  };
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          sheet.enterAll(column);
          onDone();
        }}
      >
        {t('allPresent')}
      </Button>
      <Button look="dangerQuiet" onClick={() => setConfirming(true)}>
        {t('delete')}
      </Button>
      <ConfirmationDialog
        open={isConfirming}
        danger
        busy={busy}
        title={t('deleteQuestion', { date: formatShortDay(column.day) })}
        yes={t('common:delete')}
        onYes={() => void remove()}
        onNo={() => setConfirming(false)}
      >
        {t('deleteMeaning')}
      </ConfirmationDialog>
    </>
  );
}
