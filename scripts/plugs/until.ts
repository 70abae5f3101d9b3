import { setTimeout as wait } from 'node:timers/promises';

/** Looks until something holds; throws when it takes longer (milliseconds) than it may. `what`: in words, as it stands at that moment. */
export async function until(what: string | (() => string), within: number, holds: () => Promise<boolean> | boolean) {
  for (const begun = performance.now(); !(await holds()); await wait(200))
    if (performance.now() - begun > within)
      throw new Error(`this did not come about: ${typeof what === 'string' ? what : what()}`);
}
