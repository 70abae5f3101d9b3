import { session, shareTokenWithTabs, type User } from './session.ts';
import { writeStoredValue } from './storage.ts';

/** Called when a new password has renewed the session: the token belongs to its new id. */
export function storeRenewedToken(token: string): void {
  writeStoredValue('token', token);
  const { user } = session.get();
  if (user) shareTokenWithTabs(user);
}

/** Called with the new password in place: the person may enter the portal. */
export function markPasswordChanged(): void {
  settle({ mustChangePassword: false });
}

/** Called with a second step in place: the person may enter the portal. */
export function markSecondStepSet(): void {
  settle({ mustSetSecondStep: false });
}

/** What stood between a person and the portal is done. */
function settle(done: Partial<User>): void {
  const { user } = session.get();
  if (!user) return;
  const free = { ...user, ...done };
  writeStoredValue('user', JSON.stringify(free));
  session.set({ ...session.get(), user: free });
}
