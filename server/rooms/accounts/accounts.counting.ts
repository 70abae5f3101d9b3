import { RequestBatcher } from '../../core/batcher.ts';
import type { Db } from '../../database/database.ts';
import { countNeverSignedIn, type VisibleFaculties } from './accounts.queries.ts';

type Never = Awaited<ReturnType<typeof countNeverSignedIn>>;

/** Whose accounts are counted, and a connection of whoever asks and waits: a second one might never become free. */
interface Count {
  readonly db: Db;
  readonly faculties: VisibleFaculties;
}
export type SignInCounter = RequestBatcher<Count, Never>;

/** So many wait at once, and so long (ms). */
const ways = { most: 64, concurrency: 1, line: 512, within: 10_000 };

/** Counts all accounts once for everybody who asks at the same time; who comes while it is done gets the next count. */
export function openCounting(): SignInCounter {
  return new RequestBatcher(ways, async (asked: readonly Count[]) => {
    const counts = new Map<string, Promise<Never>>();
    return await Promise.all(
      asked.map(({ db, faculties }) => {
        const key = JSON.stringify(faculties ?? null);
        const count = counts.get(key) ?? countNeverSignedIn(db, faculties);
        counts.set(key, count);
        return count;
      }),
    );
  });
}
