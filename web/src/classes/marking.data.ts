import type { Output } from '@bilim/contract/call.ts';
import { journalTermInput } from '@bilim/contract/cascade-inputs.ts';
import { type ClassOccurrence, findLinkedGroups, type LessonGroup } from '@bilim/contract/class-links.ts';
import { journal } from '@bilim/contract/journal.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { useClassViewer } from './class-links.ts';
import { type ClassEntryProgress, computeClassEntryProgress } from './marking.ts';
import { useViewedTerm } from './schedule.data.ts';

type Filled = Output<typeof journal.filled>[number];

const keyOfRow = (row: Filled) =>
  [
    row.visitDate,
    row.startsAt,
    row.id_discipline,
    row.isPotok,
    row.credits,
    row.id_vid_zaniatiy,
    row.subgroup,
    row.id_groupOrPorok,
  ].join();

const keyOfClass = ({ lesson, day }: ClassOccurrence, group: LessonGroup) =>
  [
    day,
    lesson.startsAt,
    lesson.id_discipline,
    lesson.isSelect,
    lesson.kredit,
    lesson.id_vid_zaniatiy,
    lesson.subgroup,
    group.id_group,
  ].join();

/** What is entered of a teacher's own classes of the last days; never read for a student. */
export function useClassEntryCounts() {
  const { teacher } = useClassViewer();
  const term = useViewedTerm();
  return useQuery({
    ...queryForCall('journal', journal.filled, journalTermInput(term ?? { year: 0, ws: 0 })),
    ...quietRetryOptions,
    enabled: teacher && term !== null,
  });
}

/** For a teacher what is entered of own classes of the last days; null until it is known, and for a student. */
export function useClassEntryProgress(): ((occurrence: ClassOccurrence) => ClassEntryProgress) | null {
  const { teacher, group } = useClassViewer();
  const { data } = useClassEntryCounts();
  if (!data) return null;
  const rows = new Map(data.map((row) => [keyOfRow(row), row]));
  return (occurrence) => {
    const found = findLinkedGroups(occurrence.lesson, { teacher, group }).flatMap((one) => {
      const row = one && rows.get(keyOfClass(occurrence, one));
      return row ? [{ group: one.p20, students: row.students, entered: row.entered, absences: row.absences }] : [];
    });
    return computeClassEntryProgress(found);
  };
}

/** «отмечено», or how many of each group are: «отмечено 1 из 8»; empty while nothing is entered. */
export function useEntryProgressText(): (marking: ClassEntryProgress) => string {
  const { t } = useTranslation();
  return ({ state, parts }) => {
    if (state === 'none') return '';
    if (state === 'done') return t('marking.done');
    const counted = parts.map(({ group, students, entered }) => {
      const count = t('marking.of', { n: Math.min(entered, students), of: students });
      // On one line: a count means nothing without its group.
      return (parts.length > 1 ? `${group}: ${count}` : count).replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060');
    });
    return t('marking.part', { what: counted.join(', ') });
  };
}
