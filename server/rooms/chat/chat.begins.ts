import { chat } from '@bilim/contract/chat.ts';
import { selectVisibleChatParts } from '@bilim/contract/conversation-address.ts';
import { conversationFilters } from '@bilim/contract/conversation-filters.ts';
import type { PageStartLoader } from '../../call/page-start.ts';

/**
 * Calls of this room whose answers come with a page's first answer (`PageStartLoader`):
 * inbox and offices as far as the chat shows them; on the day what is unread, and for a clerk what was answered last.
 */
export const begins: PageStartLoader = ({ page, wide, selection, caller, fetch }) => {
  if (!caller) return undefined;
  const { inbox, contacts } =
    page === 'chat' ? selectVisibleChatParts(selection, wide) : { inbox: false, contacts: false };
  const isToday = page === 'today';
  const isClerksDay = isToday && caller.permissions.includes('orders');
  return Promise.all([
    ...(inbox || isClerksDay ? [fetch(chat.conversations, conversationFilters.all)] : []),
    ...(contacts && selection.c === undefined ? [fetch(chat.offices, {})] : []),
    ...(isToday ? [fetch(chat.conversations, conversationFilters.unread)] : []),
  ]);
};
