import { atom } from './atom.ts';
import { discardUnsavedEntries, outbox } from './offline/outbox.ts';
import { signOut } from './signOut.ts';

/** Whether the dialog is open: entries are pending, and signing out would leave them behind or lose them. */
export const isConfirmingSignOut = atom(false);

/** Signs out; asks first when entries are pending. */
export function requestSignOut(): void {
  if (outbox.get().entries.length) isConfirmingSignOut.set(true);
  else void signOut();
}

/** Signs out although entries are pending: they wait for the person in a private browser, and are lost on a shared computer. */
export function confirmSignOut(): void {
  isConfirmingSignOut.set(false);
  discardUnsavedEntries();
  void signOut();
}
