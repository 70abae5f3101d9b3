import { parseRole } from '@bilim/contract/access.ts';
import { login } from '@bilim/contract/login.ts';
import { useQuery } from '@tanstack/react-query';
import { useAtom } from '../core/atom.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { session } from '../core/session.ts';

/** Whose classes the person may move and cancel: everybody's, those of their own teaching, or nobody's. */
export function useClassChangeScope(): 'all' | 'own' | null {
  const { user } = useAtom(session);
  const isTeacher = parseRole(user?.role) === 1;
  const { data } = useQuery({ ...queryForCall('login', login.config, {}), ...quietRetryOptions, enabled: isTeacher });
  if (user?.permissions.includes('timetable')) return 'all';
  return isTeacher && data?.teacherMoves ? 'own' : null;
}
