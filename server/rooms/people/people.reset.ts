import {
  isSignInMethod,
  optionalResetMethod,
  type SignInMethod,
  signInMethods,
} from '@bilim/contract/sign-in-methods.ts';
import type { MethodChange } from '../../auth/methods/registry.ts';
import { type RemovedMethods, removeMethods } from '../../auth/methods/sign-in-methods.queries.ts';
import type { SessionEndReason } from '../../auth/session-end.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import { deleteArchives } from '../../university/archive/ready.queries.ts';
import type { AuthorizedAccount } from './people.access.ts';
import { endAllSessions } from './people.actions.queries.ts';

/**
 * The methods that a reset removes: all but those that are to be kept, and keys of programs only with `programs`. Refuses with
 * 400 call.invalid an unknown word.
 */
export function parseMethodsToRemove(keep: readonly string[] = [], programs = false): SignInMethod[] {
  if (!keep.every(isSignInMethod)) throw new Refusal('call.invalid', 400, { fields: { keep: 'field.range' } });
  return signInMethods.filter((method) => (method === optionalResetMethod ? programs : !keep.includes(method)));
}

/**
 * Ends access to an account: sessions and pending sign-ins, and those of the other sign-in methods that are named. An
 * archive that somebody else may have requested goes, too. The person is notified by every way that was there before.
 */
export async function resetAccountAccess(
  db: Db,
  ctx: Pick<CallContext, 'app' | 'afterCommit'>,
  account: AuthorizedAccount,
  {
    methods,
    why,
    change = 'reset',
  }: { methods: readonly SignInMethod[]; why?: SessionEndReason; change?: MethodChange },
): Promise<{ ended: number; removed: RemovedMethods }> {
  const { directories, settings } = ctx.app;
  // The address of a blocked account gets a letter of the block alone.
  await notifyMethodsChanged(db, account.id, change, settings.smtpUrl !== null && why !== 'blocked');
  const ended = await endAllSessions(db, account, why);
  const removed = await removeMethods(db, account.id, methods, directories.issuers);
  await removeReadyArchives(db, ctx, account.id);
  return { ended, removed };
}

/** Takes away what the portal holds ready of an account's data for whoever was in it, with the file. */
export async function removeReadyArchives(
  db: Db,
  { app, afterCommit }: Pick<CallContext, 'app' | 'afterCommit'>,
  uid: number,
): Promise<void> {
  const keys = await deleteArchives(db, [uid]);
  const removing = async () => await app.files.remove(keys);
  // What stays has no row any more, and is swept.
  afterCommit(
    () => void removing().catch((err) => app.log.warn({ err }, 'an archive that nobody can take stays for a day')),
  );
}
