import { moderation as calls } from '@bilim/contract/moderation.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import { type CallContext, room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { notifyModeration } from '../../notices/writing.queries.ts';
import { toConversationLiveKey } from '../../university/conversations.keys.ts';
import { readConversationMembers, readMemberAudience } from '../../university/conversations.queries.ts';
import { addNamesakeHint, distinguishNamesakes } from '../../university/namesakes.queries.ts';
import type { RemovedMessage } from '../../university/removed-messages.queries.ts';
import { type AuthorizedCase, authorizeCase, type CaseState, findCaseFile } from './moderation.access.ts';
import {
  deleteRemovedMessages,
  readConversationViews,
  removeReportedMessages,
  restoreRemovedMessages,
  storeDecision,
} from './moderation.decisions.queries.ts';
import { countCases, readCases, readMessageContext } from './moderation.queries.ts';

type Deciding = CallContext<typeof calls.remove>;

/** Messages with what distinguishes their authors where two of them are called the same. */
async function authorsApart<R extends { author: { uid: number; fullName: string } }>(
  db: Db,
  language: Language,
  rows: readonly R[],
) {
  const named = rows.map(({ author: { uid: id, fullName: name } }) => ({ id, name }));
  const marks = await distinguishNamesakes(db, language, named);
  return rows.map((row) => ({ ...row, author: addNamesakeHint(marks, row.author.uid, row.author) }));
}

/** Opens the case of a call that decides it; 409 when it is not in the state that the decision begins from. */
async function openToDecide({ db, caller, app, input }: Deciding, from: CaseState): Promise<AuthorizedCase> {
  const open = await authorizeCase(db, caller, input.id_case, { timeZone: app.settings.timeZone, isDecided: true });
  if (open.state !== from) throw new Refusal('moderation.decided', 409);
  return open;
}

/** Writes a decision into the trail, which holds ids alone, and notifies other moderators. */
async function finish(
  { db, caller, request, publish }: Deciding,
  { id, message, author }: AuthorizedCase,
  action: string,
) {
  await insertAuditEntry(db, request, `moderation.${action}`, caller.uid, { case: id, message, person: author });
  publish(['p:moderation']);
  return [{ result: 1 }];
}

/** What went or came back by a decision. */
interface Outcome {
  readonly messages: readonly RemovedMessage[];
  readonly step: 'removed' | 'restored';
}

/** Tells the author by one notice, and everybody's open pages, that messages went or came back. */
async function notifyAuthor(
  { db, publish, app }: Deciding,
  { message, author }: AuthorizedCase,
  { messages, step }: Outcome,
) {
  await notifyModeration(db, message, step);
  publish([`u:${author}`], null, 'notices');
  const sides = await readConversationViews(
    db,
    messages.map(({ conversation }) => conversation),
  );
  await Promise.all(
    sides.map(async (side) => {
      const people = await readMemberAudience(db, side, await readConversationMembers(db, side, app.settings.timeZone));
      for (const room of ['chat', 'chat.marks']) publish(people, toConversationLiveKey(side), room);
    }),
  );
}

/** What members of conversations reported, for who holds `moderation`. */
export const moderation = room('moderation', calls, {
  // Lets go of what moderators removed, when its time is over.
  sweep: async ({ database, files }) => await files.remove(await database.alone(deleteRemovedMessages)),
  handlers: {
    async list({ db, caller, language, app, input }) {
      const { timeZone } = app.settings;
      const wanted = { isDone: input.state === 'done', after: input.after ?? null, language, timeZone };
      return await authorsApart(db, language, await readCases(db, caller, wanted));
    },

    async figures({ db, caller, app }) {
      return [await countCases(db, caller, app.settings.timeZone)];
    },

    async around({ db, caller, language, app, input }) {
      const { timeZone } = app.settings;
      const open = await authorizeCase(db, caller, input.id_case, { timeZone, isDecided: false });
      return await authorsApart(db, language, await readMessageContext(db, open, language));
    },

    async remove(ctx) {
      const { db, caller, input } = ctx;
      const open = await openToDecide(ctx, 'open');
      const event = await storeDecision(db, open, { action: 'removed', reason: input.reason, by: caller.uid });
      const taken = await removeReportedMessages(db, open, event, caller.uid);
      if (!taken.length) throw new Refusal('moderation.gone', 409);
      await notifyAuthor(ctx, open, { messages: taken, step: 'removed' });
      return await finish(ctx, open, 'removed');
    },

    async leave(ctx) {
      const { db, caller, input } = ctx;
      const open = await openToDecide(ctx, 'open');
      await storeDecision(db, open, { action: 'left', reason: input.reason, by: caller.uid });
      return await finish(ctx, open, 'left');
    },

    async restore(ctx) {
      const { db, caller, input } = ctx;
      const open = await openToDecide(ctx, 'removed');
      const back = await restoreRemovedMessages(db, open);
      if (!back.length) throw new Refusal('moderation.over', 409);
      await storeDecision(db, open, { action: 'restored', reason: input.reason, by: caller.uid });
      await notifyAuthor(ctx, open, { messages: back, step: 'restored' });
      return await finish(ctx, open, 'restored');
    },

    async download({ db, caller, app, input, request }) {
      const { timeZone } = app.settings;
      const open = await authorizeCase(db, caller, input.id_case, { timeZone, isDecided: false });
      const file = await findCaseFile(db, open, input.id);
      if (!file) throw new Refusal('file.notFound', 404);
      return app.files.answer(request, file, { inline: input.inline, small: input.size === 'small' });
    },
  },
});
