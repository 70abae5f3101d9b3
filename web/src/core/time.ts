import { session } from './session.ts';

const kept = new Map<string, Intl.DateTimeFormat>();

/** A formatter in the university's time zone; making one is slow, so they are kept. */
export function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = session.get().config?.timeZone ?? 'Asia/Bishkek';
  const key = JSON.stringify([locale, timeZone, options]);
  const known = kept.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...options });
  kept.set(key, made);
  return made;
}

/** A moment's date as DD/MM/YY at the university (specification, news feed). */
export function shortDate(moment: string): string {
  return formatter('en-GB', { day: '2-digit', month: '2-digit', year: '2-digit' }).format(new Date(moment));
}

/** A moment's time as HH:mm at the university. */
export function clockTime(moment: string): string {
  return formatter('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(moment));
}

/** The calendar day of a moment at the university, YYYY-MM-DD. */
export function dayOf(moment: string | number | Date): string {
  return formatter('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(moment));
}
