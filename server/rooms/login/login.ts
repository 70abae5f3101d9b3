import { limits } from '@bilim/contract/limits.ts';
import { login as calls } from '@bilim/contract/login.ts';
import { addressOf } from '../../core/addresses.ts';
import { note } from '../../core/audit.ts';
import { Refusal } from '../../core/failures.ts';
import { fitsPassword } from '../../core/password.ts';
import { type Ask, room } from '../../core/room.ts';
import type { Caller } from '../../core/session.ts';
import { version } from '../../core/version.ts';
import { type Language, languages } from '../../core/words.ts';
import { type AccountRow, accountByLogin, universityCard } from './login.queries.ts';

/** The person as the sign-in calls tell (wire.md, U). */
function userOf(caller: Caller, token: string, language: Language) {
  return {
    id: caller.uid,
    uid: caller.uid,
    role: caller.role,
    fullName: caller.fullName,
    group: caller.role === 2 ? caller.group : null,
    id_group: caller.role === 2 ? caller.groupId : null,
    doljnost: caller.role === 1 ? (caller.post?.[language] ?? null) : null,
    faculty: caller.faculty,
    newsPerms: caller.permissions.includes('news'),
    permissions: [...caller.permissions],
    photo: caller.hasPhoto,
    mustChangePassword: caller.mustChangePassword,
    token,
  };
}

/** Signing in and out, and what a browser needs before anybody is signed in. */
export const login = room('login', calls, {
  async config({ house: { settings, passwordRule } }) {
    return {
      version,
      fileLimitMb: settings.fileLimitMb,
      journalDays: settings.journalDays,
      fileCount: limits.fileCount,
      messageLength: limits.messageLength,
      chatPageSize: limits.chatPage,
      newsPageSize: limits.newsPage,
      timeoutMs: limits.timeout,
      languages: [...languages],
      timeZone: settings.timeZone,
      passwordMin: passwordRule.least,
      photoUpload: settings.photoUpload,
    };
  },

  async logo({ db, language }) {
    return await universityCard(db, language);
  },

  async locale({ house, request }) {
    const { lng, ns } = request.params as { lng: string; ns: string };
    const packs = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const body = packs ? house.words.packed(lng, ns) : house.words.file(lng, ns);
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

  authorize: {
    /** The password is checked outside the transaction: hashing takes long, and failures must be counted. */
    async before({ input, house, request, reply }) {
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
        account: `login|${name.toLowerCase()}`,
        address: addressOf(request),
        browser: browser?.mark ?? null,
        trusted: account !== null && (browser?.people.includes(account.uid) ?? false),
        proof: input.proof,
      };
      const right = await house.guessing.try(attempt, async () =>
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
    },

    async within({ db, input, house, request, reply, language, afterCommit }, account: AccountRow) {
      const { sessions } = house;
      const old = request.cookies[sessions.cookieName];
      await sessions.end(db, old);
      const shared = input.shared ?? false;
      const agent = request.headers['user-agent'] ?? null;
      const begun = await sessions.begin(db, account.uid, { address: addressOf(request), agent, shared });
      const caller = await sessions.findWithin(db, begun.sid);
      if (!caller) throw new Error('a session that was just begun is not there');
      afterCommit(() => {
        sessions.drop(old);
        reply.setCookie(sessions.cookieName, begun.sid, sessions.sidCookie(shared));
        if (!shared) house.browsers.remember(request, reply, account.uid);
        house.csrf.give(reply, begun.sid);
        note(house.database, request, 'login.in', account.uid);
      });
      return [userOf(caller, begun.token, language)];
    },
  },

  authenticate: {
    async before({ input, house, request }) {
      const sid = request.cookies[house.sessions.cookieName];
      const back = sid
        ? await house.sessions.comeBack(sid, input.token, (db) => house.guessing.calm(db, db`'session|' || session.id`))
        : null;
      if (!sid || !back) throw new Refusal('login.tokenRefused', 401);
      const { caller } = back;
      if (back.token) return { sid, caller, token: back.token };
      const address = addressOf(request);
      const attempt = { account: `session|${caller.sessionId}`, address, browser: 'session', trusted: true };
      const token = await house.guessing.try(attempt, () =>
        house.database.transaction((db) => house.sessions.renewToken(db, sid, input.token)),
      );
      if (!token) throw new Refusal('login.tokenRefused', 401);
      return { sid, caller, token };
    },

    async within({ house, reply, language, afterCommit }, found: { sid: string; caller: Caller; token: string }) {
      afterCommit(() => house.csrf.give(reply, found.sid));
      return [userOf(found.caller, found.token, language)];
    },
  },

  async logout({ db, house, request, reply, afterCommit }: Ask<typeof calls.logout>) {
    const { sessions } = house;
    const sid = request.cookies[sessions.cookieName];
    const caller = await sessions.find(sid);
    await sessions.end(db, sid);
    afterCommit(() => {
      sessions.drop(sid);
      reply.clearCookie(sessions.cookieName, { ...sessions.cookie(null) });
      // Set by a page that could not tell us at once (web/src/core/signOut.ts).
      if (request.cookies.left !== undefined) reply.clearCookie('left', { path: '/' });
      house.csrf.give(reply, undefined);
      if (caller) note(house.database, request, 'login.out', caller.uid);
    });
    return [{ result: 1 }];
  },
});
