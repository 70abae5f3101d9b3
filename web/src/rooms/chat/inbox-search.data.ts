import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { queryForPages } from '../../core/queryClient.ts';

export type MessageSearchResult = Output<typeof chat.find>[number];
export type PersonSearchResult = Output<typeof chat.findPeople>[number];

/** Results stay in the cache for this many milliseconds after the search is left. */
const cachedFor = 60_000;

/** Shortest text that is searched for. */
export const minSearchLength = 2;

/** Messages of all own conversations that hold the words, newest first. */
export function useInboxMessageSearch(text: string) {
  return useInfiniteQuery({
    ...queryForPages(
      'chat-find',
      chat.find,
      { text },
      { size: limits.chatPageSize, next: (last) => ({ id_last_message: last.id_message }) },
    ),
    gcTime: cachedFor,
  });
}

/** People to whom one may write and whose names hold the words. */
export function useInboxPeopleSearch(text: string) {
  return useQuery({
    queryKey: ['chat-find', 'people', text],
    queryFn: ({ signal }) => callServer(chat.findPeople, { text }, { signal }),
    gcTime: cachedFor,
  });
}
