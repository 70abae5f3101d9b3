import { RequestBatcher } from '../../core/batcher.ts';
import { now } from '../../core/clock.ts';
import type { Db } from '../../database/database.ts';
import { countNeverSignedIn, type VisibleFaculties } from './accounts.queries.ts';

type NeverSignedIn = Awaited<ReturnType<typeof countNeverSignedIn>>;

/**
 * The faculties whose accounts are counted, and the connection of the request that waits for it: taking a second one from
 * the pool could block both for ever.
 */
interface Count {
  readonly db: Db;
  readonly faculties: VisibleFaculties;
}
export type SignInCounter = RequestBatcher<Count, NeverSignedIn>;

/** Requests in a batch, batches at a time, requests that may wait, and for how long (ms). */
const batchLimits = { most: 64, concurrency: 1, line: 512, within: 10_000 };
/** Counting all accounts is the slowest part of the overview and hardly changes: a count is reused for so long (ms). */
const keptForMs = 2000;

/** Counts the accounts of the same faculties once for everybody who asks within two seconds, one count at a time. */
export function makeSignInCounter(): SignInCounter {
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
