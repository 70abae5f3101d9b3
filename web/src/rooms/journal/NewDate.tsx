import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayName } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/DateField.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import styles from './Journal.module.css';
import { useLessonDays } from './journal.data.ts';
import { columnKey, type NewColumn } from './journal.model.ts';
import { useOpenDays } from './openDays.ts';
import type { Sheet } from './useSheet.ts';
import { shortDay } from './words.ts';

const mostProposed = 8;
const classes = [1, 2, 3, 4, 5, 6, 7, 8];

interface Props {
  open: boolean;
  onClose: () => void;
  onAdd: (column: NewColumn) => void;
  sheet: Sheet;
}

/** A class of the first group as the table counts it; none when it is not for all groups of the table. */
function classOf<D extends { visitDate: string; timesCount: number }>(one: D, { keys, match }: Sheet): D[] {
  const key = match.inTable(0, columnKey(one.visitDate, one.timesCount));
  if (keys.some((_, journal) => match.inJournal(journal, key) === null)) return [];
  return [{ ...one, timesCount: Number(key.split('.')[1]) }];
}

/** A new column: proposed from the timetable, or any other day up to today. */
export function NewDate({ open, onClose, onAdd, sheet }: Props) {
  const { t } = useTranslation('journal');
  const { first, today, why } = useOpenDays(sheet.keys[0]);
  const days = useLessonDays(sheet.keys[0], sheet.type, open);
  const [day, setDay] = useState(today);
  const [times, setTimes] = useState<number | null>(1);
  const [part, setPart] = useState<number | null>(null);
  const there = new Set(sheet.columns.map(({ key }) => key));
  const subgroup = part ?? sheet.part;
  const proposed = (days.data ?? [])
    .flatMap((one) => classOf(one, sheet))
    .filter((one) => !there.has(columnKey(one.visitDate, one.timesCount)))
    .slice(0, mostProposed);
  const taken = there.has(columnKey(day, times ?? 0));
  const reason = day ? why(day) : null;
  const wrong = reason === null ? undefined : t(reason);
  // The timetable may know subgroups into which this group is not divided: then the date is for all.
  const subgroupOf = (one: { subgroup: number }) => (sheet.parts.includes(one.subgroup) ? one.subgroup : sheet.part);
  return (
    <Dialog open={open} onClose={onClose} title={t('newDate')}>
      {proposed.length > 0 && (
        <section className={styles.proposed} aria-label={t('fromTimetable')}>
          <h3>{t('fromTimetable')}</h3>
          <ul>
            {proposed.map((one) => (
              <li key={columnKey(one.visitDate, one.timesCount)}>
                <Button
                  look="soft"
                  onClick={() => onAdd({ day: one.visitDate, times: one.timesCount, subgroup: subgroupOf(one) })}
                >
                  {weekdayName(one.visitDate, 'short')}, {shortDay(one.visitDate)} · {one.startsAt}
                  {one.timesCount > 1 && ` · ${t('class', { number: one.timesCount })}`}
                  {subgroupOf(one) > 0 && ` · ${t('part', { number: subgroupOf(one) })}`}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!taken && !wrong && day && times) onAdd({ day, times, subgroup });
        }}
      >
        <DateField label={t('date')} min={first} max={today} value={day} error={wrong} onChange={setDay} />
        <Select
          label={t('times')}
          choices={classes.map((id) => ({ id, name: t('class', { number: id }) }))}
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
