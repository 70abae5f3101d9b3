import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { pagedQueryKey } from '../../core/queryClient.ts';
import { officeRoom, useOfficeMutation } from './office.data.ts';

export type CreditLimitException = Output<typeof registration.officeExceptions>[number];

/** Who has a limit of their own in a term, page by page. */
export const useCreditLimitExceptions = (year: number, term: number) =>
  useInfiniteQuery({
    queryKey: pagedQueryKey(officeRoom, registration.officeExceptions, year, term),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      callServer(registration.officeExceptions, { id_a_year: year, id_ws: term, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.length === limits.officePageSize ? pages.length + 1 : undefined),
  });

export const useSetCreditLimitException = () => useOfficeMutation(registration.officeExcept);
export const useEndCreditLimitException = () => useOfficeMutation(registration.officeEndException);
