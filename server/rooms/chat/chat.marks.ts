import type { marks as calls } from '@bilim/contract/marks.ts';
import type { CallContext, Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { liveKey } from '../../university/conversations.keys.ts';
import { audienceOf, membersOf } from '../../university/conversations.queries.ts';
import { tellApart } from '../../university/namesakes.queries.ts';
import type { OpenMessage } from './chat.access.ts';
import { eitherKey, groupKey } from './chat.keys.ts';
import { marksOf, peopleOf, pinMessage, pinnedIn, react, reactorsOf, removedFrom } from './chat.marks.queries.ts';
import { openConversationOf, openMessageOf } from './chat.opening.ts';
import type { State } from './chat.state.ts';

/** Pages read what is on the messages apart from the messages: its events renew that alone. */
export const marksRoom = 'chat.marks';

/** What members put on the messages of a conversation. */
export const marks: Handlers<typeof calls, State> = {
  async marks(ctx) {
    const { db, input } = ctx;
    const open = await openConversationOf(ctx, eitherKey(input));
    const [pinned, messages, removed] = await Promise.all([
      pinnedIn(db, open),
      marksOf(db, open, input.id_top_message, input.id_last_message),
      removedFrom(db, open, input.id_top_message, input.id_last_message),
    ]);
    return [{ pinned, messages, removed }];
  },

  async react(ctx) {
    const message = await openForMarks(ctx, ctx.input.id_message);
    if (await react(ctx.db, message, ctx.input.sign, ctx.input.put)) await tellMembers(ctx, message);
    return [{ result: 1 }];
  },

  async reactors(ctx) {
    const message = await openThere(ctx, ctx.input.id_message);
    return await reactorsOf(ctx.db, message);
  },

  async pinMessage(ctx) {
    const message = await openForMarks(ctx, ctx.input.id_message);
    if (await pinMessage(ctx.db, message, ctx.input.pinned)) await tellMembers(ctx, message);
    return [{ result: 1 }];
  },

  async people(ctx) {
    const open = await openConversationOf(ctx, groupKey(ctx.input));
    const people = await peopleOf(ctx.db, open, ctx.app.settings.timeZone, ctx.language);
    const told = await tellApart(ctx.db, ctx.language, people, ({ idid: id, fio: name }) => ({ id, name }));
    if (ctx.caller.role === 1) return told;
    // A student's number is for those who teach, not for fellow students.
    return told.map(({ apart, ...person }) => (person.id_type === 1 && apart ? { ...person, apart } : person));
  },
};

type Within = Parameters<typeof openMessageOf>[0];

/** A message that is there. */
async function openThere(ctx: Within, id: number): Promise<OpenMessage> {
  const message = await openMessageOf(ctx, id);
  if (message.deleted) throw new Refusal('chat.notFound', 404);
  return message;
}

/** A message on which something may still be put. */
async function openForMarks(ctx: Within, id: number): Promise<OpenMessage> {
  const message = await openThere(ctx, id);
  if (message.conversation.over) throw new Refusal(message.conversation.over, 422);
  return message;
}

async function tellMembers({ db, tell, app }: Pick<CallContext, 'db' | 'tell' | 'app'>, { conversation }: OpenMessage) {
  const members = await membersOf(db, conversation, app.settings.timeZone);
  tell(await audienceOf(db, conversation, members), liveKey(conversation), marksRoom);
}
