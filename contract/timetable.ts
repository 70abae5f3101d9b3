import type { Output } from './call.ts';
import type { schedule } from './schedule.ts';
import { addDays, isLessonHeldOn, isLessonPlannedOn, type TermSpan, weekdayNumber } from './term-calendar.ts';

export type TimetableWeek = Output<typeof schedule.student>;
export type Lesson = TimetableWeek[number]['lessons'][number];

/** A timetable with the days of its term; null when the calendar does not hold the term. */
export interface Timetable {
  week: TimetableWeek;
  term: (TermSpan & Partial<Pick<Output<typeof schedule.term>[number], 'previous' | 'next'>>) | null;
}

/** What the university's clock shows: the day as YYYY-MM-DD, the time as HH:MM. */
export interface UniversityTime {
  readonly day: string;
  readonly time: string;
}

/** Minutes since midnight of a time HH:MM. */
export function minutesSinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The lessons of one day, in the order of their beginning. */
export function listLessonsOnDay(week: TimetableWeek, term: TermSpan | null, day: string): Lesson[] {
  const ofDay = week.find((one) => one.day_number === weekdayNumber(day))?.lessons ?? [];
  return term ? ofDay.filter((lesson) => isLessonHeldOn(lesson, day, term)) : [];
}

/** A class that is not held on its day, and why. */
export interface CancelledClass {
  readonly lesson: Lesson;
  readonly why: NonNullable<Lesson['notHeld']>[number];
}

/** The classes that the timetable has on a day and that are not held; one that another teacher gives is. */
export function listCancelledClasses(week: TimetableWeek, term: TermSpan | null, day: string): CancelledClass[] {
  const ofDay = week.find((one) => one.day_number === weekdayNumber(day))?.lessons ?? [];
  const isGiven = ({ id_time, id_discipline }: Lesson) =>
    ofDay.some(
      (one) =>
        one.change?.step === 'replaced' &&
        one.date === day &&
        one.id_time === id_time &&
        one.id_discipline === id_discipline,
    );
  return ofDay.flatMap((lesson) => {
    const why = lesson.notHeld?.find((one) => one.day === day);
    if (!term || !why || !isLessonPlannedOn(lesson, day, term) || (why.step === 'replaced' && isGiven(lesson)))
      return [];
    return [{ lesson, why }];
  });
}

/** Whether a lesson of today is over, going on or still to come. */
export function lessonState(lesson: Lesson, time: string): 'past' | 'now' | 'later' {
  if (lesson.endsAt <= time) return 'past';
  return lesson.startsAt <= time ? 'now' : 'later';
}

/** Minutes until a lesson that goes on is over. */
export const lessonMinutesLeft = (lesson: Lesson, time: string) =>
  minutesSinceMidnight(lesson.endsAt) - minutesSinceMidnight(time);

/** How much of a lesson has passed, 0 to 1. */
export function lessonProgress(lesson: Lesson, time: string): number {
  const begins = minutesSinceMidnight(lesson.startsAt);
  return (minutesSinceMidnight(time) - begins) / (minutesSinceMidnight(lesson.endsAt) - begins);
}

/** How far ahead the next class is looked for, in days: beyond a holiday, not beyond a term. */
export const nextClassSearchDays = 14;

/** The first day after a day that has classes, and how many days ahead it is; null when none is near. */
export function findNextClassDay(week: TimetableWeek, term: TermSpan | null, day: string) {
  for (let ahead = 1; ahead <= nextClassSearchDays; ahead++) {
    const ofDay = listLessonsOnDay(week, term, addDays(day, ahead));
    const [lesson] = ofDay;
    if (lesson) return { day: addDays(day, ahead), ahead, lesson, ofDay };
  }
  return null;
}

/** What a start page shows: what goes on now, what comes next today, or the first class of a later day. */
export function findUpcomingClasses(week: TimetableWeek, term: TermSpan | null, { day, time }: UniversityTime) {
  const today = listLessonsOnDay(week, term, day);
  const current = today.find((lesson) => lessonState(lesson, time) === 'now') ?? null;
  const next = today.find((lesson) => lessonState(lesson, time) === 'later') ?? null;
  return { today, current, next, later: current || next ? null : findNextClassDay(week, term, day) };
}

const kinds: Readonly<Record<number, string>> = { 1: 'lecture', 2: 'practice', 3: 'lab' };

/** The colour family of a class type; a kind that is none of the three is grey. */
export const classTypeColour = (lesson: Lesson): string => kinds[lesson.id_vid_zaniatiy] ?? 'other';

/** Tells lessons of one week apart. */
export const lessonKey = (lesson: Lesson): string =>
  [
    lesson.id_time,
    lesson.week_kind,
    lesson.week_from,
    lesson.date,
    lesson.id_discipline,
    lesson.id_vid_zaniatiy,
    lesson.subgroup,
    lesson.id_teacher,
    lesson.auditorium,
  ].join('.');
