import { useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** The row of a list that the address names under this word; null: none. */
export function useHighlighted(name: string): number | null {
  const id = (useSearch({ strict: false }) as Record<string, unknown>)[name];
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null;
}

/** Brings a row into view when somebody is led to it: when the page stands where the router puts it. */
export function useIntoView<E extends HTMLElement>(isLedTo: boolean): RefObject<E | null> {
  const row = useRef<E>(null);
  useEffect(() => {
    if (!isLedTo) return;
    const frame = requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [isLedTo]);
  return row;
}
