import { limits } from '@bilim/contract/limits.ts';
import { login as calls } from '@bilim/contract/login.ts';
import { note } from '../../auth/audit.ts';
import { fitsPassword } from '../../auth/password.ts';
import type { Caller } from '../../auth/session.ts';
import { accountOf } from '../../auth/throttle.ts';
import { type Ask, room } from '../../call/room.ts';
import { addressOf } from '../../core/addresses.ts';
import { Refusal } from '../../core/refusal.ts';
import { type Language, languages } from '../../core/translations.ts';
import { version } from '../../core/version.ts';
import type { Db } from '../../database/database.ts';
import { tellSignIn } from '../../delivery/signins.queries.ts';
import { type AccountRow, accountByLogin, universityCard } from './login.queries.ts';

/** The person as the sign-in calls tell. */
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
  handlers: {
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
      return await ask.transact((db) => signIn(ask, db, account));
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
      return [userOf(caller, token, language)];
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

/** Begins the session of a browser, in place of the one it had. */
async function signIn(
  { input, house, request, reply, language, afterCommit }: Ask<typeof calls.authorize>,
  db: Db,
  account: AccountRow,
) {
  const { sessions } = house;
  const old = request.cookies[sessions.cookieName];
  await sessions.end(db, old);
  const shared = input.shared ?? false;
  const agent = request.headers['user-agent'] ?? null;
  const begun = await sessions.begin(db, account.uid, { address: addressOf(request), agent, shared });
  const caller = await sessions.findWithin(db, begun.sid);
  if (!caller) throw new Error('a session that was just begun is not there');
  if (!house.browsers.read(request)?.people.includes(account.uid))
    await tellSignIn(db, account.uid, caller.sessionId, house.settings.smtpUrl !== null);
  afterCommit(() => {
    sessions.drop(old);
    reply.setCookie(sessions.cookieName, begun.sid, sessions.sidCookie(shared));
    if (!shared) house.browsers.remember(request, reply, account.uid);
    house.csrf.give(reply, begun.sid);
    note(house.database, request, 'login.in', account.uid);
  });
  return [userOf(caller, begun.token, language)];
}
