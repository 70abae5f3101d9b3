import { type ClassCourse, type LessonIdentity, listClassHours, maxClassesPerDay } from './term-calendar.ts';

/** A group of a combined class, with the semester under which its journal is known. */
export interface CombinedClassGroup {
  readonly id_group: number;
  readonly id_semester: number;
}

/** The classes of one day in a table over several groups. */
export interface CombinedClassDay {
  /** The number in the table of what is a group's own so-manieth class of the day. */
  inTable(group: number, times: number): number;
  /** The group's own number of a class of the table; null: the class is not for this group. */
  inJournal(group: number, number: number): number | null;
}

/**
 * Each group counts its own classes of a day; in the table over all of them a class has one number, by its hour among the
 * classes of any of them. What the timetable does not know comes after what it knows, in its order. `ofDay`: all lessons
 * of the teacher on that day.
 */
export function buildCombinedDay(
  course: ClassCourse,
  ofDay: readonly LessonIdentity[],
  groups: readonly number[],
): CombinedClassDay {
  const own = new Map(groups.map((group) => [group, listClassHours(course, ofDay, group)]));
  const all = [...new Set([...own.values()].flat())].sort();
  return {
    inTable(group, times) {
      const hours = own.get(group) ?? [];
      const hour = hours[times - 1];
      return hour === undefined ? all.length + times - hours.length : all.indexOf(hour) + 1;
    },
    inJournal(group, number) {
      const hours = own.get(group) ?? [];
      const hour = all[number - 1];
      const times = hour === undefined ? hours.length + number - all.length : hours.indexOf(hour) + 1;
      return times >= 1 && times <= maxClassesPerDay ? times : null;
    },
  };
}

/** The other groups of a combined table as they are in the address: `12-5.13-7`. */
export const formatOtherGroups = (others: readonly CombinedClassGroup[]): string =>
  others.map(({ id_group, id_semester }) => `${id_group}-${id_semester}`).join('.');

/** Reads them; what makes no sense counts as none. */
export function parseOtherGroups(text: unknown): CombinedClassGroup[] {
  if (typeof text !== 'string' || !/^\d{1,10}-\d{1,5}(\.\d{1,10}-\d{1,5})*$/.test(text)) return [];
  return text.split('.').map((one) => {
    const [id_group = 0, id_semester = 0] = one.split('-').map(Number);
    return { id_group, id_semester };
  });
}
