import { useTranslation } from 'react-i18next';
import { weekdayName } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { formatShortDay } from './formatters.ts';
import styles from './Journal.module.css';
import { useLessonDays } from './journal.data.ts';
import { columnKey, type NewColumn } from './journal.model.ts';
import type { JournalTable } from './useJournalTable.ts';

const maxProposed = 8;

/** A class of the first group as the table counts it; none when it is not for all groups of the table. */
function classOf<D extends { visitDate: string; timesCount: number }>(one: D, { keys, match }: JournalTable): D[] {
  const key = match.inTable(0, columnKey(one.visitDate, one.timesCount));
  if (keys.some((_, journal) => match.inJournal(journal, key) === null)) return [];
  return [{ ...one, timesCount: Number(key.split('.')[1]) }];
}

interface Props {
  sheet: JournalTable;
  /** Whether the classes are wanted already. */
  wanted?: boolean;
  onAdd: (column: NewColumn) => void;
}

/** The latest classes of the timetable of which the table has no column yet, the newest first; nothing where there are none. */
export function ProposedClasses({ sheet, wanted = true, onAdd }: Props) {
  const { t } = useTranslation('journal');
  const days = useLessonDays(sheet.keys[0], sheet.type, wanted);
  const there = new Set(sheet.columns.map(({ key }) => key));
  const proposed = (days.data ?? [])
    .flatMap((one) => classOf(one, sheet))
    .filter((one) => !there.has(columnKey(one.visitDate, one.timesCount)))
    .slice(0, maxProposed);
  // The timetable may know subgroups into which this group is not divided: then the date is for all.
  const subgroupOf = (one: { subgroup: number }) => (sheet.parts.includes(one.subgroup) ? one.subgroup : sheet.part);
  if (!proposed.length) return null;
  return (
    <section className={styles.proposed} aria-label={t('fromTimetable')}>
      <h2>{t('fromTimetable')}</h2>
      <ul>
        {proposed.map((one) => (
          <li key={columnKey(one.visitDate, one.timesCount)}>
            <Button
              look="soft"
              onClick={() => onAdd({ day: one.visitDate, times: one.timesCount, subgroup: subgroupOf(one) })}
            >
              {weekdayName(one.visitDate, 'short')}, {formatShortDay(one.visitDate)} · {one.startsAt}
              {one.timesCount > 1 && ` · ${t('classOfDay', { number: one.timesCount })}`}
              {subgroupOf(one) > 0 && ` · ${t('part', { number: subgroupOf(one) })}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
