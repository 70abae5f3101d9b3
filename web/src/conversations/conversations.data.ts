import type { Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { type ConversationFilter, conversationFilters } from '@bilim/contract/conversation-filters.ts';
import { inboxPageSize } from '@bilim/contract/limits.ts';
import { officeContactType } from '@bilim/contract/url-selection.ts';
import { queryForPages } from '../core/queryClient.ts';
import { shortName, surnameAndName } from '../kit/person.ts';

/** A conversation as the list of one's own has it. */
export type ConversationRow = Output<typeof chat.conversations>[number];

/** How a conversation is called: a group by its discipline, a person or an office by name. */
export function conversationTitle({
  idid,
  id_type,
  fio,
  discipline,
}: Pick<ConversationRow, 'idid' | 'id_type' | 'fio' | 'discipline'>): string {
  if (idid < 0) return discipline;
  if (id_type === officeContactType) return fio;
  return id_type === 1 ? shortName(fio) : surnameAndName(fio);
}

/** One's own conversations, latest first, by pages. */
export const conversationListQuery = (filter: ConversationFilter) =>
  queryForPages('chat', chat.conversations, conversationFilters[filter], {
    size: inboxPageSize,
    next: (last) => ({ id_last_message: last.id_last_message }),
  });
