import { addDays } from '@bilim/contract/term-calendar.ts';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords, weekdayName } from '../../core/time.ts';
import { classNames } from '../../kit/classNames.ts';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import styles from './TimetableChanges.module.css';
import { isSlotFree, useTimetableChangeTexts } from './texts.ts';
import type { ClassTimeSlot, TimetableClass } from './timetable-changes.data.ts';

export interface WeekTableProps {
  classes: readonly TimetableClass[];
  /** The hours of the university's days. */
  times: readonly { id_time: number; startsAt: string; endsAt: string }[];
  monday: string;
  today: string;
  /** The class that is being changed; `places` are those it could move to, `place` is the chosen one. */
  open: TimetableClass | null;
  places: readonly ClassTimeSlot[];
  place: ClassTimeSlot | null;
  onOpen: (one: TimetableClass) => void;
  onPlace: (place: ClassTimeSlot) => void;
  onClear: () => void;
}

const days = [0, 1, 2, 3, 4, 5];
const minutesFirst = (a: { startsAt: string }, b: { startsAt: string }) => a.startsAt.localeCompare(b.startsAt);

/**
 * A week: a row a slot, a column a day; while a class is being changed, the places where it could go. Every slot has its row
 * from the start: what a class is dragged to does not move when the places come.
 */
export function WeekTable({
  classes: all,
  times,
  monday,
  today,
  open,
  places,
  place,
  onOpen,
  onPlace,
  onClear,
}: WeekTableProps) {
  const { t } = useTranslation('timetable-changes');
  const slots = new Map(
    [...times, ...all, ...places].map((one) => [one.id_time, { id: one.id_time, startsAt: one.startsAt }]),
  );
  const hasSunday = all.some(({ day }) => day === addDays(monday, 6));
  const dates = [...days, ...(hasSunday ? [6] : [])].map((number) => addDays(monday, number));
  if (!all.length && !places.length) return <p className={styles.none}>{t('empty')}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shorter way between its buttons
    <div className={styles.scroll} onKeyDown={(event) => onPlaceKey(event, onClear)}>
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
          {[...slots.values()].sort(minutesFirst).map((slot, row) => (
            <tr key={slot.id}>
              <th scope="row">{slot.startsAt}</th>
              {dates.map((date, column) => {
                const here = all.filter(({ day, id_time }) => day === date && id_time === slot.id);
                const goal = places.find(({ day, id_time }) => day === date && id_time === slot.id);
                return (
                  <td key={date} data-at={`${column} ${row}`}>
                    {here.map((one) => (
                      <ClassButton
                        key={one.id_lesson}
                        of={one}
                        others={here}
                        isOpen={one === open}
                        isDragged
                        onOpen={onOpen}
                      />
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

/** Columns and rows that a key moves by. */
const arrowSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Goes over the free places by the arrows, from a class too; Esc gives the chosen one up. */
function onPlaceKey(event: KeyboardEvent<HTMLElement>, onClear: () => void): void {
  if (event.key === 'Escape') onClear();
  const [x = 0, y = 0] = arrowSteps[event.key] ?? [];
  const at = (one: Element) => (one.closest<HTMLElement>('[data-at]')?.dataset.at ?? '0 0').split(' ').map(Number);
  const [column = 0, row = 0] = at(event.target as Element);
  if (!x && !y) return;
  const ahead = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-free]')].flatMap((one) => {
    const [right = 0, down = 0] = at(one);
    const [far, aside] = x
      ? [(right - column) * x, Math.abs(down - row)]
      : [(down - row) * y, Math.abs(right - column)];
    return far > 0 ? [{ one, way: aside * 10 + far }] : [];
  });
  const [nearest] = ahead.sort((a, b) => a.way - b.way);
  if (!ahead.length) return;
  event.preventDefault();
  nearest?.one.focus();
}

interface ButtonProps {
  of: TimetableClass;
  /** The classes of its hour at least: where else it was or is. */
  others: readonly TimetableClass[];
  isOpen: boolean;
  /** It may be taken by the mouse to a free place. */
  isDragged?: boolean;
  onOpen: (one: TimetableClass) => void;
}

/** A class; one that is not held is struck out and says why. */
export function ClassButton({ of, others, isOpen, isDragged = false, onOpen }: ButtonProps) {
  const words = useTimetableChangeTexts();
  const state = words.state(of, others);
  const isHeld = of.state === 'held';
  const Name = isHeld ? 'b' : 's';
  return (
    <button
      type="button"
      className={classNames(styles.class, !isHeld && styles.off, of.step && isHeld && styles.changed)}
      aria-pressed={isOpen}
      disabled={!of.mayChange}
      draggable={isDragged && of.mayChange}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', of.discipline);
        // What changes in the very moment of the start would end the dragging.
        setTimeout(() => onOpen(of));
      }}
      onClick={() => onOpen(of)}
    >
      <Name translate="no">
        <WholeWordText>{of.discipline}</WholeWordText>
      </Name>
      <span translate="no">
        <WholeWordText>{words.line(of)}</WholeWordText>
      </span>
      <small translate="no">
        <WholeWordText>{words.people(of)}</WholeWordText>
      </small>
      {state && <em>{state}</em>}
    </button>
  );
}

function PlaceButton({
  of,
  isChosen,
  onPlace,
}: {
  of: ClassTimeSlot;
  isChosen: boolean;
  onPlace: (place: ClassTimeSlot) => void;
}) {
  const words = useTimetableChangeTexts();
  if (['past', 'outside', 'here', 'holiday'].includes(of.state)) return null;
  return (
    <button
      type="button"
      className={classNames(styles.place, isSlotFree(of) ? styles.free : styles.taken)}
      aria-pressed={isChosen}
      data-free={isSlotFree(of) || undefined}
      onDragOver={(event) => {
        if (isSlotFree(of)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onPlace(of);
      }}
      onClick={() => onPlace(of)}
    >
      <span className="hidden-text">{`${dayInWords(of.day)}, ${of.startsAt}: `}</span>
      <WholeWordText>{words.place(of)}</WholeWordText>
    </button>
  );
}
