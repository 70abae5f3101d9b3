/** What a formatter is asked for, so that `formatCalendarDay` can read a day from it. */
export const calendarDayOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions;

/**
 * The calendar day of a moment, YYYY-MM-DD, in the time zone of a formatter made with `calendarDayOptions`. It is put
 * together from the parts: in which order a locale writes them differs between engines (en-CA: 2026-11-30 and 11/30/2026).
 */
export function formatCalendarDay(format: Intl.DateTimeFormat, moment: Date): string {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
