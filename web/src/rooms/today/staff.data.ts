import { accounts } from '@bilim/contract/accounts.ts';
import type { Output } from '@bilim/contract/call.ts';
import { deskQueueFilters } from '@bilim/contract/desk-queues.ts';
import { maxDeskBatch } from '@bilim/contract/limits.ts';
import { news } from '@bilim/contract/news.ts';
import type { Permission } from '@bilim/contract/permissions.ts';
import { registration } from '@bilim/contract/registration.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import { useAtom } from '../../core/atom.ts';
import { queryClient, queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { session } from '../../core/session.ts';

/** So many of the oldest orders are listed. */
const oldest = 5;

/** What many people change in small steps has no events: it is read so often (ms). */
const lookAgain = 60_000;

/**
 * The permissions of the person of which the day shows the work. Whoever looks after accounts has a whole day of that: what
 * waits in the other rooms is in their rail.
 */
export function useWorkPermissions() {
  const { user } = useAtom(session);
  const has = (permission: Permission) => user?.permissions.includes(permission) ?? false;
  return {
    accounts: has('accounts'),
    orders: has('orders'),
    registration: has('registration'),
    news: user?.newsPerms ?? false,
    ...(has('accounts')
      ? { reports: false, moderation: false, imports: false, timetable: false, audit: false }
      : {
          reports: has('reports'),
          moderation: has('moderation'),
          imports: has('import'),
          timetable: has('timetable'),
          audit: has('audit'),
        }),
  };
}

export type PortalOverview = Output<typeof accounts.overview>[number];

/** The health of the portal and its accounts. */
export function usePortalOverview(enabled = true): PortalOverview | null {
  const { data } = useQuery({
    ...queryForCall('accounts', accounts.overview, {}),
    ...quietRetryOptions,
    enabled,
    refetchInterval: lookAgain,
  });
  return data?.[0] ?? null;
}

/** The queue of the person's desk in numbers. */
export function useDeskQueueCounts(enabled = true) {
  const { data } = useQuery({
    ...queryForCall('singlewindow', singlewindow.figures, {}),
    ...quietRetryOptions,
    enabled,
  });
  return data?.[0] ?? null;
}

/** The work that the page's one primary act begins with: somebody who cannot get in, then what waits in the queue. */
export function usePrimaryWork(): 'accounts' | 'orders' | 'registration' | null {
  const work = useWorkPermissions();
  const overview = usePortalOverview(work.accounts);
  const figures = useDeskQueueCounts(work.orders);
  if (overview?.asked.people) return 'accounts';
  if (figures?.waiting || (figures && !work.registration)) return 'orders';
  return work.registration ? 'registration' : null;
}

export type StaffRegistrationOverview = Output<typeof registration.officeFigures>[number];

/** Registration in numbers, as far as the person's permission covers it. */
export function useStaffRegistrationOverview(): StaffRegistrationOverview | null {
  const { data } = useQuery({
    ...queryForCall('registration', registration.officeFigures, {}),
    ...quietRetryOptions,
    refetchInterval: lookAgain,
  });
  return data?.[0] ?? null;
}

export type OwnAnnouncement = Output<typeof news.own>[number];

/** The person's own latest announcements. */
export function useOwnAnnouncements(): readonly OwnAnnouncement[] {
  const { data } = useQuery({
    ...queryForCall('news', news.own, {}),
    ...quietRetryOptions,
    refetchInterval: lookAgain,
  });
  return data ?? [];
}

/** Of the papers that lie for longer than two weeks the one that was ordered first; undefined until it is known. */
export function useUncollectedDocument(enabled: boolean) {
  const { data } = useQuery({
    ...queryForCall('singlewindow', singlewindow.queue, deskQueueFilters.uncollected),
    ...quietRetryOptions,
    enabled,
  });
  return data?.[0];
}

/** Reminds the owners of all papers that lie for longer than two weeks; says of how many, those of today left out. */
export const useRemindOfUncollectedOrders = () =>
  useMutation({
    mutationFn: async () => {
      const found = await callServer(singlewindow.found, deskQueueFilters.uncollected);
      if (!found.length) return 0;
      const ids = found.slice(0, maxDeskBatch).map((one) => one.id_okno_zakaz);
      const [came] = await callServer(singlewindow.act, { act: 'remind', id_okno_zakaz: ids }, { key: randomUuid() });
      return came?.orders.filter(({ result }) => result).length ?? 0;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['singlewindow'] }),
  });

/** The orders that wait longest. */
export function useOldestOrders() {
  const { data } = useQuery({
    ...queryForCall('singlewindow', singlewindow.queue, deskQueueFilters.waiting),
    ...quietRetryOptions,
  });
  return data?.slice(0, oldest) ?? [];
}
