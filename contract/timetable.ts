import type { Output } from './call.ts';
import type { schedule } from './schedule.ts';
import { addDays, isHeldOn, isPlannedOn, type TermSpan, weekday } from './term-calendar.ts';

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
export function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The lessons of one day, in the order of their beginning. */
export function lessonsOn(week: TimetableWeek, term: TermSpan | null, day: string): Lesson[] {
  const ofDay = week.find((one) => one.day_number === weekday(day))?.lessons ?? [];
  return term ? ofDay.filter((lesson) => isHeldOn(lesson, day, term)) : [];
}

/** A class that is not held on its day, and why. */
export interface CancelledClass {
  readonly lesson: Lesson;
  readonly why: NonNullable<Lesson['notHeld']>[number];
}

/** The classes that the timetable has on a day and that are not held; one that another teacher gives is. */
export function cancelledLessonsOn(week: TimetableWeek, term: TermSpan | null, day: string): CancelledClass[] {
  const ofDay = week.find((one) => one.day_number === weekday(day))?.lessons ?? [];
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
    if (!term || !why || !isPlannedOn(lesson, day, term) || (why.step === 'replaced' && isGiven(lesson))) return [];
    return [{ lesson, why }];
  });
}

/** Whether a lesson of today is over, going on or still to come. */
export function lessonState(lesson: Lesson, time: string): 'past' | 'now' | 'later' {
  if (lesson.endsAt <= time) return 'past';
  return lesson.startsAt <= time ? 'now' : 'later';
}

/** Minutes until a lesson that goes on is over. */
export const minutesLeft = (lesson: Lesson, time: string) => minutesOfDay(lesson.endsAt) - minutesOfDay(time);

/** How much of a lesson has passed, 0 to 1. */
export function lessonProgress(lesson: Lesson, time: string): number {
  const begins = minutesOfDay(lesson.startsAt);
  return (minutesOfDay(time) - begins) / (minutesOfDay(lesson.endsAt) - begins);
}

/** How far ahead the next class is looked for, in days: beyond a holiday, not beyond a term. */
export const lookAheadDays = 14;

/** The first day after a day that has classes, and how many days ahead it is; null when none is near. */
export function nextClassDay(week: TimetableWeek, term: TermSpan | null, day: string) {
  for (let ahead = 1; ahead <= lookAheadDays; ahead++) {
    const ofDay = lessonsOn(week, term, addDays(day, ahead));
    const [lesson] = ofDay;
    if (lesson) return { day: addDays(day, ahead), ahead, lesson, ofDay };
  }
  return null;
}

/** What a start page tells: what goes on now, what comes next today, or the first class of a later day. */
export function upcomingClasses(week: TimetableWeek, term: TermSpan | null, { day, time }: UniversityTime) {
  const today = lessonsOn(week, term, day);
  const current = today.find((lesson) => lessonState(lesson, time) === 'now') ?? null;
  const next = today.find((lesson) => lessonState(lesson, time) === 'later') ?? null;
  return { today, current, next, later: current || next ? null : nextClassDay(week, term, day) };
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
