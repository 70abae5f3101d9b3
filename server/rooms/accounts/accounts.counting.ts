import type { AppContext } from '../../call/room.ts';
import { RequestBatcher } from '../../core/batcher.ts';
import { countNeverSignedIn, type VisibleFaculties } from './accounts.queries.ts';

type Never = Awaited<ReturnType<typeof countNeverSignedIn>>;
export type SignInCounter = RequestBatcher<VisibleFaculties, Never>;

/** So many wait at once, and so long (ms). */
const ways = { most: 64, concurrency: 1, line: 512, within: 10_000 };

/** Counts all accounts once for everybody who asks at the same time; who comes while it is done gets the next count. */
export function openCounting({ database }: Pick<AppContext, 'database'>): SignInCounter {
  return new RequestBatcher(ways, async (scopes) => {
    const counts = new Map<string, Promise<Never>>();
    return await Promise.all(
      scopes.map((faculties) => {
        const key = JSON.stringify(faculties ?? null);
        const count = counts.get(key) ?? database.readLong((db) => countNeverSignedIn(db, faculties));
        counts.set(key, count);
        return count;
      }),
    );
  });
}
