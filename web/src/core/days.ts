import { weekday } from '@bilim/contract/weeks.ts';
import i18next from 'i18next';

/** A calendar day in words, such as «среда, 12 ноября», in the interface's language; in this browser's zone or another. */
export function dayInWords(date: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-CA', timeZone ? { timeZone } : {});
  const day = format.format(date);
  return i18next.t('calendar.full', { weekday: weekdayName(day, 'weekday'), date: dayAndMonth(day) });
}

/** A day YYYY-MM-DD in words; noon in UTC is the same day everywhere between Greenwich and Bishkek. */
export const wordsOfDay = (day: string) => dayInWords(new Date(`${day}T12:00:00Z`), 'UTC');

/** «12 ноября» of a day YYYY-MM-DD. Our own words: many browsers know no Kyrgyz month and fall back to Russian. */
export function dayAndMonth(day: string): string {
  const [, month = '1', number = '1'] = day.split('-');
  return i18next.t('calendar.day', { day: Number(number), month: i18next.t(`calendar.month.${Number(month)}`) });
}

/** The name of the weekday of a day YYYY-MM-DD: «среда», or short «Ср». */
export function weekdayName(day: string, form: 'weekday' | 'short'): string {
  return nameOfWeekday(weekday(day), form);
}

/** The name of weekday 1 (Monday) to 7: «среда», or short «Ср». */
export function nameOfWeekday(number: number, form: 'weekday' | 'short'): string {
  return i18next.t(`calendar.${form}.${number}`);
}
