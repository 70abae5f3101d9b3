import { login } from '@bilim/contract/login.ts';
import { ask } from './api.ts';
import { asFailure, unanswered } from './failure.ts';
import { online } from './online.ts';
import { endHere, session } from './session.ts';
import { setLeft } from './storage.ts';
import { tellTabs } from './tabs.ts';

/** Signs out: ends the session on the server, forgets everything about the person, also without a network (AUTH-09). */
export async function signOut(): Promise<void> {
  const uid = session.get().user?.uid;
  const told = tellServer();
  const forgotten = endHere();
  if (uid !== undefined) tellTabs({ kind: 'ended', uid });
  await Promise.all([forgotten, told]);
}

/** Ends the session on the server; when it cannot be reached, later, also by a page that is opened then. */
export async function tellServer(): Promise<void> {
  setLeft(true);
  const answer = await ask(login.logout, { logout: true }).catch((error: unknown) => asFailure(error));
  if (answer instanceof Error && unanswered(answer)) tellLater();
  else setLeft(false);
}

function tellLater(): void {
  const stop = online.subscribe(() => {
    if (!online.get()) return;
    stop();
    if (!session.get().user) void tellServer();
  });
}
