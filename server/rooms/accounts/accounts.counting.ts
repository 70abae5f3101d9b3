import { RequestBatcher } from '../../core/batcher.ts';
import { now } from '../../core/clock.ts';
import type { Db } from '../../database/database.ts';
import { countNeverSignedIn, type VisibleFaculties } from './accounts.queries.ts';

type NeverSignedIn = Awaited<ReturnType<typeof countNeverSignedIn>>;

/** Whose accounts are counted, and a connection of whoever asks and waits: a second one might never become free. */
interface Count {
  readonly db: Db;
  readonly faculties: VisibleFaculties;
}
export type SignInCounter = RequestBatcher<Count, NeverSignedIn>;

/** So many wait at once, and so long (ms). */
const batchLimits = { most: 64, concurrency: 1, line: 512, within: 10_000 };
/** A count of all accounts takes the longest of the whole overview and changes by a few: it is this old at most (ms). */
const keptForMs = 2000;

/** Counts the accounts of the same faculties once for everybody who asks within two seconds, one count at a time. */
export function openCounting(): SignInCounter {
  const kept = new Map<string, { readonly at: number; readonly count: Promise<NeverSignedIn> }>();
  return new RequestBatcher(batchLimits, async (asked: readonly Count[]) => {
    for (const [key, { at }] of kept) if (Math.abs(now().getTime() - at) >= keptForMs) kept.delete(key);
    return await Promise.all(
      asked.map(async ({ db, faculties }) => {
        const key = JSON.stringify(faculties ?? null);
        const one = kept.get(key) ?? { at: now().getTime(), count: countNeverSignedIn(db, faculties) };
        kept.set(key, one);
        return await one.count.catch((failure: unknown) => {
          kept.delete(key);
          throw failure;
        });
      }),
    );
  });
}
