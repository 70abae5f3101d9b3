import { login } from '@bilim/contract/login.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../core/atom.ts';
import { useMayCall } from '../core/mayCall.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { session } from '../core/session.ts';

/** Whose classes the person may move and cancel: everybody's, those of their own teaching, or nobody's. */
export function useClassChangeScope(): 'all' | 'own' | null {
  const { user } = useAtom(session);
  const isStaff = useMayCall('staff');
  const { data } = useQuery({ ...queryForCall('login', login.config, {}), ...quietRetryOptions, enabled: isStaff });
  if (user?.permissions.includes('timetable')) return 'all';
  return isStaff && data?.teacherMoves ? 'own' : null;
}
