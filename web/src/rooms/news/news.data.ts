import { firstNewsPageInput } from '@bilim/contract/first-news-page.ts';
import { limits } from '@bilim/contract/limits.ts';
import { news } from '@bilim/contract/news.ts';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type NewsFeedItem, type NewsFeedPage, newsFeedQueryKey } from '../../announcements/announcement.data.ts';
import { callServer } from '../../core/api.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { queryForCall, quietRetryOptions, takePrefetchedReply } from '../../core/queryClient.ts';

const firstPage: { page: number; id_eventMessage?: number } = firstNewsPageInput;

/** Pages begin at 1; the oldest item read goes along, so that nothing doubles while others publish. */
const feed = infiniteQueryOptions({
  queryKey: newsFeedQueryKey,
  initialPageParam: firstPage,
  queryFn: ({ pageParam, signal }): Promise<NewsFeedPage> => callServer(news.data, pageParam, { signal }),
  initialData: () => {
    const first: NewsFeedPage | undefined = takePrefetchedReply(news.data, firstNewsPageInput);
    return first && { pages: [first], pageParams: [firstPage] };
  },
  getNextPageParam: (last, pages) => {
    const oldest = last.at(-1);
    return oldest && last.length === limits.newsPageSize
      ? { page: pages.length + 1, id_eventMessage: oldest.id_eventMessage }
      : undefined;
  },
});

/** The feed with what 'show previous' appended. */
export function useNewsFeed() {
  return useInfiniteQuery(feed);
}

/** Whether this person may write: the user object says so and the check call confirms it (NEWS-03); null: not known yet. */
export function useMayWriteNews(newsPerms: boolean): boolean | null {
  const check = useQuery({ ...queryForCall('news', news.check, {}), ...quietRetryOptions, enabled: newsPerms });
  if (newsPerms && !check.data && !check.error) return null;
  return newsPerms && Boolean(check.data?.[0]?.result);
}

/** One's own announcements that were taken back. */
export function useDeletedNews(needed: boolean) {
  return useQuery({ ...queryForCall('news', news.deleted, {}), ...quietRetryOptions, enabled: needed });
}

/** The address of an item's file; `shown`: of a picture that is looked at, small in the feed or whole. */
export const buildNewsFileUrl = (item: NewsFeedItem, name: string, shown?: 'whole' | 'small'): string =>
  buildFileUrl(news.download, { filename: `${item.id_eventMessage}_${name}`, type: 4 }, shown);
