import { permanentKeyPrefix } from '../storage.ts';

/** Remembers that so many pending entries of a person were discarded, because somebody else signed in. */
export function addDiscardedCount(uid: number, count: number): void {
  try {
    localStorage.setItem(
      permanentKeyPrefix + uid,
      String(count + Number(localStorage.getItem(permanentKeyPrefix + uid))),
    );
  } catch {
    // Full or forbidden: then the person is not informed.
  }
}

/** How many pending entries of a person were discarded since they were here; reported once. */
export function takeDiscardedCount(uid: number): number {
  try {
    const count = Number(localStorage.getItem(permanentKeyPrefix + uid));
    localStorage.removeItem(permanentKeyPrefix + uid);
    return count;
  } catch {
    return 0;
  }
}
