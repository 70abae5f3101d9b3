import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { useTranslation } from 'react-i18next';
import { dayInWords, weekdayName } from '../../core/time.ts';
import styles from './Day.module.css';
import { dayOfMonth } from './days.ts';

interface Props {
  day: string;
  today: string;
  /** 6, or 7 when Sundays have lessons. */
  days: number;
  onChoose: (day: string) => void;
}

/** The phone's week: one button a day. */
export function DayStrip({ day, today, days, onChoose }: Props) {
  const { t } = useTranslation('schedule');
  const monday = startOfWeek(day);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend.
    <div className={styles.strip} role="group" aria-label={t('days')}>
      {Array.from({ length: days }, (_, index) => addDays(monday, index)).map((date) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === day}
          aria-current={date === today ? 'date' : undefined}
          title={dayInWords(date)}
          onClick={() => onChoose(date)}
        >
          <span>{weekdayName(date, 'short')}</span>
          <b>{dayOfMonth(date)}</b>
        </button>
      ))}
    </div>
  );
}
