import { journal } from '@bilim/contract/journal.ts';
import { unpackJournalTable } from '@bilim/contract/journal-table.ts';
import { hashKey, queryOptions, useQueries } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { ReadableAtom } from '../../core/atom.ts';
import { type Failure, isUnanswered, toFailure } from '../../core/failure.ts';
import { outbox } from '../../core/offline/outbox.ts';
import { entryQueueKeys, type PendingEntry } from '../../core/offline/pending.ts';
import { persistMatchingQueries, persistQueryParts } from '../../core/offline/persistedQueries.ts';
import { queryClient } from '../../core/queryClient.ts';
import { onTypingIdle } from '../../core/typing-idle.ts';
import { type JournalKey, journalLiveKey } from './journal.key.ts';
import { useRefetchOnQueueChange } from './journal.live.ts';
import type { JournalRow, MarkType } from './journal.model.ts';
import { allPresentEntryType, combinedAllPresentEntryType, entryColumnKey, markEntryType } from './journal.pending.ts';
import { buildQueryPatches, buildServerState, type ServerState, upsertRow } from './journal.server-state.ts';
import { createJournalStore, type JournalStore } from './journal.store.ts';

/** Sheets are renewed apart from the room's other calls: only when their own journal changed, and not at every key. */
const journalTableRoom = 'journal.sheet';

/** Under which a sheet is read and kept: journal, class type, and in whose name. */
const queryKey = (queueKey: string, type: number, teacher: unknown) => [
  journalTableRoom,
  queueKey,
  type,
  Number(teacher ?? 0),
];

/** What identifies a sheet. */
export const journalTableKey = (key: JournalKey, type: number) =>
  hashKey(queryKey(journalLiveKey(key), type, key.id_teacher));

/** Readings on their way, with what was confirmed since they set out: their answers may be older than that. */
const pendingReads = new Set<{ readonly sheet: string; readonly confirmed: JournalRow[] }>();

const journalTableQuery = (key: JournalKey, type: number) =>
  queryOptions<ServerState, Failure, ServerState, readonly unknown[]>({
    queryKey: queryKey(journalLiveKey(key), type, key.id_teacher),
    queryFn: async ({ signal }) => {
      const reading = { sheet: journalTableKey(key, type), confirmed: [] };
      pendingReads.add(reading);
      try {
        const rows = unpackJournalTable(await callServer(journal.sheet, { ...key, id_vid_zaniatiy: type }, { signal }));
        return reading.confirmed.reduce(upsertRow, buildServerState(rows));
      } finally {
        pendingReads.delete(reading);
      }
    },
  });

/** Loading state of a sheet. */
export interface JournalLoadState {
  readonly isPending: boolean;
  /** Why there is nothing to show; null while something may come. */
  readonly error: Failure | null;
  refetch(): void;
}

/** Reads sheets, and each again shortly after somebody changed its journal; the cells come by `openJournalTable`. */
export function useJournalLoadState(keys: readonly JournalKey[], type: number): JournalLoadState {
  useRefetchOnQueueChange(journalTableRoom, keys.map(journalLiveKey).join(' '));
  const all = useQueries({ queries: keys.map((key) => journalTableQuery(key, type)) });
  return {
    isPending: all.some((one) => one.isPending),
    error: all.find((one) => one.isLoadingError)?.error ?? null,
    refetch: () => {
      for (const one of all) if (one.isLoadingError) void one.refetch();
    },
  };
}

/** What the journal holds at this moment. */
export async function fetchJournalTable(key: JournalKey, type: number): Promise<ServerState> {
  const query = journalTableQuery(key, type);
  // What is under way may have set out before the last writing.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  return queryClient.fetchQuery({ ...query, staleTime: 0 });
}

/** Reads again all sheets of a journal. */
export const refetchJournalTables = (queueKey: string) =>
  queryClient.invalidateQueries({ queryKey: [journalTableRoom, queueKey] });

/** Keeps what was read of a journal's sheets; done when it outlives a reload. */
export const persistJournalTables = (queueKey: string) => persistMatchingQueries([journalTableRoom, queueKey]);

/** Reads again and keeps all sheets of a journal, which many entries have changed; without an answer it fails. */
export async function refetchAndStoreJournalTables(queueKey: string): Promise<void> {
  await queryClient
    .invalidateQueries({ queryKey: [journalTableRoom, queueKey] }, { throwOnError: true })
    .catch((error: unknown) => {
      if (isUnanswered(toFailure(error))) throw error;
    });
  await persistJournalTables(queueKey);
}

/** Puts in what the server answered to an entry; done when that outlives a reload. */
export async function applySaveConfirmation({ queueKey, input }: PendingEntry, row: JournalRow): Promise<void> {
  const key = queryKey(queueKey, Number(input.id_vid_zaniatiy), input.id_teacher);
  const before = queryClient.getQueryData<ServerState>(key);
  const now = queryClient.setQueryData<ServerState>(key, (serverState) => serverState && upsertRow(serverState, row));
  for (const { sheet, confirmed } of pendingReads) if (sheet === hashKey(key)) confirmed.push(row);
  await persistQueryParts(key, buildQueryPatches(row, before, now));
}

function watchedServerState(key: JournalKey, type: number): ReadableAtom<ServerState | undefined> {
  const name = journalTableKey(key, type);
  const cache = queryClient.getQueryCache();
  return {
    get: () => cache.get<ServerState>(name)?.state.data,
    subscribe: (watcher) => cache.subscribe(({ query }) => query.queryHash === name && watcher()),
  };
}

const names = new Set([markEntryType, allPresentEntryType, combinedAllPresentEntryType]);

/** The store of a sheet, made of what was read and of the outbox. */
export function openJournalTable(key: JournalKey, type: number, marks: readonly MarkType[]): JournalStore {
  const queueKey = journalLiveKey(key);
  return createJournalStore({
    serverState: watchedServerState(key, type),
    outbox,
    isMine: (entry) =>
      names.has(entry.name) &&
      entryQueueKeys(entry).includes(queueKey) &&
      entry.input.id_vid_zaniatiy === type &&
      entry.input.id_teacher === key.id_teacher,
    columnOf: (entry) => entryColumnKey(entry, key.id_groupOrPorok),
    marks,
    onTypingIdle: onTypingIdle,
  });
}
