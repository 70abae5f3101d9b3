import left from 'icon:caret-left-bold';
import right from 'icon:caret-right-bold';
import { weekdayNumber } from '@bilim/contract/term-calendar.ts';
import { DayPicker } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { currentDay, dayInWords, monthAndYear, weekdayNameByNumber } from '../core/time.ts';
import styles from './DateField.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  /** The chosen day YYYY-MM-DD, or ''. */
  day: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
}

/** The library counts in the browser's own days: noon of a day is inside it in every time zone. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`);
const isoOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** A month of days to choose from, in our own words; arrow keys, Page Up and Page Down, Home and End move in it. */
export default function Calendar({ day, min, max, onChoose }: Props) {
  const { t } = useTranslation();
  const today = currentDay();
  const shown = day || (max && max < today ? max : min && min > today ? min : today);
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      weekStartsOn={1}
      className={styles.calendar ?? ''}
      classNames={{
        month_caption: styles.caption ?? '',
        nav: styles.nav ?? '',
        button_previous: styles.step ?? '',
        button_next: styles.step ?? '',
        month_grid: styles.grid ?? '',
        day_button: styles.day ?? '',
      }}
      today={dateOf(today)}
      defaultMonth={dateOf(shown)}
      selected={day ? dateOf(day) : undefined}
      onSelect={(date) => onChoose(isoOf(date))}
      {...(min ? { startMonth: dateOf(min) } : {})}
      {...(max ? { endMonth: dateOf(max) } : {})}
      disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
      formatters={{
        formatCaption: (month) => monthAndYear(isoOf(month)),
        formatWeekdayName: (date) => weekdayNameByNumber(weekdayNumber(isoOf(date)), 'short'),
        formatDay: (date) => String(date.getDate()),
      }}
      labels={{
        labelGrid: (month) => monthAndYear(isoOf(month)),
        labelNav: () => t('common:dateField.calendar'),
        labelNext: () => t('common:dateField.next'),
        labelPrevious: () => t('common:dateField.previous'),
        labelWeekday: (date) => weekdayNameByNumber(weekdayNumber(isoOf(date)), 'weekday'),
        labelDayButton: (date, { selected }) => {
          const words = dayInWords(isoOf(date), '');
          return selected ? t('common:dateField.chosen', { day: words }) : words;
        },
      }}
      components={{ Chevron: ({ orientation }) => <Icon of={orientation === 'left' ? left : right} size="s" /> }}
    />
  );
}
