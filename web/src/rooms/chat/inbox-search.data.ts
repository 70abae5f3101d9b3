import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { pagesKey } from '../../core/queries.ts';

export type FoundMessage = Output<typeof chat.find>[number];
export type FoundPerson = Output<typeof chat.findPeople>[number];

/** Results stay in the cache for this many milliseconds after the search is left. */
const cachedFor = 60_000;

/** Shortest text that is searched for. */
export const minSearchLength = 2;

const firstPage: { id_last_message?: number } = {};

/** Messages of all own conversations that hold the words, newest first. */
export function useFoundMessages(text: string) {
  return useInfiniteQuery({
    queryKey: pagesKey('chat-find', chat.find, text),
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }) => callServer(chat.find, { text, ...pageParam }, { signal }),
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === limits.chatPageSize ? { id_last_message: last.id_message } : undefined;
    },
    gcTime: cachedFor,
  });
}

/** People to whom one may write and whose names hold the words. */
export function useFoundPeople(text: string) {
  return useQuery({
    queryKey: ['chat-find', 'people', text],
    queryFn: ({ signal }) => callServer(chat.findPeople, { text }, { signal }),
    gcTime: cachedFor,
  });
}
