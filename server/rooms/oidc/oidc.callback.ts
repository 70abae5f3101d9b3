import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VerifiedIdentity } from '../../auth/apply-identity.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { NamedIdentity } from '../../auth/linked-account.ts';
import { findLinkedPerson } from '../../auth/linked-accounts.queries.ts';
import { findLinkRefusal, findPersonOfIdentity, refusalAuditDetail } from '../../auth/linking.ts';
import type { ProviderIdentity } from '../../auth/oidc-providers.ts';
import { classifyProviderFault } from '../../auth/provider-faults.ts';
import { setSignOutHint } from '../../auth/sign-out-hint.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import type { AppContext } from '../../call/room.ts';
import type { OidcProvider } from '../../core/oidc-provider-settings.ts';
import { Refusal, toRefusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { clearOidcCookie } from './oidc.cookie.ts';
import {
  consumePendingSignIn,
  findCallbackFailure,
  hashLogoutIdentifiers,
  lockLogoutIdentifiers,
  type PendingSignIn,
  readPersonOfSession,
  storeSignInOutcome,
  wasSignedOutAtProvider,
} from './oidc.queries.ts';

interface CallbackContext {
  readonly app: AppContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ProviderReply {
  readonly provider: OidcProvider;
  /** Of the cookie of the browser that came. */
  readonly hash: Buffer;
  /** What the provider sent it back with. */
  readonly answer: Readonly<Record<string, string>>;
}

/**
 * A browser comes back from a provider: once, with the state it left with. What came of it is written down for `finish`.
 * An answer that is refused leaves what waits.
 */
export async function handleCallback(ctx: CallbackContext, back: ProviderReply): Promise<void> {
  const { app, request, reply } = ctx;
  const { provider } = back;
  const pending = await app.database.transaction(async (db) => {
    const consumed = await consumePendingSignIn(db, back.hash, provider.id, back.answer.state ?? '');
    if (consumed) return consumed;
    const why = await findCallbackFailure(db, back.hash, provider.id, back.answer.state ?? '');
    auditAnonymousRefusal(app, request, 'outside.replayed', { provider: provider.id, why });
    // Its key is good for nothing: what the page then asks for is no second try.
    if (why === 'over') clearOidcCookie(app, reply);
    return null;
  });
  if (!pending) return;
  try {
    const came = await app.oidcProviders.end(provider, back.answer, pending);
    await app.database.transaction(async (db) => {
      const named = hashed(app, provider, came);
      const marks = hashLogoutIdentifiers(app.vault, named.account);
      await lockLogoutIdentifiers(db, marks);
      const isOver = await wasSignedOutAtProvider(db, back.hash, named.account, marks);
      const {
        by,
        detail,
        identity = null,
        noted,
        ...outcome
      } = isOver
        ? await forSignedOut(db, named)
        : pending.forSession === null
          ? await forSigningIn(db, provider, named)
          : await forLinking(db, pending.forSession, provider, named);
      await storeSignInOutcome(db, back.hash, { ...outcome, account: named.account, twice: came.twice, identity });
      if (outcome.refusal !== null)
        await insertAuditEntry(db, request, noted ?? outcome.refusal, by, { provider: provider.id, ...detail });
    });
    await remind(ctx, came, pending);
  } catch (error) {
    const { code, status, cause } = toRefusal(error);
    if (!code.startsWith('outside.')) throw error;
    const why = cause instanceof Error ? cause.message : '';
    if (code !== 'outside.cancelled')
      request.log.warn({ reqId: request.id, provider: provider.id, why }, 'a sign-in at a provider failed');
    await app.database.transaction(async (db) => {
      await storeSignInOutcome(db, back.hash, {
        uid: null,
        refusal: code,
        account: null,
        twice: false,
        identity: null,
      });
      const detail = {
        provider: provider.id,
        status,
        ...(code === 'outside.refused' && { why: classifyProviderFault(cause) }),
      };
      await insertAuditEntry(db, request, code, null, detail);
    });
  }
}

interface CallbackOutcome {
  readonly uid: number | null;
  readonly refusal: string | null;
  /** Who is known to have asked. */
  readonly by: number | null;
  /** The action of the audit entry, where it is not the code of the refusal. */
  readonly noted?: string;
  /** Further details of the audit entry. */
  readonly detail?: Record<string, string | number>;
  /** The proven identity, to be linked when the sign-in is complete. */
  readonly identity?: VerifiedIdentity;
}

/** Signed out there while the browser was coming back: as if the message had come a moment later. */
async function forSignedOut(db: Db, { account }: NamedIdentity): Promise<CallbackOutcome> {
  const whose = await findLinkedPerson(db, account);
  return { uid: null, refusal: 'outside.over', by: whose?.uid ?? null, noted: 'outside.ended' };
}

/** Nothing of the account changes yet: a second step may be to be shown. */
async function forSigningIn(db: Db, provider: OidcProvider, named: NamedIdentity): Promise<CallbackOutcome> {
  const person = await findPersonOfIdentity(db, provider, named);
  if (person instanceof Refusal)
    return { uid: null, refusal: person.code, by: null, detail: refusalAuditDetail(person) };
  const identity = person.isNew && { provider: provider.id, named };
  return { uid: person.uid, refusal: null, by: person.uid, ...(identity && { identity }) };
}

async function forLinking(
  db: Db,
  session: number,
  provider: OidcProvider,
  named: NamedIdentity,
): Promise<CallbackOutcome> {
  const by = await readPersonOfSession(db, session);
  if (by === null) return { uid: null, refusal: 'outside.over', by };
  const refused = await findLinkRefusal(db, by, { is: provider.is }, named);
  return { uid: refused ? null : by, refusal: refused?.code ?? null, by };
}

/** Leaves with the browser of somebody who signs in what the provider wants to know when they sign out. */
async function remind(
  { app, reply }: CallbackContext,
  { account, idToken }: ProviderIdentity,
  { forSession, shared }: PendingSignIn,
): Promise<void> {
  if (idToken !== null && forSession === null) await setSignOutHint(app, reply, { ...account, idToken }, shared);
}

/** A personal number is known by its hash alone from here on. */
function hashed({ pins }: AppContext, { is }: OidcProvider, { account, identifier }: NamedIdentity): NamedIdentity {
  return { account, identifier: is === 'pin' && identifier !== null ? pins.hash(identifier) : identifier };
}
