import { limits } from '@bilim/contract/limits.ts';
import { login as calls } from '@bilim/contract/login.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { recordAuditEntryOutsideTransaction } from '../../auth/audit.ts';
import { completeSignIn, toSessionUser } from '../../auth/sign-in.ts';
import { clearSignOutHintCookie, takeSignOutHint } from '../../auth/sign-out-hint.ts';
import { createSignedOutRefusal } from '../../auth/signed-out.ts';
import { readPathParameter } from '../../call/path-parameter.ts';
import { type CallContext, room } from '../../call/room.ts';
import { clientAddress } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { wireLanguages } from '../../core/translations.ts';
import { version } from '../../core/version.ts';
import { isHttps } from '../../settings.ts';
import { begins } from './login.begins.ts';
import { checkCredentials } from './login.credentials.ts';
import { readUniversityBranding } from './login.queries.ts';

/** Signing in and out, and what a browser needs before anybody is signed in. */
export const login = room('login', calls, {
  begins,
  handlers: {
    async config({ app: { settings, passwordRule, maintenance } }) {
      return {
        version,
        fileLimitMb: settings.fileLimitMb,
        journalDays: settings.journalDays,
        teacherMoves: settings.teacherMoves,
        officePages: settings.officeConverter.program !== null,
        fileCount: limits.fileCount,
        messageLength: limits.messageLength,
        chatPageSize: limits.chatPageSize,
        newsPageSize: limits.newsPageSize,
        timeoutMs: startLimits.timeout,
        languages: [...wireLanguages],
        timeZone: settings.timeZone,
        passwordMin: passwordRule.least,
        passwordUncommon: passwordRule.refusesCommon,
        photoUpload: settings.photoUpload,
        maintenance: maintenance.work,
        ways: settings.oidcProviders.map(({ id, name, icon }) => ({ id, name, icon })),
      };
    },

    async logo({ db, language }) {
      return await readUniversityBranding(db, language);
    },

    async locale({ app, request }) {
      const [lng, ns] = [readPathParameter(request, 'lng'), readPathParameter(request, 'ns')];
      const taken = String(request.headers['accept-encoding'] ?? '');
      const packing = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(taken));
      const { translations } = app;
      const body = packing ? await translations.packed(lng, ns, packing) : translations.file(lng, ns);
      if (body === null) throw new Refusal('call.notFound', 404);
      return {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Encoding',
          ...(packing && { 'Content-Encoding': packing }),
        },
        body,
      };
    },

    async authorize(ctx) {
      // Hashing takes long, and failures must be counted: no transaction holds them.
      const person = { ...(await checkCredentials(ctx)), shared: ctx.input.shared ?? false };
      return await completeSignIn(ctx, { factors: 'one', uid: person.uid, take: async () => person });
    },

    async authenticate({ input, app, request, reply, language }) {
      const sid = request.cookies[app.sessions.cookieName];
      const back = sid
        ? await app.sessions.resume(sid, input.token, (db) => app.throttle.calm(db, db`'session|' || session.id`))
        : null;
      if (!sid || !back) throw await createSignedOutRefusal(app.database, 'login.tokenRefused', sid);
      const { caller } = back;
      const attempt = {
        account: `session|${caller.sessionId}`,
        address: clientAddress(request),
        browser: 'session',
        trusted: true,
      };
      const renew = () => app.database.transaction((db) => app.sessions.renewToken(db, sid, input.token));
      const token = back.token || (await app.throttle.try(attempt, renew));
      if (!token) throw await createSignedOutRefusal(app.database, 'login.tokenRefused', sid);
      app.csrf.give(reply, sid);
      return [toSessionUser(app.settings, caller, token, language)];
    },

    async logout(ctx: CallContext<typeof calls.logout>) {
      const { app, request, reply, afterCommit } = ctx;
      const { sessions } = app;
      const sid = request.cookies[sessions.cookieName];
      const caller = await sessions.find(sid);
      const linked = caller && sid ? await app.database.read((db) => sessions.linkedOf(db, sid)) : null;
      await ctx.transact(async (db) => {
        await sessions.end(db, sid);
        afterCommit(() => {
          sessions.drop(sid);
          reply.clearCookie(sessions.cookieName, { ...sessions.cookie(null) });
          clearSignOutHintCookie(sessions, reply);
          app.csrf.give(reply, undefined);
          // Set by a page that could not reach us at once (web/src/core/signOut.ts).
          const left = sessions.cookieNameOf('left');
          if (request.cookies[left] !== undefined)
            reply.clearCookie(left, { path: '/', secure: isHttps(app.settings) });
          if (caller) recordAuditEntryOutsideTransaction(app.database, request, 'login.out', caller.uid);
        });
        return [{ result: 1 }];
      });
      // Asked when the session has ended: a provider that is away holds nobody back.
      const hint = linked && (await takeSignOutHint(app, request, linked));
      const there = linked && (await app.oidcProviders.leaving(linked.issuer, hint));
      return [{ result: 1, ...(there && { there }) }];
    },
  },
});
