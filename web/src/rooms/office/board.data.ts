import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { IncompleteRegistrationKind } from '@bilim/contract/page-options.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { pagedQueryKey, queryForCall } from '../../core/queryClient.ts';
import { officeRoom, useOfficeMutation } from './office.data.ts';

/** The board: numbers of a term, and who is behind. */
export type RegistrationOverview = Output<typeof registration.officeFigures>[number];
export type IncompleteRegistrations = Output<typeof registration.officeBehind>[number];
export type FacultyIncompleteRegistrations = IncompleteRegistrations['parts'][number];
export type YearPreparationStep = Output<typeof registration.officeYear>[number]['steps'][number];
export type YearPreparation = Output<typeof registration.officeYear>[number];

/** `course` is the year of study, as the wire calls it. */
export interface FacultyAndYearOfStudy {
  readonly id_faculty?: number;
  readonly course?: number;
}

/** Days from one date to another. */
export const daysUntil = (end: string, today: string) => Math.round((Date.parse(end) - Date.parse(today)) / 86_400_000);

export const useRegistrationOverview = () => useQuery(queryForCall(officeRoom, registration.officeFigures, {}));

export const useIncompleteRegistrations = (year: number | null, term: number | null) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeBehind, { id_a_year: year ?? 0, id_ws: term ?? 1 }),
    enabled: year !== null && term !== null,
  });

/** Students of open windows who have not chosen everything, page by page. */
export const useIncompleteRegistrationStudents = (
  year: number | null,
  term: number | null,
  who: IncompleteRegistrationKind | null,
  of: FacultyAndYearOfStudy,
) =>
  useInfiniteQuery({
    queryKey: pagedQueryKey(officeRoom, registration.officeIncomplete, year, term, who, of),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      callServer(
        registration.officeIncomplete,
        { id_a_year: year ?? 0, id_ws: term ?? 1, page: pageParam, ...of, ...(who && { only: who }) },
        { signal },
      ),
    getNextPageParam: (last, pages) => (last.length === limits.officePageSize ? pages.length + 1 : undefined),
    enabled: year !== null && term !== null,
  });

export const useExceededCreditLimits = (year: number, term: number) =>
  useQuery(queryForCall(officeRoom, registration.officeExceeded, { id_a_year: year, id_ws: term }));

export const useReceiptSearch = (receipt: string) =>
  useQuery({ ...queryForCall(officeRoom, registration.officeReceipt, { receipt }), enabled: receipt !== '' });

export const useYearPreparation = (year: number | null) =>
  useQuery({
    ...queryForCall(officeRoom, registration.officeYear, { id_a_year: year ?? 0 }),
    enabled: year !== null,
  });

export const useRemindStudents = () => useOfficeMutation(registration.officeRemind);
export const useCreateYear = () => useOfficeMutation(registration.officeMakeYear);
export const useSetDefaultYear = () => useOfficeMutation(registration.officeOpenYear);
export const useOpenAllRegistrationWindows = () => useOfficeMutation(registration.officeOpenAll);
