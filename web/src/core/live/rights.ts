import { login } from '@bilim/contract/login.ts';
import { callServer } from '../api.ts';
import { checkInBackground, session } from '../session.ts';
import { readRemembered } from '../storage.ts';
import { broadcastToTabs, onTabMessage } from '../tabs.ts';

/** Reads anew who is signed in, for this tab and the others: what they may has changed while their pages stand. */
export async function readRights(): Promise<void> {
  const { user } = session.get();
  const token = readRemembered('token');
  // Another person who came in beside this tab has it begin anew (session.ts).
  if (!user || token === null || readRemembered('uid') !== String(user.uid)) return;
  await checkInBackground(callServer(login.authenticate, { token }), user.uid);
  const now = session.get().user;
  if (now) broadcastToTabs({ kind: 'rights', uid: now.uid, permissions: now.permissions });
}

onTabMessage((message) => {
  const { user } = session.get();
  if (user && message.kind === 'rights' && message.uid === user.uid)
    session.set({ ...session.get(), user: { ...user, permissions: [...message.permissions] } });
});
