import { apps } from '@bilim/contract/apps.ts';
import { useQuery } from '@tanstack/react-query';
import { useMayCall } from '../core/mayCall.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';

/** Rooms that can hold nothing for the person; undefined until they are known. Students have something in every room. */
export function useEmptyRooms() {
  const isStaff = useMayCall('staff');
  // Under the disciplines' name: what is taught decides.
  return useQuery({ ...queryForCall('discipline', apps.empty, {}), ...quietRetryOptions, enabled: isStaff }).data;
}

/** Whether the person works here without teaching: on the wire they have the role of a teacher. Null until it is known. */
export function useIsNonTeachingStaff(): boolean | null {
  const isStaff = useMayCall('staff');
  const empty = useEmptyRooms();
  if (!isStaff) return false;
  return empty ? empty.some(({ room }) => room === 'schedule') : null;
}
