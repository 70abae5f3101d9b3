import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import { pagesKey } from '../../core/queries.ts';
import { room, useChange } from './office.data.ts';

export type Exception = Output<typeof registration.officeExceptions>[number];

/** Who has a limit of their own in a term, page by page. */
export const useExceptions = (year: number, term: number) =>
  useInfiniteQuery({
    queryKey: pagesKey(room, registration.officeExceptions, year, term),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      ask(registration.officeExceptions, { id_a_year: year, id_ws: term, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.length === limits.officePage ? pages.length + 1 : undefined),
  });

export const useExcept = () => useChange(registration.officeExcept);
export const useEndException = () => useChange(registration.officeEndException);
