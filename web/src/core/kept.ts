import { type DehydratedState, dehydrate, hydrate } from '@tanstack/react-query';
import { language } from './i18n.ts';
import { queries, renew } from './queries.ts';
import { session } from './session.ts';

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
function keep(uid: number): () => void {
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

/** Brings back what person `uid` had read, or only what lasts (photos); nothing when nothing is kept. */
async function bringBack(uid: number, which: 'all' | 'lasting'): Promise<void> {
  const text = await inDatabase('readonly', (rows) => rows.get(uid)).catch(() => undefined);
  if (typeof text !== 'string') return;
  const state = JSON.parse(text) as DehydratedState;
  hydrate(queries, {
    ...state,
    queries: state.queries.filter(({ meta }) => which === 'all' || meta?.lasting === true),
  });
}

/**
 * Ties what was read to the person who is signed in: brought back when the server was not reached (what lasts always),
 * kept from now on,
 * dropped when the session ends, read again after a change of language, because names come in the person's language.
 */
export async function followSession(): Promise<void> {
  const { user, kept } = session.get();
  if (user) await bringBack(user.uid, kept ? 'all' : 'lasting');
  let person = user?.uid;
  let stop = person === undefined ? () => {} : keep(person);
  session.subscribe(() => {
    const now = session.get().user?.uid;
    if (now === person) return;
    person = now;
    stop();
    if (now === undefined) queries.clear();
    else stop = keep(now);
  });
  language.subscribe(() => renew());
}
