import { buildCombinedDay, type CombinedClassGroup, formatOtherGroups } from './combined-class.ts';
import { disciplineKey } from './discipline-key.ts';
import { classNumberInDay } from './term-calendar.ts';
import { type Lesson, listLessonsOnDay, type Timetable } from './timetable.ts';
import { groupChatId, type UrlSelection } from './url-selection.ts';

/** A lesson on one of its days, with all that the person has on that day. */
export interface ClassOccurrence {
  readonly lesson: Lesson;
  readonly day: string;
  readonly ofDay: readonly Lesson[];
  /** Its year and term, where these are not the ones that are looked at. */
  readonly term?: Required<Pick<UrlSelection, 'year' | 'ws'>> | undefined;
}

/** A group or stream of a lesson. */
export type LessonGroup = Lesson['groups'][number];

/** Who looks: a student is led to the own group only. */
export interface ClassViewer {
  readonly teacher: boolean;
  /** The group of a student. */
  readonly group: number | null;
}

/**
 * A class's place in the journal, as it is in the address: class type, subgroup, column, and the other groups of a
 * combined class.
 */
export interface JournalPosition {
  readonly t: number;
  readonly part?: number;
  readonly col?: string;
  readonly also?: string;
}

/** How a column of the journal is named: its day, and which class of that day it is. */
export const journalColumnKey = (day: string, times: number) => `${day}.${times}`;

/**
 * The groups or streams that a lesson leads to: all of a teacher's combined lecture; a student's own, or none where it is
 * not among them, and then the cascade knows it.
 */
export function findLinkedGroups({ groups }: Lesson, { teacher, group }: ClassViewer): (LessonGroup | null)[] {
  if (teacher && groups.length) return [...groups];
  const own = groups.find(({ id_group }) => id_group === group);
  return [own ?? (groups.length === 1 ? groups[0] : null) ?? null];
}

/** The discipline of a lesson, with semester and group or stream; year and term stay as they are looked at. */
export function buildDisciplineLink(
  lesson: Lesson,
  group: LessonGroup | null,
  { year, ws }: UrlSelection,
): UrlSelection {
  const { id_discipline: id, isSelect, kredit } = lesson;
  return {
    ...(year !== undefined && { year }),
    ...(ws !== undefined && { ws }),
    d: disciplineKey({ id, isSelect, kredit }),
    ...(group?.id_semester != null && { sem: group.id_semester }),
    ...(group && { g: group.id_group }),
  };
}

const isTaught = (group: LessonGroup | null): group is LessonGroup & CombinedClassGroup =>
  group !== null && group.id_semester !== null;

/** Of the groups that a lesson leads to those in whose journals it is entered: of several the ones that are taught it. */
export function filterGroupsWithJournal(groups: readonly (LessonGroup | null)[]): readonly (LessonGroup | null)[] {
  const taught = groups.filter(isTaught);
  return taught.length ? taught : groups.slice(0, 1);
}

/** Where the journal of a group or stream, or the table over all groups of a combined class, has a class. */
export function findJournalPosition(
  { lesson, day, ofDay }: ClassOccurrence,
  groups: readonly (LessonGroup | null)[],
): JournalPosition {
  const [first = null, ...others] = filterGroupsWithJournal(groups);
  const ids = [first, ...others].flatMap((one) => one?.id_group ?? []);
  return {
    t: lesson.id_vid_zaniatiy,
    ...(lesson.subgroup > 0 && { part: lesson.subgroup }),
    ...(first && {
      col: journalColumnKey(
        day,
        buildCombinedDay(lesson, ofDay, ids).inTable(first.id_group, classNumberInDay(lesson, ofDay, first.id_group)),
      ),
    }),
    ...(others.length > 0 && { also: formatOtherGroups(others.filter(isTaught)) }),
  };
}

/** A column of one group's journal. */
export interface JournalGroupColumn {
  readonly id_discipline: number;
  readonly kredit: number;
  readonly isSelect: boolean;
  readonly id_vid_zaniatiy: number;
  readonly group: number;
  readonly day: string;
  readonly times: number;
}

/** The class of a teacher's timetable that a column is for; null: the timetable does not know it. */
export function findClassOfColumn({ week, term }: Timetable, column: JournalGroupColumn): ClassOccurrence | null {
  const { day, group, times } = column;
  const ofDay = listLessonsOnDay(week, term, day);
  const lesson = ofDay.find(
    (one) =>
      one.id_discipline === column.id_discipline &&
      one.kredit === column.kredit &&
      one.isSelect === column.isSelect &&
      one.id_vid_zaniatiy === column.id_vid_zaniatiy &&
      one.groups.some(({ id_group }) => id_group === group) &&
      classNumberInDay(one, ofDay, group) === times,
  );
  return lesson ? { lesson, day, ofDay } : null;
}

/** The conversation that a class leads to: a teacher's with the group, a student's with the teacher. */
export function findLinkedConversation(lesson: Lesson, { teacher }: ClassViewer): Pick<UrlSelection, 'c'> {
  return { c: teacher ? groupChatId : lesson.id_teacher };
}
