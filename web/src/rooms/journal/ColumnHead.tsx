import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asFailure } from '../../core/failure.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Confirm } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Popover } from '../../kit/Popover.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Grid.module.css';
import type { Column } from './journal.model.ts';
import type { Sheet } from './useSheet.ts';
import { shortDay } from './words.ts';

/** A date with what can be done to its column. */
export function ColumnHead({ column, sheet, isToday }: { column: Column; sheet: Sheet; isToday: boolean }) {
  const { t } = useTranslation('journal');
  const [open, setOpen] = useState(false);
  const parts = column.parts.filter(Boolean);
  const day = shortDay(column.day);
  return (
    <th scope="col" className={classes(isToday && styles.today, styles.date)}>
      <Popover
        label={`${day} ${t('class', { number: column.times })}`}
        open={open}
        onOpenChange={setOpen}
        className={styles.acts}
        trigger={
          <button type="button">
            {day}
            {column.times > 1 && <small>{t('class', { number: column.times })}</small>}
            {parts.length > 0 && !column.parts.includes(0) && <small>{t('part', { number: parts.join(', ') })}</small>}
          </button>
        }
      >
        <ColumnActs column={column} sheet={sheet} onDone={() => setOpen(false)} />
      </Popover>
    </th>
  );
}

/** "All present" and deleting, for a column. */
export function ColumnActs({ column, sheet, onDone }: { column: Column; sheet: Sheet; onDone: () => void }) {
  const { t } = useTranslation('journal');
  const words = useFailureText();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!column.edit) return <p className={styles.closed}>{t('refusals.closed')}</p>;
  const remove = async () => {
    setBusy(true);
    try {
      await sheet.deleteColumn(column);
      toast(t('deleted'));
    } catch (error) {
      toast(words(asFailure(error)));
    }
    setBusy(false);
    setAsking(false);
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
      <Button look="dangerQuiet" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <Confirm
        open={asking}
        danger
        busy={busy}
        title={t('deleteQuestion', { date: shortDay(column.day) })}
        yes={t('common:delete')}
        onYes={() => void remove()}
        onNo={() => setAsking(false)}
      >
        {t('deleteMeaning')}
      </Confirm>
    </>
  );
}
