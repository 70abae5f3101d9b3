import type { Input } from '@bilim/contract/call.ts';
import type { chat } from '@bilim/contract/chat.ts';
import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { parseDisciplineKey } from '@bilim/contract/discipline-key.ts';
import { groupChatId, type UrlSelection } from '@bilim/contract/url-selection.ts';
import type { setUnreadCount } from '../../conversations/unread.data.ts';

/** What names a conversation to the calls: that of a group or stream, or one with a person or an office. */
type Named =
  | { readonly isGroup: true; readonly fields: Input<typeof chat.groupMessages> }
  | { readonly isGroup: false; readonly fields: Input<typeof chat.messages> };

/** A conversation as the page knows it; `key` is the one of the live line. */
export type Conversation = Named & {
  readonly key: string;
  /** With an office, or in its name. */
  readonly isOffice: boolean;
  readonly sendTo: Pick<
    Input<typeof chat.insert>,
    | ('year' | 'semester' | 'discipline' | 'kredit' | 'id_office' | 'currentContactId')
    | ('IsGroupChat' | 'isSelect' | 'group_subgroup')
  >;
  /** For the counts of unread messages. */
  readonly counted: Parameters<typeof setUnreadCount>[0];
};

/** The conversation that an address names; null while it does not say all of it. */
export function parseConversationAddress({ year, ws, d, g, c, o }: UrlSelection, uid: number): Conversation | null {
  if (o !== undefined) return withOffice(o, c ?? uid, uid);
  const named = parseDisciplineKey(d);
  if (year === undefined || ws === undefined || !named || c === undefined) return null;
  const stream = c === groupChatId ? g : null;
  if (stream === undefined) return null;
  const { id: id_discipline, isSelect, kredit } = named;
  const course = { year, ws, id_discipline, kredit };
  const path = `${year}/${ws}/${id_discipline}/${kredit}`;
  const sendTo = { year, semester: ws, discipline: id_discipline, kredit, currentContactId: c };
  const counted = { ...course, idid: c, id_office: null };
  if (stream === null)
    return {
      isGroup: false,
      isOffice: false,
      key: `p/${path}/${Math.min(uid, c)}/${Math.max(uid, c)}`,
      fields: { ...course, id_to: c },
      sendTo: { ...sendTo, IsGroupChat: false },
      counted: { ...counted, isSelect: false, gr_potok: 0 },
    };
  return {
    isGroup: true,
    isOffice: false,
    key: `g/${path}/${isSelect ? 1 : 0}/${stream}`,
    fields: { ...course, IsSelect: isSelect, gr_potok: stream },
    sendTo: { ...sendTo, IsGroupChat: true, isSelect, group_subgroup: stream },
    counted: { ...counted, isSelect, gr_potok: stream },
  };
}

/** What the conversation with an office hangs on. */
const none = { year: 0, ws: 0, id_discipline: 0, kredit: 0 };

/** The conversation of an office with a person: that person's own, or one in which the caller answers in its name. */
function withOffice(id_office: number, person: number, uid: number): Conversation {
  const other = person === uid ? id_office : person;
  const { ws: semester, id_discipline: discipline, ...rest } = none;
  return {
    isGroup: false,
    isOffice: true,
    key: `p/0/0/0/0/${Math.min(id_office, person)}/${Math.max(id_office, person)}`,
    fields: { ...none, id_office, id_to: other },
    sendTo: { ...rest, semester, discipline, id_office, currentContactId: other, IsGroupChat: false },
    counted: { ...none, idid: other, id_office, isSelect: false, gr_potok: 0 },
  };
}

/** The address of the conversation of a message that waits to be sent. */
export function pendingMessageAddress(input: Readonly<Record<string, unknown>>): UrlSelection {
  const { year, semester, discipline, kredit, id_office, currentContactId, isSelect, group_subgroup } =
    input as Conversation['sendTo'];
  return conversationAddress({
    ...{ year, ws: semester, id_discipline: discipline, kredit, idid: currentContactId },
    ...{ id_office: id_office ?? null, isSelect: isSelect ?? null },
    ...{ gr_potok: currentContactId === groupChatId ? (group_subgroup ?? null) : null },
  });
}

/** A message that a search found and the words that it was searched by, as the address names them. */
export interface MessageHit {
  readonly id: number;
  readonly words: string;
}
