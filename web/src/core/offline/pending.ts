import type { Call } from '@bilim/contract/call.ts';
import { IndexedStore } from '../indexedStore.ts';

/** A call that a person made and the server has not confirmed yet; see outbox.ts. */
export interface PendingEntry {
  readonly key: string;
  readonly uid: number;
  /** Who put it in, such as `chat.insert`; whoever follows this name is informed when it arrived. */
  readonly name: string;
  /** Entries with the same key are sent in order, such as those of one conversation; several keys are divided by a blank. */
  readonly queueKey: string;
  /** Name of what it belongs to, for lists that cannot look it up offline. */
  readonly title?: string | undefined;
  /** Name of the person it is about, likewise. */
  readonly subject?: string | undefined;
  /** The properties of the call that sending needs. */
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

/** What waits to be sent. */
export const pendingStore = new IndexedStore({ database: 'bilim-outbox', rows: 'unsent', keyPath: 'key' });

/** Takes the store away when nothing waits in it; done when it is gone. */
export async function deleteEmptyPendingStore(): Promise<void> {
  try {
    if (!(await pendingStore.exists()) || (await pendingStore.run('readonly', (rows) => rows.count()))) return;
    await pendingStore.remove();
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Builds before December 2026 wrote the queue's key under another name. */
type StoredEntry = Omit<PendingEntry, 'queueKey'> & { readonly queueKey?: string; readonly lane?: string };

/** Everything that waits in this browser, whoever made it. */
export async function readStoredEntries(): Promise<readonly PendingEntry[]> {
  try {
    if (!(await pendingStore.exists())) return [];
    const entries = await pendingStore.run('readonly', (rows) => rows.getAll() as IDBRequest<StoredEntry[]>);
    return entries.map(({ lane, ...entry }) => ({ ...entry, queueKey: entry.queueKey ?? lane ?? entry.key }));
  } catch {
    return [];
  }
}

/** Removes entries, whatever became of them. */
export async function deleteStoredEntries(entries: readonly Pick<PendingEntry, 'key'>[]): Promise<void> {
  await Promise.all(
    entries.map(({ key }) => pendingStore.run('readwrite', (rows) => rows.delete(key)).catch(() => undefined)),
  );
}
