import type { Call } from '@bilim/contract/call.ts';
import { chat as calls } from '@bilim/contract/chat.ts';
import { parseIdempotencyKey } from '../../call/idempotency.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { insertFileRows } from '../../files/files.ts';
import { toConversationLiveKey } from '../../university/conversations.keys.ts';
import { readConversationMembers, readMemberAudience } from '../../university/conversations.queries.ts';
import { type AuthorizedConversation, authorizeMessageFile } from './chat.access.ts';
import { begins } from './chat.begins.ts';
import {
  auditOfficeAction,
  authorizeConversationFromContext,
  authorizeMessageFromContext,
} from './chat.caller-access.ts';
import { groupMessageHandlers } from './chat.groups.ts';
import { inboxHandlers } from './chat.inbox.ts';
import {
  parseConversationKey,
  parseMessageConversationKey,
  toGroupConversationKey,
  toPersonalConversationKey,
} from './chat.keys.ts';
import { storeMentions } from './chat.marks.queries.ts';
import { messageAnnotationHandlers, messageAnnotationsRoom } from './chat.marks.ts';
import { distinguishMembers } from './chat.namesakes.ts';
import { officeMailboxHandlers } from './chat.office-mailboxes.ts';
import {
  changesPageSize,
  type MessagePageQuery,
  readMessageReaders,
  readMessages,
  readOwnMessageReceipts,
  readUnreadContacts,
} from './chat.queries.ts';
import { type MarkReadResult, markMessageRead, markReadUpTo } from './chat.reading.queries.ts';
import { ReadReceiptPublisher } from './chat.receipts.ts';
import { messageReportHandlers } from './chat.reports.ts';
import { chatSearchHandlers } from './chat.search.ts';
import { ConversationChangesCache } from './chat.shared.ts';
import type { ChatState } from './chat.state.ts';
import { checkMessageText, normalizeLineBreaks } from './chat.text.ts';
import {
  countMembers,
  deleteMessage,
  editMessage,
  findMessageByClientKey,
  insertMessage,
  isMessageInConversation,
} from './chat.writing.queries.ts';

/** Personal and group conversations. */
export const chat = room<typeof calls, ChatState>('chat', calls, {
  begins,
  state: ({ live }) => ({ receipts: new ReadReceiptPublisher(live), changes: new ConversationChangesCache() }),
  handlers: {
    ...inboxHandlers,
    ...messageAnnotationHandlers,
    ...chatSearchHandlers,
    ...groupMessageHandlers,
    ...officeMailboxHandlers,
    ...messageReportHandlers,

    async messages(ctx) {
      const open = await authorizeConversationFromContext(
        ctx,
        toPersonalConversationKey(ctx.input, ctx.input.id_to),
        true,
      );
      return await opened(ctx, open, { newest: true });
    },

    async groupMessages(ctx) {
      const { id_lastMessage } = ctx.input;
      const open = await authorizeConversationFromContext(ctx, toGroupConversationKey(ctx.input), true);
      return await opened(ctx, open, id_lastMessage === undefined ? { newest: true } : { after: id_lastMessage });
    },

    async new(ctx) {
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input));
      return await readMessages(ctx.db, open, { after: ctx.input.id_last_message });
    },

    async old(ctx) {
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input));
      return await readMessages(ctx.db, open, { before: ctx.input.id_top_message });
    },

    async count(ctx) {
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input));
      return [{ countMessages: open.unread }];
    },

    async search(ctx) {
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input));
      return await readMessages(ctx.db, open, { text: ctx.input.text, before: ctx.input.id_top_message ?? null });
    },

    async members(ctx) {
      const open = await authorizeConversationFromContext(ctx, toGroupConversationKey(ctx.input));
      return [{ countMembers: await countMembers(ctx.db, open, ctx.app.settings.timeZone) }];
    },

    async sync(ctx) {
      const { revision, id_top_message } = ctx.input;
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input), true);
      const [rows, seen] = await Promise.all([
        ctx.state.changes.since(ctx.db, open, revision),
        readOwnMessageReceipts(ctx.db, open, id_top_message),
      ]);
      return [
        {
          revision: Math.max(revision, ...rows.map((row) => row.revision)),
          more: rows.length === changesPageSize,
          messages: rows.filter((row) => !row.deleted),
          deleted: rows.filter((row) => row.deleted).map((row) => row.id_message),
          seen,
          unreades_start: open.firstUnread,
          unreades_total: open.unread,
        },
      ];
    },

    async insert(ctx) {
      const { db, caller, input, files, publish, app } = ctx;
      const text = normalizeLineBreaks(input.message ?? '');
      checkMessageText(text, files.length);
      const open = await authorizeConversationFromContext(ctx, parseMessageConversationKey(input));
      // Kept answers end after a day; a message that comes again under its key later still is there once.
      const key = parseIdempotencyKey(ctx.request.headers['idempotency-key']);
      const before = key === null ? null : await findMessageByClientKey(db, open.uid, key);
      if (before !== null) return await readMessages(db, open, { only: before });
      if (open.over) throw new Refusal(open.over, 422);
      const replyTo = input.replyTo ?? null;
      if (replyTo !== null && !(await isMessageInConversation(db, open, replyTo)))
        throw new Refusal('chat.notFound', 404);
      const [members, kept] = await Promise.all([
        readConversationMembers(db, open, app.settings.timeZone),
        insertFileRows(db, caller.uid, files),
      ]);
      const { id, conversation } = await insertMessage(db, caller, open, members, { text, files: kept, replyTo, key });
      await auditOfficeAction(ctx, open, 'written', id);
      const people = await readMemberAudience(db, open, members);
      const author = people.filter((tag) => tag === `u:${caller.uid}`);
      publish(
        people.filter((tag) => !author.includes(tag)),
        toConversationLiveKey(open),
      );
      if (author.length) publish(author, toConversationLiveKey(open), 'chat', key ?? undefined);
      if (text.includes('@')) {
        await storeMentions(db, id, { members, text, chosen: input.mentions });
        publish(people, toConversationLiveKey(open), messageAnnotationsRoom);
      }
      return await readMessages(db, { ...open, id: conversation }, { only: id });
    },

    async edit(ctx) {
      const { db, input, publish, app } = ctx;
      checkMessageText(input.message, 0);
      const message = await authorizeMessageFromContext(ctx, input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      if (!message.isMine) throw new Refusal('chat.notYourMessage', 403);
      if (message.conversation.over) throw new Refusal(message.conversation.over, 422);
      if (message.late) throw new Refusal('chat.tooLate', 422);
      if (message.text !== input.message) {
        if (!(await editMessage(db, message, input.message))) throw new Refusal('chat.notFound', 404);
        const members = await readConversationMembers(db, message.conversation, app.settings.timeZone);
        await storeMentions(db, message.id, { members, text: input.message });
        await auditOfficeAction(ctx, message.conversation, 'edited', message.id);
        const people = await readMemberAudience(db, message.conversation, members);
        // What is pinned shows the text as it reads now.
        for (const room of [undefined, messageAnnotationsRoom])
          publish(people, toConversationLiveKey(message.conversation), room);
      }
      return await readMessages(db, message.conversation, { only: message.id });
    },

    async delete(ctx) {
      const { db, input, publish, app } = ctx;
      const message = await authorizeMessageFromContext(ctx, input.id_message);
      if (!message.isMine)
        throw message.deleted ? new Refusal('chat.notFound', 404) : new Refusal('chat.notYourMessage', 403);
      if (!message.deleted && (await deleteMessage(db, message))) {
        const members = await readConversationMembers(db, message.conversation, app.settings.timeZone);
        await auditOfficeAction(ctx, message.conversation, 'deleted', message.id);
        const people = await readMemberAudience(db, message.conversation, members);
        for (const room of [undefined, messageAnnotationsRoom])
          publish(people, toConversationLiveKey(message.conversation), room);
      }
      return [{ result: 1 }];
    },

    async read(ctx) {
      const message = await authorizeMessageFromContext(ctx, ctx.input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      return await notifyReadMark(ctx, message.conversation, await markMessageRead(ctx.db, message));
    },

    async readAll(ctx) {
      const open = await authorizeConversationFromContext(ctx, parseConversationKey(ctx.input));
      return await notifyReadMark(ctx, open, await markReadUpTo(ctx.db, open, ctx.input.id_last_message ?? null));
    },

    async seen(ctx) {
      const message = await authorizeMessageFromContext(ctx, ctx.input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      if (!message.isMine) throw new Refusal('chat.notYourMessage', 403);
      return await distinguishMembers(ctx, await readMessageReaders(ctx.db, message));
    },

    async unreadContacts({ db, caller, language, app }) {
      const rows = await readUnreadContacts(db, caller, language, app.settings.timeZone);
      return rows.map((row) =>
        row.idid > 0 ? row : { ...row, fio: app.translations.translate(language, 'common:groupChat') },
      );
    },

    async download({ db, caller, input, app, request }) {
      const file = await authorizeMessageFile(db, caller, input.id, app.settings.timeZone);
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },
  },
});

async function opened({ db }: Pick<CallContext, 'db'>, open: AuthorizedConversation, page: MessagePageQuery) {
  const messages = await readMessages(db, open, page);
  return { messages, unreades_start: open.firstUnread, unreades_total: open.unread, revision: open.revision };
}

/** Answers a read and notifies those whose messages it were, and the reader's other tabs. */
async function notifyReadMark(
  { db, state, afterCommit }: Pick<CallContext<Call, ChatState>, 'db' | 'state' | 'afterCommit'>,
  open: AuthorizedConversation,
  mark: MarkReadResult,
) {
  if (mark.authors.length) {
    const people = await readMemberAudience(db, open, [open.uid, ...mark.authors]);
    afterCommit(() => state.receipts.publish(toConversationLiveKey(open), people));
  }
  return [{ result: 1, countMessages: mark.left }];
}
