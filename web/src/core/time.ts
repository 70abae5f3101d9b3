import { calendarDayOptions, formatCalendarDay } from '@bilim/contract/calendar-day.ts';
import * as calendar from '@bilim/contract/calendar-formatters.ts';
import { addDays, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import i18next from 'i18next';
import { now } from './clock.ts';
import { insertWordJoiners } from './wordJoiners.ts';
import { timeZone } from './zone.ts';

/** A moment as ISO 8601, or a calendar day YYYY-MM-DD of the university. */
export type TimestampOrDay = string;

/**
 * How a moment is said. `clock`: the time alone, under the heading of its day. `list`: «13:49», «вчера», «18 ноября».
 * `item`: «через 55 мин», «сегодня, 13:49», «вчера, 17:05», «18 ноября». `exact`: always with the time, where several
 * things happen on one day. `heading`: «сегодня», «вчера», «среда, 18 ноября». `weekday`: «среда, 18 ноября».
 */
export type TimestampStyle = 'clock' | 'list' | 'item' | 'exact' | 'heading' | 'weekday';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter in the university's time zone; making one is slow, so they are kept. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = timeZone();
  const key = JSON.stringify([locale, zone, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formats.set(key, made);
  return made;
}

/** A moment's date as DD/MM/YY at the university. */
export function formatShortDate(moment: string): string {
  return formatter('en-GB', { day: '2-digit', month: '2-digit', year: '2-digit' }).format(new Date(moment));
}

/** A moment's time as HH:mm at the university. */
export function formatClockTime(moment: string | number | Date): string {
  return formatter('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(moment));
}

/** The calendar day of a moment at the university, YYYY-MM-DD. */
export function toCalendarDay(moment: string | number | Date): string {
  return formatCalendarDay(formatter('en', calendarDayOptions), new Date(moment));
}

/** The calendar day at the university now, YYYY-MM-DD. */
export function currentDay(): string {
  return toCalendarDay(now());
}

const isDay = (moment: TimestampOrDay) => moment.length === 10;
/** Words of the calendar; a Kyrgyz day stays on the line of its month: «18-ноябрь». */
const words = (key: string, values: Record<string, string | number> = {}): string =>
  insertWordJoiners(i18next.t(`common:calendar.${key}`, values));

/** A moment in the interface's language; our own words, as many browsers know no Kyrgyz. */
export function formatDateTime(moment: TimestampOrDay, form: TimestampStyle, at = now()): string {
  const today = toCalendarDay(at);
  const day = isDay(moment) ? moment : toCalendarDay(moment);
  const time = isDay(moment) ? '' : formatClockTime(moment);
  const withTime = (date: string) => (time ? words('at', { day: date, time }) : date);
  const near = day === today ? words('today') : day === addDays(today, -1) ? words('yesterday') : null;
  switch (form) {
    case 'clock':
      return time;
    case 'weekday':
      return dayInWords(day, today);
    case 'heading':
      return near ?? dayInWords(day, today);
    case 'list':
      return day === today && time ? time : (near ?? dateInWords(day, today));
    case 'item':
      return minutesAhead(moment, at) ?? (near ? withTime(near) : dateInWords(day, today));
    case 'exact':
      return withTime(near ?? dateInWords(day, today));
  }
}

/** «через 55 мин» for what begins within the hour. */
function minutesAhead(moment: TimestampOrDay, at: Date): string | null {
  if (isDay(moment)) return null;
  const minutes = Math.round((new Date(moment).getTime() - at.getTime()) / 60_000);
  return minutes > 0 && minutes < 60 ? words('inMinutes', { n: minutes }) : null;
}

/** Everything about a moment: «среда, 18 ноября 2026, 13:49». */
export function formatFullDateTime(moment: TimestampOrDay): string {
  const day = isDay(moment) ? moment : toCalendarDay(moment);
  const full = dayInWords(day, '');
  return isDay(moment) ? full : words('at', { day: full, time: formatClockTime(moment) });
}

/** «среда, 18 ноября» of a day YYYY-MM-DD, with the year unless it is that of `today`. */
export function dayInWords(day: string, today = currentDay()): string {
  return words('full', { weekday: weekdayName(day, 'weekday'), date: dateInWords(day, today) });
}

/** «18 ноября» of a day YYYY-MM-DD, with the year unless it is that of `today`. */
export function dateInWords(day: string, today = currentDay()): string {
  return calendar.dateInWords(words, day, today);
}

/** «16–18 ноября» of the days from one to another, with the year unless it is that of `today`. */
export function dateRangeInWords(first: string, last: string, today = currentDay()): string {
  return calendar.dateRangeInWords(words, first, last, today);
}

/** «18 ноября 2026» of a day YYYY-MM-DD, with its year: a paper is read in other years too. */
export const formatDocumentDay = (day: string): string => dateInWords(day, '');

/** «18 ноября 2026, 13:49» of a moment. */
export const formatDocumentTimestamp = (moment: TimestampOrDay): string =>
  words('at', { day: formatDocumentDay(toCalendarDay(moment)), time: formatClockTime(moment) });

/** «18 ноября» of a day YYYY-MM-DD, whatever its year. */
export const dayAndMonth = (day: string): string => calendar.dayAndMonth(words, day);

/** «ноябрь» of a month YYYY-MM, as a heading. */
export const monthName = (month: string): string => words(`monthName.${Number(month.slice(5, 7))}`);

/** «ноябрь 2026» of a month YYYY-MM. */
export function monthAndYear(month: string): string {
  const ofYear = words(`monthOfYear.${Number(month.slice(5, 7))}`);
  return words('monthAndYear', { month: monthName(month), ofYear, year: month.slice(0, 4) });
}

/** The name of the weekday of a day YYYY-MM-DD: «среда», or short «Ср». */
export function weekdayName(day: string, form: 'weekday' | 'short'): string {
  return weekdayNameByNumber(weekdayNumber(day), form);
}

/** The name of weekday 1 (Monday) to 7: «среда», or short «Ср». */
export function weekdayNameByNumber(number: number, form: 'weekday' | 'short'): string {
  return words(`${form}.${number}`);
}

/** A day YYYY-MM-DD as it is typed: 18.11.2026. */
export function formatTypedDay(day: string): string {
  const [year, month, number] = day.split('-');
  return day ? `${number}.${month}.${year}` : '';
}

/** The day that somebody typed as 18.11.2026, 18/11/26, 18112026 or 2026-11-18; null when it is none. */
export function parseTypedDay(text: string): string | null {
  const typed = text.trim();
  const parts =
    /^(?<d>\d{1,2})[./\s-](?<m>\d{1,2})[./\s-](?<y>\d{4}|\d{2})$/.exec(typed)?.groups ??
    /^(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})$/.exec(typed)?.groups ??
    /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/.exec(typed)?.groups;
  if (!parts) return null;
  const { y = '', m = '', d = '' } = parts;
  const day = `${y.padStart(4, '20')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  // The 31st of April is turned into the 1st of May by the calendar; then it was no date.
  const known = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(known.getTime()) && known.toISOString().startsWith(day) ? day : null;
}
