import type { Call, Output } from '@bilim/contract/call.ts';
import { callServer } from '../api.ts';
import { atom } from '../atom.ts';
import { now } from '../clock.ts';
import { type Failure, isUnanswered, toFailure } from '../failure.ts';
import { isPortalReachable } from '../isPortalReachable.ts';
import { randomUuid } from '../randomUuid.ts';
import { session } from '../session.ts';
import { isSharedComputer } from '../storage.ts';
import { addDiscardedCount } from './discarded.ts';
import {
  deleteEmptyPendingStore,
  deleteStoredEntries,
  entryQueueKeys,
  type PendingEntry,
  pendingStore,
  readStoredEntries,
} from './pending.ts';

/**
 * The outbox: calls that the server has not confirmed yet. They are sent in order, once each, however often the
 * network breaks, the page is reloaded or the tab is closed. They are stored in IndexedDB, and one tab of the browser
 * sends for all. The key of an entry is the call's Idempotency-Key, so that a repeat changes nothing. On a shared
 * computer they stay in the memory of the tab that made them, and each tab sends its own.
 */

/** The pending entries of this person, oldest first, and the key of the one that is on its way. */
export const outbox = atom<{ entries: readonly PendingEntry[]; sending: string | null; kept: boolean }>({
  entries: [],
  sending: null,
  kept: true,
});

/** `replayed`: the data is the reply to an earlier try, and what it says may be old. */
type Follower<D = unknown> = (entry: PendingEntry, data: D, replayed: boolean) => void | Promise<void>;

const lockName = 'bilim-outbox';
/** Pauses between tries, in milliseconds: each twice the last. */
const shortestPause = 1_000;
const longestPause = 30_000;
/** A server error is tried again this often, then counts as refused. */
const serverErrors = 3;

/** When an entry of this page's life was made, by the monotonic clock. */
const madeAt = new Map<string, number>();
/** Entries that were tried already; per queue the age that the last reply gave, with when its answer came. */
const tried = new Set<string>();
const lastOfQueue = new Map<string, { age: number; answered: number }>();
const followers = new Map<string, Follower>();
let person: number | null = null;
let wake: () => void = () => {};
let channel: BroadcastChannel | null = null;
/** Entries that are not on disk (yet); on shared computers, and in browsers that keep nothing, they live as long as the page. */
const onlyHere = new Map<string, PendingEntry>();

async function store(entry: PendingEntry): Promise<boolean> {
  onlyHere.set(entry.key, entry);
  if (isSharedComputer()) return false;
  try {
    await pendingStore.run('readwrite', (rows) => rows.put(entry));
    onlyHere.delete(entry.key);
    return true;
  } catch {
    return false;
  }
}

async function forget(key: string): Promise<void> {
  onlyHere.delete(key);
  madeAt.delete(key);
  if (!isSharedComputer()) await deleteStoredEntries([{ key }]);
}

/** The entry as it was when nothing in it changed: only its refusal and, with it, its place can. */
function keptEntry(old: PendingEntry | undefined, now: PendingEntry): PendingEntry {
  const same = old?.refused?.code === now.refused?.code && old?.refused?.message === now.refused?.message;
  return old && same && old.order === now.order ? old : now;
}

/** Reads the pending entries, also those that other tabs have put in or sent. */
async function refresh(): Promise<void> {
  const stored = isSharedComputer() ? [] : await readStoredEntries();
  const before = new Map(outbox.get().entries.map((entry) => [entry.key, entry]));
  const byKey = new Map([...stored, ...onlyHere.values()].map((entry) => [entry.key, entry]));
  const entries = [...byKey.values()]
    .filter(({ uid }) => uid === person)
    .sort((a, b) => a.order - b.order)
    .map((entry) => keptEntry(before.get(entry.key), entry));
  // Who watches is not informed of what they know: this is read several times for each entry.
  if (entries.length !== before.size || entries.some((entry) => before.get(entry.key) !== entry))
    outbox.set({ ...outbox.get(), entries });
}

function notifyTabs(): void {
  channel?.postMessage(null);
}

/**
 * Calls back when an entry of that name has arrived, with the data of the reply; gives a function that ends it. The entry
 * waits until the follower is done, and is sent again when what the follower reads gets no answer.
 */
export function onEntrySent<C extends Call>(name: string, _: C, follower: Follower<Output<C>>): () => void {
  followers.set(name, follower as Follower);
  return () => followers.delete(name);
}

/** What is put in; the rest the outbox knows. */
export type NewOutboxEntry = Pick<PendingEntry, 'name' | 'queueKey' | 'input'> &
  Partial<Pick<PendingEntry, 'title' | 'subject' | 'files' | 'ageField'>> & { call: Call };

/** Puts a call in; it is on screen at once, on disk before this ends, and goes out as soon as it can. */
export async function enqueueEntry(made: NewOutboxEntry): Promise<string> {
  const { name, queueKey, title, subject, call, input, files = [], ageField } = made;
  if (person === null) throw new Error('nobody is signed in');
  const key = randomUuid();
  const { entries } = outbox.get();
  const entry: PendingEntry = {
    key,
    uid: person,
    name,
    queueKey,
    title,
    subject,
    call: { path: call.path, method: call.method, ...(call.files && { files: { ...call.files } }) },
    input,
    files,
    order: Math.max(now().getTime(), (entries.at(-1)?.order ?? 0) + 1),
    at: now().getTime(),
    ageField,
  };
  madeAt.set(key, performance.now());
  outbox.set({ ...outbox.get(), entries: [...entries, entry] });
  const stored = await store(entry);
  void promise(stored);
  notifyTabs();
  wake();
  return key;
}

/** Asks the browser for persistent storage; its answer is shown while entries are pending. */
async function promise(stored: boolean): Promise<void> {
  const asked = stored && (await navigator.storage?.persist?.().catch(() => false));
  outbox.set({ ...outbox.get(), kept: Boolean(asked) });
}

/** Tries a refused entry again, at the end of its queue's refused ones. */
export async function retryEntry(key: string): Promise<void> {
  const entry = outbox.get().entries.find((one) => one.key === key);
  if (!entry) return;
  await store({ ...entry, refused: undefined });
  await refresh();
  notifyTabs();
  wake();
}

/** Discards an entry: it will not be sent. Gives the entry, so that its text can go back into a form. */
export async function deleteOutboxEntry(key: string): Promise<PendingEntry | null> {
  const entry = outbox.get().entries.find((one) => one.key === key) ?? null;
  await forget(key);
  await refresh();
  notifyTabs();
  return entry;
}

/** Milliseconds since an entry was made: monotonic within the page's life, by the clock after a reload. */
export function entryAgeMs(entry: Pick<PendingEntry, 'key' | 'at'>): number {
  const made = madeAt.get(entry.key);
  return Math.round(made === undefined ? Math.max(0, now().getTime() - entry.at) : performance.now() - made);
}

/**
 * The age of an entry as it is sent; the server subtracts it from the time of arrival. A slow request for one entry
 * and a quick one for the next would swap their order: no entry is sent as older than the one before it in its queue.
 */
function reportedAge(entry: PendingEntry): number {
  const most = entryQueueKeys(entry).flatMap((queueKey) => {
    const last = lastOfQueue.get(queueKey);
    return last ? [last.age + Math.floor(performance.now() - last.answered)] : [];
  });
  return Math.min(entryAgeMs(entry), ...most);
}

/** Remembers the age of an entry that arrived. Of one that was tried twice nobody knows which try it was. */
function arrived(entry: PendingEntry, age: number): void {
  const twice = tried.delete(entry.key);
  for (const queueKey of entryQueueKeys(entry))
    if (twice) lastOfQueue.delete(queueKey);
    else lastOfQueue.set(queueKey, { age, answered: performance.now() });
}

/** Whether a failure says nothing about the entry itself, so that the same is sent again later. */
function willPass(failure: Failure): boolean {
  return (
    isUnanswered(failure) ||
    failure.kind === 'CANCEL_ERROR' ||
    failure.status === 401 ||
    failure.status === 429 ||
    failure.status === 503 ||
    failure.code === 'call.csrf' ||
    failure.code === 'call.stillRunning'
  );
}

/** Sends what waits, oldest first, until nothing is left; `stopped` ends it. */
async function send(stopped: AbortSignal): Promise<void> {
  let pause = shortestPause;
  const errors = new Map<string, number>();
  while (!stopped.aborted) {
    await refresh();
    const next = outbox.get().entries.find(({ refused }) => !refused);
    if (!next || stopped.aborted) {
      await sleep(null, stopped);
      continue;
    }
    outbox.set({ ...outbox.get(), sending: next.key });
    try {
      const age = reportedAge(next);
      const input = next.ageField ? { ...next.input, [next.ageField]: age } : next.input;
      let replayed = false;
      const onReplayed = () => {
        replayed = true;
      };
      const options = { key: next.key, files: next.files, signal: stopped, onReplayed };
      const data = await callServer(next.call as Call, input, options);
      arrived(next, age);
      await followers.get(next.name)?.(next, data, replayed);
      await forget(next.key);
      pause = shortestPause;
      notifyTabs();
    } catch (error) {
      const failure = toFailure(error);
      outbox.set({ ...outbox.get(), sending: null });
      tried.add(next.key);
      const failed = (errors.get(next.key) ?? 0) + 1;
      errors.set(next.key, failed);
      if (stopped.aborted) return;
      if (willPass(failure) || (failure.kind === 'SERVER_ERROR' && failed <= serverErrors)) {
        await sleep(pause * (0.75 + Math.random() / 2), stopped);
        pause = Math.min(longestPause, pause * 2);
      } else {
        errors.delete(next.key);
        await store({ ...next, refused: { code: failure.code, message: failure.message } });
        notifyTabs();
      }
    }
    outbox.set({ ...outbox.get(), sending: null });
  }
}

/** Waits that long (null: without end), until something is put in, the network comes back, or it is stopped. */
function sleep(ms: number | null, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = ms === null ? undefined : setTimeout(finish, ms);
    const back = isPortalReachable.subscribe(() => isPortalReachable.get() && finish());
    function finish(): void {
      clearTimeout(timer);
      back();
      stopped.removeEventListener('abort', finish);
      wake = () => {};
      done();
    }
    wake = finish;
    stopped.addEventListener('abort', finish);
  });
}

/**
 * What waits of others is let go, because this person signed in here; its owners are informed when they come back. What this
 * person left on disk before goes to the page's memory on a shared computer.
 */
async function takeOver(uid: number): Promise<void> {
  const stored = await readStoredEntries();
  const others = [...stored, ...onlyHere.values()].filter((entry) => entry.uid !== uid);
  for (const { key } of others) onlyHere.delete(key);
  await deleteStoredEntries(others);
  for (const owner of new Set(others.map((entry) => entry.uid)))
    addDiscardedCount(owner, others.filter((entry) => entry.uid === owner).length);
  if (!isSharedComputer()) return;
  for (const entry of stored) if (entry.uid === uid) onlyHere.set(entry.key, entry);
  await deleteStoredEntries(stored);
  await deleteEmptyPendingStore();
}

/** Lets go of what only this page knows; for who leaves a shared computer and was informed of it. */
export function discardUnsavedEntries(): void {
  if (isSharedComputer()) onlyHere.clear();
}

/** Opens the outbox of the person who is signed in and sends what waits; gives a function that closes it. */
export function openOutbox(uid: number): () => void {
  const stop = new AbortController();
  person = uid;
  channel = 'BroadcastChannel' in window ? new BroadcastChannel(lockName) : null;
  if (channel)
    // Read first, then wake: a sender that is just going to sleep would miss it.
    channel.onmessage = () => void refresh().then(() => wake());
  const { signal } = stop;
  void takeOver(uid)
    .then(refresh)
    .then(() => wake());
  // Without locks (plain http) every tab sends; the key keeps what arrives twice from counting twice.
  if ('locks' in navigator && !isSharedComputer())
    void navigator.locks.request(lockName, { signal }, () => send(signal)).catch(() => {});
  else void send(signal);
  // When work on the server has ended nobody waits for the next try.
  let work = session.get().config?.maintenance;
  const unwatch = session.subscribe(() => {
    const before = work;
    work = session.get().config?.maintenance;
    if (before && !work) wake();
  });
  const warn = (event: BeforeUnloadEvent) => {
    const { entries, kept } = outbox.get();
    if (entries.length && !kept) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  return () => {
    stop.abort();
    unwatch();
    removeEventListener('beforeunload', warn);
    channel?.close();
    channel = null;
    person = null;
    outbox.set({ entries: [], sending: null, kept: true });
    void deleteEmptyPendingStore();
  };
}
