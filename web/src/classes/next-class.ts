import type { ClassOccurrence } from '@bilim/contract/class-links.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import { lessonState, listLessonsOnDay, type Timetable, type UniversityTime } from '@bilim/contract/timetable.ts';

/** How many days ahead classes are looked for. */
const lookAhead = 14;

/** The present or next class of each discipline within two weeks, by the discipline's key. */
export function findNextClasses(
  { week, term }: Timetable,
  { day: today, time }: UniversityTime,
): Map<string, ClassOccurrence> {
  const found = new Map<string, ClassOccurrence>();
  for (let ahead = 0; ahead < lookAhead; ahead++) {
    const day = addDays(today, ahead);
    const ofDay = listLessonsOnDay(week, term, day);
    for (const lesson of ofDay) {
      const { id_discipline: id, isSelect, kredit } = lesson;
      const key = disciplineKey({ id, isSelect, kredit });
      if (!found.has(key) && (ahead > 0 || lessonState(lesson, time) !== 'past'))
        found.set(key, { lesson, day, ofDay });
    }
  }
  return found;
}
