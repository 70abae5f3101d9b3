import type { Call } from '@bilim/contract/call.ts';
import type { people as calls } from '@bilim/contract/people.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { removedMethodsDetail, removeMethods } from '../../auth/methods/sign-in-methods.queries.ts';
import type { CallContext } from '../../call/room.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import type { MovedRowCounts } from '../../university/merging.queries.ts';
import { storeAccountEvent } from './people.actions.queries.ts';
import { type AuthorizedMergePair, authorizeMerge, authorizeMergePair } from './people.merge.access.ts';
import { mergeAccounts, undoMerge } from './people.merge.queries.ts';
import type { PeopleCountsCache } from './people.queries.ts';
import { parseMethodsToRemove, removeReadyArchives } from './people.reset.ts';

type Calls = typeof calls;
type PeopleContext<C extends Call = Call> = CallContext<C, PeopleCountsCache>;

/** Ends a trial: what it did is taken back. */
class Rollback extends Error {}

/** Both accounts are read again everywhere; their people see it at once. */
function announce(
  { publish, afterCommit, app, state }: Pick<PeopleContext, 'publish' | 'afterCommit' | 'app' | 'state'>,
  two: AuthorizedMergePair,
): void {
  publish(['p:accounts', `u:${two.stay}`]);
  afterCommit(() => {
    for (const id of [two.stay, two.gone]) app.sessions.forget(id);
    state.forget();
  });
}

const rowsIn = (moved: readonly MovedRowCounts[]) => moved.reduce((sum, { rows }) => sum + rows, 0);

/** What a merge would do, by doing it and taking it back. */
export async function previewMerge({
  caller,
  input,
  transact,
  app,
}: CallContext<Calls['compare']>): Promise<MovedRowCounts[]> {
  let moved: MovedRowCounts[] = [];
  try {
    await transact(async (db) => {
      const two = await authorizeMergePair(db, caller, input.id_person, input.id_other);
      ({ moved } = await mergeAccounts(db, two, { by: caller.uid, timeZone: app.settings.timeZone }));
      throw new Rollback();
    });
  } catch (failure) {
    if (!(failure instanceof Rollback)) throw failure;
  }
  return moved;
}

export async function handleAccountMerge(ctx: PeopleContext<Calls['merge']>) {
  const { db, caller, input, request, app } = ctx;
  const two = await authorizeMergePair(db, caller, input.id_person, input.id_other);
  // Nobody is suspected: the person of both may be linked to the account that stays.
  const removed = await removeMethods(db, two.gone, parseMethodsToRemove(input.keep), app.directories.issuers, true);
  await removeReadyArchives(db, ctx, two.gone);
  const { id, moved } = await mergeAccounts(db, two, { by: caller.uid, timeZone: app.settings.timeZone });
  // What was kept of the other account lets into this one from now on.
  if (moved.some(({ kind, rows }) => kind === 'signInMethods' && rows > 0))
    await notifyMethodsChanged(db, two.stay, 'reset', app.settings.smtpUrl !== null);
  const event = await storeAccountEvent(db, {
    person: two.stay,
    action: 'account.merged',
    reason: input.reason,
    by: caller.uid,
  });
  const detail = {
    person: two.stay,
    other: two.gone,
    merge: id,
    count: rowsIn(moved),
    event,
    ...removedMethodsDetail(removed),
  };
  await insertAuditEntry(db, request, 'account.merged', caller.uid, detail);
  announce(ctx, two);
  return [{ id_merge: id, moved }];
}

export async function handleMergeUndo(ctx: PeopleContext<Calls['part']>) {
  const { db, caller, input, request } = ctx;
  const open = await authorizeMerge(db, caller, input.id_person, input.id_merge);
  const parted = await undoMerge(db, open, caller.uid);
  const event = await storeAccountEvent(db, {
    person: open.stay,
    action: 'account.parted',
    reason: input.reason,
    by: caller.uid,
  });
  const detail = { person: open.stay, other: open.gone, merge: open.id, count: rowsIn(parted.moved), event };
  await insertAuditEntry(db, request, 'account.parted', caller.uid, detail);
  announce(ctx, open);
  return [parted];
}
