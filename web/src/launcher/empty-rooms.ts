import { parseRole } from '@bilim/contract/access.ts';
import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../core/atom.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { session } from '../core/session.ts';

/** Rooms that can hold nothing for the person; undefined until they are known. Students have something in every room. */
export function useEmptyRooms() {
  const { user } = useAtom(session);
  const isTeacher = parseRole(user?.role) === 1;
  // Under the disciplines' name: what is taught decides.
  return useQuery({ ...queryForCall('discipline', apps.empty, {}), ...quietRetryOptions, enabled: isTeacher }).data;
}

/** Whether the person works here without teaching: on the wire they have the role of a teacher. Null until it is known. */
export function useIsNonTeachingStaff(): boolean | null {
  const { user } = useAtom(session);
  const empty = useEmptyRooms();
  if (parseRole(user?.role) !== 1) return false;
  return empty ? empty.some(({ room }) => room === 'schedule') : null;
}
