import { Optional } from 'typebox';
import { call } from './call.ts';
import { chatGroups } from './chat-groups.ts';
import { chatReports } from './chat-reports.ts';
import { chatSearch } from './chat-search.ts';
import {
  conversationFields,
  correspondentRole,
  groupConversationFields,
  listedConversationFields,
  officeFields,
  personalConversationFields,
} from './conversation.ts';
import * as f from './fields.ts';
import { inbox } from './inbox.ts';
import { limits, maxSearchesPerMinute } from './limits.ts';
import { chatMessageMarks } from './marks.ts';
import { attachedFileSchema } from './news.ts';
import { officeMailboxes } from './office-mailboxes.ts';

/** `key`: the Idempotency-Key under which the caller sent it, only on own messages. */
const message = f.object({
  key: f.nullable(f.string()),
  id_message: f.integer(),
  message: f.string(),
  ismine: f.boolean(),
  created: f.timestamp(),
  id_author: f.integer(),
  authorType: f.integer(),
  fio: f.string(),
  files: f.array(attachedFileSchema),
  readAt: f.nullable(f.timestamp()),
  seenBy: f.integer(),
  editedAt: f.nullable(f.timestamp()),
  replyTo: f.nullable(
    f.object({ id_message: f.integer(), id_author: f.integer(), fio: f.string(), message: f.nullable(f.string()) }),
  ),
});

const unread = { unreades_start: f.nullable(f.integer()), unreades_total: f.integer() };
/** `revision` counts what was written, edited and deleted in the conversation; `sync` goes on from it. */
const opened = f.object({ messages: f.array(message), ...unread, revision: f.integer() });
const counted = f.array(f.object({ result: f.integer(), countMessages: f.integer() }));

/** An id at which a page starts; 0 is before the first message. */
const from = () => f.wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** Longest text that the schema takes; the room refuses what is too long for a message by itself (chat.tooLong). */
const anyText = 1_000_000;

export const chat = {
  ...inbox,
  ...chatMessageMarks,
  ...chatSearch,
  ...chatGroups,
  ...chatReports,
  ...officeMailboxes,
  messages: call({
    path: '/api/chat/messages.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(personalConversationFields),
    output: opened,
  }),
  insert: call({
    path: '/api/chat/insert.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 120,
    oftenAs: 'words',
    files: { field: 'files', most: limits.fileCount },
    input: f.object({
      message: f.optionalText(anyText),
      year: f.year(),
      semester: f.termOrZero(),
      discipline: f.idOrZero('int'),
      kredit: f.credits(),
      ...officeFields,
      currentContactId: f.wholeNumber(-1, Number.MAX_SAFE_INTEGER),
      currentContactType: correspondentRole(),
      IsGroupChat: f.optionalFlag(),
      isSelect: f.optionalFlag(),
      group_subgroup: f.optionalId('int'),
      replyTo: f.optionalId(),
      /** Who was chosen for names behind an `@`: of members who are called the same these alone are mentioned. */
      mentions: f.optionalIds(50),
      uid: f.callerId(),
      from: f.callerId(),
      fromType: f.callerRole(),
    }),
    output: f.array(message),
  }),
  groupMessages: call({
    path: '/api/chat/group/messages.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...groupConversationFields, id_lastMessage: Optional(from()) }),
    output: opened,
  }),
  new: call({
    path: '/api/chat/new.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...conversationFields, id_last_message: from() }),
    output: f.array(message),
  }),
  old: call({
    path: '/api/chat/old.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...conversationFields, id_top_message: from() }),
    output: f.array(message),
  }),
  read: call({
    path: '/api/chat/read.json',
    method: 'POST',
    access: 'in',
    input: f.object({ id_message: f.id() }),
    output: counted,
  }),
  count: call({
    path: '/api/chat/count.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(conversationFields),
    output: f.array(f.object({ countMessages: f.integer() })),
  }),
  /** With `id_last_message` only up to that message: a screen is marked with one call. */
  readAll: call({
    path: '/api/chat/readall.json',
    method: 'POST',
    access: 'in',
    input: f.object({ ...conversationFields, id_last_message: f.optionalId() }),
    output: counted,
  }),
  delete: call({
    path: '/api/chat/deletemessage.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    input: f.object({ id_message: f.id(), uid: f.callerId() }),
    output: f.writeResult(),
  }),
  unreadContacts: call({
    path: '/api/chat/unreadcontacts.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id: f.callerId(), forType: f.callerRole(), uid: f.callerId() }),
    output: f.array(f.object(listedConversationFields)),
  }),
  edit: call({
    path: '/api/chat/editmessage.json',
    method: 'POST',
    access: 'in',
    idempotent: true,
    often: 120,
    oftenAs: 'words',
    input: f.object({ id_message: f.id(), message: f.text(anyText), uid: f.callerId() }),
    output: f.array(message),
  }),
  /**
   * What happened in a conversation after a revision: messages written or edited, ids of deleted ones, and how far
   * the caller's own messages from `id_top_message` on are seen. `more`: ask again from the new revision.
   */
  sync: call({
    path: '/api/chat/changes.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...conversationFields, revision: from(), id_top_message: from() }),
    output: f.array(
      f.object({
        revision: f.integer(),
        more: f.boolean(),
        messages: f.array(message),
        deleted: f.array(f.integer()),
        seen: f.array(f.object({ id_message: f.integer(), readAt: f.nullable(f.timestamp()), seenBy: f.integer() })),
        ...unread,
      }),
    ),
  }),
  /** Messages that hold a text, newest 20 of them, ascending; `id_top_message` goes on with older ones. */
  search: call({
    path: '/api/chat/search.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ ...conversationFields, text: f.text(200, 1), id_top_message: f.optionalId() }),
    output: f.array(message),
  }),
  /** How many people belong to a group's conversation at this moment, teachers and the caller among them. */
  members: call({
    path: '/api/chat/group/members.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(groupConversationFields),
    output: f.array(f.object({ countMembers: f.integer() })),
  }),
  /** Who has read one of the caller's own messages, first readers first. */
  seen: call({
    path: '/api/chat/seen.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_message: f.id() }),
    output: f.array(
      f.object({
        ...{ idid: f.integer(), fio: f.string(), apart: f.namesakeHint(), id_type: f.integer() },
        readAt: f.nullable(f.timestamp()),
      }),
    ),
  }),
  download: call({
    path: '/api/chat/download.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.object({ id: f.id(), inline: f.optionalFlag(), size: f.optionalText(10) }),
    output: f.noFields(),
  }),
};
