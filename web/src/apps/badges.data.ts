import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';

/** What waits in each room but the chat: ready documents, the clerk's queue, an open registration; rooms without any are left out. */
export function useRoomBadges(): ReadonlyMap<string, number> {
  // Under the single window's name, because its events change most of it.
  const { data } = useQuery({ ...queryForCall('singlewindow', apps.badges, {}), ...quietRetryOptions });
  return new Map((data ?? []).map(({ room, count }) => [room, count] as const));
}
