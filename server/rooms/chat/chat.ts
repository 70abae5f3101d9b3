import type { Call } from '@bilim/contract/call.ts';
import { chat as calls } from '@bilim/contract/chat.ts';
import { readKey } from '../../call/idempotency.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { keepFiles } from '../../files/files.ts';
import { liveKey } from '../../university/conversations.keys.ts';
import { audienceOf, membersOf } from '../../university/conversations.queries.ts';
import { fileOf, type OpenConversation } from './chat.access.ts';
import { groups } from './chat.groups.ts';
import { inbox } from './chat.inbox.ts';
import { eitherKey, groupKey, keyOfNew, personalKey } from './chat.keys.ts';
import { noteMentions } from './chat.marks.queries.ts';
import { marks, marksRoom } from './chat.marks.ts';
import { offices } from './chat.offices.ts';
import { noteInOffice, openThe, openThis } from './chat.opening.ts';
import { changesPage, messagesOf, type Page, readersOf, seenOwn, unreadContacts } from './chat.queries.ts';
import { type ReadMark, readOne, readUpTo } from './chat.reading.queries.ts';
import { ReadReceipts } from './chat.receipts.ts';
import { reports } from './chat.reports.ts';
import { search } from './chat.search.ts';
import { SharedChanges } from './chat.shared.ts';
import type { State } from './chat.state.ts';
import { checkText, plainBreaks } from './chat.text.ts';
import {
  countMembers,
  deleteMessage,
  editMessage,
  insertMessage,
  isThere,
  sentBefore,
} from './chat.writing.queries.ts';

/** Personal and group conversations. */
export const chat = room<typeof calls, State>('chat', calls, {
  state: ({ live }) => ({ receipts: new ReadReceipts(live), changes: new SharedChanges() }),
  handlers: {
    ...inbox,
    ...marks,
    ...search,
    ...groups,
    ...offices,
    ...reports,

    async messages(ask) {
      const open = await openThe(ask, personalKey(ask.input, ask.input.id_to), true);
      return await opened(ask, open, { newest: true });
    },

    async groupMessages(ask) {
      const { id_lastMessage } = ask.input;
      const open = await openThe(ask, groupKey(ask.input), true);
      return await opened(ask, open, id_lastMessage === undefined ? { newest: true } : { after: id_lastMessage });
    },

    async new(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return await messagesOf(ask.db, open, { after: ask.input.id_last_message });
    },

    async old(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return await messagesOf(ask.db, open, { before: ask.input.id_top_message });
    },

    async count(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return [{ countMessages: open.unread }];
    },

    async search(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return await messagesOf(ask.db, open, { holding: ask.input.text, before: ask.input.id_top_message ?? null });
    },

    async members(ask) {
      const open = await openThe(ask, groupKey(ask.input));
      return [{ countMembers: await countMembers(ask.db, open, ask.house.settings.timeZone) }];
    },

    async changes(ask) {
      const { revision, id_top_message } = ask.input;
      const open = await openThe(ask, eitherKey(ask.input), true);
      const [rows, seen] = await Promise.all([
        ask.state.changes.since(ask.db, open, revision),
        seenOwn(ask.db, open, id_top_message),
      ]);
      return [
        {
          revision: Math.max(revision, ...rows.map((row) => row.revision)),
          more: rows.length === changesPage,
          messages: rows.filter((row) => !row.deleted),
          deleted: rows.filter((row) => row.deleted).map((row) => row.id_message),
          seen,
          unreades_start: open.firstUnread,
          unreades_total: open.unread,
        },
      ];
    },

    async insert(ask) {
      const { db, caller, input, files, tell, house } = ask;
      const text = plainBreaks(input.message ?? '');
      checkText(text, files.length);
      const open = await openThe(ask, keyOfNew(input));
      // Kept answers end after a day; a message that comes again under its key later still is there once.
      const key = readKey(ask.request.headers['idempotency-key']);
      const before = key === null ? null : await sentBefore(db, open.uid, key);
      if (before !== null) return await messagesOf(db, open, { only: before });
      if (open.over) throw new Refusal(open.over, 422);
      const replyTo = input.replyTo ?? null;
      if (replyTo !== null && !(await isThere(db, open, replyTo))) throw new Refusal('chat.notFound', 404);
      const [members, kept] = await Promise.all([
        membersOf(db, open, house.settings.timeZone),
        keepFiles(db, caller.uid, files),
      ]);
      const { id, conversation } = await insertMessage(db, caller, open, members, { text, files: kept, replyTo, key });
      await noteInOffice(ask, open, 'written', id);
      const people = await audienceOf(db, open, members);
      tell(people, liveKey(open));
      if (text.includes('@')) {
        await noteMentions(db, id, members, text);
        tell(people, liveKey(open), marksRoom);
      }
      return await messagesOf(db, { ...open, id: conversation }, { only: id });
    },

    async edit(ask) {
      const { db, input, tell, house } = ask;
      checkText(input.message, 0);
      const message = await openThis(ask, input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      if (!message.isMine) throw new Refusal('chat.notYourMessage', 403);
      if (message.conversation.over) throw new Refusal(message.conversation.over, 422);
      if (message.late) throw new Refusal('chat.tooLate', 422);
      if (message.text !== input.message) {
        if (!(await editMessage(db, message, input.message))) throw new Refusal('chat.notFound', 404);
        const members = await membersOf(db, message.conversation, house.settings.timeZone);
        await noteMentions(db, message.id, members, input.message);
        await noteInOffice(ask, message.conversation, 'edited', message.id);
        const people = await audienceOf(db, message.conversation, members);
        // What is pinned shows the text as it reads now.
        for (const room of [undefined, marksRoom]) tell(people, liveKey(message.conversation), room);
      }
      return await messagesOf(db, message.conversation, { only: message.id });
    },

    async delete(ask) {
      const { db, input, tell, house } = ask;
      const message = await openThis(ask, input.id_message);
      if (!message.isMine)
        throw message.deleted ? new Refusal('chat.notFound', 404) : new Refusal('chat.notYourMessage', 403);
      if (!message.deleted && (await deleteMessage(db, message))) {
        const members = await membersOf(db, message.conversation, house.settings.timeZone);
        await noteInOffice(ask, message.conversation, 'deleted', message.id);
        const people = await audienceOf(db, message.conversation, members);
        for (const room of [undefined, marksRoom]) tell(people, liveKey(message.conversation), room);
      }
      return [{ result: 1 }];
    },

    async read(ask) {
      const message = await openThis(ask, ask.input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      return await told(ask, message.conversation, await readOne(ask.db, message));
    },

    async readAll(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return await told(ask, open, await readUpTo(ask.db, open, ask.input.id_last_message ?? null));
    },

    async seen(ask) {
      const message = await openThis(ask, ask.input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      if (!message.isMine) throw new Refusal('chat.notYourMessage', 403);
      return await readersOf(ask.db, message);
    },

    async unreadContacts({ db, caller, language, house }) {
      const rows = await unreadContacts(db, caller, language, house.settings.timeZone);
      return rows.map((row) =>
        row.idid > 0 ? row : { ...row, fio: house.translations.say(language, 'common:groupChat') },
      );
    },

    async download({ db, caller, input, house, request }) {
      const file = await fileOf(db, caller, input.id, house.settings.timeZone);
      if (!file) throw new Refusal('file.notFound', 404);
      return house.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },
  },
});

async function opened({ db }: Pick<CallContext, 'db'>, open: OpenConversation, page: Page) {
  const messages = await messagesOf(db, open, page);
  return { messages, unreades_start: open.firstUnread, unreades_total: open.unread, revision: open.revision };
}

/** Answers a read and tells those whose messages it were, and the reader's other tabs. */
async function told(
  { db, state, afterCommit }: Pick<CallContext<Call, State>, 'db' | 'state' | 'afterCommit'>,
  open: OpenConversation,
  mark: ReadMark,
) {
  if (mark.authors.length) {
    const people = await audienceOf(db, open, [open.uid, ...mark.authors]);
    afterCommit(() => state.receipts.tell(liveKey(open), people));
  }
  return [{ result: 1, countMessages: mark.left }];
}
