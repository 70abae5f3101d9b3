import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { weekdayNameByNumber } from '../../core/time.ts';
import { classNames } from '../../kit/classNames.ts';
import styles from './StreamForm.module.css';
import type { StreamHours, StreamTimeSlot } from './streams.data.ts';

interface Props {
  places: readonly StreamTimeSlot[];
  hours: StreamHours;
  onChange: (hours: StreamHours) => void;
}

const days = [1, 2, 3, 4, 5, 6];
/** Weeks in which something is held, as the places say what is taken: 1 odd, 2 even, 3 both. */
const both = 3;

/** The next weeks of a cell after these: every, even, odd, none; those in which the teacher is taken are left out. */
function following(weeks: number | undefined, taken: number): number | null {
  const order = [0, 2, 1].filter((one) => !taken || (one !== 0 && one !== taken));
  return order[weeks === undefined ? 0 : order.indexOf(weeks) + 1] ?? null;
}

/** A week of places: a press goes from every week to even to odd to none. */
export function TimeSlotGrid({ places, hours, onChange }: Props) {
  const { t } = useTranslation('office');
  const slots = [...new Map(places.map(({ id_time, startsAt }) => [id_time, startsAt]))];
  const press = (place: StreamTimeSlot) => {
    const key = `${place.day_number}-${place.id_time}`;
    const { [key]: now, ...rest } = hours;
    const next = following(now, place.taken);
    onChange(next === null ? rest : { ...rest, [key]: next });
  };
  const { mobile } = useAtom(screenState);
  const words = (place: StreamTimeSlot, texts: 'stream' | 'stream.narrow') => {
    const weeks = hours[`${place.day_number}-${place.id_time}`];
    if (weeks !== undefined) return t(`${texts}.weeks.${weeks}`);
    if (place.taken === both) return t(`${texts}.taken`);
    return t(place.rooms === 0 ? `${texts}.noRoom` : `${texts}.free`);
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.week}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col">
                {weekdayNameByNumber(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map(([slot, startsAt]) => (
            <tr key={slot}>
              <th scope="row">{startsAt}</th>
              {days.map((day) => {
                const place = places.find((one) => one.day_number === day && one.id_time === slot);
                if (!place) return <td key={day} />;
                const weeks = hours[`${day}-${slot}`];
                return (
                  <td key={day}>
                    <button
                      type="button"
                      className={classNames(
                        styles.place,
                        place.rooms === 0 && styles.roomless,
                        place.taken === both && weeks === undefined && styles.off,
                      )}
                      aria-pressed={weeks !== undefined}
                      disabled={place.taken === both && weeks === undefined}
                      onClick={() => press(place)}
                    >
                      <span className="hidden-text">
                        {`${weekdayNameByNumber(day, 'weekday')}, ${startsAt}: ${words(place, 'stream')}`}
                      </span>
                      <span aria-hidden="true">{words(place, mobile ? 'stream.narrow' : 'stream')}</span>
                    </button>
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
