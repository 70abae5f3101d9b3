import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { now } from '../clock.ts';
import { language } from '../i18n.ts';
import { online } from '../online.ts';
import { queries, renew } from '../queries.ts';
import { session } from '../session.ts';
import { isShared, queriesDatabase } from '../storage.ts';

/** What a person has read is kept in the browser, so that the shell opens when the server cannot be reached. */
const place = 'kept';

/** Milliseconds from reading something until it is kept; more things are kept together. */
const pause = 1_000;
/**
 * What changes under the fingers is kept after this long a rest (ms), but not later than the second time: writing down a
 * large table takes longer than a key may.
 */
const rest = 3_000;
const atLast = 20_000;
/** For how many milliseconds things are kept at the longest. */
const longest = 21 * 24 * 3_600_000;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(queriesDatabase, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs requests in one transaction and gives the result of the last; nothing when there was none to run. */
async function inDatabase<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const database = await openDatabase();
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const transaction = database.transaction(place, mode);
      const request = work(transaction.objectStore(place));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** All rows of one person; each is one thing that was read, under its own key. */
const rowsOf = (uid: number) => IDBKeyRange.bound(`${uid}|`, `${uid}|\uffff`);

/**
 * Keeps what person `uid` reads from now on, each thing by itself; gives a function that stops it. On a shared computer
 * nothing is kept.
 */
function keep(uid: number): () => void {
  if (isShared()) return () => {};
  const fresh = new Set<string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  void forgetOld(uid);
  const write = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const of = ({ queryHash, state }: Query) => fresh.has(queryHash) && state.status === 'success';
    const read = dehydrate(queries, { shouldDehydrateQuery: of }).queries;
    fresh.clear();
    void inDatabase('readwrite', (rows) =>
      read.map((one) => rows.put(JSON.stringify(one), `${uid}|${one.queryHash}`)).at(-1),
    ).catch(() => {});
  };
  const stop = queries.getQueryCache().subscribe((event) => {
    // What the first script was told has never been read by the query itself.
    const { data, dataUpdateCount } = event.query.state;
    const told = event.type === 'added' && data !== undefined && dataUpdateCount === 0;
    if (!told && (event.type !== 'updated' || event.action.type !== 'success')) return;
    const now = performance.now();
    if (!fresh.size) since = now;
    fresh.add(event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual) {
      clearTimeout(waiting);
      waiting = setTimeout(write, Math.max(0, Math.min(rest, since + atLast - now)));
    } else waiting ??= setTimeout(write, pause);
  });
  // Whoever leaves the page sooner has read it all the same.
  const leave = () => waiting && write();
  addEventListener('pagehide', leave);
  return () => {
    clearTimeout(waiting);
    removeEventListener('pagehide', leave);
    stop();
  };
}

/** What was kept of person `uid`, all or only what lasts (photos). */
async function kept(uid: number, which: 'all' | 'lasting'): Promise<DehydratedState['queries']> {
  const rows: string[] = (await inDatabase('readonly', (all) => all.getAll(rowsOf(uid))).catch(() => undefined)) ?? [];
  return rows
    .filter((text) => which === 'all' || text.includes('"lasting":true'))
    .map((text) => JSON.parse(text) as DehydratedState['queries'][number])
    .filter(({ meta }) => which === 'all' || meta?.lasting === true);
}

/** Brings back what person `uid` had read; what is known to be newer stays. */
async function bringBack(uid: number, which: 'all' | 'lasting'): Promise<void> {
  if (isShared()) return;
  const read = await kept(uid, which);
  if (session.get().user?.uid === uid) hydrate(queries, { queries: read, mutations: [] });
}

/** What another tab of another person wrote last of all goes, and what nobody has read for weeks. */
async function forgetOld(uid: number): Promise<void> {
  await inDatabase('readwrite', (rows) => {
    rows.delete(IDBKeyRange.upperBound(`${uid}|`, true));
    return rows.delete(IDBKeyRange.lowerBound(`${uid}|\uffff`, true));
  }).catch(() => undefined);
  const old = (await kept(uid, 'all')).filter(({ state }) => now().getTime() - state.dataUpdatedAt > longest);
  await inDatabase('readwrite', (rows) => old.map((one) => rows.delete(`${uid}|${one.queryHash}`)).at(-1)).catch(
    () => undefined,
  );
}

/**
 * Ties what was read to the person who is signed in: brought back when the server was not reached or the network is
 * lost (what lasts always), kept from now on, dropped when the session ends, read again after a change of language,
 * because names come in the person's language.
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
  online.subscribe(() => {
    if (!online.get() && person !== undefined) void bringBack(person, 'all');
  });
  language.subscribe(() => renew());
}
