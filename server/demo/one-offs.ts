import { addDays, startOfWeek, termWeekNumber, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import type { TermDays } from './calendar.ts';
import type { DemoLesson } from './lesson.ts';
import type { DemoPeople } from './people.ts';

/** Where a lesson of one day alone finds a place on one of these weekdays; null when all is taken. */
export type FindFreeSlot = (
  lesson: DemoLesson,
  weekdays: readonly number[],
) => Pick<DemoLesson, 'day' | 'slot' | 'room'> | null;

/** Monday to Saturday of the week of `today` as far as the term holds them; the week after when it holds none. */
function daysAround(today: string, { startsOn, endsOn }: TermDays): string[] {
  const week = (monday: string) =>
    [0, 1, 2, 3, 4, 5].map((step) => addDays(monday, step)).filter((day) => startsOn <= day && day <= endsOn);
  const days = week(startOfWeek(today));
  return days.length ? days : week(addDays(startOfWeek(today), 7));
}

/**
 * What the office changes in the week of `today` for the known students: a weekly class of the known teacher is moved to
 * another day, and a class of a colleague gets an additional date. Where the week has no free day, the additional date is for a class of
 * the known teacher.
 */
export function applyOneOffChanges(
  lessons: readonly DemoLesson[],
  { teacher, student }: DemoPeople['main'],
  term: TermDays,
  today: string,
  find: FindFreeSlot,
): DemoLesson[] {
  const days = daysAround(today, term);
  const [first] = days;
  if (!first) return [...lessons];
  const weekdays = days.map(weekdayNumber);
  const weekly = lessons.filter(
    (one) => one.groups.includes(student.group) && !one.stream && one.weekKind === 0 && one.subgroup === 0,
  );
  const held = (lesson: DemoLesson | undefined, on: readonly number[], code: string): DemoLesson[] => {
    const place = lesson ? find(lesson, on) : null;
    const onlyOn = days.find((day) => weekdayNumber(day) === place?.day);
    return lesson && place && onlyOn ? [{ ...lesson, ...place, onlyOn, code: `${lesson.code}-${code}` }] : [];
  };
  const moved = weekly.find((one) => one.teacher === teacher && weekdays.includes(one.day));
  const otherDays = weekdays.filter((day) => day !== moved?.day);
  const elsewhere = held(moved, otherDays, 'moved');
  const repeated = weekly.find((one) => (one.teacher === teacher) === !elsewhere.length);
  const ahead = days.filter((day) => day >= today).map(weekdayNumber);
  const more = held(repeated, ahead.length ? ahead : weekdays, 'more');
  const week = termWeekNumber(term.startsOn, first);
  return lessons
    .flatMap((one) => (one === moved && elsewhere.length ? without(one, week) : [one]))
    .concat(elsewhere, more);
}

/** A weekly lesson with one week left out: it ends before and begins again after. */
function without(lesson: DemoLesson, week: number): DemoLesson[] {
  const parts = [
    { ...lesson, weekTo: week - 1 },
    { ...lesson, weekFrom: week + 1, code: `${lesson.code}-on` },
  ];
  return parts.filter(({ weekFrom, weekTo }) => weekFrom <= weekTo);
}
