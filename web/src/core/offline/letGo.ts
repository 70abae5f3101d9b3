import { letGo } from '../storage.ts';

/** Remembers that so many things of a person were let go unsent, because somebody else signed in. */
export function rememberLetGo(uid: number, count: number): void {
  try {
    localStorage.setItem(letGo + uid, String(count + Number(localStorage.getItem(letGo + uid))));
  } catch {
    // Full or forbidden: then the person is not told.
  }
}

/** How much of a person was let go unsent since they were here; told once. */
export function takeLetGo(uid: number): number {
  try {
    const count = Number(localStorage.getItem(letGo + uid));
    localStorage.removeItem(letGo + uid);
    return count;
  } catch {
    return 0;
  }
}
