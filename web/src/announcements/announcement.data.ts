import type { Input, Output } from '@bilim/contract/call.ts';
import { news } from '@bilim/contract/news.ts';
import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query';
import { callServer, type IdempotentCallOptions } from '../core/api.ts';
import { Failure } from '../core/failure.ts';
import { pagedQueryKey, queryClient, queryForCall, quietRetryOptions } from '../core/queryClient.ts';

export type NewsFeedItem = Output<typeof news.data>[number];
export type NewsFeedPage = NewsFeedItem[];

/** Under which key the feed is kept. */
export const newsFeedQueryKey = pagedQueryKey('news', news.data);

/** The faculties that may be chosen as audience. */
export function useAudienceFaculties(needed: boolean) {
  return useQuery({ ...queryForCall('news', news.faculties, {}), ...quietRetryOptions, enabled: needed });
}

export type ChosenAudience = Pick<Input<typeof news.insert>, 'id_humanTypeFor' | 'id_faculty'>;

/** How many people an audience reaches. */
export function useAudienceSize(audience: ChosenAudience, needed: boolean): number | undefined {
  const readers = useQuery({ ...queryForCall('news', news.readers, audience), ...quietRetryOptions, enabled: needed });
  return readers.data?.[0]?.readers;
}

/** The caller's name and post in each language; asked for when there is a preview. */
export function useAuthorBylines() {
  return useQuery({ ...queryForCall('news', news.byline, {}), ...quietRetryOptions }).data?.[0];
}

/** Sends an announcement; after a success the feed is page 1 again, read again (NEWS-05). */
export function useSendAnnouncement() {
  return useMutation({
    mutationFn: ({ input, ...options }: { input: Input<typeof news.insert> } & IdempotentCallOptions) =>
      callServer(news.insert, input, options),
    onSuccess: async () => {
      queryClient.setQueryData<InfiniteData<NewsFeedPage>>(newsFeedQueryKey, (read) =>
        read ? { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) } : read,
      );
      await queryClient.invalidateQueries({ queryKey: newsFeedQueryKey });
    },
  });
}

/** Deletes an announcement; a reply without data is a failure (NEWS-06). */
export function useDeleteAnnouncement() {
  return useMutation({
    mutationFn: async ({ id, key }: { id: number; key: string }) => {
      const reply = await callServer(news.delete, { id_eventMessage: id }, { key });
      if (!reply.length) throw new Failure('UNKNOWN_ERROR');
      return id;
    },
    onSuccess: (id) => {
      queryClient.setQueryData<InfiniteData<NewsFeedPage>>(newsFeedQueryKey, (read) =>
        read ? { ...read, pages: read.pages.map((page) => page.filter((item) => item.id_eventMessage !== id)) } : read,
      );
      void queryClient.invalidateQueries({ queryKey: queryForCall('news', news.deleted, {}).queryKey });
    },
  });
}
