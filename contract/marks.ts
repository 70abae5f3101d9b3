import { call } from './call.ts';
import { conversationFields, groupConversationFields } from './conversation.ts';
import * as f from './fields.ts';

/** How one answers a message without words: 1 got it, 2 thanks, 3 smile, 4 question, 5 done. */
const sign = () => f.wholeNumber(1, 5);

const person = { idid: f.int(), fio: f.str(), id_type: f.int() };

/** What members put on the messages of a conversation, beside the messages themselves. */
export const marks = {
  /**
   * What is on the messages from `id_top_message` to `id_last_message`: reactions with how many put them and whether
   * the caller did, and the members whom the text names; only messages that have any. `pinned`: the conversation's
   * pinned message. `removed`: messages of these that a moderator removed; the reason goes to the author alone.
   * `namesakes`: who in a group's conversation is called as somebody else there, and what tells them apart; absent: nobody.
   */
  marks: call({
    path: '/api/chat/marks.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ ...conversationFields, id_top_message: f.idOrZero(), id_last_message: f.id() }),
    output: f.rows(
      f.shape({
        pinned: f.nullable(
          f.shape({ id_message: f.int(), id_author: f.int(), fio: f.str(), apart: f.namesakeHint(), message: f.str() }),
        ),
        messages: f.rows(
          f.shape({
            id_message: f.int(),
            reactions: f.rows(f.shape({ sign: f.int(), count: f.int(), ismine: f.bool() })),
            mentions: f.rows(f.shape({ idid: f.int(), name: f.str() })),
          }),
        ),
        removed: f.rows(
          f.shape({
            id_message: f.int(),
            created: f.timestamp(),
            ismine: f.bool(),
            id_author: f.int(),
            authorType: f.int(),
            fio: f.str(),
            apart: f.namesakeHint(),
            reason: f.nullable(f.str()),
          }),
        ),
        namesakes: f.optional(f.rows(f.shape({ idid: f.int(), apart: f.str() }))),
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
    input: f.shape({ id_message: f.id(), sign: sign(), put: f.flag() }),
    output: f.writeResult(),
  }),
  /** Who put which reaction on a message, first ones first. */
  reactors: call({
    path: '/api/chat/reactors.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_message: f.id() }),
    output: f.rows(f.shape({ ...person, apart: f.namesakeHint(), sign: f.int() })),
  }),
  /** Makes a message the one that is above its conversation, for all members, or takes it from there. */
  pinMessage: call({
    path: '/api/chat/pinmessage.json',
    method: 'POST',
    access: 'in',
    input: f.shape({ id_message: f.id(), pinned: f.flag() }),
    output: f.writeResult(),
  }),
  /** The members of a group's conversation at this moment: teachers, then students by name. */
  people: call({
    path: '/api/chat/group/people.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape(groupConversationFields),
    output: f.rows(f.shape({ ...person, apart: f.namesakeHint() })),
  }),
};
