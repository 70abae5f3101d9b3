import type { Output } from '@bilim/contract/call.ts';
import { groupStatisticsInput, journalTermInput } from '@bilim/contract/cascade-inputs.ts';
import { discipline as calls } from '@bilim/contract/discipline.ts';
import { journal } from '@bilim/contract/journal.ts';
import { chatMessageMarks } from '@bilim/contract/marks.ts';
import { umk } from '@bilim/contract/umk.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useAtom } from '../../core/atom.ts';
import { queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';

/** A teacher's group or stream with what is entered of its students. */
export type GroupStatistics = Output<typeof journal.figures>[number];
/** A student of it. */
export type StudentStatistics = GroupStatistics['students'][number];
/** A student's own entry. */
export type OwnEntry = Output<typeof journal.own>[number];

/** From so many absences on a student is named to the teacher. */
export const absenceThreshold = 3;

/** A student's totals in the discipline; null where there is no class yet or they do not come, undefined until then. */
export function useStudentTotals({ year, ws, discipline }: CascadingSelection) {
  const { data, isPending, failureCount } = useQuery({
    ...queryForCall('journal', journal.overview, journalTermInput({ year: year ?? 0, ws: ws ?? 1 })),
    ...quietRetryOptions,
    enabled: year !== null && ws !== null,
  });
  if (isPending && failureCount === 0) return undefined;
  const of = data?.filter(
    (one) =>
      one.id_discipline === discipline?.id &&
      one.isPotok === discipline.isSelect &&
      one.credits === discipline.kredit &&
      one.columns > 0,
  );
  if (!of?.length) return null;
  const sum = (field: 'sum' | 'given' | 'columns' | 'absences') => of.reduce((all, one) => all + one[field], 0);
  const given = sum('given');
  return {
    mean: given ? sum('sum') / given : null,
    given,
    columns: sum('columns'),
    attended: sum('columns') - sum('absences'),
  };
}

/** The groups of a student in the discipline: the own one, or the chosen stream of each class type. */
function groupsOf({ discipline, group, groups }: CascadingSelection) {
  if (!discipline?.isSelect) return group ? [group] : [];
  return groups.data ?? [];
}

/** A student's own entries in the discipline, newest first. */
export function useOwnEntries(cascade: CascadingSelection) {
  const { year, ws, discipline, semester } = cascade;
  const isKnown = year !== null && ws !== null && discipline !== null && semester !== null;
  const reads = useQueries({
    queries: (isKnown ? groupsOf(cascade) : []).map(({ id_group }) =>
      queryForCall('journal', journal.own, {
        id_a_year: year ?? 0,
        id_semesterOrWs: (discipline?.isSelect ? ws : semester?.id_semester) ?? 1,
        isPotok: discipline?.isSelect ?? false,
        id_groupOrPorok: id_group,
        id_discipline: discipline?.id ?? 1,
        credits: discipline?.kredit ?? 0,
        id_vid_zaniatiy: -1,
      }),
    ),
  });
  const order = (one: OwnEntry) => `${one.visitDate} ${one.timesCount}`;
  const isThere = reads.length > 0 && reads.every(({ data }) => data !== undefined);
  return {
    list: isThere ? reads.flatMap(({ data }) => data ?? []).sort((a, b) => (order(a) < order(b) ? 1 : -1)) : undefined,
    /** They come, and nothing has failed so far. */
    isAwaited: reads.some(({ isPending, failureCount }) => isPending && failureCount === 0),
    error: reads.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => reads.forEach((read) => void (read.data ?? read.refetch())),
  };
}

/** Every class type there is, with its names. */
export const useClassTypes = () => useQuery(queryForCall('journal.lists', journal.classTypes, {}));

/** For a teacher the own groups in the discipline, with every student's absences and marks. */
export function useGroupStatistics({ year, ws, discipline }: CascadingSelection, needed: boolean) {
  return useQuery({
    ...queryForCall(
      'journal',
      journal.figures,
      groupStatisticsInput({ year: year ?? 0, ws: ws ?? 1 }, discipline ?? { id: 1, isSelect: false, kredit: 0 }),
    ),
    enabled: needed && year !== null && ws !== null && discipline !== null,
  });
}

/** The share of attended entries, 0 to 1, and the mean of the marks given; null while there are none. */
export function summarizeStudentStatistics(students: readonly StudentStatistics[]) {
  const sum = (field: 'entered' | 'absences' | 'sum' | 'given') => students.reduce((all, one) => all + one[field], 0);
  const [entered, given] = [sum('entered'), sum('given')];
  return {
    attended: entered ? (entered - sum('absences')) / entered : null,
    mean: given ? sum('sum') / given : null,
  };
}

/** For a student the others of the own group, or of the chosen streams, by name. */
export function useFellowStudents(cascade: CascadingSelection) {
  const { year, ws, discipline } = cascade;
  const uid = useAtom(session).user?.uid;
  const isKnown = year !== null && ws !== null && discipline !== null;
  const reads = useQueries({
    queries: (isKnown ? groupsOf(cascade) : []).map(({ id_group }) =>
      queryForCall('chat', chatMessageMarks.people, {
        year: year ?? 0,
        ws: ws ?? 1,
        id_discipline: discipline?.id ?? 1,
        kredit: discipline?.kredit ?? 0,
        IsSelect: discipline?.isSelect ?? false,
        gr_potok: id_group,
      }),
    ),
  });
  const people = reads.flatMap(({ data }) => data ?? []).filter(({ idid, id_type }) => id_type === 2 && idid !== uid);
  return {
    list:
      reads.length && reads.every(({ data }) => data)
        ? [...new Map(people.map((one) => [one.idid, one])).values()]
        : null,
    error: reads.find(({ error, data }) => error && !data)?.error ?? null,
    refetch: () => reads.forEach((read) => void (read.data ?? read.refetch())),
  };
}

/** How a student's discipline of the plan ends: «экзамен»; null while it is not known. */
export function useControlForm({ discipline, semester, group }: CascadingSelection, needed: boolean): string | null {
  const { data } = useQuery({
    ...queryForCall('umk', umk.examTypes, {
      id_group: group?.id_group ?? 1,
      id_semester: semester?.id_semester ?? 1,
      id_discipline: discipline?.id ?? 1,
      kredits: discipline?.kredit ?? 0,
    }),
    enabled: needed && discipline !== null && !discipline.isSelect && semester !== null && group !== null,
  });
  return data?.[0]?.p30 ?? null;
}

/** Whether the term that is looked at is over. */
export function useIsPastTerm({ year, ws }: CascadingSelection): boolean {
  const [term] = useQuery(queryForCall('discipline', calls.currentTerm, {})).data ?? [];
  const [now] = useQuery(queryForCall('discipline', calls.currentYear, {})).data ?? [];
  if (!term || !now || year === null || ws === null) return false;
  return year < now.id_a_year || (year === now.id_a_year && ws < term.id_ws);
}
