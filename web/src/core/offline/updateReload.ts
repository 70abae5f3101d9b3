import { now } from '../clock.ts';

const updateKey = 'update';

/** Notes that this tab is about to be loaded again for a newer build; a note says nothing of a person. */
export function recordUpdateReload(): void {
  try {
    sessionStorage.setItem(updateKey, String(now().getTime()));
  } catch {
    // Forbidden: the person is offered the build once more.
  }
}

/** Takes that note away, and says whether it was written less than `milliseconds` ago. */
export function takeRecentUpdateReload(milliseconds: number): boolean {
  try {
    const noted = Number(sessionStorage.getItem(updateKey));
    sessionStorage.removeItem(updateKey);
    return now().getTime() - noted < milliseconds;
  } catch {
    return false;
  }
}
