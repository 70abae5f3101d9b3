import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { addDays, isLessonHeldOn, startOfWeek, type TermSpan, weekdayNumber } from '@bilim/contract/term-calendar.ts';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { LessonRow } from './schedule.queries.ts';

/** Gives the moments of wall-clock times in a zone, whose rules are looked up once. */
function momentsIn(timeZone: string): (day: string, time: string) => Date {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (day, time) => {
    const guess = new Date(`${day}T${time}:00Z`);
    return new Date(guess.getTime() * 2 - Date.parse(`${zone.format(guess).replace(' ', 'T')}Z`));
  };
}

/** The first of a lesson's days on or after the term's beginning, in its weekday. */
function firstDay(lesson: LessonRow, term: TermSpan): string {
  const day = addDays(startOfWeek(term.startsOn), lesson.day_number - 1);
  return day < term.startsOn ? addDays(day, 7) : day;
}

/** All days on which a lesson is held. */
function daysOf(lesson: LessonRow, term: TermSpan): string[] {
  if (lesson.date !== null) return isLessonHeldOn(lesson, lesson.date, term) ? [lesson.date] : [];
  const days: string[] = [];
  for (let day = firstDay(lesson, term); day <= term.endsOn; day = addDays(day, 7))
    if (weekdayNumber(day) === lesson.day_number && isLessonHeldOn(lesson, day, term)) days.push(day);
  return days;
}

/** The lessons of a term. */
export interface TermLessons {
  readonly lessons: readonly LessonRow[];
  readonly term: TermSpan;
  /** When each was changed last, by its id. */
  readonly changes: ReadonlyMap<number, Date>;
}

/** Programs compare whole numbers: the seconds since a day before any change. */
const numbered = (moment: Date): number => Math.floor((moment.getTime() - Date.UTC(2020, 0)) / 1000);

/**
 * The timetable as iCalendar text, an event for every class that is held. An event's id is made of the lesson and its
 * day, so that a change of time or room moves the event that a calendar already has: its number and stamp are then newer ones.
 */
export function formatICalendar(
  terms: readonly TermLessons[],
  words: { name: string; subgroup: (number: number) => string; timeZone: string },
): string {
  const calendar = ical({ name: words.name, method: ICalCalendarMethod.PUBLISH, ttl: 6 * 3600 });
  calendar.prodId({ company: 'Bilim', product: 'Bilim' });
  const moment = momentsIn(words.timeZone);
  const all = terms.flatMap(({ lessons, term, changes }) =>
    lessons.map((lesson) => ({ lesson, term, changed: changes.get(lesson.id) ?? moment(term.startsOn, '00:00') })),
  );
  for (const { lesson, term, changed } of all)
    for (const day of daysOf(lesson, term)) {
      const event = calendar.createEvent({
        id: `lesson-${lesson.id}-${day}@bilim`,
        stamp: changed,
        lastModified: changed,
        sequence: numbered(changed),
        start: moment(day, lesson.startsAt),
        end: moment(day, lesson.endsAt),
        summary: `${lesson.discipline} (${shortenClassTypeInLowercase(lesson.name_vid_zaniatiy)})`,
        description: [
          lesson.t_fio,
          lesson.groups.map((group) => group.p20).join(', '),
          lesson.subgroup ? words.subgroup(lesson.subgroup) : '',
          lesson.change?.reason ?? '',
        ]
          .filter(Boolean)
          .join('\n'),
      });
      const place = [lesson.auditorium, lesson.building].filter(Boolean).join(', ');
      if (place) event.location(place);
    }
  return calendar.toString();
}
