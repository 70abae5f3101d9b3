import { addDays, mondayOf, type Span } from '@bilim/contract/weeks.ts';
import { dayAndMonth } from '../../core/days.ts';

/** Number of the day in its month. */
export const dayNumber = (day: string) => Number(day.slice(8));

/** Monday to Saturday of the day's week: «10–15 ноября», «30 ноября – 5 декабря». */
export function datesOfWeek(day: string): string {
  const first = mondayOf(day);
  const last = addDays(first, 5);
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${dayAndMonth(first)} – ${dayAndMonth(last)}`;
  return `${dayNumber(first)}–${dayAndMonth(last)}`;
}

/** The day that is shown when none is chosen: today, or the nearest day of the term that is looked at. */
export function firstDayOf(term: Span | null, today: string): string {
  if (!term) return today;
  if (today < term.startsOn) return term.startsOn;
  return today > term.endsOn ? term.endsOn : today;
}
