import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { limits } from '@bilim/contract/limits.ts';
import { news } from '@bilim/contract/news.ts';
import { registration } from '@bilim/contract/registration.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../../core/api.ts';
import { onChanged } from '../../core/live/live.ts';
import { newKey } from '../../core/newKey.ts';
import { pagesKey, queries, reading } from '../../core/queries.ts';

/** The room of the live line: what students and other clerks do renews this page too. */
export const room = 'registration';

export type Stream = Output<typeof registration.officeStreams>[number];
export type Window = Output<typeof registration.officeWindows>[number];
export type Limit = Output<typeof registration.officeLimits>[number];
export type Grant = Output<typeof registration.officeGrants>[number];
export type Step = Output<typeof registration.officeHistory>[number];
export type Student = Output<typeof registration.officeFind>[number];
export type Group = Output<typeof registration.officeFindGroup>[number];
export type Registered = Output<typeof registration.officeStudents>[number];

/** How full streams are; those with people in line. */
export const fills = ['full', 'almost', 'room', 'empty', 'waiting'] as const;
export type FillLevel = (typeof fills)[number];

/** Academic years, with the default one. */
export function useYears() {
  const years = useQuery(reading(room, registration.years, {}));
  const standard = useQuery(reading(room, registration.defaultYear, {}));
  const terms = useQuery(reading('discipline', discipline.currentTerm, {}));
  return {
    years: years.data ?? [],
    year: standard.data?.[0]?.id_a_year_def ?? null,
    term: terms.data?.[0]?.id_ws ?? null,
  };
}

/** Which streams of a term are looked at. */
export interface StreamFilter {
  readonly search: string;
  readonly only: FillLevel | null;
  readonly faculty: number | null;
  readonly course: number | null;
}

/** Streams of a term, page by page, with seats that change while one looks. */
export function useStreams(year: number | null, term: number | null, { search, only, faculty, course }: StreamFilter) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChanged('seats', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [room] });
      }, 1000);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return useInfiniteQuery({
    queryKey: pagesKey(room, registration.officeStreams, year, term, search, only, faculty, course),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      ask(
        registration.officeStreams,
        {
          ...{ id_a_year: year ?? 0, id_ws: term ?? 1, search, page: pageParam },
          ...(only && { only }),
          ...(faculty !== null && { id_faculty: faculty }),
          ...(course !== null && { course }),
        },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.length === limits.officePage ? pages.length + 1 : undefined),
    enabled: year !== null && term !== null,
    placeholderData: keepPreviousData,
  });
}

export const useStudents = (stream: number) =>
  useQuery(reading(room, registration.officeStudents, { subgroup: stream }));

/** Students whose name begins so; from two letters on. */
export const useFound = (search: string) =>
  useQuery({
    ...reading(room, registration.officeFind, { search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

/** Groups whose name begins so; from two letters on. */
export const useFoundGroups = (search: string) =>
  useQuery({
    ...reading(room, registration.officeFindGroup, { search }),
    enabled: [...search.trim()].length >= 2,
    placeholderData: keepPreviousData,
  });

export const useWindows = (year: number | null) =>
  useQuery({ ...reading(room, registration.officeWindows, { id_a_year: year ?? 0 }), enabled: year !== null });

/** Faculties for a new window. */
export const useFaculties = () => useQuery(reading('news', news.faculties, {}));

/** The most credits of a semester, a line a term. */
export const useLimits = () => useQuery(reading(room, registration.officeLimits, {}));

/** Who may take extras in a term, page by page. */
export const useGrants = (year: number | null, term: number | null) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, registration.officeGrants, year, term),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      ask(registration.officeGrants, { id_a_year: year ?? 0, id_ws: term ?? 1, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.length === limits.officePage ? pages.length + 1 : undefined),
    enabled: year !== null && term !== null,
  });

export const useHistory = (of: Input<typeof registration.officeHistory>, needed = true) =>
  useQuery({ ...reading(room, registration.officeHistory, of), enabled: needed });

/** An act of the office; what the page shows is read anew after it. */
export function useChange<C extends Call>(call: C) {
  return useMutation({
    mutationFn: (input: Input<C>) => ask(call, input, { key: newKey() }),
    // Not waited for: what is read anew may take the form away, and with it what it says of its success.
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [room] });
    },
  });
}

export const useSeats = () => useChange(registration.officeSeats);
export const useRegister = () => useChange(registration.officeRegister);
export const useRemove = () => useChange(registration.officeRemove);
export const useOpenWindow = () => useChange(registration.officeOpen);
export const useCloseWindow = () => useChange(registration.officeClose);
export const useSetLimit = () => useChange(registration.officeSetLimit);
export const useGrant = () => useChange(registration.officeGrant);
export const useGrantGroup = () => useChange(registration.officeGrantGroup);
