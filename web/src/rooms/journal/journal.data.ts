import type { Output } from '@bilim/contract/call.ts';
import { journalTermInput } from '@bilim/contract/cascade-inputs.ts';
import { journal } from '@bilim/contract/journal.ts';
import { keepPreviousData, queryOptions, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { useMayLoadSecondaryContent } from '../../core/lazy.ts';
import { queryClient, queryForCall, takePrefetchedReply } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { type JournalKey, journalLiveKey } from './journal.key.ts';
import { useRefetchOnQueueChange } from './journal.live.ts';
import type { OwnEntry } from './journal.model.ts';

type Division = Output<typeof journal.subgroups>;

const ownRoom = 'journal.own';
const divisionRoom = 'journal.division';
/** What entries do not change; it would be read again after each of them. */
const listsRoom = 'journal.lists';

/** The class types of a journal. */
export function useClassTypes(key: JournalKey | null) {
  return useQuery({ ...queryForCall(listsRoom, journal.classTypes, key ?? {}), enabled: key !== null });
}

/** Every class type there is, with its names. */
export const useAllClassTypes = () => useQuery(queryForCall(listsRoom, journal.classTypes, {}));

/** The marks that may be given. */
export function useMarkTypes() {
  return useQuery({ ...queryForCall(listsRoom, journal.marks, {}), staleTime: Number.POSITIVE_INFINITY });
}

const divisionQuery = (key: JournalKey, type: number) =>
  queryOptions<Division, Failure, Division, readonly unknown[]>({
    queryKey: [divisionRoom, journalLiveKey(key), type, key.id_teacher ?? 0],
    queryFn: ({ signal }) => callServer(journal.subgroups, { ...key, id_vid_zaniatiy: type }, { signal }),
  });

/** The students' subgroups. */
export function useSubgroups(key: JournalKey, type: number) {
  useRefetchOnQueueChange(divisionRoom, journalLiveKey(key));
  return useQuery(divisionQuery(key, type));
}

/** The students' subgroups in each of several journals; the same list as long as nothing in it changes. */
export function useSubgroupsOfJournals(keys: readonly JournalKey[], type: number): readonly (Division | undefined)[] {
  useRefetchOnQueueChange(divisionRoom, keys.map(journalLiveKey).join(' '));
  return useQueries({ queries: keys.map((key) => divisionQuery(key, type)), combine: dataOf });
}

const dataOf = <T>(all: readonly { readonly data: T | undefined }[]) => all.map(({ data }) => data);

/** Days of the timetable on which a column could stand. */
export function useLessonDays(key: JournalKey, type: number, needed: boolean) {
  return useQuery({
    ...queryForCall(listsRoom, journal.lessonDays, { ...key, id_vid_zaniatiy: type }),
    enabled: needed,
  });
}

/** Journals in which the journal permission lets act: by words of names, or all of one teacher. */
export function useSearchJournals(
  of: { year: number | null; ws: number | null; search?: string | undefined; teacher?: number | undefined },
  needed: boolean,
) {
  const { year, ws, search, teacher: id_teacher } = of;
  return useQuery({
    ...queryForCall(listsRoom, journal.journals, { id_a_year: year ?? 0, id_ws: ws ?? 1, search, id_teacher }),
    enabled: needed && year !== null && ws !== null,
    placeholderData: keepPreviousData,
  });
}

/** Every entry of a cell. */
export function useCellHistory(id: number | null) {
  return useQuery({
    ...queryForCall('journal', journal.history, { id_studentJournalVisit: id ?? 1 }),
    enabled: id !== null,
    staleTime: 0,
  });
}

/** A student's own rows; of a chosen discipline those of all its streams. */
export function useOwnJournalRows(keys: readonly JournalKey[]) {
  useRefetchOnQueueChange(ownRoom, keys.map(journalLiveKey).join(' '));
  return useQueries({
    queries: keys.map((key) =>
      queryOptions<OwnEntry[], Failure, OwnEntry[], readonly unknown[]>({
        queryKey: [ownRoom, journalLiveKey(key)],
        queryFn: ({ signal }) => callServer(journal.own, key, { signal }),
        initialData: () => takePrefetchedReply(journal.own, key),
      }),
    ),
  });
}

/** A student's journals of a term with what totals need. */
export function useJournalOverview(year: number | null, ws: number | null) {
  return useQuery({
    ...queryForCall('journal', journal.overview, journalTermInput({ year: year ?? 0, ws: ws ?? 1 })),
    enabled: useMayLoadSecondaryContent() && year !== null && ws !== null,
  });
}

/** Puts a student into a subgroup. */
export function useSetSubgroup(key: JournalKey, type: number) {
  return useMutation({
    mutationFn: ({ student, subgroup }: { student: number; subgroup: number }) =>
      callServer(
        journal.setSubgroup,
        { ...key, id_vid_zaniatiy: type, id_student: student, subgroup },
        { key: randomUuid() },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [divisionRoom, journalLiveKey(key)] }),
  });
}
