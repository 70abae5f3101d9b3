import {
  buildDisciplineLink,
  type ClassOccurrence,
  type ClassViewer,
  filterGroupsWithJournal,
  findJournalPosition,
  findLinkedGroups,
  type JournalPosition,
  type LessonGroup,
} from './class-links.ts';
import type { DisciplineKeyParts } from './discipline-key.ts';
import { findUpcomingClasses, type Timetable, type UniversityTime } from './timetable.ts';
import type { UrlSelection } from './url-selection.ts';

/** What a room shows that is opened without a choice. */
export interface InitialSelection {
  readonly selection: UrlSelection;
  /** Where a teacher's journal has the class that it comes from; null: it comes from no class. */
  readonly place: JournalPosition | null;
  /** Whether that class goes on now. */
  readonly goesOn: boolean;
}

/** What a person used last, with the term of it. */
export type LastUsedSelection = Required<Pick<UrlSelection, 'year' | 'ws' | 'd' | 'sem' | 'g'>>;

/** The selection that a class leads to; of one that is still to come the journal has no column yet. */
function selectionOf(
  occurrence: ClassOccurrence,
  viewer: ClassViewer,
  looked: UrlSelection,
  goesOn: boolean,
): InitialSelection {
  const groups = filterGroupsWithJournal(findLinkedGroups(occurrence.lesson, viewer));
  const [group = null] = groups;
  const { col, ...rest } = findJournalPosition(occurrence, groups);
  const place = goesOn && col ? { ...rest, col } : rest;
  const selection = buildDisciplineLink(
    occurrence.lesson,
    isOfFormerGroup(occurrence, group, viewer) ? null : group,
    looked,
  );
  return { selection, place: viewer.teacher ? place : null, goesOn };
}

/**
 * Whether a class of the plan is one of a group that the student has left: a seat in a stream stays with who changes groups.
 * What opens is the journal of the present group; the former one is listed as ended.
 */
const isOfFormerGroup = ({ lesson }: ClassOccurrence, group: LessonGroup | null, viewer: ClassViewer): boolean =>
  !viewer.teacher && viewer.group !== null && !lesson.isSelect && group !== null && group.id_group !== viewer.group;

interface From {
  readonly timetable: Timetable | undefined;
  readonly now: UniversityTime;
  readonly viewer: ClassViewer;
  /** Year and term as they are in the address. */
  readonly looked: UrlSelection;
  /** What was used last in the term that is looked at. */
  readonly used: LastUsedSelection | null;
  /** Whether a discipline is one of the person's. */
  readonly has: (d: string) => boolean;
}

/** The class going on, else what was used last, else the next class (NOW-04); null when there is none of them. */
export function findInitialSelection({ timetable, now, viewer, looked, used, has }: From): InitialSelection | null {
  const { today, current, next, later } = findUpcomingClasses(timetable?.week ?? [], timetable?.term ?? null, now);
  const candidates: InitialSelection[] = [];
  if (current) candidates.push(selectionOf({ lesson: current, day: now.day, ofDay: today }, viewer, looked, true));
  if (used) {
    const { d, sem, g } = used;
    candidates.push({ selection: { ...looked, d, sem, g }, place: null, goesOn: false });
  }
  if (next) candidates.push(selectionOf({ lesson: next, day: now.day, ofDay: today }, viewer, looked, false));
  else if (later) candidates.push(selectionOf(later, viewer, looked, false));
  return candidates.find(({ selection }) => has(selection.d ?? '')) ?? null;
}

/** Where nothing says which one: the first by number, which is the same in every language. */
export function findFirstCourse<D extends DisciplineKeyParts>(list: readonly D[] | undefined): D | null {
  const order = (a: DisciplineKeyParts, b: DisciplineKeyParts) =>
    a.id - b.id || a.kredit - b.kredit || Number(a.isSelect) - Number(b.isSelect);
  return list ? ([...list].sort(order)[0] ?? null) : null;
}

/** The chosen one of a list, else its first. */
export function findChosenOrFirst<T>(list: readonly T[] | null | undefined, isChosen: (one: T) => boolean): T | null {
  return list?.find(isChosen) ?? list?.[0] ?? null;
}
