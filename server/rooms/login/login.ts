import { limits } from '@bilim/contract/limits.ts';
import { login as calls } from '@bilim/contract/login.ts';
import { note } from '../../auth/audit.ts';
import { fitsPassword } from '../../auth/password.ts';
import { asksTwice, isResting, leaveWaiting } from '../../auth/second-step.ts';
import { accountOf } from '../../auth/throttle.ts';
import { type Ask, room } from '../../call/room.ts';
import { addressOf } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { languages } from '../../core/translations.ts';
import { version } from '../../core/version.ts';
import { enter, userOf } from '../../delivery/enter.ts';
import { type AccountRow, accountByLogin, universityCard } from './login.queries.ts';

/** Signing in and out, and what a browser needs before anybody is signed in. */
export const login = room('login', calls, {
  handlers: {
    async config({ house: { settings, passwordRule } }) {
      return {
        version,
        fileLimitMb: settings.fileLimitMb,
        journalDays: settings.journalDays,
        teacherMoves: settings.teacherMoves,
        fileCount: limits.fileCount,
        messageLength: limits.messageLength,
        chatPageSize: limits.chatPage,
        newsPageSize: limits.newsPage,
        timeoutMs: limits.timeout,
        languages: [...languages],
        timeZone: settings.timeZone,
        passwordMin: passwordRule.least,
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
      const account = await checkedAccount(ask);
      const { house, input, request, reply } = ask;
      const shared = input.shared ?? false;
      if (
        asksTwice(house.settings, account) &&
        !(await house.database.read((db) => isResting(db, request, account.uid)))
      ) {
        await house.database.transaction((db) =>
          leaveWaiting(db, { sessions: house.sessions, reply }, { uid: account.uid, shared }),
        );
        note(house.database, request, 'login.secondStep', account.uid);
        throw new Refusal('login.secondStep', 401);
      }
      return await ask.transact((db) => enter(ask, db, { uid: account.uid, shared }));
    },

    async authenticate({ input, house, request, reply, language }) {
      const sid = request.cookies[house.sessions.cookieName];
      const back = sid
        ? await house.sessions.comeBack(sid, input.token, (db) => house.throttle.calm(db, db`'session|' || session.id`))
        : null;
      if (!sid || !back) throw new Refusal('login.tokenRefused', 401);
      const { caller } = back;
      const attempt = {
        account: `session|${caller.sessionId}`,
        address: addressOf(request),
        browser: 'session',
        trusted: true,
      };
      const renew = () => house.database.transaction((db) => house.sessions.renewToken(db, sid, input.token));
      const token = back.token || (await house.throttle.try(attempt, renew));
      if (!token) throw new Refusal('login.tokenRefused', 401);
      house.csrf.give(reply, sid);
      return [userOf(house.settings, caller, token, language)];
    },

    async logout({ db, house, request, reply, afterCommit }: Ask<typeof calls.logout>) {
      const { sessions } = house;
      const sid = request.cookies[sessions.cookieName];
      const caller = await sessions.find(sid);
      await sessions.end(db, sid);
      afterCommit(() => {
        sessions.drop(sid);
        reply.clearCookie(sessions.cookieName, { ...sessions.cookie(null) });
        house.csrf.give(reply, undefined);
        // Set by a page that could not tell us at once (web/src/core/signOut.ts).
        if (request.cookies.left !== undefined) reply.clearCookie('left', { path: '/' });
        if (caller) note(house.database, request, 'login.out', caller.uid);
      });
      return [{ result: 1 }];
    },
  },
});

/** The account whose password this is. Refuses with 400 login.required, 401 login.wrong, 429 login.tooOften, 403 login.roleNotServed. */
async function checkedAccount({ input, house, request, reply }: Ask<typeof calls.authorize>): Promise<AccountRow> {
  const name = input.login?.trim() ?? '';
  const password = input.password ?? '';
  if (!name || !password) {
    const fields = {
      ...(name ? {} : { login: 'field.required' }),
      ...(password ? {} : { password: 'field.required' }),
    };
    throw new Refusal('login.required', 400, { fields });
  }
  const account = await house.database.read((db) => accountByLogin(db, name));
  const browser = house.browsers.read(request);
  if (!browser) house.browsers.giveNew(reply);
  const attempt = {
    account: accountOf(name),
    address: addressOf(request),
    browser: browser?.mark ?? null,
    trusted: account !== null && (browser?.people.includes(account.uid) ?? false),
    proof: input.proof,
  };
  const right = await house.throttle.try(attempt, async () =>
    (await fitsPassword(account?.hash ?? null, password)) && account && !account.blocked ? account : null,
  );
  if (!right) {
    note(house.database, request, 'login.wrong', account?.uid ?? null);
    throw new Refusal('login.wrong', 401);
  }
  if (right.role !== 1 && right.role !== 2) {
    note(house.database, request, 'login.roleNotServed', right.uid);
    throw new Refusal('login.roleNotServed', 403);
  }
  return right;
}
