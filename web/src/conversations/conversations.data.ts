import type { Input, Output } from '@bilim/contract/call.ts';
import { chat } from '@bilim/contract/chat.ts';
import { inboxPageSize } from '@bilim/contract/limits.ts';
import { officeContactType } from '@bilim/contract/url-selection.ts';
import { queryForPages } from '../core/queries.ts';
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

/** Which conversations a list holds. */
export type ConversationFilter = 'all' | 'unread' | 'groups';

/** What a filter asks for. */
export const conversationFilterInput = (filter: ConversationFilter): Input<typeof chat.conversations> =>
  filter === 'unread' ? { unread: true } : filter === 'groups' ? { groups: true } : {};

/** One's own conversations, latest first, by pages. */
export const conversationListQuery = (filter: ConversationFilter) =>
  queryForPages('chat', chat.conversations, conversationFilterInput(filter), {
    size: inboxPageSize,
    next: (last) => ({ id_last_message: last.id_last_message }),
  });
