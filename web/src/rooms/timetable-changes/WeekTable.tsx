import { addDays } from '@bilim/contract/term-calendar.ts';
import { useTranslation } from 'react-i18next';
import { dayInWords, weekdayName } from '../../core/time.ts';
import { classes } from '../../kit/classes.ts';
import { LongWords } from '../../kit/LongWords.tsx';
import styles from './TimetableChanges.module.css';
import type { Class, Place } from './timetable-changes.data.ts';
import { isFree, useClassWords } from './words.ts';

export interface WeekProps {
  classes: readonly Class[];
  monday: string;
  today: string;
  /** The class that is being changed, where it could go, and where it shall. */
  open: Class | null;
  places: readonly Place[];
  place: Place | null;
  onOpen: (one: Class) => void;
  onPlace: (place: Place) => void;
}

const days = [0, 1, 2, 3, 4, 5];
const minutesFirst = (a: { startsAt: string }, b: { startsAt: string }) => a.startsAt.localeCompare(b.startsAt);

/** A week: a row a slot, a column a day; while a class is being changed, the places where it could go. */
export function WeekTable({ classes: all, monday, today, open, places, place, onOpen, onPlace }: WeekProps) {
  const { t } = useTranslation('timetable-changes');
  const slots = new Map([...all, ...places].map(({ id_time: id, startsAt, endsAt }) => [id, { id, startsAt, endsAt }]));
  const hasSunday = all.some(({ day }) => day === addDays(monday, 6));
  const dates = [...days, ...(hasSunday ? [6] : [])].map((number) => addDays(monday, number));
  if (!slots.size) return <p className={styles.none}>{t('empty')}</p>;
  return (
    <div className={styles.scroll}>
      <table className={styles.week}>
        <thead>
          <tr>
            <td />
            {dates.map((date) => (
              <th key={date} scope="col" aria-current={date === today ? 'date' : undefined} title={dayInWords(date)}>
                {weekdayName(date, 'short')} {Number(date.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...slots.values()].sort(minutesFirst).map((slot) => (
            <tr key={slot.id}>
              <th scope="row">{slot.startsAt}</th>
              {dates.map((date) => {
                const here = all.filter(({ day, id_time }) => day === date && id_time === slot.id);
                const goal = places.find(({ day, id_time }) => day === date && id_time === slot.id);
                return (
                  <td key={date}>
                    {here.map((one) => (
                      <ClassButton key={one.id_lesson} of={one} isOpen={one === open} onOpen={onOpen} />
                    ))}
                    {goal && !here.some(({ state }) => state === 'held') && (
                      <PlaceButton
                        of={goal}
                        isChosen={place?.day === date && place.id_time === slot.id}
                        onPlace={onPlace}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A class; one that is not held is struck out and says why. */
export function ClassButton({ of, isOpen, onOpen }: { of: Class; isOpen: boolean; onOpen: (one: Class) => void }) {
  const words = useClassWords();
  const isHeld = of.state === 'held';
  const Name = isHeld ? 'b' : 's';
  return (
    <button
      type="button"
      className={classes(styles.class, !isHeld && styles.off, of.step && isHeld && styles.changed)}
      aria-pressed={isOpen}
      disabled={!of.mayChange}
      onClick={() => onOpen(of)}
    >
      <Name translate="no">
        <LongWords>{of.discipline}</LongWords>
      </Name>
      <span translate="no">{words.line(of)}</span>
      <small translate="no">{words.people(of)}</small>
      {words.state(of) && <em>{words.state(of)}</em>}
    </button>
  );
}

function PlaceButton({ of, isChosen, onPlace }: { of: Place; isChosen: boolean; onPlace: (place: Place) => void }) {
  const words = useClassWords();
  if (['past', 'outside', 'here', 'holiday'].includes(of.state)) return null;
  return (
    <button
      type="button"
      className={classes(styles.place, isFree(of) ? styles.free : styles.taken)}
      aria-pressed={isChosen}
      aria-label={`${dayInWords(of.day)}, ${of.startsAt}: ${words.place(of)}`}
      onClick={() => onPlace(of)}
    >
      {words.place(of)}
    </button>
  );
}
