import { addDays, mondayOf, type TermSpan } from '@bilim/contract/term-calendar.ts';
import { dayAndMonth } from '../../core/time.ts';

/** Number of the day in its month. */
export const dayNumber = (day: string) => Number(day.slice(8));

/** Monday to Saturday of the day's week: «10–15 ноября», «30 ноября – 5 декабря». */
export function datesOfWeek(day: string): string {
  const first = mondayOf(day);
  const last = addDays(first, 5);
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${dayAndMonth(first)} – ${dayAndMonth(last)}`;
  return `${dayNumber(first)}–${dayAndMonth(last)}`;
}

/** The day before or after, without Sundays where these have no classes (`days` 6). */
export function neighbourDay(day: string, by: 1 | -1, days: number): string {
  const next = addDays(day, by);
  const isSunday = addDays(mondayOf(next), 6) === next;
  return days < 7 && isSunday ? addDays(next, by) : next;
}

/**
 * The day that is shown when none is chosen: today, or the nearest day of the term that is looked at. On a Sunday without
 * classes (`days` 6) the week is over, and people look for the next one, be it of the next term.
 */
export function initialDay(term: TermSpan | null, today: string, days: number): string {
  const day = days < 7 && addDays(mondayOf(today), 6) === today ? addDays(today, 1) : today;
  if (!term || (term.startsOn <= today && today <= term.endsOn)) return day;
  if (day < term.startsOn) return term.startsOn;
  return day > term.endsOn ? term.endsOn : day;
}
