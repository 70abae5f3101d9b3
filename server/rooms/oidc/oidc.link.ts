import { randomBytes } from 'node:crypto';
import type { oidc as calls } from '@bilim/contract/oidc.ts';
import { insertAuditEntry, recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { confirmLink, linkAccount, readLinkingState } from '../../auth/linked-accounts.queries.ts';
import { requireConfirmedLink } from '../../auth/linking.ts';
import { lockCallerAccountRow } from '../../auth/pending-sign-ins.queries.ts';
import { reauthenticateCaller } from '../../auth/recent-second-factor.ts';
import { sha256 } from '../../auth/session.ts';
import type { CallContext } from '../../call/room.ts';
import { Refusal, toRefusal } from '../../core/refusal.ts';
import { notifyMethodsChanged } from '../../delivery/method-changes.queries.ts';
import {
  clearOidcCookie,
  createMissingSignInRefusal,
  createOutcomeRefusal,
  hashOidcCookie,
  setOidcCookie,
} from './oidc.cookie.ts';
import {
  consumeSignInOutcome,
  deleteUnlinkRecord,
  insertPendingSignIn,
  readLinkedAccounts,
  readLinkOutcome,
  unlinkAccount,
} from './oidc.queries.ts';

/** Sends whoever knows the password to a provider, which asks them to sign in there although somebody may be in already. */
export async function startAccountLinking({ input, caller, app, request, reply }: CallContext<typeof calls.link>) {
  const provider = app.oidcProviders.findById(input.provider);
  const vouchedBy = await reauthenticateCaller(app, request, caller, input.password);
  // It would open nothing: whoever keeps that password could do as others.
  if (vouchedBy)
    await app.database.transaction((db) => requireConfirmedLink({ app, request }, db, caller.uid, vouchedBy));
  // What the imported identifier or the password of a directory linked is linked once more with a password, and opens what that may.
  const { hasAsked } = await app.database.read((db) => readLinkingState(db, caller.uid, provider.issuer));
  if (hasAsked) throw new Refusal('outside.otherAccount', 403);
  const { address, ...secrets } = await app.oidcProviders.begin(provider, true).catch((failure) => {
    const { code } = toRefusal(failure);
    throw code === 'outside.away' ? createOutcomeRefusal(code, true, failure) : failure;
  });
  const key = randomBytes(32).toString('base64url');
  const pending = {
    ...secrets,
    provider: provider.id,
    shared: caller.shared,
    page: null,
    forSession: caller.sessionId,
    vouchedBy,
  };
  await app.database.transaction((db) => insertPendingSignIn(db, sha256(key), pending));
  setOidcCookie(app, reply, key);
  return [{ address }];
}

/** Links what the provider named, in the session that asked for it: once. */
export async function finishAccountLinking(ctx: CallContext<typeof calls.finishLink>) {
  const { caller, app, request, reply, afterCommit } = ctx;
  const hash = hashOidcCookie(app, request);
  const outcome = hash && (await app.database.read((db) => readLinkOutcome(db, hash, caller.sessionId)));
  // What came of a provider that left the settings meanwhile is over, too.
  const isKept = app.oidcProviders.all.some(({ id }) => id === outcome?.provider);
  if (!hash || !outcome || !isKept) throw await createMissingSignInRefusal(ctx);
  const { provider, account, vouchedBy } = outcome;
  if (outcome.refusal !== null || account === null) {
    clearOidcCookie(app, reply);
    throw createOutcomeRefusal(outcome.refusal ?? 'outside.over', true);
  }
  return await ctx.transact(async (db) => {
    await lockCallerAccountRow(db, caller);
    if (!(await consumeSignInOutcome(db, hash))) throw await createMissingSignInRefusal(ctx, true);
    const isLinked =
      (await linkAccount(db, account, caller.uid, { vouchedBy })) ||
      (await confirmLink(db, account, caller.uid, vouchedBy));
    if (!isLinked) {
      // Somebody else, or this person in another tab, was quicker than what was looked at when the browser came back.
      recordAuditEntryOutsideTransaction(app.database, request, 'outside.otherAccount', caller.uid, { provider });
      throw new Refusal('outside.otherAccount', 403);
    }
    await deleteUnlinkRecord(db, caller.uid, account.issuer);
    await insertAuditEntry(db, request, 'outside.linked', caller.uid, { provider, asked: true });
    await notifyMethodsChanged(db, caller.uid, 'linked', app.settings.smtpUrl !== null);
    afterCommit(() => clearOidcCookie(app, reply));
    return await readLinkedAccounts(db, caller.uid, app.oidcProviders.all);
  });
}

/** The account there opens nothing any more, and what it opened elsewhere ends. */
export async function handleUnlink(ctx: CallContext<typeof calls.unlink>) {
  const { input, caller, app, request, publish, afterCommit } = ctx;
  const { id, issuer } = app.oidcProviders.findById(input.provider);
  await reauthenticateCaller(app, request, caller, input.password);
  return await ctx.transact(async (db) => {
    // A sign-in that is just being finished comes first, and its session is found, or it finds the account unlinked.
    await lockCallerAccountRow(db, caller);
    // Unlinked before, by an answer that was lost: it is gone all the same.
    if (await unlinkAccount(db, caller, issuer)) {
      await insertAuditEntry(db, request, 'outside.unlinked', caller.uid, { provider: id });
      await notifyMethodsChanged(db, caller.uid, 'unlinked', app.settings.smtpUrl !== null);
      publish([`u:${caller.uid}`]);
      afterCommit(() => app.sessions.forget(caller.uid));
    }
    return await readLinkedAccounts(db, caller.uid, app.oidcProviders.all);
  });
}
