import { addDays, startOfWeek, type TermSpan } from '@bilim/contract/term-calendar.ts';

/**
 * The day that is shown when none is chosen: today, or the nearest day of the term that is looked at. On a Sunday without
 * classes (`days` 6) the week is over, and people look for the next one, be it of the next term.
 */
export function findInitialDay(term: TermSpan | null, today: string, days: number): string {
  const day = days < 7 && addDays(startOfWeek(today), 6) === today ? addDays(today, 1) : today;
  if (!term || (term.startsOn <= today && today <= term.endsOn)) return day;
  if (day < term.startsOn) return term.startsOn;
  return day > term.endsOn ? term.endsOn : day;
}
