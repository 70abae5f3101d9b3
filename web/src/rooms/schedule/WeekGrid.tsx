import {
  type CancelledClass,
  classTypeColour,
  type Lesson,
  lessonKey,
  lessonState,
  minutesSinceMidnight,
  type TimetableWeek,
  type UniversityTime,
} from '@bilim/contract/timetable.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useLessonFormatters } from '../../classes/useLessonFormatters.ts';
import { weekdayName } from '../../core/time.ts';
import { classNames } from '../../kit/classNames.ts';
import { shortName } from '../../kit/person.ts';
import { EmptyState } from '../../kit/States.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { dayOfMonth } from './days.ts';
import kind from './Kind.module.css';
import styles from './Week.module.css';

interface Day {
  date: string;
  lessons: readonly Lesson[];
  /** Those that are not held. */
  cancelled: readonly CancelledClass[];
}

interface Slot {
  id: number;
  startsAt: string;
  endsAt: string;
}

interface Props {
  days: readonly Day[];
  /** The whole timetable: its rows stay when a week has fewer classes. */
  all: TimetableWeek;
  now: UniversityTime;
  onOpen: (lesson: Lesson, day: string) => void;
}

/** The rows of the grid: every slot in which the person ever has a class, by the time of day. */
function slotsOf(all: TimetableWeek): Slot[] {
  const slots = new Map<number, Slot>();
  for (const { lessons } of all)
    for (const { id_time, startsAt, endsAt } of lessons) slots.set(id_time, { id: id_time, startsAt, endsAt });
  return [...slots.values()].sort((a, b) => a.startsAt.localeCompare(b.startsAt));
}

/** The part of a row's height in which its hours are written; the time of the now-marker hides them there. */
const hoursColumnWidth = 0.45;

/** Where the now-marker stands: the row and how far down in it, 0 to 1; null before the first and after the last class. */
function markerOf(slots: readonly Slot[], time: string): { row: number; part: number } | null {
  const row = slots.findIndex(({ endsAt }) => time < endsAt);
  const slot = slots[row];
  if (!slot || (row === 0 && time < slot.startsAt)) return null;
  const begins = minutesSinceMidnight(slot.startsAt);
  const part = (minutesSinceMidnight(time) - begins) / (minutesSinceMidnight(slot.endsAt) - begins);
  return { row, part: Math.max(0, part) };
}

/** A week as a table: a row a slot, a column a day, today's column and the present minute marked. */
export function WeekGrid({ days, all, now, onOpen }: Props) {
  const { t } = useTranslation('schedule');
  const slots = slotsOf(all);
  if (!days.some(({ lessons, cancelled }) => lessons.length || cancelled.length))
    return <EmptyState title={t('emptyWeek')}>{t('emptyMore')}</EmptyState>;
  const place = days.findIndex(({ date }) => date === now.day);
  const marker = place < 0 ? null : markerOf(slots, now.time);
  const measures = { '--days': days.length, '--before': Math.max(place, 0) } as CSSProperties;
  return (
    <div className={styles.scroll}>
      <table className={styles.week} style={measures}>
        <thead>
          <tr>
            <td />
            {days.map(({ date }) => (
              <th key={date} scope="col" aria-current={date === now.day ? 'date' : undefined}>
                <b>{dayOfMonth(date)}</b> {weekdayName(date, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, row) => (
            <tr key={slot.id}>
              <th scope="row" data-now={marker?.row === row && marker.part < hoursColumnWidth ? 'early' : undefined}>
                {slot.startsAt}
                <span>{slot.endsAt}</span>
                {marker?.row === row && <Marker part={marker.part} time={now.time} />}
              </th>
              {days.map((day) => (
                <td key={day.date} data-today={day.date === now.day || undefined}>
                  <Cell day={day} slot={slot} now={now} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The present minute: a line across the row, `part` of the way down. */
function Marker({ part, time }: { part: number; time: string }) {
  return (
    <div className={styles.marker} style={{ '--part': part } as CSSProperties} data-time={time} aria-hidden="true">
      <i />
      <em />
    </div>
  );
}

interface CellProps extends Pick<Props, 'now' | 'onOpen'> {
  day: Day;
  slot: Slot;
}

/** A day's classes in one slot: those that are held, then those that are not. */
function Cell({ day: { date, lessons, cancelled }, slot, now, onOpen }: CellProps) {
  const facts = useLessonFormatters();
  return (
    <div className={styles.cell}>
      {lessons
        .filter(({ id_time }) => id_time === slot.id)
        .map((lesson) => (
          <LessonCard
            key={lessonKey(lesson)}
            lesson={lesson}
            going={date === now.day && lessonState(lesson, now.time) === 'now'}
            onOpen={() => onOpen(lesson, date)}
          />
        ))}
      {cancelled
        .filter(({ lesson }) => lesson.id_time === slot.id)
        .map((one) => (
          <p key={lessonKey(one.lesson)} className={styles.gone}>
            <s translate="no">
              <WholeWordText>{one.lesson.discipline}</WholeWordText>
            </s>
            <em>{facts.gone(one)}</em>
          </p>
        ))}
    </div>
  );
}

/** A class in its cell; a press opens what else is known of it. */
function LessonCard({ lesson, going, onOpen }: { lesson: Lesson; going: boolean; onOpen: () => void }) {
  const { t } = useTranslation('schedule');
  const facts = useLessonFormatters();
  return (
    <button
      type="button"
      className={classNames(styles.lesson, kind.kindOf, kind[classTypeColour(lesson)])}
      aria-current={going ? 'time' : undefined}
      onClick={onOpen}
    >
      <b translate="no">
        <WholeWordText>{lesson.discipline}</WholeWordText>
      </b>
      <span className={kind.kindName} translate="no" title={facts.line(lesson)}>
        {facts.short(lesson)}
      </span>
      {lesson.date !== null && <span className={styles.once}>{facts.change(lesson) ?? t('once')}</span>}
      <span className={styles.who} translate="no">
        {facts.who(lesson, shortName)}
      </span>
    </button>
  );
}
