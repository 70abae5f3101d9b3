import { call } from './call.ts';
import { conversationFields } from './conversation.ts';
import * as f from './fields.ts';

/** A conversation as the inbox lists it; `last` is its newest message, null where there is none. */
const conversation = f.shape({
  idid: f.int(),
  id_type: f.int(),
  fio: f.str(),
  apart: f.namesakeHint(),
  countMessages: f.int(),
  year: f.int(),
  ws: f.int(),
  id_discipline: f.int(),
  discipline: f.str(),
  kredit: f.num(),
  isSelect: f.nullable(f.bool()),
  gr_potok: f.nullable(f.int()),
  group: f.nullable(f.str()),
  /**
   * The office of the conversation, which is the other side unless the caller answers in its name. Year, ws, id_discipline
   * and kredit are 0 then, `discipline` is the office's name.
   */
  id_office: f.nullable(f.int()),
  /** Why one may read here and no more write: the code of the refusal. */
  over: f.nullable(f.str()),
  /** A message that the caller has not read names the caller. */
  mentioned: f.bool(),
  muted: f.bool(),
  pinned: f.bool(),
  /** Where the conversation is in the list: the newest id that it ever had. */
  id_last_message: f.int(),
  last: f.nullable(
    f.shape({
      id_message: f.int(),
      message: f.str(),
      created: f.timestamp(),
      ismine: f.bool(),
      fio: f.str(),
      /** The first file's name and type. */
      file: f.nullable(f.shape({ name: f.str(), type: f.str() })),
      /** Somebody else has read it. */
      isRead: f.bool(),
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
    input: f.shape({
      unread: f.optionalFlag(),
      groups: f.optionalFlag(),
      id_discipline: f.optionalId('int'),
      id_last_message: f.optionalId(),
    }),
    output: f.rows(conversation),
  }),
  /** One conversation as the list has it, also before its first message. */
  conversation: call({
    path: '/api/chat/conversation.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape(conversationFields),
    output: f.rows(conversation),
  }),
  /** Whether the conversation calls for attention; only for the caller. */
  mute: call({
    path: '/api/chat/mute.json',
    method: 'POST',
    access: 'in',
    input: f.shape({ ...conversationFields, muted: f.flag() }),
    output: f.writeResult(),
  }),
  /** Whether the conversation is at the head of the caller's list. */
  pin: call({
    path: '/api/chat/pin.json',
    method: 'POST',
    access: 'in',
    input: f.shape({ ...conversationFields, pinned: f.flag() }),
    output: f.writeResult(),
  }),
  /** Marks everything in all of the caller's conversations as read; how many conversations that were. */
  readEverything: call({
    path: '/api/chat/readeverything.json',
    method: 'POST',
    access: 'in',
    input: f.noFields(),
    output: f.rows(f.shape({ result: f.int(), countConversations: f.int() })),
  }),
};
