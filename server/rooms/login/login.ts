import { limits } from '@bilim/contract/limits.ts';
import { login as calls } from '@bilim/contract/login.ts';
import { startLimits } from '@bilim/contract/start-limits.ts';
import { note } from '../../auth/audit.ts';
import { dropHint, takeHint } from '../../auth/hint.ts';
import { holdOpenAccount } from '../../auth/pending-sign-ins.queries.ts';
import { asksTwice, isResting, leaveWaiting } from '../../auth/second-step.ts';
import { signedOut } from '../../auth/signed-out.ts';
import { type CallContext, room } from '../../call/room.ts';
import { addressOf } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { languages } from '../../core/translations.ts';
import { version } from '../../core/version.ts';
import { createSession, userOf } from '../../delivery/enter.ts';
import { isHttps } from '../../settings.ts';
import { checkedAccount } from './login.checking.ts';
import { universityCard } from './login.queries.ts';

/** Signing in and out, and what a browser needs before anybody is signed in. */
export const login = room('login', calls, {
  handlers: {
    async config({ house: { settings, passwordRule } }) {
      return {
        version,
        fileLimitMb: settings.fileLimitMb,
        journalDays: settings.journalDays,
        teacherMoves: settings.teacherMoves,
        officePages: settings.officeConverter.program !== null,
        fileCount: limits.fileCount,
        messageLength: limits.messageLength,
        chatPageSize: limits.chatPage,
        newsPageSize: limits.newsPage,
        timeoutMs: startLimits.timeout,
        languages: [...languages],
        timeZone: settings.timeZone,
        passwordMin: passwordRule.least,
        passwordUncommon: passwordRule.refusesCommon,
        photoUpload: settings.photoUpload,
        ways: settings.providers.map(({ id, name }) => ({ id, name })),
      };
    },

    async logo({ db, language }) {
      return await universityCard(db, language);
    },

    async locale({ house, request }) {
      const { lng, ns } = request.params as { lng: string; ns: string };
      const packs = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      const body = packs ? house.translations.packed(lng, ns) : house.translations.file(lng, ns);
      if (body === null) throw new Refusal('call.notFound', 404);
      return {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Encoding',
          ...(packs && { 'Content-Encoding': 'gzip' }),
        },
        body,
      };
    },

    async authorize(ask) {
      // Hashing takes long, and failures must be counted: no transaction holds them.
      const { account, outside, hash } = await checkedAccount(ask);
      const { house, input, request, reply } = ask;
      const shared = input.shared ?? false;
      const asks = asksTwice(house.settings, account);
      if (
        asks &&
        !(await house.database.read((db) => isResting(db, { sessions: house.sessions, request }, account.uid)))
      ) {
        await house.database.transaction(async (db) => {
          if (!(await holdOpenAccount(db, account.uid, hash))) throw new Refusal('login.wrong', 401);
          await leaveWaiting(db, { sessions: house.sessions, reply }, { uid: account.uid, shared, outside });
        });
        note(house.database, request, 'login.secondStep', account.uid);
        throw new Refusal('login.secondStep', 401);
      }
      return await ask.transact((db) =>
        createSession(ask, db, { uid: account.uid, shared, outside, hash, twice: asks }),
      );
    },

    async authenticate({ input, house, request, reply, language }) {
      const sid = request.cookies[house.sessions.cookieName];
      const back = sid
        ? await house.sessions.comeBack(sid, input.token, (db) => house.throttle.calm(db, db`'session|' || session.id`))
        : null;
      if (!sid || !back) throw await signedOut(house.database, 'login.tokenRefused', sid);
      const { caller } = back;
      const attempt = {
        account: `session|${caller.sessionId}`,
        address: addressOf(request),
        browser: 'session',
        trusted: true,
      };
      const renew = () => house.database.transaction((db) => house.sessions.renewToken(db, sid, input.token));
      const token = back.token || (await house.throttle.try(attempt, renew));
      if (!token) throw await signedOut(house.database, 'login.tokenRefused', sid);
      house.csrf.give(reply, sid);
      return [userOf(house.settings, caller, token, language)];
    },

    async logout(ask: CallContext<typeof calls.logout>) {
      const { house, request, reply, afterCommit } = ask;
      const { sessions } = house;
      const sid = request.cookies[sessions.cookieName];
      const caller = await sessions.find(sid);
      const outside = caller && sid ? await house.database.read((db) => sessions.outsideOf(db, sid)) : null;
      await ask.transact(async (db) => {
        await sessions.end(db, sid);
        afterCommit(() => {
          sessions.drop(sid);
          reply.clearCookie(sessions.cookieName, { ...sessions.cookie(null) });
          dropHint(sessions, reply);
          house.csrf.give(reply, undefined);
          // Set by a page that could not tell us at once (web/src/core/signOut.ts).
          const left = sessions.named('left');
          if (request.cookies[left] !== undefined)
            reply.clearCookie(left, { path: '/', secure: isHttps(house.settings) });
          if (caller) note(house.database, request, 'login.out', caller.uid);
        });
        return [{ result: 1 }];
      });
      // Asked when the session has ended: a provider that is away holds nobody back.
      const hint = outside && (await takeHint(house, request, outside));
      const there = outside && (await house.providers.leaving(outside.issuer, hint));
      return [{ result: 1, ...(there && { there }) }];
    },
  },
});
