import type { chatMessageMarks as calls } from '@bilim/contract/marks.ts';
import type { CallContext, Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { toConversationLiveKey } from '../../university/conversations.keys.ts';
import { readConversationMembers, readMemberAudience } from '../../university/conversations.queries.ts';
import { addNamesakeHint } from '../../university/namesakes.queries.ts';
import type { AuthorizedMessage } from './chat.access.ts';
import { authorizeConversationFromContext, authorizeMessageFromContext } from './chat.caller-access.ts';
import { parseConversationKey, toGroupConversationKey } from './chat.keys.ts';
import {
  readMembers,
  readMessageAnnotations,
  readNamesakes,
  readPinnedMessage,
  readReactors,
  readRemovedMessages,
  setMessagePinned,
  setReaction,
} from './chat.marks.queries.ts';
import { distinguishMembers } from './chat.namesakes.ts';
import type { ChatState } from './chat.state.ts';

/** Pages read what is on the messages apart from the messages: its events renew that alone. */
export const messageAnnotationsRoom = 'chat.marks';

/** What members put on the messages of a conversation. */
export const messageAnnotationHandlers: Handlers<typeof calls, ChatState> = {
  async marks(ctx) {
    const { db, input, app } = ctx;
    const open = await authorizeConversationFromContext(ctx, parseConversationKey(input));
    const [alike, pinned, messages, removed] = await Promise.all([
      readNamesakes(db, open, app.settings.timeZone),
      readPinnedMessage(db, open),
      readMessageAnnotations(db, open, input.id_top_message, input.id_last_message),
      readRemovedMessages(db, open, input.id_top_message, input.id_last_message),
    ]);
    const people = await distinguishMembers(ctx, alike);
    const namesakes = people.flatMap(({ idid, apart }) => (apart === undefined ? [] : [{ idid, apart }]));
    const hints = new Map(namesakes.map(({ idid, apart }) => [idid, apart]));
    return [
      {
        pinned: pinned && addNamesakeHint(hints, pinned.id_author, pinned),
        messages,
        removed: removed.map((one) => addNamesakeHint(hints, one.id_author, one)),
        ...(namesakes.length > 0 && { namesakes }),
      },
    ];
  },

  async react(ctx) {
    const message = await openForMarks(ctx, ctx.input.id_message);
    if (await setReaction(ctx.db, message, ctx.input.sign, ctx.input.put)) await publishMarks(ctx, message);
    return [{ result: 1 }];
  },

  async reactors(ctx) {
    const message = await openThere(ctx, ctx.input.id_message);
    return await distinguishMembers(ctx, await readReactors(ctx.db, message));
  },

  async pinMessage(ctx) {
    const message = await openForMarks(ctx, ctx.input.id_message);
    if (await setMessagePinned(ctx.db, message, ctx.input.pinned)) await publishMarks(ctx, message);
    return [{ result: 1 }];
  },

  async people(ctx) {
    const open = await authorizeConversationFromContext(ctx, toGroupConversationKey(ctx.input));
    const people = await readMembers(ctx.db, open, ctx.app.settings.timeZone, ctx.language);
    return await distinguishMembers(ctx, people);
  },
};

type AccessContext = Parameters<typeof authorizeMessageFromContext>[0];

/** A message that is there. */
async function openThere(ctx: AccessContext, id: number): Promise<AuthorizedMessage> {
  const message = await authorizeMessageFromContext(ctx, id);
  if (message.deleted) throw new Refusal('chat.notFound', 404);
  return message;
}

/** A message on which something may still be put. */
async function openForMarks(ctx: AccessContext, id: number): Promise<AuthorizedMessage> {
  const message = await openThere(ctx, id);
  if (message.conversation.over) throw new Refusal(message.conversation.over, 422);
  return message;
}

async function publishMarks(
  { db, publish, app }: Pick<CallContext, 'db' | 'publish' | 'app'>,
  { conversation }: AuthorizedMessage,
) {
  const members = await readConversationMembers(db, conversation, app.settings.timeZone);
  publish(
    await readMemberAudience(db, conversation, members),
    toConversationLiveKey(conversation),
    messageAnnotationsRoom,
  );
}
