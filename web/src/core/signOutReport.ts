import { login } from '@bilim/contract/login.ts';
import { callServer } from './api.ts';
import { isUnanswered, toFailure } from './failure.ts';
import { retryUntilSuccess } from './isPortalReachable.ts';
import { readCookie, readStoredValue } from './storage.ts';

/** Tells the server of a sign-out until it answers, unless somebody is in again by then. */
export function reportSignOut(): void {
  void retryUntilSuccess(async () => {
    if (readStoredValue('token') !== null) return;
    const answer = await callServer(login.logout, { logout: true }).catch((error: unknown) => toFailure(error));
    if (answer instanceof Error && isUnanswered(answer)) throw answer;
  });
}

/** Does so where somebody signed out in an earlier page (signOut.ts) that the server does not know of yet; the server then takes the cookie away. */
export function reportEarlierSignOut(): void {
  if (readCookie('left') && readStoredValue('token') === null) reportSignOut();
}
