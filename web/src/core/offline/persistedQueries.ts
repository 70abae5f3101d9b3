import { type DehydratedState, dehydrate, hashKey, hydrate, type Query, type QueryKey } from '@tanstack/react-query';
import { now } from '../clock.ts';
import { language } from '../i18n.ts';
import { IndexedStore } from '../indexedStore.ts';
import { isPortalReachable, lastStalledCallAt } from '../isPortalReachable.ts';
import { queryClient, refetchChangedQueries } from '../queryClient.ts';
import { session } from '../session.ts';
import { isSharedComputer, queriesDatabaseName } from '../storage.ts';

/** What a person has read is kept in the browser, so that the shell opens when the server cannot be reached. */
const store = new IndexedStore({ database: queriesDatabaseName, rows: 'kept' });

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

/** All rows of one person; each is one thing that was read, under its own key, or a part of it that changed since. */
const rowsOf = (uid: number) => IDBKeyRange.bound(`${uid}|`, `${uid}|\uffff`);
const keyOf = (uid: number, hash: string) => `${uid}|${hash}`;
const partsOf = (uid: number, hash: string) => IDBKeyRange.bound(`${keyOf(uid, hash)}|`, `${keyOf(uid, hash)}|\uffff`);

/** A part of what was read that has changed since: where in it, and what is there now. */
export interface QueryPatch {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

type PersistedPart = QueryPatch & { readonly of: string };
type PersistedQuery = DehydratedState['queries'][number];

/** What keeps the things that the person reads; null where nothing is kept. */
let keeper: {
  parts(hash: string, parts: readonly QueryPatch[]): Promise<void>;
  whole(hash: string): Promise<void>;
} | null = null;

/**
 * Keeps a part of what was read at once, done when it is on disk: what the server has acknowledged outlives a reload even
 * where the whole is still to be written down.
 */
export const persistQueryParts = (key: QueryKey, parts: readonly QueryPatch[]): Promise<void> =>
  keeper?.parts(hashKey(key), parts) ?? Promise.resolve();

/** Keeps all that was read under keys that begin so, done when it is on disk. */
export async function persistMatchingQueries(key: QueryKey): Promise<void> {
  const all = queryClient.getQueryCache().findAll({ queryKey: key });
  await Promise.all(all.map(({ queryHash }) => keeper?.whole(queryHash)));
}

let last: Promise<void> = Promise.resolve();

/** Writes one after the other, so that a part is never taken away by a whole that was read before it. */
function inOrder(work: (rows: IDBObjectStore) => void): Promise<void> {
  last = last.then(() => store.write(work)).catch(() => undefined);
  return last;
}

/**
 * Keeps what person `uid` reads from now on, each thing by itself; gives a function that stops it. On a shared computer
 * nothing is kept.
 */
function keep(uid: number): () => void {
  if (isSharedComputer()) return () => {};
  const fresh = new Set<string>();
  /** Of which nothing is on disk to which parts could be added. */
  const unwritten = new Set<string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  void forgetOld(uid);
  const write = (hashes: ReadonlySet<string>) => {
    const of = ({ queryHash, state }: Query) => hashes.has(queryHash) && state.status === 'success';
    const read = dehydrate(queryClient, { shouldDehydrateQuery: of }).queries;
    for (const hash of [...hashes]) {
      fresh.delete(hash);
      unwritten.delete(hash);
    }
    return inOrder((rows) => {
      for (const one of read) {
        rows.delete(partsOf(uid, one.queryHash));
        rows.put(JSON.stringify(one), keyOf(uid, one.queryHash));
      }
    });
  };
  const writeFresh = () => {
    clearTimeout(waiting);
    waiting = undefined;
    void write(new Set(fresh));
  };
  const stop = queryClient.getQueryCache().subscribe((event) => {
    // What the first script has fetched has never been read by the query itself.
    const { data, dataUpdateCount } = event.query.state;
    const isNewData = event.type === 'added' && data !== undefined && dataUpdateCount === 0;
    if (!isNewData && (event.type !== 'updated' || event.action.type !== 'success')) return;
    const now = performance.now();
    if (!fresh.size) since = now;
    fresh.add(event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual) {
      clearTimeout(waiting);
      waiting = setTimeout(writeFresh, Math.max(0, Math.min(rest, since + atLast - now)));
    } else {
      unwritten.add(event.query.queryHash);
      waiting ??= setTimeout(writeFresh, pause);
    }
  });
  // Whoever leaves the page sooner has read it all the same.
  const leave = () => waiting && writeFresh();
  addEventListener('pagehide', leave);
  const whole = (hash: string) => write(new Set([hash]));
  keeper = {
    whole,
    parts: (hash, parts) =>
      unwritten.has(hash)
        ? whole(hash)
        : inOrder((rows) => {
            for (const { path, value } of parts) {
              const part: PersistedPart = { of: hash, path, value };
              rows.put(JSON.stringify(part), `${keyOf(uid, hash)}|${path.join('.')}`);
            }
          }),
  };
  return () => {
    clearTimeout(waiting);
    removeEventListener('pagehide', leave);
    keeper = null;
    stop();
  };
}

const isPart = (row: PersistedQuery | PersistedPart): row is PersistedPart => 'of' in row;

/** Puts a part where it belongs in what was read. */
function putIn(data: unknown, { path, value }: QueryPatch): void {
  let at = data as Record<string, unknown>;
  for (const step of path.slice(0, -1)) {
    const next = at[step] ?? {};
    at[step] = next;
    at = next as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
}

/** What was kept of person `uid`, all or only what lasts (photos), with the parts that changed since. */
async function kept(uid: number, which: 'all' | 'lasting'): Promise<PersistedQuery[]> {
  const texts: string[] = await store.run('readonly', (all) => all.getAll(rowsOf(uid))).catch(() => []);
  const rows = texts
    .filter((text) => which === 'all' || text.includes('"lasting":true'))
    .map((text) => JSON.parse(text) as PersistedQuery | PersistedPart);
  const whole = new Map(rows.flatMap((row) => (isPart(row) ? [] : [[row.queryHash, row] as const])));
  for (const row of rows) if (isPart(row)) putIn(whole.get(row.of)?.state.data ?? {}, row);
  return [...whole.values()].filter(({ meta }) => which === 'all' || meta?.lasting === true);
}

/**
 * Brings back what person `uid` had read; what is known to be newer stays. What is there already and is being read again
 * stays, too, though another tab kept it later: a list that gets longer would forget which page it is waiting for.
 */
async function restoreQueries(uid: number, which: 'all' | 'lasting'): Promise<void> {
  if (isSharedComputer()) return;
  const read = await kept(uid, which);
  if (session.get().user?.uid !== uid) return;
  const isBeingReadAgain = ({ queryHash }: PersistedQuery) => {
    const state = queryClient.getQueryCache().get(queryHash)?.state;
    return state?.data !== undefined && state.fetchStatus !== 'idle';
  };
  hydrate(queryClient, { queries: read.filter((one) => !isBeingReadAgain(one)), mutations: [] });
}

/** What another tab of another person wrote last of all goes, and what nobody has read for weeks. */
async function forgetOld(uid: number): Promise<void> {
  await store
    .write((rows) => {
      rows.delete(IDBKeyRange.upperBound(`${uid}|`, true));
      rows.delete(IDBKeyRange.lowerBound(`${uid}|\uffff`, true));
    })
    .catch(() => undefined);
  const old = (await kept(uid, 'all')).filter(({ state }) => now().getTime() - state.dataUpdatedAt > longest);
  await inOrder((rows) => {
    for (const { queryHash } of old) {
      rows.delete(keyOf(uid, queryHash));
      rows.delete(partsOf(uid, queryHash));
    }
  });
}

/**
 * Ties what was read to the person who is signed in: brought back when the server was not reached or the network is
 * lost (what lasts always), kept from now on, dropped when the session ends, read again after a change of language,
 * because names come in the person's language.
 */
export async function bindQueriesToSession(): Promise<void> {
  const { user, kept } = session.get();
  if (user) await restoreQueries(user.uid, kept ? 'all' : 'lasting');
  let person = user?.uid;
  let stop = person === undefined ? () => {} : keep(person);
  session.subscribe(() => {
    const now = session.get().user?.uid;
    if (now === person) return;
    person = now;
    stop();
    if (now === undefined) queryClient.clear();
    else stop = keep(now);
  });
  const bring = () => void (person !== undefined && restoreQueries(person, 'all'));
  isPortalReachable.subscribe(() => {
    if (!isPortalReachable.get()) bring();
  });
  // What was read stands while the answer is waited for.
  lastStalledCallAt.subscribe(bring);
  language.subscribe(() => refetchChangedQueries());
}
