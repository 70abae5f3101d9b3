import type { PageAddress, PageParams } from '@bilim/contract/page-params.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from '../core/searchParams.ts';

/** The row of a list that the page's address names under this word; null: none. */
export function useHighlightedRowId<const Address extends PageAddress>(
  address: Address,
  name: keyof PageParams<Address>,
): number | null {
  const id: unknown = useSearchParams(address)[name];
  return typeof id === 'number' ? id : null;
}

interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  fetchNextPage(): Promise<unknown>;
}

/**
 * Asks for previous pages of a list, newest first, until the row that was led to is there; one that was deleted never comes.
 * @param oldest the id of the last row that is there; 0: there is none
 */
export function useLoadUntilHighlighted(list: PagedList, oldest: number, highlighted: number | null): void {
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (highlighted !== null && oldest > highlighted && hasNextPage && !isFetching) void fetchNextPage();
  }, [highlighted, oldest, hasNextPage, isFetching, fetchNextPage]);
}

/** Brings a row into view when somebody is led to it: when the router has put the page in place. */
export function useScrollIntoView<E extends HTMLElement>(isHighlighted: boolean): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    if (!isHighlighted) return;
    const frame = requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [isHighlighted]);
  return row;
}
