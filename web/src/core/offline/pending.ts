import type { Call } from '@bilim/contract/call.ts';

/** A call that a person made and the server has not confirmed yet; see outbox.ts. */
export interface PendingEntry {
  readonly key: string;
  readonly uid: number;
  /** Who put it in, such as `chat.insert`; whoever follows this name is told when it arrived. */
  readonly name: string;
  /** Entries with the same key are sent in order, such as those of one conversation; several keys are divided by a blank. */
  readonly queueKey: string;
  /** How a list calls what it belongs to, should nothing else be known of that. */
  readonly title?: string | undefined;
  /** As much of the call as sending needs. */
  readonly call: Pick<Call, 'path' | 'method' | 'files'>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly files: readonly File[];
  /** Place in the queue. */
  readonly order: number;
  /** By this browser's clock, in milliseconds; only for showing. */
  readonly at: number;
  /** The input's field that takes how long ago this was, in milliseconds, at the moment of sending. */
  readonly ageField?: string | undefined;
  /** Refused: why, in the server's words. It waits for the person to try again or to let go. */
  readonly refused?: { readonly code: string; readonly message: string } | undefined;
}

/** The queues of an entry. */
export const entryQueueKeys = ({ queueKey }: Pick<PendingEntry, 'queueKey'>): readonly string[] => queueKey.split(' ');

const databaseName = 'bilim-outbox';
const place = 'unsent';

/** Open as long as the browser lets it: each entry is written, read and deleted while the next one is typed. */
let database: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place, { keyPath: 'key' });
    opening.onsuccess = () => {
      // Who signs out deletes it, and would wait for this connection.
      opening.result.onversionchange = () => {
        database = null;
        opening.result.close();
      };
      opening.result.onclose = () => {
        database = null;
      };
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
  });
}

/** Runs one request and waits until it is on disk. */
export async function runInPendingStore<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T>,
  again = true,
): Promise<T> {
  database ??= openDatabase();
  const used = database;
  try {
    const opened = await used;
    return await new Promise<T>((resolve, reject) => {
      const transaction = opened.transaction(place, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(place));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch (error) {
    if (database === used) database = null;
    void used.then((failed) => failed.close()).catch(() => {});
    // Some browsers close a connection in the background and tell nobody.
    if (again && error instanceof DOMException && error.name === 'InvalidStateError')
      return runInPendingStore(mode, work, false);
    throw error;
  }
}

/** Whether anything was stored here. To look into the store would make it, and on a shared computer there is none. */
async function isThere(): Promise<boolean> {
  if (database) return true;
  // Not every browser tells.
  const all = await indexedDB.databases?.().catch(() => undefined);
  return !all || all.some(({ name }) => name === databaseName);
}

/** Takes the store away when nothing waits in it; done when it is gone. */
export async function closePending(): Promise<void> {
  try {
    if (!(await isThere()) || (await runInPendingStore('readonly', (rows) => rows.count()))) return;
    const opened = await database;
    database = null;
    opened?.close();
    await new Promise<void>((done) => {
      const deleting = indexedDB.deleteDatabase(databaseName);
      deleting.onsuccess = () => done();
      deleting.onerror = () => done();
      deleting.onblocked = () => done();
    });
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Builds before December 2026 wrote the queue's key under another name. */
type StoredEntry = Omit<PendingEntry, 'queueKey'> & { readonly queueKey?: string; readonly lane?: string };

/** Everything that waits in this browser, whoever made it. */
export async function entriesOnDisk(): Promise<readonly PendingEntry[]> {
  try {
    if (!(await isThere())) return [];
    const entries = await runInPendingStore('readonly', (rows) => rows.getAll() as IDBRequest<StoredEntry[]>);
    return entries.map(({ lane, ...entry }) => ({ ...entry, queueKey: entry.queueKey ?? lane ?? entry.key }));
  } catch {
    return [];
  }
}

/** Removes entries, whatever became of them. */
export async function removeOnDisk(entries: readonly Pick<PendingEntry, 'key'>[]): Promise<void> {
  await Promise.all(
    entries.map(({ key }) => runInPendingStore('readwrite', (rows) => rows.delete(key)).catch(() => undefined)),
  );
}
