import type { Output } from '@bilim/contract/call.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import type { journal } from '@bilim/contract/journal.ts';
import { useMemo } from 'react';
import type { CascadingSelection, Discipline } from '../../disciplines/cascade.data.ts';
import { useJournalOverview } from './journal.data.ts';
import type { JournalKey } from './journal.key.ts';

type Course = Output<typeof journal.overview>[number];

/** The journals of courses that have ended for the student: what was entered there stays theirs to read. */
export interface EndedCoursesState {
  readonly courses: readonly Course[];
  /** The one that the address names. */
  readonly chosen: Course | null;
  /** The address names something that is none of the courses of now, and it is not known yet whether it is one of these. */
  readonly isPending: boolean;
}

/** A course as lists of disciplines name it. */
export const toCourseDiscipline = (course: Course): Discipline => ({
  ...{ id: course.id_discipline, discipline: course.discipline },
  ...{ isSelect: course.isPotok, kredit: course.credits },
});

/** The journal of a course. */
export const toJournalKey = (course: Course, year: number): JournalKey => ({
  ...{ id_a_year: year, id_semesterOrWs: course.id_semesterOrWs, isPotok: course.isPotok },
  ...{ id_groupOrPorok: course.id_groupOrPorok, id_discipline: course.id_discipline, credits: course.credits },
});

/** Groups and streams that the student has left, and what the plan has no more; notices lead to them by their address. */
export function useEndedCourses({ year, ws, chosen, disciplines, groups }: CascadingSelection): EndedCoursesState {
  const { data } = useJournalOverview(year, ws);
  const list = disciplines.data;
  return useMemo(() => {
    const has = (d: string) => list?.some((one) => disciplineKey(one) === d) ?? true;
    const courses = (data ?? []).filter((one) => one.ended || !has(disciplineKey(toCourseDiscipline(one))));
    const { d, g } = chosen;
    if (d === undefined) return { courses, chosen: null, isPending: false };
    const isNamed = (one: Course) =>
      disciplineKey(toCourseDiscipline(one)) === d && (g === undefined ? !has(d) : g === one.id_groupOrPorok);
    const isElsewhere = !has(d) || (g !== undefined && groups.data?.some(({ id_group }) => id_group === g) === false);
    return { courses, chosen: courses.find(isNamed) ?? null, isPending: isElsewhere && data === undefined };
  }, [data, list, groups.data, chosen]);
}
