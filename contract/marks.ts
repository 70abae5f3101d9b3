import { call } from './call.ts';
import { conversationFields, groupConversationFields } from './conversation.ts';
import * as f from './fields.ts';

/** How one answers a message without words: 1 got it, 2 thanks, 3 smile, 4 question, 5 done. */
const sign = () => f.wholeNumber(1, 5);

const person = { idid: f.integer(), fio: f.string(), id_type: f.integer() };

/** What members put on the messages of a conversation, beside the messages themselves. */
export const chatMessageMarks = {
  /**
   * What is on the messages from `id_top_message` to `id_last_message`: reactions with how many put them and whether
   * the caller did, and the members whom the text names; only messages that have any. `pinned`: the conversation's
   * pinned message. `removed`: messages of these that a moderator removed; the reason goes to the author alone.
   * `namesakes`: who in a group's conversation is called as somebody else there, and what distinguishes them; absent: nobody.
   */
  marks: call({
    path: '/api/chat/marks.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ ...conversationFields, id_top_message: f.idOrZero(), id_last_message: f.id() }),
    output: f.array(
      f.object({
        pinned: f.nullable(
          f.object({
            id_message: f.integer(),
            id_author: f.integer(),
            fio: f.string(),
            apart: f.namesakeHint(),
            message: f.string(),
          }),
        ),
        messages: f.array(
          f.object({
            id_message: f.integer(),
            reactions: f.array(f.object({ sign: f.integer(), count: f.integer(), ismine: f.boolean() })),
            mentions: f.array(f.object({ idid: f.integer(), name: f.string() })),
          }),
        ),
        removed: f.array(
          f.object({
            id_message: f.integer(),
            created: f.timestamp(),
            ismine: f.boolean(),
            id_author: f.integer(),
            authorType: f.integer(),
            fio: f.string(),
            apart: f.namesakeHint(),
            reason: f.nullable(f.string()),
          }),
        ),
        namesakes: f.optional(f.array(f.object({ idid: f.integer(), apart: f.string() }))),
      }),
    ),
  }),
  /** Puts a reaction on a message, or takes it back; twice is once. */
  react: call({
    path: '/api/chat/react.json',
    method: 'POST',
    access: 'in',
    often: 120,
    oftenAs: 'words',
    input: f.object({ id_message: f.id(), sign: sign(), put: f.flag() }),
    output: f.writeResult(),
  }),
  /** Who put which reaction on a message, first ones first. */
  reactors: call({
    path: '/api/chat/reactors.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_message: f.id() }),
    output: f.array(f.object({ ...person, apart: f.namesakeHint(), sign: f.integer() })),
  }),
  /** Makes a message the one that is above its conversation, for all members, or takes it from there. */
  pinMessage: call({
    path: '/api/chat/pinmessage.json',
    method: 'POST',
    access: 'in',
    input: f.object({ id_message: f.id(), pinned: f.flag() }),
    output: f.writeResult(),
  }),
  /** The members of a group's conversation at this moment: teachers, then students by name. */
  people: call({
    path: '/api/chat/group/people.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(groupConversationFields),
    output: f.array(f.object({ ...person, apart: f.namesakeHint() })),
  }),
};
