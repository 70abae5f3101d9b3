import { type CallAccess, mayCall, parseRole } from '@bilim/contract/access.ts';
import { useAtom } from './atom.ts';
import { session, type User } from './session.ts';

/** Whether somebody (null: nobody is signed in) may make calls that ask for `access`; the server decides again. */
export const userMayCall = (user: User | null, access: CallAccess): boolean =>
  mayCall(user && { ...user, role: parseRole(user.role) }, access);

/** The same of who is signed in. */
export const useMayCall = (access: CallAccess): boolean => userMayCall(useAtom(session).user, access);
