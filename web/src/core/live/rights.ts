import { apps } from '@bilim/contract/apps.ts';
import { login } from '@bilim/contract/login.ts';
import { callServer } from '../api.ts';
import { refetchChangedQueries } from '../queryClient.ts';
import { checkSessionInBackground, session } from '../session.ts';
import { readStoredValue } from '../storage.ts';
import { broadcastToTabs, onTabMessage } from '../tabs.ts';

/** Reads again who is signed in, for this tab and the others: what they may has changed while their pages stand. */
export async function refreshPermissions(): Promise<void> {
  const { user } = session.get();
  const token = readStoredValue('token');
  // Another person who came in beside this tab has it begin again (session.ts).
  if (!user || token === null || readStoredValue('uid') !== String(user.uid)) return;
  await checkSessionInBackground(callServer(login.authenticate, { token }), user.uid);
  renewRooms();
  const now = session.get().user;
  if (now) broadcastToTabs({ kind: 'rights', uid: now.uid, permissions: now.permissions });
}

onTabMessage((message) => {
  const { user } = session.get();
  if (!user || message.kind !== 'rights' || message.uid !== user.uid) return;
  session.set({ ...session.get(), user: { ...user, permissions: [...message.permissions] } });
  renewRooms();
});

/** Which rooms hold something for the person hangs on their rights, too. */
const renewRooms = () => refetchChangedQueries({ predicate: ({ queryKey }) => queryKey.includes(apps.empty.path) });
