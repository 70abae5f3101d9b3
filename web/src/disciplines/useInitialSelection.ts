import type { InitialSelection, LastUsedSelection } from '@bilim/contract/initial-selection.ts';
import { useEffect } from 'react';
import { readStoredValue, writeStoredValue } from '../core/storage.ts';

let cached: { readonly at: string; readonly initial: InitialSelection | null } | null = null;

/**
 * What the room at an address was opened with. It stays until the room is left: a class that ends meanwhile does
 * not change the page. `find` is asked once; undefined: it is not known yet.
 */
export function useInitialSelection(
  at: string,
  find: () => InitialSelection | null | undefined,
): InitialSelection | null | undefined {
  useEffect(
    () => () => {
      if (cached?.at === at) cached = null;
    },
    [at],
  );
  // Nobody leaves a page that is rendered on the server: what it was opened with would stay for another hour.
  if (import.meta.env.SSR) return find();
  if (cached?.at === at) return cached.initial;
  const initial = find();
  if (initial !== undefined) cached = { at, initial };
  return initial;
}

const placeOf = (uid: number) => `used/${uid}`;

/** What a person used last in a term, in this browser. */
export function readLastUsedSelection(uid: number, year: number, ws: number): LastUsedSelection | null {
  try {
    const used = JSON.parse(readStoredValue(placeOf(uid)) ?? 'null') as LastUsedSelection | null;
    return used?.year === year && used.ws === ws ? used : null;
  } catch {
    return null;
  }
}

/** Remembers what a person uses. */
export function storeLastUsedSelection(uid: number, used: LastUsedSelection): void {
  writeStoredValue(placeOf(uid), JSON.stringify(used));
}
