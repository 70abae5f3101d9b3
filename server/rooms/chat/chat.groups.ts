import { createHash } from 'node:crypto';
import type { chatGroups as calls } from '@bilim/contract/chat-groups.ts';
import { parseIdempotencyKey } from '../../call/idempotency.ts';
import type { Handlers } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { insertFileRows } from '../../files/files.ts';
import { toConversationLiveKey } from '../../university/conversations.keys.ts';
import { authorizeGroupConversations } from './chat.access.ts';
import { findSentGroupMessages, insertGroupMessages, readGroupMembers } from './chat.groups.queries.ts';
import type { ChatState } from './chat.state.ts';
import { checkMessageText, normalizeLineBreaks } from './chat.text.ts';

/** Writing to several groups at once. */
export const groupMessageHandlers: Handlers<typeof calls, ChatState> = {
  async writeToGroups({ db, caller, input, files, publish, app, request }) {
    const text = normalizeLineBreaks(input.message ?? '');
    checkMessageText(text, files.length);
    const course = { year: input.year, term: input.ws, discipline: input.id_discipline, credits: input.kredit };
    const wanted = [...new Set(input.groups ?? [])].sort((a, b) => a - b);
    if (!wanted.length) throw new Refusal('call.invalid', 400, { fields: { groups: 'field.required' } });
    const { timeZone } = app.settings;
    const open = await authorizeGroupConversations(
      db,
      caller,
      { ...course, isSelect: input.IsSelect },
      wanted,
      timeZone,
    );
    if (open.closed) throw new Refusal('chat.closed', 422);
    const key = parseIdempotencyKey(request.headers['idempotency-key']);
    const keys = wanted.map((group) => (key === null ? null : keyFor(key, group)));
    // Kept answers end after a day; what comes again under its key later still is there once.
    const before = key === null ? [] : await findSentGroupMessages(db, caller.uid, keys as string[]);
    if (before.length) return before;
    const members = await readGroupMembers(db, open, timeZone);
    const kept = await insertFileRows(db, caller.uid, files);
    const sent = await insertGroupMessages(db, open, members, { text, files: kept, keys });
    for (const { group, people } of members)
      publish(
        people.map((uid) => `u:${uid}` as const),
        toConversationLiveKey({ uid: caller.uid, key: { ...course, with: { isSelect: input.IsSelect, group } } }),
      );
    return sent;
  },
};

/** The key under which one group's message is stored once for ever. */
function keyFor(key: string, group: number): string {
  const hex = createHash('sha256').update(`${key}/${group}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
