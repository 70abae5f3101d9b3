import type { inbox as calls } from '@bilim/contract/inbox.ts';
import { maxPinnedConversations } from '@bilim/contract/limits.ts';
import type { Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import type { LiveAudience } from '../../live/live.ts';
import { toConversationLiveKey } from '../../university/conversations.keys.ts';
import { readMemberAudience, toPersonAudience } from '../../university/conversations.queries.ts';
import { addNamesakeHints } from '../../university/namesakes.queries.ts';
import { readOfficeNoticeRecipients } from '../../university/office-mailboxes.access.ts';
import type { AuthorizedConversation } from './chat.access.ts';
import { authorizeConversationFromContext } from './chat.caller-access.ts';
import {
  countPinnedConversations,
  type InboxRow,
  readConversation,
  readConversations,
  storeConversationSettings,
} from './chat.inbox.queries.ts';
import { parseConversationKey } from './chat.keys.ts';
import { markAllConversationsRead } from './chat.reading.queries.ts';
import type { ChatState } from './chat.state.ts';

/** The list of one's own conversations, and what a person keeps of one for themselves. */
export const inboxHandlers: Handlers<typeof calls, ChatState> = {
  async conversations({ db, caller, language, input, app }) {
    const rows = await readConversations(
      db,
      caller,
      { language, timeZone: app.settings.timeZone },
      {
        unread: input.unread ?? false,
        groups: input.groups ?? false,
        discipline: input.id_discipline ?? null,
        before: input.id_last_message ?? null,
      },
    );
    const groupChat = app.translations.translate(language, 'common:groupChat');
    const apart = await addNamesakeHints(db, language, rows, ({ idid: id, fio: name }) => ({ id, name }));
    return apart.map((row) => withName(row, groupChat));
  },

  async conversation(ctx) {
    const { db, caller, language, input, app } = ctx;
    const open = await authorizeConversationFromContext(ctx, parseConversationKey(input));
    const groupChat = app.translations.translate(language, 'common:groupChat');
    return (await readConversation(db, caller, { language, timeZone: app.settings.timeZone }, open)).map((row) =>
      withName(row, groupChat),
    );
  },

  async mute(ctx) {
    const { db, input, publish } = ctx;
    const open = await authorizeConversationFromContext(ctx, parseConversationKey(input));
    await storeConversationSettings(db, open, { muted: input.muted });
    publish(await keepers(db, open), toConversationLiveKey(open));
    return [{ result: 1 }];
  },

  async pin(ctx) {
    const { db, input, publish } = ctx;
    const open = await authorizeConversationFromContext(ctx, parseConversationKey(input));
    if (input.pinned && (await countPinnedConversations(db, open.uid)) >= maxPinnedConversations)
      throw new Refusal('chat.tooManyPinned', 422, { values: { limit: maxPinnedConversations } });
    await storeConversationSettings(db, open, { pinned: input.pinned });
    publish(await keepers(db, open), toConversationLiveKey(open));
    return [{ result: 1 }];
  },

  async readEverything({ db, caller, state, afterCommit, app }) {
    const read = await markAllConversationsRead(db, caller, app.settings.timeZone);
    const offices = read.flatMap(({ key }) => ('person' in key.with ? (key.with.office ?? []) : []));
    const atOffice = new Map(
      (await readOfficeNoticeRecipients(db, offices, caller.uid)).map(({ office, people }) => [office, people]),
    );
    afterCommit(() => {
      for (const { key, authors } of read) {
        const people = authors.flatMap((author) => atOffice.get(author) ?? author);
        state.receipts.publish(
          toConversationLiveKey({ key, uid: caller.uid }),
          [caller.uid, ...people].map(toPersonAudience),
        );
      }
    });
    return [{ result: 1, countConversations: read.length }];
  },
};

/** The group as a contact has no name of its own. */
const withName = <R extends InboxRow>(row: R, groupChat: string): R =>
  row.idid > 0 ? row : { ...row, fio: groupChat };

/** Whose lists change with what is kept of a conversation: of an office's all who answer in its name. */
async function keepers(db: Db, open: AuthorizedConversation): Promise<LiveAudience[]> {
  return open.uid === open.by ? [`u:${open.by}`] : await readMemberAudience(db, open, []);
}
