import type { Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import { callServer } from './api.ts';
import { atom } from './atom.ts';
import { isUnanswered, toFailure } from './failure.ts';
import { endLocalSession, session } from './session.ts';
import { reportSignOut } from './signOutReport.ts';
import { isSharedComputer, writeCookie } from './storage.ts';
import { broadcastToTabs } from './tabs.ts';

/** Somebody signed out here who is still signed in at the provider by which they came: where that ends too. */
export const remainingProviderSession = atom<Output<typeof login.logout>[number]['there'] | null>(null);

/** Signs out: ends the session on the server, forgets everything about the person, also without a network (AUTH-09). */
export async function signOut(): Promise<void> {
  const uid = session.get().user?.uid;
  const shared = isSharedComputer();
  // Until the server has confirmed it, also for a page that is opened later.
  writeCookie('left', '1');
  const serverReply = callServer(login.logout, { logout: true }).catch((error: unknown) => toFailure(error));
  const forgotten = endLocalSession();
  if (uid !== undefined) broadcastToTabs({ kind: 'ended', uid });
  await forgotten;
  const answer = await serverReply;
  if (answer instanceof Error) {
    if (isUnanswered(answer)) reportSignOut();
    return;
  }
  const there = answer[0]?.there;
  // Whoever comes to a shared computer next must not be able to sign in again; on one's own it is one's own choice.
  if (there && shared) location.assign(there.address);
  else remainingProviderSession.set(there ?? null);
}
