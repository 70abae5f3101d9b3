import { useSyncExternalStore } from 'react';

/** One value that parts of the page watch: what belongs to the whole browser, not to a page, a form or the server. */
export interface Atom<T> {
  get(): T;
  /** Replaces the value and notifies the watchers when it differs. */
  set(next: T): void;
  subscribe(watcher: () => void): () => void;
}

/** What may be watched but not set. */
export type ReadableAtom<T> = Pick<Atom<T>, 'get' | 'subscribe'>;

/** Makes an atom with its first value. */
export function atom<T>(first: T): Atom<T> {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher();
    },
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The present value of an atom in a component. */
export function useAtom<T>(watched: ReadableAtom<T>): T {
  return useSyncExternalStore(watched.subscribe, watched.get, watched.get);
}
