import type { Call, Input } from '@bilim/contract/call.ts';
import { chat as calls } from '@bilim/contract/chat.ts';
import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { readKey } from '../../call/idempotency.ts';
import { type Ask, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { keepFiles } from '../../files/files.ts';
import type { Audience } from '../../live/live.ts';
import { type ConversationKey, fileOf, type OpenConversation, openConversation, openMessage } from './chat.access.ts';
import { changesPage, messagesOf, type Page, readersOf, seenOwn, unreadContacts } from './chat.queries.ts';
import { ReadReceipts } from './chat.receipts.ts';
import { SharedChanges } from './chat.shared.ts';
import {
  countMembers,
  deleteMessage,
  editMessage,
  insertMessage,
  isThere,
  membersOf,
  type ReadMark,
  readOne,
  readUpTo,
  sentBefore,
} from './chat.writing.queries.ts';

type Within = Pick<Ask, 'db' | 'caller' | 'house'>;

/** Personal and group conversations. */
/** What the room keeps in each process. */
interface State {
  readonly receipts: ReadReceipts;
  readonly changes: SharedChanges;
}

export const chat = room('chat', calls, {
  state: ({ live }): State => ({ receipts: new ReadReceipts(live), changes: new SharedChanges() }),
  handlers: {
    async messages(ask) {
      const open = await openThe(ask, personalKey(ask.input, ask.input.id_to), true);
      return await opened(ask, open, { newest: true });
    },

    async groupMessages(ask) {
      const { IsSelect, gr_potok, id_lastMessage } = ask.input;
      const open = await openThe(ask, { ...courseOf(ask.input), with: { isSelect: IsSelect, group: gr_potok } }, true);
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
      const { IsSelect, gr_potok } = ask.input;
      const open = await openThe(ask, { ...courseOf(ask.input), with: { isSelect: IsSelect, group: gr_potok } });
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
      // A form writes every line break as CR LF.
      const text = (input.message ?? '').replaceAll('\r\n', '\n');
      checkText(text, files.length);
      const open = await openThe(ask, keyOfNew(input));
      // Kept answers end after a day; a message that comes again under its key later still is there once.
      const key = readKey(ask.request.headers['idempotency-key']);
      const before = key === null ? null : await sentBefore(db, caller.uid, key);
      if (before !== null) return await messagesOf(db, open, { only: before });
      if (open.closed) throw new Refusal('chat.closed', 422);
      const replyTo = input.replyTo ?? null;
      if (replyTo !== null && !(await isThere(db, open, replyTo))) throw new Refusal('chat.notFound', 404);
      const [members, kept] = await Promise.all([
        membersOf(db, open, house.settings.timeZone),
        keepFiles(db, caller.uid, files),
      ]);
      const { id, conversation } = await insertMessage(db, caller, open, members, { text, files: kept, replyTo, key });
      tell(members.map(person), liveKey(open));
      return await messagesOf(db, { ...open, id: conversation }, { only: id });
    },

    async edit(ask) {
      const { db, input, tell, house } = ask;
      checkText(input.message, 0);
      const message = await openThis(ask, input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      if (!message.isMine) throw new Refusal('chat.notYourMessage', 403);
      if (message.conversation.closed) throw new Refusal('chat.closed', 422);
      if (message.late) throw new Refusal('chat.tooLate', 422);
      if (message.text !== input.message) {
        if (!(await editMessage(db, message, input.message))) throw new Refusal('chat.notFound', 404);
        tell(
          (await membersOf(db, message.conversation, house.settings.timeZone)).map(person),
          liveKey(message.conversation),
        );
      }
      return await messagesOf(db, message.conversation, { only: message.id });
    },

    async delete(ask) {
      const { db, input, tell, house } = ask;
      const message = await openThis(ask, input.id_message);
      if (!message.isMine)
        throw message.deleted ? new Refusal('chat.notFound', 404) : new Refusal('chat.notYourMessage', 403);
      if (!message.deleted && (await deleteMessage(db, message)))
        tell(
          (await membersOf(db, message.conversation, house.settings.timeZone)).map(person),
          liveKey(message.conversation),
        );
      return [{ result: 1 }];
    },

    async read(ask) {
      const message = await openThis(ask, ask.input.id_message);
      if (message.deleted) throw new Refusal('chat.notFound', 404);
      return told(ask, message.conversation, await readOne(ask.db, message));
    },

    async readAll(ask) {
      const open = await openThe(ask, eitherKey(ask.input));
      return told(ask, open, await readUpTo(ask.db, open, ask.input.id_last_message ?? null));
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

const person = (uid: number): Audience => `u:${uid}`;

async function openThe({ db, caller, house }: Within, key: ConversationKey, first = false): Promise<OpenConversation> {
  return await openConversation(db, caller, key, { timeZone: house.settings.timeZone, first });
}

async function openThis({ db, caller, house }: Within, id: number) {
  return await openMessage(db, caller, id, { timeZone: house.settings.timeZone, editMinutes: limits.editMinutes });
}

async function opened({ db }: Within, open: OpenConversation, page: Page) {
  const messages = await messagesOf(db, open, page);
  return { messages, unreades_start: open.firstUnread, unreades_total: open.unread, revision: open.revision };
}

/** Refuses a text without anything to see (unless files come along), and one that is too long. */
function checkText(text: string, files: number): void {
  if (!files && isBlank(text)) throw new Refusal('chat.empty', 400, { fields: { message: 'chat.empty' } });
  if ([...text].length > limits.messageLength)
    throw new Refusal('chat.tooLong', 400, { fields: { message: 'chat.tooLong' } });
}

function courseOf(input: { year: number; ws: number; id_discipline: number; kredit: number }) {
  return { year: input.year, term: input.ws, discipline: input.id_discipline, credits: input.kredit };
}

function personalKey(
  input: Parameters<typeof courseOf>[0] & { id_to_type?: number | undefined },
  other: number,
): ConversationKey {
  return { ...courseOf(input), with: { person: other, role: input.id_to_type } };
}

/** Which conversation the fields name: personal with id_to, else the group's; fields of neither kind are 400. */
function eitherKey(input: Input<typeof calls.count>): ConversationKey {
  if (input.id_to !== undefined) return personalKey(input, input.id_to);
  const { IsSelect, gr_potok } = input;
  if (IsSelect === undefined || gr_potok === undefined) throw missing({ IsSelect, gr_potok });
  return { ...courseOf(input), with: { isSelect: IsSelect, group: gr_potok } };
}

/** The same from the fields of `insert`, which have other names for the same things. */
function keyOfNew(input: Input<typeof calls.insert>): ConversationKey {
  const { currentContactId, isSelect, group_subgroup } = input;
  const isGroup = currentContactId === -1;
  if (currentContactId === 0 || (input.IsGroupChat !== undefined && input.IsGroupChat !== isGroup))
    throw new Refusal('call.invalid', 400, { fields: { currentContactId: 'field.range' } });
  const course = { ...input, ws: input.semester, id_discipline: input.discipline };
  if (!isGroup) return personalKey({ ...course, id_to_type: input.currentContactType }, currentContactId);
  if (isSelect === undefined || group_subgroup === undefined) throw missing({ isSelect, group_subgroup });
  return { ...courseOf(course), with: { isSelect, group: group_subgroup } };
}

function missing(fields: Record<string, unknown>): Refusal {
  const left = Object.entries(fields).filter(([, value]) => value === undefined);
  return new Refusal('call.invalid', 400, {
    fields: Object.fromEntries(left.map(([name]) => [name, 'field.required'])),
  });
}

/** Answers a read and tells those whose messages it were, and the reader's other tabs. */
function told(
  { caller, state, afterCommit }: Pick<Ask<Call, State>, 'caller' | 'state' | 'afterCommit'>,
  open: OpenConversation,
  mark: ReadMark,
) {
  if (mark.authors.length)
    afterCommit(() => state.receipts.tell(liveKey(open), [caller.uid, ...mark.authors].map(person)));
  return [{ result: 1, countMessages: mark.left }];
}

/** The key of the live line for a conversation (docs/wire.md#3-the-live-line). */
export function liveKey({ key, uid }: OpenConversation): string {
  const course = `${key.year}/${key.term}/${key.discipline}/${key.credits}`;
  if ('group' in key.with) return `g/${course}/${key.with.isSelect ? 1 : 0}/${key.with.group}`;
  return `p/${course}/${Math.min(uid, key.with.person)}/${Math.max(uid, key.with.person)}`;
}
