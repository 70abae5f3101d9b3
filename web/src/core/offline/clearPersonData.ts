import { deleteEmptyPendingStore } from './pending.ts';
import { unsubscribeDevice } from './pushNotifications.ts';

/** Lets go of what the browser holds for the person who was signed in, beyond its storages. */
export async function clearPersonData(): Promise<void> {
  await Promise.all([deleteEmptyPendingStore(), unsubscribeDevice()]);
}
