import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { closeNotifications } from '../../core/offline/pushNotifications.ts';
import { session } from '../../core/session.ts';
import { parseConversationAddress } from './chat.address.ts';

/** Closes the notification of a conversation that has nothing unread any more; its address says which one it is of. */
export function closeConversationNotification(key: string): void {
  const uid = session.get().user?.uid ?? 0;
  void closeNotifications(({ tag, data }) => {
    const url = new URL(String((data as { url?: unknown } | null)?.url), location.origin);
    return (
      tag.startsWith('c') &&
      parseConversationAddress(readUrlSelection(Object.fromEntries(url.searchParams)), uid)?.key === key
    );
  });
}
