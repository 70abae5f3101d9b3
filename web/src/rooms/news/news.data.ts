import type { Input, Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import { news } from '@bilim/contract/news.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type AskOptions, ask } from '../../core/api.ts';
import { Failure } from '../../core/failure.ts';
import { firstReply, insisting, pagesKey, queries, reading } from '../../core/queries.ts';

export type Item = Output<typeof news.data>[number];
type Page = Item[];

const feedKey = pagesKey('news', news.data);

/** Pages begin at 1; the oldest item read goes along, so that nothing doubles while others publish. */
const feed = infiniteQueryOptions({
  queryKey: feedKey,
  initialPageParam: { page: 1 } as { page: number; id_eventMessage?: number },
  queryFn: ({ pageParam, signal }): Promise<Page> => ask(news.data, pageParam, { signal }),
  initialData: () => {
    const first: Page | undefined = firstReply(news.data, { page: 1 });
    return first && { pages: [first], pageParams: [{ page: 1 }] };
  },
  getNextPageParam: (last, pages) => {
    const oldest = last.at(-1);
    return oldest && last.length === limits.newsPage
      ? { page: pages.length + 1, id_eventMessage: oldest.id_eventMessage }
      : undefined;
  },
});

/** The feed with what 'show previous' appended. */
export function useFeed() {
  return useInfiniteQuery(feed);
}

/** Whether this person may write: the user object says so and the check call confirms it (NEWS-03); null: not known yet. */
export function useMayWrite(newsPerms: boolean): boolean | null {
  const check = useQuery({ ...reading('news', news.check, {}), ...insisting, enabled: newsPerms });
  if (newsPerms && !check.data && !check.error) return null;
  return newsPerms && Boolean(check.data?.[0]?.result);
}

/** The faculties that may be chosen as audience. */
export function useFaculties(needed: boolean) {
  return useQuery({ ...reading('news', news.faculties, {}), ...insisting, enabled: needed });
}

/** One's own announcements that were taken back. */
export function useDeleted(needed: boolean) {
  return useQuery({ ...reading('news', news.deleted, {}), ...insisting, enabled: needed });
}

export type Audience = Pick<Input<typeof news.insert>, 'id_humanTypeFor' | 'id_faculty'>;

/** How many people an audience reaches. */
export function useReaders(audience: Audience, needed: boolean): number | undefined {
  const readers = useQuery({ ...reading('news', news.readers, audience), ...insisting, enabled: needed });
  return readers.data?.[0]?.readers;
}

/** Sends an announcement; after a success the feed is page 1 again, read anew (NEWS-05). */
export function useInsert() {
  return useMutation({
    mutationFn: ({ input, ...options }: { input: Input<typeof news.insert> } & AskOptions) =>
      ask(news.insert, input, options),
    onSuccess: async () => {
      queries.setQueryData<InfiniteData<Page>>(feedKey, (read) =>
        read ? { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) } : read,
      );
      await queries.invalidateQueries({ queryKey: feedKey });
    },
  });
}

/** Deletes an announcement; a reply without data is a failure (NEWS-06). */
export function useDelete() {
  return useMutation({
    mutationFn: async ({ id, key }: { id: number; key: string }) => {
      const reply = await ask(news.delete, { id_eventMessage: id }, { key });
      if (!reply.length) throw new Failure('UNKNOWN_ERROR');
      return id;
    },
    onSuccess: (id) => {
      queries.setQueryData<InfiniteData<Page>>(feedKey, (read) =>
        read ? { ...read, pages: read.pages.map((page) => page.filter((item) => item.id_eventMessage !== id)) } : read,
      );
      void queries.invalidateQueries({ queryKey: reading('news', news.deleted, {}).queryKey });
    },
  });
}

/** The address of an item's file; `small` for the picture in the feed. */
export function fileAddress(item: Item, name: string, small = false): string {
  const query = new URLSearchParams({ filename: `${item.id_eventMessage}_${name}`, type: '4' });
  if (small) {
    query.set('inline', '1');
    query.set('size', 'small');
  }
  return `${import.meta.env.BASE_URL}${news.download.path.slice(1)}?${query}`;
}

/** Author and role of an item: the two parts of `p23-1`. */
export function authorOf(item: Item): { name: string; post: string } {
  const [name = '', post = ''] = item['p23-1'].split('|');
  return { name, post };
}
