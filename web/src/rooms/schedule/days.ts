import { addDays, startOfWeek } from '@bilim/contract/term-calendar.ts';
import { dayAndMonth } from '../../core/time.ts';

/** Number of the day in its month. */
export const dayOfMonth = (day: string) => Number(day.slice(8));

/** Monday to Saturday of the day's week: «10–15 ноября», «30 ноября – 5 декабря». */
export function formatWeekRange(day: string): string {
  const first = startOfWeek(day);
  const last = addDays(first, 5);
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${dayAndMonth(first)} – ${dayAndMonth(last)}`;
  return `${dayOfMonth(first)}–${dayAndMonth(last)}`;
}

/** The day before or after, without Sundays where these have no classes (`days` 6). */
export function findAdjacentDay(day: string, by: 1 | -1, days: number): string {
  const next = addDays(day, by);
  const isSunday = addDays(startOfWeek(next), 6) === next;
  return days < 7 && isSunday ? addDays(next, by) : next;
}
