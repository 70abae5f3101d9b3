/** Says a text of the part `calendar` of the namespace `common`. */
export type CalendarTranslator = (key: string, values: Record<string, string | number>) => string;

const numberOf = (day: string) => Number(day.slice(8));
const monthOf = (day: string) => Number(day.slice(5, 7));
const yearOf = (day: string) => day.slice(0, 4);

/** «18 ноября» of a day YYYY-MM-DD, whatever its year. */
export const dayAndMonth = (translate: CalendarTranslator, day: string): string =>
  translate('day', { day: numberOf(day), month: translate(`month.${monthOf(day)}`, {}) });

/** «18 ноября», or with `number` in place of the day's own «16–18 ноября»; with the year unless it is that of `today`. */
export function dateInWords(
  translate: CalendarTranslator,
  day: string,
  today: string,
  number: number | string = numberOf(day),
) {
  if (yearOf(day) === yearOf(today))
    return translate('day', { day: number, month: translate(`month.${monthOf(day)}`, {}) });
  return translate('dayOfYear', {
    year: yearOf(day),
    day: number,
    month: translate(`monthOfYear.${monthOf(day)}`, {}),
  });
}

/** «16–18 ноября», «30 ноября – 2 декабря 2027» of the days from one to another: month and year are said once. */
export function dateRangeInWords(translate: CalendarTranslator, first: string, last: string, today: string): string {
  if (first === last) return dateInWords(translate, last, today);
  if (first.slice(0, 7) === last.slice(0, 7))
    return dateInWords(translate, last, today, `${numberOf(first)}–${numberOf(last)}`);
  if (yearOf(first) !== yearOf(last) || yearOf(last) === yearOf(today))
    return `${dateInWords(translate, first, today)} – ${dateInWords(translate, last, today)}`;
  const ofYear = (day: string) =>
    translate('day', { day: numberOf(day), month: translate(`monthOfYear.${monthOf(day)}`, {}) });
  return translate('daysOfYear', { year: yearOf(last), first: ofYear(first), last: ofYear(last) });
}
