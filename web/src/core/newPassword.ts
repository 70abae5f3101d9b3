import { passToken, session } from './session.ts';
import { remember } from './storage.ts';

/** Called when a new password has renewed the session: the token belongs to its new id. */
export function tokenRenewed(token: string): void {
  remember('token', token);
  const { user } = session.get();
  if (user) passToken(user);
}

/** Called with the new password in place: the person may enter the portal. */
export function passwordChanged(): void {
  const { user } = session.get();
  if (!user?.mustChangePassword) return;
  const free = { ...user, mustChangePassword: false };
  remember('user', JSON.stringify(free));
  session.set({ ...session.get(), user: free });
}
