import { type RefObject, useEffect, useRef } from 'react';
import { type OwnParams, type PageAddress, useSearchParams } from '../core/searchParams.ts';

/** The row of a list that the page's address names under this word; null: none. */
export function useHighlighted<Address extends PageAddress = never>(name: keyof OwnParams<Address>): number | null {
  const id: unknown = useSearchParams<Address>()[name];
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null;
}

/** Brings a row into view when somebody is led to it: when the page stands where the router puts it. */
export function useIntoView<E extends HTMLElement>(isHighlighted: boolean): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    if (!isHighlighted) return;
    const frame = requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [isHighlighted]);
  return row;
}
