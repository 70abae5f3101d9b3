import type { FastifyRequest } from 'fastify';

/**
 * Cookies of ours that are the key to a row, and the rows' table, each with `hash` and `expires_at`: a sign-in that waits for its
 * second step, one that is at a provider, a question to a passkey, and whom to sign out at a provider. `isPendingSignIn`: a row may
 * still become a session of its `person_id`, and a reset ends it.
 */
export const rowKeyCookieDefinitions = {
  secondStep: { name: 'second', table: 'pending_second_step', isPendingSignIn: true },
  provider: { name: 'outside', table: 'pending_signin', isPendingSignIn: true },
  passkey: { name: 'passkey', table: 'passkey_challenge', isPendingSignIn: true },
  signOutHint: { name: 'hint', table: 'signout_hint', isPendingSignIn: false },
} as const;

/** No key of ours is longer, in signs: what is longer is not looked up. */
export const maxKeyLength = 100;

/** The key that a browser sends in the cookie of a full name; null: none, or none of ours. */
export function readKeyCookie(request: FastifyRequest, name: string): string | null {
  const key = request.cookies[name];
  return key && key.length <= maxKeyLength ? key : null;
}
