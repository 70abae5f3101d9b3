import { calendarDayOptions, formatCalendarDay } from '@bilim/contract/calendar-day.ts';

/**
 * The one place that says what time it is. Whatever decides by the day or the hour, or writes a date that people see, asks
 * here; durations are measured with `performance.now()`.
 */
let offsetMs: number | null = null;

/** This moment. */
export function now(): Date {
  return new Date(Date.now() + (offsetMs ?? 0));
}

/** By time zone: looking up its rules takes as long as a small statement, and many calls ask for the day. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day at the university, YYYY-MM-DD. */
export function today(timeZone: string): string {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, ...calendarDayOptions });
  dayFormats.set(timeZone, format);
  return formatCalendarDay(format, now());
}

/**
 * From now on the time goes on from this moment (ISO 8601, for tests alone); null: the machine's own clock.
 * @param since when that moment was, by the machine's clock
 */
export function setClock(at: string | null, since: number = Date.now()): void {
  offsetMs = at === null ? null : Date.parse(at) - since;
}

/** Sets the clock of a program that was started at this moment: loading it may have taken seconds. */
export function setProcessClock(at: string | null): void {
  setClock(at, performance.timeOrigin);
}

/** What a process that is started now needs in its environment to have the same time. */
export function testClockEnvironment(): { TEST_CLOCK?: string } {
  return offsetMs === null ? {} : { TEST_CLOCK: now().toISOString() };
}

/** The machine's own time, which is that of its file system. */
export function readMachineTime(): Date {
  return new Date();
}

/** Milliseconds since a file was changed, by the machine's own time. */
export function fileAgeMs({ mtimeMs }: { readonly mtimeMs: number }): number {
  return Date.now() - mtimeMs;
}
