import { chat } from '@bilim/contract/chat.ts';
import type { ConversationFilter } from '@bilim/contract/conversation-filters.ts';
import { groupChatId } from '@bilim/contract/url-selection.ts';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ConversationRow, conversationListQuery } from '../../conversations/conversations.data.ts';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { outbox } from '../../core/offline/outbox.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import type { Conversation } from './chat.address.ts';
import { messageEntryType } from './chat.data.ts';

/** The own conversations, latest first; events bring the list up to date. */
export function useInbox(filter: ConversationFilter) {
  return useInfiniteQuery(conversationListQuery(filter));
}

const rowOf = (of: Conversation) => queryForCall('chat', chat.conversation, of.fields);

/** One conversation as the list has it; before the answer, and without a network, what lists that were read know of it. */
export function useConversationRow(of: Conversation): ConversationRow | undefined {
  const { data, isError } = useQuery({
    ...rowOf(of),
    meta: { liveKey: of.key, holdsOwn: true },
    select: ([row]) => row,
    placeholderData: () => knownRow(of),
  });
  // What stands in for an answer goes when there is none.
  return data ?? (isError ? knownRow(of)?.[0] : undefined);
}

/** The row of a conversation in a list that was read before. */
function knownRow(of: Conversation): ConversationRow[] | undefined {
  const { counted } = of;
  const isThis = (row: ConversationRow) =>
    (['year', 'ws', 'id_discipline', 'kredit', 'idid', 'id_office'] as const).every(
      (name) => row[name] === counted[name],
    ) &&
    (row.idid !== groupChatId || (row.gr_potok === counted.gr_potok && row.isSelect === counted.isSelect));
  for (const [, read] of queryClient.getQueriesData<{ pages: ConversationRow[][] }>({
    queryKey: ['chat', chat.conversations.path],
  })) {
    const row = read?.pages.flat().find(isThis);
    if (row) return [row];
  }
  return undefined;
}

/** What waits to be sent, by the key of its conversation. */
export function usePendingByConversation(): ReadonlyMap<string, readonly PendingEntry[]> {
  const { entries } = useAtom(outbox);
  const byQueueKey = new Map<string, PendingEntry[]>();
  for (const entry of entries)
    if (entry.name === messageEntryType)
      byQueueKey.set(entry.queueKey, [...(byQueueKey.get(entry.queueKey) ?? []), entry]);
  return byQueueKey;
}

/** What a person keeps of a conversation. */
type ConversationFlag = { muted: boolean } | { pinned: boolean };

/** Mutes or pins a conversation, or takes that back. */
export async function setConversationFlag(of: Conversation, flag: ConversationFlag): Promise<void> {
  await ('muted' in flag
    ? callServer(chat.mute, { ...of.fields, ...flag })
    : callServer(chat.pin, { ...of.fields, ...flag }));
  queryClient.setQueryData(rowOf(of).queryKey, (rows: ConversationRow[] | undefined) =>
    rows?.map((row) => ({ ...row, ...flag })),
  );
  void queryClient.invalidateQueries({ queryKey: ['chat', chat.conversations.path] });
}

/** The same from a page that shows what comes of it. */
export function useSetConversationFlag(of: Conversation) {
  return useMutation<unknown, Failure, ConversationFlag>({ mutationFn: (flag) => setConversationFlag(of, flag) });
}

/** Marks everything in all own conversations as read. */
export function useMarkAllRead() {
  return useMutation<unknown, Failure>({
    mutationFn: () => callServer(chat.readEverything, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['chat'] }),
  });
}
