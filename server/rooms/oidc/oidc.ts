import { randomBytes } from 'node:crypto';
import { oidc as calls } from '@bilim/contract/oidc.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { isStorableText } from '../../auth/linked-account.ts';
import { classifyProviderFault } from '../../auth/provider-faults.ts';
import { sha256 } from '../../auth/session.ts';
import { completeSignIn } from '../../auth/sign-in.ts';
import { readPathParameter } from '../../call/path-parameter.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import { room } from '../../call/room.ts';
import type { OidcProvider } from '../../core/oidc-provider-settings.ts';
import type { RawReply } from '../../core/raw-reply.ts';
import { toRefusal } from '../../core/refusal.ts';
import { handleCallback } from './oidc.callback.ts';
import {
  clearOidcCookie,
  createMissingSignInRefusal,
  createOutcomeRefusal,
  hashOidcCookie,
  setOidcCookie,
} from './oidc.cookie.ts';
import { finishAccountLinking, handleUnlink, startAccountLinking } from './oidc.link.ts';
import {
  consumeSignInOutcome,
  endLinkedSessions,
  hashLogoutIdentifiers,
  insertPendingSignIn,
  readLinkedAccounts,
  readPendingPurpose,
  readSignInOutcome,
  sweepPendingSignIns,
} from './oidc.queries.ts';

/** Back to the sign-in page, which ends the sign-in, or to the profile, which links. */
async function finishCallback(
  ctx: Parameters<typeof handleCallback>[0],
  { by, answer }: { readonly by: OidcProvider['responseMode']; readonly answer: Record<string, string> },
): Promise<RawReply> {
  const headers = { 'Cache-Control': 'no-store' };
  const id = readPathParameter(ctx.request, 'provider');
  const provider = ctx.app.oidcProviders.all.find((one) => one.id === id);
  // Gone from the settings meanwhile, or never there: the page says that nothing was begun, where a call would show its answer.
  if (!provider) return { status: 303, headers: { ...headers, Location: '/lms/login?way=none' }, body: null };
  const hash = hashOidcCookie(ctx.app, ctx.request);
  // An address stays in histories and logs, which a form was asked for to keep the code out of.
  const isAsked = by === 'form_post' || provider.responseMode === 'query';
  if (!hash || !isAsked) {
    const why = hash ? 'mode' : 'browser';
    auditAnonymousRefusal(ctx.app, ctx.request, 'outside.replayed', { provider: provider.id, why });
  }
  if (hash && isAsked) await handleCallback(ctx, { provider, hash, answer });
  const begun = hash && (await ctx.app.database.read((db) => readPendingPurpose(db, hash)));
  if (begun?.forSession)
    return { status: 303, headers: { ...headers, Location: `/lms/profile?linked=${provider.id}` }, body: null };
  const to = new URLSearchParams({
    way: provider.id,
    ...(begun?.page && { to: begun.page }),
    ...(begun?.shared && { shared: '1' }),
  });
  return { status: 303, headers: { ...headers, Location: `/lms/login?${to.toString()}` }, body: null };
}

/** Fields of a provider's answer that are text as the database knows it; another shape is none. */
const texts = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((fields ?? {}) as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && isStorableText(field[1]),
    ),
  );

/** Signing in by accounts that others keep (OpenID Connect). */
export const oidc = room('oidc', calls, {
  sweep: ({ database }) => sweepPendingSignIns(database.autocommit),
  handlers: {
    async begin({ input, app, reply }) {
      const provider = app.oidcProviders.findById(input.provider);
      const { address, ...secrets } = await app.oidcProviders.begin(provider);
      const key = randomBytes(32).toString('base64url');
      const page = input.to?.startsWith('/') && !input.to.startsWith('//') ? input.to : null;
      const pending = {
        ...secrets,
        provider: provider.id,
        shared: input.shared ?? false,
        page,
        forSession: null,
        vouchedBy: null,
      };
      await app.database.transaction((db) => insertPendingSignIn(db, sha256(key), pending));
      setOidcCookie(app, reply, key);
      return [{ address }];
    },

    async callback(ctx) {
      return await finishCallback(ctx, { by: 'query', answer: texts(ctx.request.query) });
    },

    async callbackByForm(ctx) {
      return await finishCallback(ctx, { by: 'form_post', answer: texts(ctx.request.body) });
    },

    async finish(ctx) {
      const { app, request, reply } = ctx;
      const hash = hashOidcCookie(app, request);
      const outcome = hash && (await app.database.read((db) => readSignInOutcome(db, hash)));
      if (!hash || !outcome) throw await createMissingSignInRefusal(ctx);
      if (outcome.refusal !== null || outcome.uid === null) {
        clearOidcCookie(app, reply);
        throw createOutcomeRefusal(outcome.refusal ?? 'outside.over');
      }
      const { uid, shared, account, provider, identity } = outcome;
      return await completeSignIn(ctx, {
        factors: outcome.twice ? 'two' : 'one',
        uid,
        async take(db) {
          if (!(await consumeSignInOutcome(db, hash))) throw await createMissingSignInRefusal(ctx, true);
          return { uid, shared, linked: account, identity };
        },
        onCompleted: () => clearOidcCookie(app, reply),
        // Blocked, or of another role, since the browser came back.
        refuse(why) {
          const code = why === 'closed' ? 'outside.closed' : 'login.roleNotServed';
          recordAuditEntryOutsideTransaction(app.database, request, code, uid, { provider });
          return createOutcomeRefusal(code);
        },
      });
    },

    async linked({ db, caller, app }) {
      return await readLinkedAccounts(db, caller.uid, app.oidcProviders.all);
    },

    link: startAccountLinking,
    finishLink: finishAccountLinking,
    unlink: handleUnlink,

    async backchannelLogout(ctx) {
      const provider = readPathParameter(ctx.request, 'provider');
      const { oidcProviders } = ctx.app;
      const message = await oidcProviders
        .readLogoutToken(oidcProviders.findById(provider), ctx.input.logout_token ?? '')
        .catch((error) => {
          const { code, status, cause } = toRefusal(error);
          const why = code === 'outside.refused' && { why: classifyProviderFault(cause) };
          auditAnonymousRefusal(ctx.app, ctx.request, code, { provider, status, ended: true, ...why });
          throw error;
        });
      return await ctx.transact(async (db) => {
        const people = await endLinkedSessions(db, message, hashLogoutIdentifiers(ctx.app.vault, message));
        ctx.afterCommit(() => {
          for (const uid of people) {
            ctx.app.sessions.forget(uid);
            recordAuditEntryOutsideTransaction(ctx.app.database, ctx.request, 'outside.ended', uid, { provider });
          }
        });
        return [{ result: 1 }];
      });
    },
  },
});
