import { buildDisciplineLink, filterGroupsWithJournal, type LessonGroup } from '@bilim/contract/class-links.ts';
import { type CombinedClassGroup, formatOtherGroups, parseOtherGroups } from '@bilim/contract/combined-class.ts';
import type { SearchParams } from '@bilim/contract/page-params.ts';
import type { Lesson } from '@bilim/contract/timetable.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import { useMemo } from 'react';
import { useSearchParams } from '../core/searchParams.ts';
import type { CascadingSelection } from '../disciplines/cascade.data.ts';
import { useClassViewer } from './class-links.ts';
import { useTimetable } from './schedule.data.ts';

/** A class that a teacher holds for several groups together: one choice beside the single groups. */
export interface CombinedClass {
  readonly key: string;
  readonly lesson: Lesson;
  readonly groups: readonly LessonGroup[];
}

/** What is chosen in the journal itself, as it is in the address, or the class that the room was opened with. */
export function useJournalSearchParams({ place }: Pick<CascadingSelection, 'place'>): SearchParams<'/journal'> {
  const inAddress = useSearchParams('/journal');
  const isInitial = (['t', 'part', 'col', 'for', 'also'] as const).every((name) => inAddress[name] === undefined);
  return isInitial ? { ...inAddress, ...place } : inAddress;
}

/** The other groups of the combined class that is chosen; none: the journal of the chosen group alone. */
export function useCombinedClassGroups(cascade: CascadingSelection): readonly CombinedClassGroup[] {
  const { also } = useJournalSearchParams(cascade);
  const { group, chosen } = cascade;
  // Where the group of the address is not there, another is shown: not with that one's fellows.
  const isThere = group !== null && group.id_group === chosen.g;
  return useMemo(
    () => (isThere ? parseOtherGroups(also).filter((one) => one.id_group !== group.id_group) : []),
    [isThere, also, group],
  );
}

/** A teacher's combined classes of the chosen discipline, which of them is chosen, and the way to another. */
export function useCombinedClasses(cascade: CascadingSelection, needed: boolean) {
  const { teacher } = useClassViewer();
  const { discipline, group, chosen } = cascade;
  const { t: type } = useJournalSearchParams(cascade);
  const also = useCombinedClassGroups(cascade);
  const { data } = useTimetable(needed && teacher);
  const list = useMemo((): readonly CombinedClass[] => {
    if (!teacher || !discipline) return [];
    const all = (data?.week ?? []).flatMap(({ lessons }) => lessons);
    const combinedClasses = new Map<string, CombinedClass>();
    for (const lesson of all) {
      if (lesson.id_discipline !== discipline.id || lesson.isSelect !== discipline.isSelect) continue;
      const groups = filterGroupsWithJournal(lesson.groups).filter((one) => one !== null);
      if (lesson.kredit !== discipline.kredit || groups.length < 2) continue;
      const key = [lesson.id_vid_zaniatiy, ...groups.map(({ id_group }) => id_group)].join('.');
      if (!combinedClasses.has(key)) combinedClasses.set(key, { key, lesson, groups });
    }
    return [...combinedClasses.values()].sort((a, b) => a.lesson.id_vid_zaniatiy - b.lesson.id_vid_zaniatiy);
  }, [data, discipline, teacher]);
  /** The part of the address that opens a combined class's table. */
  const search = ({ lesson, groups }: CombinedClass): UrlSelection & { t: number; also: string } => {
    const [first = null, ...others] = groups;
    return {
      ...buildDisciplineLink(lesson, first, chosen),
      ...{ t: lesson.id_vid_zaniatiy, also: formatOtherGroups(others as readonly CombinedClassGroup[]) },
    };
  };
  const wanted = [type, group?.id_group, ...also.map(({ id_group }) => id_group)].join('.');
  return {
    list,
    /** The key of the chosen one; null: a single group is chosen. */
    chosen: also.length ? (list.find(({ key }) => key === wanted)?.key ?? wanted) : null,
    search,
    go: (combined: CombinedClass) => cascade.go(search(combined)),
  };
}

export type CombinedClasses = ReturnType<typeof useCombinedClasses>;
