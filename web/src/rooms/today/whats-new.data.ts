import { parseRole } from '@bilim/contract/access.ts';
import type { Output } from '@bilim/contract/call.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { conversationListQuery } from '../../conversations/conversations.data.ts';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { useNotices } from '../../notices/notices.data.ts';

/** An open registration with something left to choose. */
export type UnfinishedRegistration = Output<typeof registration.unfinished>[number];

/** What is new on the day: notices that are not seen, conversations with unread messages, an open registration. */
export function useWhatsNew() {
  const { user } = useAtom(session);
  const isOnline = useAtom(isPortalReachable);
  const isStudent = parseRole(user?.role) === 2;
  const list = useNotices();
  const unread = useInfiniteQuery({ ...conversationListQuery('unread'), ...quietRetryOptions });
  const periods = useQuery({
    ...queryForCall('registration', registration.unfinished, {}),
    ...quietRetryOptions,
    enabled: isStudent,
  });
  const unfinished = periods.data ?? [];
  const fresh = list.rows.filter(({ isNew }) => isNew);
  // The row with the bar says it already; who opens that has seen this.
  const aboutThem = unfinished.length
    ? fresh.filter(({ kind, step }) => kind === 'window' && step !== 'closed').map(({ id }) => id)
    : [];
  const reads = [list, unread, ...(isStudent ? [periods] : [])];
  const isFailed = reads.some(({ failureCount }) => failureCount > 0);
  return {
    list,
    /** Whether it is being read for the first time; a failure ends the waiting, and a network that is lost. */
    isAwaited: isOnline && !isFailed && reads.some(({ data }) => data === undefined),
    notices: fresh.filter(({ id }) => !aboutThem.includes(id)),
    conversations: unread.data?.pages.flat() ?? [],
    unfinished,
    aboutThem,
  };
}
