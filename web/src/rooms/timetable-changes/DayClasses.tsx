import { addDays } from '@bilim/contract/term-calendar.ts';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords, weekdayName } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import styles from './TimetableChanges.module.css';
import { isSlotFree, useTimetableChangeTexts } from './texts.ts';
import { ClassButton, type WeekTableProps } from './WeekTable.tsx';

/** Pixels from which on a finger has swiped. */
const swiped = 60;

/** A finger over the days goes on or back by a week. */
function useWeekSwipe(day: string, onDay: (day: string) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const isSwiped = useRef(false);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      isSwiped.current = false;
      from.current = pointerType === 'touch' ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!from.current) return;
      const [x, y] = [clientX - from.current.x, clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) < swiped || Math.abs(x) < Math.abs(y)) return;
      isSwiped.current = true;
      onDay(addDays(day, x < 0 ? 7 : -7));
    },
    onPointerCancel: () => {
      from.current = null;
    },
    // A swipe that ends on a day is no press.
    onClickCapture: (event: MouseEvent) => {
      if (!isSwiped.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface Props extends Omit<WeekTableProps, 'onClear' | 'times'> {
  day: string;
  onDay: (day: string) => void;
}

/** The phone's week: a strip of days, the classes of one; while a class is being changed, the places of that day. */
export function DayClasses({ classes: all, monday, today, open, places, place, day, onDay, onOpen, onPlace }: Props) {
  const { t } = useTranslation('timetable-changes');
  const words = useTimetableChangeTexts();
  const ofDay = all.filter((one) => one.day === day);
  const goals = places.filter((one) => one.day === day && !['past', 'outside', 'here'].includes(one.state));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend. */}
      <div className={styles.strip} role="group" aria-label={t('days')} {...useWeekSwipe(day, onDay)}>
        {[0, 1, 2, 3, 4, 5].map((number) => {
          const date = addDays(monday, number);
          return (
            <button
              key={date}
              type="button"
              aria-pressed={date === day}
              aria-current={date === today ? 'date' : undefined}
              title={dayInWords(date)}
              onClick={() => onDay(date)}
            >
              <span>{weekdayName(date, 'short')}</span>
              <b>{Number(date.slice(8))}</b>
            </button>
          );
        })}
      </div>
      {!open && (
        <ul className={styles.day}>
          {ofDay.map((one) => (
            <li key={one.id_lesson}>
              <time>{one.startsAt}</time>
              <ClassButton of={one} others={ofDay} isOpen={false} onOpen={onOpen} />
            </li>
          ))}
          {ofDay.length === 0 && <li className={styles.none}>{t('emptyDay')}</li>}
        </ul>
      )}
      {open && (
        <ul className={classNames(card.card, styles.places)}>
          {goals.map((one) => (
            <li key={one.id_time}>
              <button
                type="button"
                className={classNames(!isSlotFree(one) && styles.busy)}
                aria-pressed={place?.day === one.day && place.id_time === one.id_time}
                disabled={one.state === 'holiday'}
                onClick={() => onPlace(one)}
              >
                <b>{one.startsAt}</b>
                <span>{words.place(one)}</span>
              </button>
            </li>
          ))}
          {goals.length === 0 && <li className={styles.none}>{t('noPlaces')}</li>}
        </ul>
      )}
    </>
  );
}
