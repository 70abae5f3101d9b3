import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import { notices } from '@bilim/contract/notices.ts';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { callServer } from '../core/api.ts';
import { pagedQueryKey, queryClient, takePrefetchedReply } from '../core/queryClient.ts';

type Page = Output<typeof notices.list>[number];
export type Notice = Page['notices'][number];

const listKey = pagedQueryKey('notices', notices.list);
const nothing: Page = { count: 0, notices: [] };

/** One list for the bell, the start page and the page of notices: what one of them has read the others show. */
const list = infiniteQueryOptions({
  queryKey: listKey,
  initialPageParam: null as number | null,
  queryFn: async ({ pageParam, signal }): Promise<Page> => {
    const [page = nothing] = await callServer(notices.list, pageParam === null ? {} : { before: pageParam }, {
      signal,
    });
    return page;
  },
  initialData: () => {
    const [first] = takePrefetchedReply(notices.list, {}) ?? [];
    return first && { pages: [first], pageParams: [null] };
  },
  getNextPageParam: ({ notices: rows }) => (rows.length === limits.noticePageSize ? (rows.at(-1)?.id ?? null) : null),
});

/**
 * What is new for the person, newest first, with the pages that were asked for, and how many are not seen. Not `needed`: it
 * is not asked for.
 */
export function useNotices(needed = true) {
  const read = useInfiniteQuery({ ...list, enabled: needed });
  const pages = read.data?.pages ?? [];
  // A notice renewed while pages are loading may be on two of them.
  const rows = [...new Map(pages.flatMap((page) => page.notices).map((one) => [one.id, one])).values()];
  return { ...read, rows, count: pages[0]?.count ?? 0 };
}

function change(which: (one: Notice) => boolean, isNew: boolean): void {
  queryClient.setQueryData<InfiniteData<Page, number | null>>(listKey, (now) => {
    if (!now) return now;
    const changed = now.pages.flatMap((page) => page.notices.filter((one) => which(one) && one.isNew !== isNew)).length;
    const pages = now.pages.map((page) => ({
      count: Math.max(0, page.count + (isNew ? changed : -changed)),
      notices: page.notices.map((one) => (which(one) ? { ...one, isNew } : one)),
    }));
    return { ...now, pages };
  });
}

/**
 * Whether the server took what is already shown. Its event brings what then holds: an answer may be older than that, when
 * several are under way.
 */
async function settle(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch {
    await queryClient.invalidateQueries({ queryKey: listKey });
    return false;
  }
}

/** The person has seen these; whether the server knows it. */
export async function markNoticesSeen(ids: readonly number[]): Promise<boolean> {
  if (!ids.length) return true;
  change(({ id }) => ids.includes(id), false);
  return settle(callServer(notices.seen, { ids: [...ids] }));
}

/** The person has seen all that there is, up to the newest one on the screen. */
export async function markNoticesSeenUpTo(newest: number): Promise<void> {
  change(({ id }) => id <= newest, false);
  await settle(callServer(notices.seen, { upTo: newest }));
}

/** These are new again. */
export async function markNoticesUnseen(ids: readonly number[]): Promise<void> {
  change(({ id }) => ids.includes(id), true);
  await settle(callServer(notices.unseen, { ids: [...ids] }));
}
