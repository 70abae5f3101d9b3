import type { FastifyReply, FastifyRequest } from 'fastify';
import { note } from '../auth/audit.ts';
import { type Browsers, nameOf } from '../auth/browsers.ts';
import type { Csrf } from '../auth/csrf.ts';
import { holdOpenAccount } from '../auth/pending-sign-ins.queries.ts';
import type { LinkedAccount } from '../auth/providers.ts';
import { isMissing } from '../auth/second-step.ts';
import type { Caller, Sessions } from '../auth/session.ts';
import { addressOf } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Language } from '../core/translations.ts';
import type { Database, Db } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { tellSignIn } from './signins.queries.ts';

/** What a call gives to begin a session. */
interface SignInContext {
  readonly app: {
    readonly database: Database;
    readonly sessions: Sessions;
    readonly browsers: Browsers;
    readonly csrf: Csrf;
    readonly settings: Pick<Settings, 'secondStep' | 'smtpUrl'>;
  };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: Language;
  readonly afterCommit: (work: () => void) => void;
}

/** Somebody who has proven who they are. */
interface EnteringPerson {
  readonly uid: number;
  /** Others use this computer too. */
  readonly shared: boolean;
  /** The account elsewhere by which they came; null: by the password. */
  readonly outside?: LinkedAccount | null;
  /** They have proven it twice: by a passkey, or to a provider that asks for it. */
  readonly twice?: boolean;
  /** The stored hash that their password fits. */
  readonly hash?: string | undefined;
}

/** The person as the sign-in calls tell. */
export function userOf(settings: Pick<Settings, 'secondStep'>, caller: Caller, token: string, language: Language) {
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
    ...(isMissing(settings, caller) && { mustSetSecondStep: true }),
    token,
  };
}

/**
 * Begins the session of a browser, in place of the one it had, for somebody who has proven who they are. Refuses with 401
 * login.wrong where the account was blocked, closed or got another password since.
 */
export async function createSession(
  { app, request, reply, language, afterCommit }: SignInContext,
  db: Db,
  { uid, shared, outside = null, twice = false, hash }: EnteringPerson,
) {
  const { sessions } = app;
  if (!(await holdOpenAccount(db, uid, hash))) throw new Refusal('login.wrong', 401);
  const old = request.cookies[sessions.cookieName];
  await sessions.end(db, old);
  const agent = request.headers['user-agent'] ?? null;
  const begun = await sessions.begin(db, uid, { address: addressOf(request), agent, shared, outside, twice });
  const caller = await sessions.findWithin(db, begun.sid);
  if (!caller) throw new Error('a session that was just begun is not there');
  const browser = app.browsers.read(request);
  if (!browser?.people.includes(uid)) await tellSignIn(db, uid, caller.sessionId, app.settings.smtpUrl !== null);
  afterCommit(() => {
    sessions.drop(old);
    reply.setCookie(sessions.cookieName, begun.sid, sessions.sidCookie(shared));
    if (!shared) app.browsers.remember(request, reply, uid);
    app.csrf.give(reply, begun.sid);
    note(app.database, request, 'login.in', uid, {
      ...(outside && { by: outside.issuer }),
      ...(browser && !shared && { device: nameOf(browser) }),
    });
  });
  return [userOf(app.settings, caller, begun.token, language)];
}
