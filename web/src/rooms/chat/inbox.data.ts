import { chat } from '@bilim/contract/chat.ts';
import { groupChatId } from '@bilim/contract/url-selection.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { queries, reading } from '../../core/queries.ts';
import { type Filter, listOf, type Row } from '../../university/conversations.data.ts';
import type { Conversation } from './chat.address.ts';
import { sentName } from './chat.data.ts';

/** The own conversations, latest first; events bring the list up to date. */
export function useInbox(filter: Filter) {
  return useInfiniteQuery(listOf(filter));
}

const rowOf = (of: Conversation) => reading('chat', chat.conversation, of.fields);

/** One conversation as the list has it; before the answer, and without a network, what lists that were read know of it. */
export function useRow(of: Conversation): Row | undefined {
  const { data, isError } = useQuery({
    ...rowOf(of),
    meta: { liveKey: of.key },
    select: ([row]) => row,
    placeholderData: () => knownRow(of),
  });
  // What stands in for an answer goes when there is none.
  return data ?? (isError ? knownRow(of)?.[0] : undefined);
}

/** The row of a conversation in a list that was read before. */
function knownRow(of: Conversation): Row[] | undefined {
  const { counted } = of;
  const isThis = (row: Row) =>
    (['year', 'ws', 'id_discipline', 'kredit', 'idid', 'id_office'] as const).every(
      (name) => row[name] === counted[name],
    ) &&
    (row.idid !== groupChatId || (row.gr_potok === counted.gr_potok && row.isSelect === counted.isSelect));
  for (const [, read] of queries.getQueriesData<{ pages: Row[][] }>({ queryKey: ['chat', chat.conversations.path] })) {
    const row = read?.pages.flat().find(isThis);
    if (row) return [row];
  }
  return undefined;
}

/** What waits to be sent, by the key of its conversation. */
export function useWaiting(): ReadonlyMap<string, readonly PendingEntry[]> {
  const { entries } = useAtom(outbox);
  const byLane = new Map<string, PendingEntry[]>();
  for (const entry of entries)
    if (entry.name === sentName) byLane.set(entry.queueKey, [...(byLane.get(entry.queueKey) ?? []), entry]);
  return byLane;
}

/** What a person keeps of a conversation. */
type Kept = { muted: boolean } | { pinned: boolean };

/** Mutes or pins a conversation, or takes that back. */
export async function keepOf(of: Conversation, kept: Kept): Promise<void> {
  await ('muted' in kept ? ask(chat.mute, { ...of.fields, ...kept }) : ask(chat.pin, { ...of.fields, ...kept }));
  queries.setQueryData(rowOf(of).queryKey, (rows: Row[] | undefined) => rows?.map((row) => ({ ...row, ...kept })));
  void queries.invalidateQueries({ queryKey: ['chat', chat.conversations.path] });
}

/** The same from a page that shows what comes of it. */
export function useKeep(of: Conversation) {
  return useMutation<unknown, Failure, Kept>({ mutationFn: (kept) => keepOf(of, kept) });
}

/** Marks everything in all own conversations as read. */
export function useReadEverything() {
  return useMutation<unknown, Failure>({
    mutationFn: () => ask(chat.readEverything, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['chat'] }),
  });
}
