import type { Call, Input, Output } from '@bilim/contract/call.ts';
import type { RoomChange } from '@bilim/contract/live.ts';
import { callKey } from '@bilim/contract/start-key.ts';
import {
  infiniteQueryOptions,
  notifyManager,
  onlineManager,
  type Query,
  QueryClient,
  type QueryFilters,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import { prefetchedReplies, takeReplyByKey } from '../start/prefetched.ts';
import { callServer, unwrapEnvelope } from './api.ts';
import { busyRetryDelayMs, type Failure, toFailure } from './failure.ts';
import { isPortalReachable } from './isPortalReachable.ts';
import { isPortalBusy, isWorthRetrying } from './retrying.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure;
  }
}

/** For this many milliseconds what was read counts as fresh; the live line reports changes before that. */
const fresh = 30_000;

/** How often a busy portal is asked for the same: by then the worst of a rush is over, or the page says what is wrong. */
const maxReadAttempts = 6;
const otherPause = 1_000;
/** So often a call is made again that got no answer: the second time may have set out before the line was back. */
const maxRetriesOfLostCalls = 2;

// A server that is back counts like a network that is back.
onlineManager.setEventListener((set) => isPortalReachable.subscribe(() => set(isPortalReachable.get())));

// What belongs to one answer is rendered together, and at once: a timer for each costs a phone more than the rendering.
notifyManager.setScheduler(queueMicrotask);

/** Everything read from the server, under keys [room, path, input]. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a page says so with a way to retry, instead of waiting for ever.
      networkMode: 'always',
      // What failed without a network is read again, and events that came while nothing could be read.
      refetchOnReconnect: 'always',
      staleTime: fresh,
      gcTime: 30 * 60_000,
      retry: (failures, error) =>
        isPortalBusy(toFailure(error))
          ? failures < maxReadAttempts
          : failures < maxRetriesOfLostCalls && isPortalReachable.get() && toFailure(error).kind === 'NETWORK_ERROR',
      retryDelay: (tries, error) => (isPortalBusy(toFailure(error)) ? busyRetryDelayMs(tries) : otherPause),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * For what decides in the background what a page shows (a permission, a list to choose from): its failures are not
 * shown, and it is retried until there is an answer.
 */
export const quietRetryOptions = {
  retry: (_: number, error: Failure) => isWorthRetrying(toFailure(error)),
  retryDelay: busyRetryDelayMs,
} as const;

/** What the first script has fetched already, if it was not refused: a page is drawn once with it, not call by call. */
export function takePrefetchedReply<C extends Call>(call: C, input: Input<C>): Output<C> | undefined {
  const key = callKey(call.path, input);
  const replies = prefetchedReplies();
  if (replies?.get(key) instanceof Promise) return undefined;
  const reply = replies && takeReplyByKey(replies, key);
  return reply && !(reply instanceof Promise) ? (unwrapEnvelope(reply) as Output<C>) : undefined;
}

/**
 * The query key of a list that is loaded page by page; `of` says which list. The same call loaded at once has another
 * key (`queryForCall`), as the cached data have another shape. Both begin with room and path.
 */
export const pagedQueryKey = <Of extends readonly unknown[]>(room: string, { path }: Call, ...of: Of) =>
  [room, path, ...of, 'pages'] as const;

/**
 * How a room reads a list that comes page by page, each page after the last row of the one before: `size` rows are a full page,
 * and `next` derives from its last row what the next one is asked for with. The first page may come with the page's beginning.
 */
export function queryForPages<C extends Call & { types: { output: readonly unknown[] } }>(
  room: string,
  call: C,
  input: Input<C>,
  { size, next }: { size: number; next: (last: Output<C>[number]) => Partial<Input<C>> },
) {
  return infiniteQueryOptions({
    queryKey: pagedQueryKey(room, call, input),
    initialPageParam: {} as Partial<Input<C>>,
    queryFn: ({ pageParam, signal }): Promise<Output<C>> => callServer(call, { ...input, ...pageParam }, { signal }),
    initialData: () => {
      const first: Output<C> | undefined = takePrefetchedReply(call, input);
      return first && { pages: [first], pageParams: [{}] };
    },
    getNextPageParam: (page: Output<C>) => (page.length === size ? next(page.at(-1)) : undefined),
  });
}

/** How a room reads a call: cached under the room's name, so that a live event about the room renews it. */
export function queryForCall<C extends Call>(room: string, call: C, input: Input<C>) {
  return queryOptions<Output<C>, Failure, Output<C>, readonly unknown[]>({
    queryKey: [room, call.path, input],
    queryFn: ({ signal }) => callServer(call, input, { signal }),
    initialData: () => takePrefetchedReply(call, input),
  });
}

/** The same for a call that no page begins with and whose input may not be known yet: with null it is not made. */
export function queryWhenInputKnown<C extends Call>(room: string, call: C, input: Input<C> | null) {
  return queryOptions<Output<C>, Failure, Output<C>, readonly unknown[]>({
    queryKey: [room, call.path, input],
    queryFn: input ? ({ signal }) => callServer(call, input, { signal }) : skipToken,
  });
}

/** Idempotency-Keys of calls of this page whose answers are put into what was read. */
const ownCauses = new Set<string>();

/** Notes that what is marked so (`meta.holdsOwn`) gets what this call changes from its answer: the event about it brings nothing new. */
export function noteOwnChange(key: string): void {
  ownCauses.add(key);
}

/** Whether a query holds what this event is about, because it was this page that caused it. */
export const holdsOwnChange = ({ meta }: Query, { cause }: RoomChange): boolean =>
  cause !== undefined && ownCauses.has(cause) && meta?.holdsOwn === true;

/**
 * Refetches what changed; without an argument everything but what lasts (photos), which an event reports. A query
 * that is loading for the first time may or may not hold the change, and cannot be restarted; a list that is loading
 * a further page would lose that request. Both are refetched when they are done.
 */
export function refetchChangedQueries(changed: QueryFilters = {}): void {
  const isMeant = changed.predicate ?? (({ meta }: Query) => meta?.lasting !== true);
  const fetching = queryClient.getQueryCache().findAll({ ...changed, predicate: isMeant, fetchStatus: 'fetching' });
  const growing = fetching.filter(({ state }) => state.fetchMeta?.fetchMore);
  const first = fetching.filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries({ ...changed, predicate: (one) => isMeant(one) && !growing.includes(one) });
  for (const { promise, queryKey } of new Set([...first, ...growing]))
    promise?.then(
      () => void queryClient.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
}
