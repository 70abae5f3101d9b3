import { randomBytes } from 'node:crypto';
import type { outside as calls } from '@bilim/contract/outside.ts';
import { note, noteInAct } from '../../auth/audit.ts';
import { link, linkedTo, linkingOf } from '../../auth/outside-accounts.queries.ts';
import { lockOwnAccount } from '../../auth/pending-sign-ins.queries.ts';
import { proveOwner } from '../../auth/present-proof.ts';
import { sha256 } from '../../auth/session.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { tellMethods } from '../../delivery/sign-in-methods.queries.ts';
import { dropKey, giveKey, hashOf, over, refusal } from './outside.cookie.ts';
import { linkedOf, linkOutcomeOf, noteAway, relink, takeOutcome, unlink } from './outside.queries.ts';

/** Sends whoever knows the password to a provider, which asks them to sign in there although somebody may be in already. */
export async function beginLink({ input, caller, house, request, reply }: CallContext<typeof calls.link>) {
  const provider = house.providers.named(input.provider);
  await proveOwner(house, request, caller, input.password);
  const { hasOther } = await house.database.read((db) => linkingOf(db, caller.uid, provider.issuer));
  if (hasOther) throw new Refusal('outside.otherAccount', 403);
  const { address, ...secrets } = await house.providers.begin(provider, true);
  const key = randomBytes(32).toString('base64url');
  const away = { ...secrets, provider: provider.id, shared: caller.shared, page: null, forSession: caller.sessionId };
  await house.database.transaction((db) => noteAway(db, sha256(key), away));
  giveKey(house, reply, key);
  return [{ address }];
}

/** Links what the provider named, in the session that asked for it: once. */
export async function finishLink(ask: CallContext<typeof calls.finishLink>) {
  const { caller, house, request, reply, afterCommit } = ask;
  const hash = hashOf(house, request);
  const outcome = hash && (await house.database.read((db) => linkOutcomeOf(db, hash, caller.sessionId)));
  if (!hash || !outcome) throw over(house, reply);
  const { provider, account } = outcome;
  if (outcome.refusal !== null || account === null) {
    dropKey(house, reply);
    throw refusal(outcome.refusal ?? 'outside.over', true);
  }
  return await ask.transact(async (db) => {
    await lockOwnAccount(db, caller);
    if (!(await takeOutcome(db, hash))) throw over(house, reply);
    if (await link(db, account, caller.uid)) {
      await relink(db, caller.uid, account.issuer);
      await noteInAct(db, request, 'outside.linked', caller.uid, { provider, asked: true });
      await tellMethods(db, caller.uid, 'linked', house.settings.smtpUrl !== null);
    } else if ((await linkedTo(db, account))?.uid !== caller.uid) {
      // Somebody else, or this person in another tab, was quicker than what was looked at when the browser came back.
      note(house.database, request, 'outside.otherAccount', caller.uid, { provider });
      throw new Refusal('outside.otherAccount', 403);
    }
    afterCommit(() => dropKey(house, reply));
    return await linkedOf(db, caller.uid, house.providers.all);
  });
}

/** The account there opens nothing any more, and what it opened elsewhere ends. */
export async function endLink(ask: CallContext<typeof calls.unlink>) {
  const { input, caller, house, request, tell, afterCommit } = ask;
  const { id, issuer } = house.providers.named(input.provider);
  await proveOwner(house, request, caller, input.password);
  return await ask.transact(async (db) => {
    // Unlinked before, by an answer that was lost: it is gone all the same.
    if (await unlink(db, caller, issuer)) {
      await noteInAct(db, request, 'outside.unlinked', caller.uid, { provider: id });
      await tellMethods(db, caller.uid, 'unlinked', house.settings.smtpUrl !== null);
      tell([`u:${caller.uid}`]);
      afterCommit(() => house.sessions.forget(caller.uid));
    }
    return await linkedOf(db, caller.uid, house.providers.all);
  });
}
