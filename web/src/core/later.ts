import { cell, useCell } from './cell.ts';
import { screenState } from './screen.ts';

/** Whether the first page has what it asks for: what a phone does not show at once is asked for then. */
export const pageStands = cell(false);

/** Whether it is time for what only wide screens show at once. */
export function useIsTime(): boolean {
  const { mobile } = useCell(screenState);
  return useCell(pageStands) || !mobile;
}

/** A part of the portal that comes after the page it belongs to. */
export interface Later<T> {
  /** Fetches the part; never rejects. What did not come is asked for by the next one who needs it, or when there is a network. */
  fetch(): Promise<void>;
  /** The part in a component; null until it is there. */
  use(): T | null;
}

/** Makes a part that is fetched when it is first needed. */
export function later<T>(load: () => Promise<T>): Later<T> {
  const part = cell<T | null>(null);
  const fetch = async () => {
    part.set(part.get() ?? (await load().catch(() => null)));
    if (!part.get()) addEventListener('online', fetch, { once: true });
  };
  return { fetch, use: () => useCell(part) };
}
