import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Db } from '../database/database.ts';
import { readKeyCookie, rowKeyCookieDefinitions } from './key-cookies.ts';
import type { LinkedAccount } from './linked-account.ts';
import { type SessionStore, sha256 } from './session.ts';
import type { Signer } from './signer.ts';

/**
 * The ID token by which a provider knows later whom to sign out. It lies in a row, sealed with a key that the browser's cookie
 * alone has: neither the database nor the browser can read it (docs/decisions/0051-sign-in-methods-and-resets.md).
 */
const cookie = rowKeyCookieDefinitions.signOutHint.name;
const days = 90;
/** The longest that is kept; without one the provider asks whom it shall sign out. */
const longest = 16_000;

interface Dependencies {
  readonly database: Database;
  readonly signer: Signer;
  readonly sessions: SessionStore;
}

interface Hint extends Pick<LinkedAccount, 'issuer' | 'subject'> {
  readonly idToken: string;
}

const purposeOf = (key: string) => `${cookie} ${key}`;

/** Gives the browser the key of its hint for signing out; on a shared computer it goes with the browser. */
export async function setSignOutHint(
  { database, signer, sessions }: Dependencies,
  reply: FastifyReply,
  { issuer, subject, idToken }: Hint,
  shared: boolean,
): Promise<void> {
  if (idToken.length > longest) return;
  const key = randomBytes(32).toString('base64url');
  const sealed = signer.seal(purposeOf(key), JSON.stringify({ issuer, subject, idToken }));
  await database.autocommit`
    insert into signout_hint (hash, sealed, expires_at)
    values (${sha256(key)}, ${sealed}, now() + ${days} * interval '1 day')`;
  reply.setCookie(sessions.cookieNameOf(cookie), key, sessions.cookie(shared ? null : days));
}

/** Takes the ID token of the account by which a session was begun; null: this browser has none of it. */
export async function takeSignOutHint(
  { database, signer, sessions }: Dependencies,
  request: FastifyRequest,
  account: LinkedAccount,
): Promise<string | null> {
  const key = readKeyCookie(request, sessions.cookieNameOf(cookie));
  if (key === null) return null;
  const [row] = await database.autocommit<{ sealed: string }[]>`
    delete from signout_hint where hash = ${sha256(key)} returning sealed`;
  const text = row ? signer.unseal(purposeOf(key), row.sealed) : null;
  if (text === null) return null;
  const { issuer, subject, idToken } = JSON.parse(text) as Hint;
  return issuer === account.issuer && subject === account.subject ? idToken : null;
}

/** Removes hints whose time is over. */
export async function sweepSignOutHints(db: Db): Promise<void> {
  await db`delete from signout_hint where expires_at < now()`;
}

/** Takes the key of the hint from the browser. */
export function clearSignOutHintCookie(sessions: SessionStore, reply: FastifyReply): void {
  reply.clearCookie(sessions.cookieNameOf(cookie), { ...sessions.cookie(null) });
}
