import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readKeyCookie, rowKeyCookieDefinitions } from '../../auth/key-cookies.ts';
import { sha256 } from '../../auth/session.ts';
import type { AppContext } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { type Ceremony, type ConsumedChallenge, consumeChallenge, storeChallenge } from './passkeys.queries.ts';

const cookieName = rowKeyCookieDefinitions.passkey.name;
/** Seconds in which a question is to be answered. */
export const ceremonyTimeoutSeconds = 300;

/** For whom keys are made: the portal's host, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Keys belong to a name, never to a bare IP address (WebAuthn). Refuses with 404 passkeys.notHere. */
export function resolveRelyingParty({ settings }: Pick<AppContext, 'settings'>, request: FastifyRequest): RelyingParty {
  const origin = settings.publicAddress ?? `${request.protocol}://${request.host}`;
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new Refusal('passkeys.notHere', 404);
  return { id: hostname, origin };
}

/** Remembers what this browser is asked. */
export async function saveCeremony(
  { database, sessions }: AppContext,
  reply: FastifyReply,
  challenge: string,
  ceremony: Ceremony,
): Promise<void> {
  const key = randomBytes(32).toString('base64url');
  await database.transaction((db) =>
    storeChallenge(db, sha256(key), { challenge, ...ceremony, seconds: ceremonyTimeoutSeconds }),
  );
  reply.setCookie(sessions.cookieNameOf(cookieName), key, { ...sessions.cookie(null), maxAge: ceremonyTimeoutSeconds });
}

/** What this browser was asked; it is asked once. Null: nothing, or too long ago. */
export async function consumeCeremony(
  { database, sessions }: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ceremony: Ceremony,
): Promise<ConsumedChallenge | null> {
  const key = readKeyCookie(request, sessions.cookieNameOf(cookieName));
  if (key === null) return null;
  reply.clearCookie(sessions.cookieNameOf(cookieName), { ...sessions.cookie(null) });
  return await database.transaction((db) => consumeChallenge(db, sha256(key), ceremony));
}

/** A text that shall be a JSON object; null: it is none. */
export function parseJsonObject<T extends object>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : null;
  } catch {
    return null;
  }
}
