import { dehydrate, hydrate } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** What a person has read is kept in the browser, so that the shell opens when the server cannot be reached. */
const databaseName = 'bilim';
const place = 'kept';

/** Kept at most once in this many milliseconds. */
const pause = 3_000;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function inDatabase<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = work(database.transaction(place, mode).objectStore(place));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps what person `uid` reads from now on; gives a function that stops it. */
export function keep(uid: number): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || waiting) return;
    waiting = setTimeout(() => {
      waiting = undefined;
      const state = dehydrate(queries, { shouldDehydrateQuery: (query) => query.state.status === 'success' });
      void inDatabase('readwrite', (rows) => rows.put(JSON.stringify(state), uid)).catch(() => {});
    }, pause);
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}

/** Brings back what person `uid` had read; nothing when nothing is kept. */
export async function bringBack(uid: number): Promise<void> {
  const state = await inDatabase('readonly', (rows) => rows.get(uid)).catch(() => undefined);
  if (typeof state === 'string') hydrate(queries, JSON.parse(state));
}
