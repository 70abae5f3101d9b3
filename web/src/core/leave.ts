import { cell } from './cell.ts';
import { outbox } from './outbox.ts';
import { signOut } from './session.ts';

/** Whether the person is being asked: something is unsent, and signing out would lose it. */
export const leaving = cell(false);

/** Signs out; asks first when something is unsent. */
export function leave(): void {
  if (outbox.get().entries.length) leaving.set(true);
  else void signOut();
}
