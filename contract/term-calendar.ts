/** Days are YYYY-MM-DD of the university; arithmetic is done at UTC noon, where no clock is ever put forward. */
const dayMs = 86_400_000;
const momentOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The day so many days later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return dayOf(momentOf(day) + days * dayMs);
}

/** Day of the week: 1 Monday to 7 Sunday. */
export function weekdayNumber(day: string): number {
  return new Date(momentOf(day)).getUTCDay() || 7;
}

/** Monday of the day's week. */
export function startOfWeek(day: string): string {
  return addDays(day, 1 - weekdayNumber(day));
}

/** Number of the day's week in a term: 1 is the week that holds the first day; 0 and below come before. */
export function termWeekNumber(startsOn: string, day: string): number {
  return Math.round((momentOf(startOfWeek(day)) - momentOf(startOfWeek(startsOn))) / (7 * dayMs)) + 1;
}

/** When a lesson of the timetable is held. */
export interface LessonRecurrence {
  /** 0 every week, 1 odd weeks of the term (numerator), 2 even ones. */
  readonly week_kind: number;
  readonly week_from: number;
  readonly week_to: number;
  /** Held on this day alone. */
  readonly date: string | null;
  /** Days of it that are not held: holidays, and what was moved or cancelled by hand. */
  readonly notHeld?: readonly { readonly day: string }[];
}

/** First and last day of a term. */
export interface TermSpan {
  readonly startsOn: string;
  readonly endsOn: string;
}

/** Whether a lesson of this weekday is held on the day. */
export function isLessonHeldOn(lesson: LessonRecurrence, day: string, term: TermSpan): boolean {
  return !lesson.notHeld?.some((one) => one.day === day) && isLessonPlannedOn(lesson, day, term);
}

/** Whether the timetable has a lesson of this weekday on the day, be it held or not. */
export function isLessonPlannedOn(lesson: LessonRecurrence, day: string, term: TermSpan): boolean {
  if (lesson.date !== null) return lesson.date === day;
  if (day < term.startsOn || day > term.endsOn) return false;
  const week = termWeekNumber(term.startsOn, day);
  if (week < lesson.week_from || week > lesson.week_to) return false;
  return lesson.week_kind === 0 || lesson.week_kind === (week % 2 ? 1 : 2);
}

/** The fields of a lesson that say which class of its day it is. */
export interface LessonIdentity {
  readonly id_teacher: number;
  readonly id_discipline: number;
  readonly kredit: number;
  readonly isSelect: boolean;
  readonly id_vid_zaniatiy: number;
  readonly startsAt: string;
  readonly groups: readonly { readonly id_group: number }[];
}

/** A journal counts no further on one day. */
export const maxClassesPerDay = 8;

/** What identifies a class, besides its hour. */
export type ClassCourse = Omit<LessonIdentity, 'startsAt' | 'groups'>;

/** The hours of a day, in their order, at which a group or stream has classes of one type with their teacher. */
export function listClassHours(course: ClassCourse, ofDay: readonly LessonIdentity[], group: number): string[] {
  const hours = ofDay
    .filter(
      (one) =>
        one.id_teacher === course.id_teacher &&
        one.id_discipline === course.id_discipline &&
        one.kredit === course.kredit &&
        one.isSelect === course.isSelect &&
        one.id_vid_zaniatiy === course.id_vid_zaniatiy &&
        one.groups.some(({ id_group }) => id_group === group),
    )
    .map(({ startsAt }) => startsAt);
  return [...new Set(hours)].sort();
}

/**
 * Which class of its type on its day a lesson is for a group or stream (`timesCount`): 1 is the first. Lessons at the same
 * hour, as two subgroups may have them, are one. `ofDay`: all lessons of its teacher on that day.
 */
export function classNumberInDay(lesson: LessonIdentity, ofDay: readonly LessonIdentity[], group: number): number {
  const before = listClassHours(lesson, ofDay, group).filter((hour) => hour < lesson.startsAt);
  return Math.min(maxClassesPerDay, before.length + 1);
}
