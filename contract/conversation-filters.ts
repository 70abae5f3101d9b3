/** What each filter of the inbox asks the list of conversations for (`chat.conversations`), the same in the first answer. */
export const conversationFilters = { all: {}, unread: { unread: true }, groups: { groups: true } } as const;

/** A filter of the inbox. */
export type ConversationFilter = keyof typeof conversationFilters;
