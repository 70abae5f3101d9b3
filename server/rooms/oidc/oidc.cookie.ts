import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readKeyCookie, rowKeyCookieDefinitions } from '../../auth/key-cookies.ts';
import { hostCookieName } from '../../auth/own-cookies.ts';
import { sha256 } from '../../auth/session.ts';
import { auditAnonymousRefusal } from '../../call/refusal-audit.ts';
import type { AppContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { isHttps, type Settings } from '../../settings.ts';
import { readMissingSignInReason } from './oidc.queries.ts';

const cookieName = rowKeyCookieDefinitions.provider.name;

/** As much of a call as its cookie needs. */
interface WithCookie {
  readonly app: Pick<AppContext, 'settings' | 'database' | 'rateLimit'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A provider's form is sent from its own page, and brings the cookie only so; browsers take that over https alone. */
function cookieFor(settings: Pick<Settings, 'publicAddress'>): CookieSerializeOptions {
  const secure = isHttps(settings);
  return { path: '/', httpOnly: true, secure, sameSite: secure ? 'none' : 'lax', maxAge: 600 };
}

/** Gives a browser that leaves for a provider the key by which it is known when it comes back. */
export function setOidcCookie({ settings }: Pick<AppContext, 'settings'>, reply: FastifyReply, key: string): void {
  reply.setCookie(hostCookieName(settings, cookieName), key, cookieFor(settings));
}

/** The hash of the cookie of a browser that was sent to a provider; null: there is none. */
export function hashOidcCookie({ settings }: Pick<AppContext, 'settings'>, request: FastifyRequest): Buffer | null {
  const key = readKeyCookie(request, hostCookieName(settings, cookieName));
  return key === null ? null : sha256(key);
}

export function clearOidcCookie({ settings }: Pick<AppContext, 'settings'>, reply: FastifyReply): void {
  reply.clearCookie(hostCookieName(settings, cookieName), cookieFor(settings));
}

/**
 * The refusal of a browser without a pending sign-in. Recorded in the audit trail when the browser shows a key, which
 * browsers forget in time, unless it was recorded at the callback; `again`: a request with the same key was quicker.
 * The cookie of a sign-in that waits for its answer stays: a refused callback leads here, too, and anybody can send
 * one.
 */
export async function createMissingSignInRefusal({ app, request, reply }: WithCookie, again = false): Promise<Refusal> {
  const hash = hashOidcCookie(app, request);
  const why = again ? 'again' : hash && (await app.database.read((db) => readMissingSignInReason(db, hash)));
  if (why !== 'waits') {
    if (why) auditAnonymousRefusal(app, request, 'outside.replayed', { why });
    clearOidcCookie(app, reply);
  }
  return new Refusal('outside.over', 401);
}

const linkOnly = ['outside.cancelled', 'outside.away'];

/** What the page shows for the code that was written down; `linking`: for whoever is signed in and links an account. */
export function createOutcomeRefusal(code: string, linking = false, cause?: unknown): Refusal {
  const values = {
    ...(linking && linkOnly.includes(code) && { values: { context: 'link' } }),
    ...(cause !== undefined && { cause }),
  };
  if (code === 'outside.away') return new Refusal(code, 503, values);
  const isForbidden = /\.(unknown|guarded|notLinked|otherAccount|otherPin|taken|closed|roleNotServed)$/.test(code);
  return new Refusal(code, isForbidden ? 403 : 401, values);
}
