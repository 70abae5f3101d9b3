import { type Chosen, groupChatId } from './chosen.ts';
import type { Lesson } from './timetable.ts';
import { timesCountOf } from './weeks.ts';

/** A lesson on one of its days, with all that the person has on that day. */
export interface Held {
  readonly lesson: Lesson;
  readonly day: string;
  readonly ofDay: readonly Lesson[];
}

/** A group or stream of a lesson. */
export type Group = Lesson['groups'][number];

/** Who looks: a student is led to the own group only. */
export interface Looker {
  readonly teacher: boolean;
  /** The group of a student. */
  readonly group: number | null;
}

/** A class's place in the journal, as it stands in the address: class type, subgroup, and column. */
export interface PlaceInJournal {
  readonly t: number;
  readonly part?: number;
  readonly col?: string;
}

/** How a column of the journal is named: its day, and which class of that day it is. */
export const columnKey = (day: string, times: number) => `${day}.${times}`;

/**
 * The groups or streams that a lesson leads to: all of a teacher's joint lecture; a student's own, or none where it is
 * not among them, and then the cascade knows it.
 */
export function groupsLedTo({ groups }: Lesson, { teacher, group }: Looker): (Group | null)[] {
  if (teacher && groups.length) return [...groups];
  const own = groups.find(({ id_group }) => id_group === group);
  return [own ?? (groups.length === 1 ? groups[0] : null) ?? null];
}

/** The discipline of a lesson, with semester and group or stream; year and term stay as they are looked at. */
export function courseOf(lesson: Lesson, group: Group | null, { year, ws }: Chosen): Chosen {
  return {
    ...(year !== undefined && { year }),
    ...(ws !== undefined && { ws }),
    d: `${lesson.id_discipline}.${lesson.isSelect ? 1 : 0}.${lesson.kredit}`,
    ...(group?.id_semester != null && { sem: group.id_semester }),
    ...(group && { g: group.id_group }),
  };
}

/** Where the journal of a group or stream has a class. */
export function placeInJournal({ lesson, day, ofDay }: Held, group: Group | null): PlaceInJournal {
  return {
    t: lesson.id_vid_zaniatiy,
    ...(lesson.subgroup > 0 && { part: lesson.subgroup }),
    ...(group && { col: columnKey(day, timesCountOf(lesson, ofDay, group.id_group)) }),
  };
}

/** The conversation that a class leads to: a teacher's with the group, a student's with the teacher. */
export function conversationOf(lesson: Lesson, { teacher }: Looker): Pick<Chosen, 'c'> {
  return { c: teacher ? groupChatId : lesson.id_teacher };
}
