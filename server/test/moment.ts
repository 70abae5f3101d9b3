import { calendarDayOptions, formatCalendarDay } from '@bilim/contract/calendar-day.ts';

/**
 * The moment at which every test begins (ISO 8601 with its offset): a Monday afternoon in the middle of a term, nobody's
 * quiet hours. `TEST_MOMENT` names another one, to run the same tests at another hour.
 */
export const testTime: string = process.env.TEST_MOMENT || '2026-11-23T14:00:00+06:00';

/** The day of a moment at the university, YYYY-MM-DD. */
export const toTestDay = (at: string): string =>
  formatCalendarDay(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Bishkek', ...calendarDayOptions }), new Date(at));

/** The day at which every test begins. */
export const testDay: string = toTestDay(testTime);
