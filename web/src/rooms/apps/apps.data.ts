import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { insisting, reading } from '../../core/queries.ts';
import { useUnread } from '../../university/unread.data.ts';

/** The external links of the university, in its order. */
export function useLinks() {
  return useQuery(reading('apps', apps.links, {}));
}

/** What waits in each room: unread messages, ready documents, the clerk's queue, an open registration. */
export function useBadges(): ReadonlyMap<string, number> {
  const { total } = useUnread();
  // Under the single window's name, because its events change most of it.
  const { data } = useQuery({ ...reading('singlewindow', apps.badges, {}), ...insisting });
  return new Map([...(data ?? []).map(({ room, count }) => [room, count] as const), ['chat', total]]);
}
