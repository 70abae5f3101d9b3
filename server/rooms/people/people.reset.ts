import { isSignInMethod, removedWhenAsked, type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import type { SessionEnd } from '../../auth/session-end.ts';
import type { AppContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import {
  type MethodChange,
  notifyMethodsChanged,
  type RemovedMethods,
  removeMethods,
} from '../../delivery/sign-in-methods.queries.ts';
import type { OpenAccount } from './people.access.ts';
import { endAllSessions } from './people.acts.queries.ts';

/**
 * The methods that a reset removes: all but those that are to be kept, and keys of programs only with `programs`. Refuses with
 * 400 call.invalid an unknown word.
 */
export function removedMethods(keep: readonly string[] = [], programs = false): SignInMethod[] {
  if (!keep.every(isSignInMethod)) throw new Refusal('call.invalid', 400, { fields: { keep: 'field.range' } });
  return signInMethods.filter((method) => (method === removedWhenAsked ? programs : !keep.includes(method)));
}

/**
 * Ends what lets somebody into an account: sessions and what would become one, and of the rest what is named. The person is
 * told of it by every way that was there.
 */
export async function resetAccess(
  db: Db,
  { directories, settings }: Pick<AppContext, 'directories' | 'settings'>,
  account: OpenAccount,
  { methods, why, change = 'reset' }: { methods: readonly SignInMethod[]; why?: SessionEnd; change?: MethodChange },
): Promise<{ ended: number; removed: RemovedMethods }> {
  await notifyMethodsChanged(db, account.id, change, settings.smtpUrl !== null);
  const ended = await endAllSessions(db, account, why);
  const removed = await removeMethods(db, account.id, methods, directories.issuers);
  return { ended, removed };
}
