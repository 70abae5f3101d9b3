import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/DateField.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import styles from './Journal.module.css';
import { columnKey, type NewColumn } from './journal.model.ts';
import { useOpenDays } from './openDays.ts';
import { ProposedClasses } from './ProposedClasses.tsx';
import type { JournalTable } from './useJournalTable.ts';

const classes = [1, 2, 3, 4, 5, 6, 7, 8];

/** The cell of the grid that Tab comes to; none on the phone. */
const gridPlace = () => document.querySelector<HTMLElement>('[role="grid"] td[tabindex="0"]');

interface Props {
  open: boolean;
  onClose: () => void;
  onAdd: (column: NewColumn) => void;
  sheet: JournalTable;
}

/** A new column: proposed from the timetable, or any other day up to today. */
export function AddColumnDialog({ open, onClose, onAdd, sheet }: Props) {
  const { t } = useTranslation('journal');
  const { first, today, why } = useOpenDays(sheet.keys[0]);
  const [day, setDay] = useState(today);
  const [times, setTimes] = useState<number | null>(1);
  const [part, setPart] = useState<number | null>(null);
  const there = new Set(sheet.columns.map(({ key }) => key));
  const subgroup = part ?? sheet.part;
  const taken = there.has(columnKey(day, times ?? 0));
  const reason = day ? why(day) : null;
  const wrong = reason === null ? undefined : t(reason);
  // A date that was added is there to be marked: the grid's place is its first cell then.
  const added = useRef(false);
  const add = (column: NewColumn) => {
    added.current = true;
    onAdd(column);
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('newDate')} last={() => (added.current ? gridPlace() : null)}>
      <ProposedClasses sheet={sheet} wanted={open} onAdd={add} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!taken && !wrong && day && times) add({ day, times, subgroup });
        }}
      >
        <DateField label={t('date')} min={first} max={today} value={day} error={wrong} onChange={setDay} />
        <Select
          label={t('times')}
          choices={classes.map((id) => ({ id, name: t('classOfDay', { number: id }) }))}
          value={times}
          error={taken ? t('columnThere') : undefined}
          onChoose={setTimes}
        />
        {sheet.parts.length > 0 && (
          <Select
            label={t('subgroup')}
            choices={sheet.parts.map((id) => ({ id, name: t('part', { number: id }) }))}
            value={subgroup || null}
            onChoose={(id) => setPart(id ?? 0)}
          />
        )}
        <Button look="primary" type="submit" disabled={taken || wrong !== undefined || !day || !times}>
          {t('add')}
        </Button>
      </form>
    </Dialog>
  );
}
