import { login } from '@bilim/contract/login.ts';
import { ask } from './api.ts';
import { asFailure, unanswered } from './failure.ts';
import { endHere, session, tellSignOut } from './session.ts';
import { rememberInCookie } from './storage.ts';
import { tellTabs } from './tabs.ts';

/** Signs out: ends the session on the server, forgets everything about the person, also without a network (AUTH-09). */
export async function signOut(): Promise<void> {
  const uid = session.get().user?.uid;
  // Until the server has heard it, also for a page that is opened later.
  rememberInCookie('left', '1');
  const told = ask(login.logout, { logout: true }).catch((error: unknown) => asFailure(error));
  const forgotten = endHere();
  if (uid !== undefined) tellTabs({ kind: 'ended', uid });
  await forgotten;
  const answer = await told;
  if (answer instanceof Error && unanswered(answer)) tellSignOut();
}
