import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { limits } from '@bilim/contract/limits.ts';
import { news } from '@bilim/contract/news.ts';
import type { StreamFillLevel } from '@bilim/contract/page-options.ts';
import { registration } from '@bilim/contract/registration.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callServer } from '../../core/api.ts';
import { onRoomChanged } from '../../core/live/live.ts';
import { pagedQueryKey, queryClient, queryForCall, queryWhenInputKnown } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';

/** The room of the live line: what students and other clerks do renews this page too. */
export const officeRoom = 'registration';

export type OfficeStream = Output<typeof registration.officeStreams>[number];
export type OfficeRegistrationWindow = Output<typeof registration.officeWindows>[number];
export type CreditLimit = Output<typeof registration.officeLimits>[number];
export type ExtrasGrant = Output<typeof registration.officeGrants>[number];
export type OfficeHistoryEntry = Output<typeof registration.officeHistory>[number];
export type StudentSearchResult = Output<typeof registration.officeFind>[number];
export type GroupSearchResult = Output<typeof registration.officeFindGroup>[number];
export type RegisteredStudent = Output<typeof registration.officeStudents>[number];

/** Academic years, with the default one. */
export function useYears() {
  const years = useQuery(queryForCall(officeRoom, registration.years, {}));
  const standard = useQuery(queryForCall(officeRoom, registration.defaultYear, {}));
  const terms = useQuery(queryForCall('discipline', discipline.currentTerm, {}));
  return {
    years: years.data ?? [],
    year: standard.data?.[0]?.id_a_year_def ?? null,
    term: terms.data?.[0]?.id_ws ?? null,
  };
}

/** Which streams of a term are looked at. */
export interface StreamFilter {
  readonly search: string;
  readonly only: StreamFillLevel | null;
  readonly faculty: number | null;
  readonly course: number | null;
}

/** Streams of a term, page by page, with seats that change while one looks. */
export function useStreams(year: number | null, term: number | null, { search, only, faculty, course }: StreamFilter) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRoomChanged('seats', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: [officeRoom] });
      }, 1000);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return useInfiniteQuery({
    queryKey: pagedQueryKey(officeRoom, registration.officeStreams, year, term, search, only, faculty, course),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      callServer(
        registration.officeStreams,
        {
          ...{ id_a_year: year ?? 0, id_ws: term ?? 1, search, page: pageParam },
          ...(only && { only }),
          ...(faculty !== null && { id_faculty: faculty }),
          ...(course !== null && { course }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.length === limits.officePageSize ? pages.length + 1 : undefined),
    enabled: year !== null && term !== null,
    placeholderData: keepPreviousData,
  });
}

export const useStreamStudents = (stream: number) =>
  useQuery(queryForCall(officeRoom, registration.officeStudents, { subgroup: stream }));

/** Students whose name begins so; from two letters on. */
export const useStudentSearch = (search: string) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeFind, { search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

/** Groups whose name begins so; from two letters on. */
export const useGroupSearch = (search: string) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeFindGroup, { search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

export const useRegistrationWindows = (year: number | null) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeWindows, { id_a_year: year ?? 0 }),
    enabled: year !== null,
  });

/** Faculties for a new window. */
export const useFaculties = () => useQuery(queryForCall('news', news.faculties, {}));

/** The most credits of a semester of a term, and who has another limit or is beyond it. */
export function useCreditLimit(year: number | null, term: number | null) {
  const read = useQuery(
    queryWhenInputKnown(officeRoom, registration.officeLimits, year === null ? null : { id_a_year: year }),
  );
  return { read, limit: read.data?.find((one) => one.id_ws === term) };
}

/** Who may take extras in a term, page by page. */
export const useExtrasGrants = (year: number | null, term: number | null) =>
  useInfiniteQuery({
    queryKey: pagedQueryKey(officeRoom, registration.officeGrants, year, term),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      callServer(registration.officeGrants, { id_a_year: year ?? 0, id_ws: term ?? 1, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.length === limits.officePageSize ? pages.length + 1 : undefined),
    enabled: year !== null && term !== null,
  });

export const useOfficeHistory = (of: Input<typeof registration.officeHistory>, needed = true) =>
  useQuery({ ...queryForCall(officeRoom, registration.officeHistory, of), enabled: needed });

/** An act of the office; what the page shows is read again after it. */
export function useOfficeMutation<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => callServer(call, input, { key: randomUuid() }),
    // Not waited for: what is read again may take the form away, and with it what it says of its success.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [officeRoom] });
    },
  });
}

export const useSetStreamCapacity = () => useOfficeMutation(registration.officeSeats);
export const useRegisterStudent = () => useOfficeMutation(registration.officeRegister);
export const useRemoveRegistration = () => useOfficeMutation(registration.officeRemove);
export const useOpenRegistrationWindow = () => useOfficeMutation(registration.officeOpen);
export const useCloseRegistrationWindow = () => useOfficeMutation(registration.officeClose);
export const useSetCreditLimit = () => useOfficeMutation(registration.officeSetLimit);
export const useGrantExtras = () => useOfficeMutation(registration.officeGrant);
export const useGrantGroupExtras = () => useOfficeMutation(registration.officeGrantGroup);
