import type { marks as calls } from '@bilim/contract/marks.ts';
import type { CallContext, Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { liveKey } from '../../university/conversations.keys.ts';
import { audienceOf, membersOf } from '../../university/conversations.queries.ts';
import { tellApart } from '../../university/namesakes.queries.ts';
import type { OpenMessage } from './chat.access.ts';
import { eitherKey, groupKey } from './chat.keys.ts';
import { marksOf, peopleOf, pinMessage, pinnedIn, react, reactorsOf, removedFrom } from './chat.marks.queries.ts';
import { openThe, openThis } from './chat.opening.ts';
import type { State } from './chat.state.ts';

/** Pages read what is on the messages apart from the messages: its events renew that alone. */
export const marksRoom = 'chat.marks';

/** What members put on the messages of a conversation. */
export const marks: Handlers<typeof calls, State> = {
  async marks(ask) {
    const { db, input } = ask;
    const open = await openThe(ask, eitherKey(input));
    const [pinned, messages, removed] = await Promise.all([
      pinnedIn(db, open),
      marksOf(db, open, input.id_top_message, input.id_last_message),
      removedFrom(db, open, input.id_top_message, input.id_last_message),
    ]);
    return [{ pinned, messages, removed }];
  },

  async react(ask) {
    const message = await openForMarks(ask, ask.input.id_message);
    if (await react(ask.db, message, ask.input.sign, ask.input.put)) await tellMembers(ask, message);
    return [{ result: 1 }];
  },

  async reactors(ask) {
    const message = await openThere(ask, ask.input.id_message);
    return await reactorsOf(ask.db, message);
  },

  async pinMessage(ask) {
    const message = await openForMarks(ask, ask.input.id_message);
    if (await pinMessage(ask.db, message, ask.input.pinned)) await tellMembers(ask, message);
    return [{ result: 1 }];
  },

  async people(ask) {
    const open = await openThe(ask, groupKey(ask.input));
    const people = await peopleOf(ask.db, open, ask.house.settings.timeZone, ask.language);
    const told = await tellApart(ask.db, ask.language, people, ({ idid: id, fio: name }) => ({ id, name }));
    if (ask.caller.role === 1) return told;
    // A student's number is for those who teach, not for fellow students.
    return told.map(({ apart, ...person }) => (person.id_type === 1 && apart ? { ...person, apart } : person));
  },
};

type Within = Parameters<typeof openThis>[0];

/** A message that is there. */
async function openThere(ask: Within, id: number): Promise<OpenMessage> {
  const message = await openThis(ask, id);
  if (message.deleted) throw new Refusal('chat.notFound', 404);
  return message;
}

/** A message on which something may still be put. */
async function openForMarks(ask: Within, id: number): Promise<OpenMessage> {
  const message = await openThere(ask, id);
  if (message.conversation.over) throw new Refusal(message.conversation.over, 422);
  return message;
}

async function tellMembers(
  { db, tell, house }: Pick<CallContext, 'db' | 'tell' | 'house'>,
  { conversation }: OpenMessage,
) {
  const members = await membersOf(db, conversation, house.settings.timeZone);
  tell(await audienceOf(db, conversation, members), liveKey(conversation), marksRoom);
}
