import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { shortName } from '@bilim/contract/names.ts';
import type { Translations } from '../core/translations.ts';
import { readUnreadConversations, type UnreadSummary } from './messages.queries.ts';
import type { NoticeRenderer, RenderedNotice, RenderRequest } from './rendered.ts';

/**
 * Says what is unread in conversations: how much and of which discipline or office; names and words only to whom they may be
 * shown on a locked screen.
 */
export const renderUnreadMessages: NoticeRenderer = async (asked, { db, texts, timeZone }) => {
  const talks = await readUnreadConversations(db, timeZone, asked);
  return asked.map((one, place) => {
    const summary = talks[place];
    return summary ? wordsOf(summary, one, texts) : null;
  });
};

function wordsOf(summary: UnreadSummary, { language, isOpen }: RenderRequest, texts: Translations): RenderedNotice {
  const translate = (key: string, values = {}) => texts.translate(language, `delivery:message.${key}`, values);
  const { count, author, text, hasFiles, name, ...named } = summary;
  const by = author === null ? name[language] : shortName(author);
  const words = text || (hasFiles ? translate('file') : '');
  const title = count > 1 ? translate('several', { count }) : isOpen ? by : translate('single');
  const body = !isOpen ? name[language] : count > 1 ? `${by}: ${words}` : words;
  const address = Object.entries(conversationAddress(named)).map(([key, value]) => [key, String(value)]);
  return { title, body, url: `/lms/chat?${new URLSearchParams(address)}`, count, part: 'messages' };
}
