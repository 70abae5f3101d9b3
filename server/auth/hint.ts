import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutsideAccount } from './providers.ts';
import type { Sessions } from './session.ts';
import type { Signer } from './signer.ts';

/**
 * The ID token by which a provider knows later whom to sign out. It is kept by the browser alone, sealed with a key that the
 * browser does not have, and sent with the sign-out and no other call (docs/decisions/0047-sign-out-at-the-provider.md).
 */
const cookie = 'hint';
const path = '/lms/api/auth/logout.json';
const days = 90;
/** Browsers drop a cookie of more than 4096 bytes; without one the provider asks whom it shall sign out. */
const longest = 3900;

interface Means {
  readonly signer: Signer;
  readonly sessions: Sessions;
}

interface Hint extends Pick<OutsideAccount, 'issuer' | 'subject'> {
  readonly idToken: string;
}

/** Gives the browser its hint for signing out; on a shared computer it goes with the browser. */
export function giveHint({ signer, sessions }: Means, reply: FastifyReply, hint: Hint, shared: boolean): void {
  const { issuer, subject, idToken } = hint;
  const sealed = signer.seal(cookie, JSON.stringify({ issuer, subject, idToken }));
  if (sealed.length <= longest) reply.setCookie(cookie, sealed, { ...sessions.cookie(shared ? null : days), path });
}

/** The ID token of the account by which a session was begun; null: this browser has none of it. */
export function hintOf(signer: Signer, request: FastifyRequest, account: OutsideAccount): string | null {
  const sealed = request.cookies[cookie];
  const text = sealed ? signer.unseal(cookie, sealed) : null;
  if (text === null) return null;
  const { issuer, subject, idToken } = JSON.parse(text) as Hint;
  return issuer === account.issuer && subject === account.subject ? idToken : null;
}

/** Takes the hint from the browser. */
export function dropHint(sessions: Sessions, reply: FastifyReply): void {
  reply.clearCookie(cookie, { ...sessions.cookie(null), path });
}
