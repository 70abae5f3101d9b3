import { call } from './call.ts';
import { conversationFields, listedConversationFields } from './conversation.ts';
import * as f from './fields.ts';

/** A conversation as the inbox lists it; `last` is its newest message, null where there is none. */
const conversation = f.object({
  ...listedConversationFields,
  apart: f.namesakeHint(),
  /** Why one may read here and no more write: the code of the refusal. */
  over: f.nullable(f.string()),
  /** A message that the caller has not read names the caller. */
  mentioned: f.boolean(),
  muted: f.boolean(),
  pinned: f.boolean(),
  /** Where the conversation is in the list: the newest id that it ever had. */
  id_last_message: f.integer(),
  last: f.nullable(
    f.object({
      id_message: f.integer(),
      message: f.string(),
      created: f.timestamp(),
      ismine: f.boolean(),
      fio: f.string(),
      /** The first file's name and type. */
      file: f.nullable(f.object({ name: f.string(), type: f.string() })),
      /** Somebody else has read it. */
      isRead: f.boolean(),
    }),
  ),
});

/** The list of one's own conversations, and what a person keeps of one for themselves. */
export const inbox = {
  /**
   * The caller's conversations of all years, those that are pinned first, then by their newest message, 30 a page;
   * `id_last_message` goes on with the ones behind it. Fewer than 30: no more.
   */
  conversations: call({
    path: '/api/chat/conversations.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({
      unread: f.optionalFlag(),
      groups: f.optionalFlag(),
      id_discipline: f.optionalId('int'),
      id_last_message: f.optionalId(),
    }),
    output: f.array(conversation),
  }),
  /** One conversation as the list has it, also before its first message. */
  conversation: call({
    path: '/api/chat/conversation.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(conversationFields),
    output: f.array(conversation),
  }),
  /** Whether the conversation calls for attention; only for the caller. */
  mute: call({
    path: '/api/chat/mute.json',
    method: 'POST',
    access: 'in',
    input: f.object({ ...conversationFields, muted: f.flag() }),
    output: f.writeResult(),
  }),
  /** Whether the conversation is at the head of the caller's list. */
  pin: call({
    path: '/api/chat/pin.json',
    method: 'POST',
    access: 'in',
    input: f.object({ ...conversationFields, pinned: f.flag() }),
    output: f.writeResult(),
  }),
  /** Marks everything in all of the caller's conversations as read; how many conversations that were. */
  readEverything: call({
    path: '/api/chat/readeverything.json',
    method: 'POST',
    access: 'in',
    input: f.noFields(),
    output: f.array(f.object({ result: f.integer(), countConversations: f.integer() })),
  }),
};
