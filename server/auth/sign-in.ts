import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../core/addresses.ts';
import { Refusal } from '../core/refusal.ts';
import type { Language } from '../core/translations.ts';
import type { Database, Db } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { applyIdentity, type VerifiedIdentity } from './apply-identity.ts';
import { recordAuditEntryOutsideTransaction } from './audit.ts';
import type { CsrfProtection } from './csrf.ts';
import { browserAuditId, type DeviceCookie } from './device-cookie.ts';
import type { DirectoryRegistry } from './directory/directories.ts';
import type { LinkedAccount } from './linked-account.ts';
import { refuseUnlinkedSignIn, requireConfirmedLink } from './linking.ts';
import type { OidcProviderRegistry } from './oidc-providers.ts';
import { lockAccountRow, lockActiveAccountRow, readFactorsOfActiveAccount } from './pending-sign-ins.queries.ts';
import { beginSecondStep, isSecondStepMissing, isSecondStepRemembered, requiresSecondStep } from './second-step.ts';
import type { Caller, SessionStore } from './session.ts';
import { servedRoles } from './session-row.queries.ts';

/** A session that was begun in a browser which is new for its person, and what it came from. */
export interface NewBrowserSession {
  readonly session: number;
  readonly address: string;
  readonly agent: string | null;
}

/** What a call gives to sign somebody in. */
interface SignInContext {
  readonly app: {
    readonly database: Database;
    readonly sessions: SessionStore;
    readonly deviceCookie: DeviceCookie;
    readonly csrf: CsrfProtection;
    readonly settings: Pick<Settings, 'secondStep'>;
    readonly oidcProviders: Pick<OidcProviderRegistry, 'all'>;
    readonly directories: Pick<DirectoryRegistry, 'findByIssuer' | 'findById'>;
    readonly notifySignIn: (db: Db, uid: number, signIn: NewBrowserSession) => Promise<void>;
    readonly notifyLinked: (db: Db, uid: number) => Promise<void>;
  };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: Language;
  readonly afterCommit: (work: () => void) => void;
}

/** Runs work in the call's transaction, once for a repeated request; gives the call's answer. */
interface Transacting<T> {
  readonly transact: (work: (db: Db) => Promise<ReturnType<typeof toSessionUser>[]>) => Promise<T>;
}

/** Somebody who has proven who they are. */
export interface AuthenticatedPerson {
  readonly uid: number;
  /** Others use this computer too. */
  readonly shared: boolean;
  /** The account elsewhere by which they came; null: by the password. */
  readonly linked?: LinkedAccount | null;
  /** The account elsewhere that vouched for the key by which they came, when it was added. */
  readonly vouchedBy?: LinkedAccount | null;
  /** What the directory or the provider said that they come from: the account becomes so when the session begins. */
  readonly identity?: VerifiedIdentity | null;
  /** The stored hash that their password fits. */
  readonly hash?: string | undefined;
}

/** Why a sign-in is refused: blocked, closed or with another password by now; of a role that has no pages here. */
type NotAdmitted = 'closed' | 'roleNotServed';

/** One way of signing in, its proof given. */
type SignIn = {
  /** Whose account it is about, which is locked before the proof is used up. */
  readonly uid: number;
  /** Uses the proof up within the transaction and says whose it is; refuses by throwing. */
  readonly take: (db: Db) => Promise<AuthenticatedPerson>;
  /** Called after the commit that used the proof up: the session has begun, or waits for its second step. */
  readonly onCompleted?: () => void;
  /** The refusal of this method, where it has one of its own. */
  readonly refuse?: (why: NotAdmitted) => Refusal;
} & (
  | { /** The person may be asked for the second step. */ readonly factors: 'one' }
  | { /** The proof stands for both steps: a passkey, or a code after the password. */ readonly factors: 'two' }
);

/** The person as the sign-in calls give them. */
export function toSessionUser(
  settings: Pick<Settings, 'secondStep'>,
  caller: Caller,
  token: string,
  language: Language,
) {
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
    ...(caller.hasNoPassword && { hasNoPassword: true }),
    ...(isSecondStepMissing(settings, caller) && { mustSetSecondStep: true }),
    token,
  };
}

/**
 * Completes a sign-in of every method: checks that the account is open and its role is served, asks for the second
 * step, replaces the browser's session, sets its cookies, writes the audit entry, and notifies of a new device.
 * Refuses with what `take` refuses, and with 401 login.wrong (blocked, closed or with another password since), 403
 * login.roleNotServed, 401 login.secondStep (still to be shown), 401 outside.over (who keeps the account left the
 * settings, or it is linked no more), and 403 outside.guarded (the link does not open what the person holds by now).
 */
export async function completeSignIn<T>(ctx: SignInContext & Transacting<T>, signIn: SignIn): Promise<T> {
  const { app, request, reply } = ctx;
  try {
    if ((await app.database.read((db) => secondStepRequirement(ctx, db, signIn))) === 'now')
      throw new SecondStepRequired();
    return await ctx.transact(async (db) => {
      const person = await admitted(ctx, db, signIn, true);
      // A second step may have been set up since, or be asked of who has the rights of a directory's groups: what the account
      // that is held now asks for counts. What was changed of it is undone then.
      const asks = await secondStepRequirement(ctx, db, signIn);
      if (asks === 'now') throw new SecondStepRequired();
      ctx.afterCommit(() => signIn.onCompleted?.());
      return [await beginSession(ctx, db, { ...person, twice: signIn.factors === 'two' || asks === 'shownBefore' })];
    });
  } catch (failure) {
    if (!(failure instanceof SecondStepRequired)) throw failure;
  }
  const { uid } = await app.database.transaction(async (db) => {
    const person = await admitted(ctx, db, signIn, false);
    await beginSecondStep(db, { sessions: app.sessions, reply }, person);
    return person;
  });
  signIn.onCompleted?.();
  recordAuditEntryOutsideTransaction(app.database, request, 'login.secondStep', uid);
  throw new Refusal('login.secondStep', 401);
}

/** The person is to show a second step before a session begins. */
class SecondStepRequired extends Error {}

/** Whether a second step is to be shown: now, or this browser showed it and is not asked at present. */
async function secondStepRequirement(
  { app, request }: SignInContext,
  db: Db,
  signIn: SignIn,
): Promise<'now' | 'shownBefore' | 'no'> {
  if (signIn.factors === 'two') return 'no';
  const { uid } = signIn;
  const account = await readFactorsOfActiveAccount(db, uid);
  if (!account || !requiresSecondStep(app.settings, account)) return 'no';
  return (await isSecondStepRemembered(db, { sessions: app.sessions, request }, uid)) ? 'shownBefore' : 'now';
}

/**
 * Verifies the proof and says whose it is; their account stays locked until the transaction ends. `begins`: with a
 * session, if nothing else is asked. The account is locked before anything else, as by whatever ends a sign-in
 * method: either that finds this session, or this finds the method ended.
 */
async function admitted(
  ctx: SignInContext,
  db: Db,
  { uid, take, refuse }: SignIn,
  begins: boolean,
): Promise<AuthenticatedPerson> {
  const { app, request } = ctx;
  await lockAccountRow(db, uid);
  const person = await take(db);
  if (person.uid !== uid) throw new Error('the proof is of another account than the one that is locked');
  if (begins && person.identity) await applyIdentity(ctx, db, person.uid, person.identity);
  const role = await lockActiveAccountRow(db, person.uid, person.hash);
  if (role !== null && servedRoles.includes(role)) {
    // What is not linked yet is so when the session begins.
    if (person.linked) await refuseUnlinkedSignIn(ctx, db, person.uid, person.linked, begins || !person.identity);
    for (const account of [person.linked, person.vouchedBy])
      if (account) await requireConfirmedLink(ctx, db, person.uid, account);
    return person;
  }
  const why = role === null ? 'closed' : 'roleNotServed';
  if (refuse) throw refuse(why);
  if (why === 'closed') throw new Refusal('login.wrong', 401);
  recordAuditEntryOutsideTransaction(app.database, request, 'login.roleNotServed', person.uid);
  throw new Refusal('login.roleNotServed', 403);
}

/** Begins the session of a browser, in place of the one it had. */
async function beginSession(
  { app, request, reply, language, afterCommit }: SignInContext,
  db: Db,
  { uid, shared, linked = null, twice }: AuthenticatedPerson & { readonly twice: boolean },
) {
  const { sessions } = app;
  const old = request.cookies[sessions.cookieName];
  await sessions.end(db, old);
  const from = { address: clientAddress(request), agent: request.headers['user-agent'] ?? null };
  const begun = await sessions.begin(db, uid, { ...from, shared, linked, twice });
  const caller = await sessions.findWithin(db, begun.sid);
  if (!caller) throw new Error('a session that was just begun is not there');
  const browser = app.deviceCookie.read(request);
  if (!browser?.people.includes(uid)) await app.notifySignIn(db, uid, { session: caller.sessionId, ...from });
  afterCommit(() => {
    sessions.drop(old);
    reply.setCookie(sessions.cookieName, begun.sid, sessions.sidCookie(shared));
    if (!shared) app.deviceCookie.remember(request, reply, uid);
    app.csrf.give(reply, begun.sid);
    recordAuditEntryOutsideTransaction(app.database, request, 'login.in', uid, {
      ...(linked && { by: linked.issuer }),
      ...(browser && !shared && { device: browserAuditId(browser) }),
    });
  });
  return toSessionUser(app.settings, caller, begun.token, language);
}
